import FoundationEssentials
import Text

/// What servers once answered: the index of a bundle's recorded requests.
package struct RecordedNetwork: Equatable, Sendable {
  /// A request and what it was answered with, in the order of the answers.
  package struct Exchange: Equatable, Sendable {
    package var method: String
    /// Where it was sent; no user and no password.
    package var address: WebAddress
    /// One or more; the last one is given again and again.
    package var answers: [Answer]

    package init(method: String = "GET", address: WebAddress, answers: [Answer]) {
      precondition(!answers.isEmpty, "a recorded request has an answer")
      precondition(address.userInfo == nil, "a recorded address holds no password")
      self.method = method
      self.address = address
      self.answers = answers
    }
  }

  /// What came of a request.
  package enum Answer: Equatable, Sendable {
    case response(Response)
    /// No response, after so many milliseconds if that is known.
    case failure(Failure, milliseconds: Int? = nil)
  }

  /// A response, without what a recording does not keep.
  package struct Response: Equatable, Sendable {
    /// From 200 to 999.
    package var status: Int
    package var contentType: String?
    /// Other fields that are kept, as ``RecordedNetwork/kept(_:)`` gives them.
    package var fields: [HTTPField]
    package var body: Body?

    package init(
      status: Int, contentType: String? = nil, fields: [HTTPField] = [], body: Body? = nil
    ) {
      self.status = status
      self.contentType = contentType
      self.fields = fields
      self.body = body
    }
  }

  /// A file with the decoded content of a response.
  package struct Body: Equatable, Sendable {
    /// The SHA-256 digest of the content, 64 hexadecimal digits.
    package var digest: String
    /// What stands after the dot in the file's name, letters and digits; empty for no dot.
    package var suffix: String
    /// How many bytes there are.
    package var count: Int

    /// The file's name in the folder of bodies.
    package var name: String { suffix.isEmpty ? digest : "\(digest).\(suffix)" }

    package init(digest: String, suffix: String, count: Int) {
      self.digest = digest
      self.suffix = suffix
      self.count = count
    }
  }

  /// Why there was no response.
  package enum Failure: String, CaseIterable, Sendable {
    case timeout, refused, tls, reset
  }

  /// When it was recorded, in whole seconds.
  package var recorded: Date
  /// Each request once.
  package var exchanges: [Exchange]

  package init(recorded: Date, exchanges: [Exchange]) {
    self.recorded = recorded
    self.exchanges = exchanges
  }
}

extension RecordedNetwork {
  /// The fields that are kept beside `Content-Type`; all others may tell who asked.
  static let keptNames = [
    "ETag", "Last-Modified", "Cache-Control", "Age", "Location", "Retry-After",
  ]

  /// What of a response's fields a recording keeps, spelled as it spells them.
  package static func kept(
    _ headers: [HTTPField]
  ) -> (contentType: String?, fields: [HTTPField]) {
    let clean = headers.compactMap { field -> HTTPField? in
      let scalars = field.value.unicodeScalars.map { $0 == "\t" ? " " : $0 }
      let value = trimmingSpace(String(String.UnicodeScalarView(scalars)))
      guard !value.isEmpty, !value.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
      else { return nil }
      return HTTPField(field.name, value)
    }
    let fields = clean.compactMap { field in
      keptNames.first { field.isNamed($0) }.map { HTTPField($0, field.value) }
    }
    return (clean.first { $0.isNamed("Content-Type") }?.value, fields)
  }

  /// Why no exchange is the answer to a request, and which one is nearest to it.
  func reasonForNothing(method: String, _ address: WebAddress) -> String {
    let asked = "\(method) \(address.text)"
    let sameAddress = exchanges.filter { $0.address.text == address.text }
    if !sameAddress.isEmpty {
      let methods = sameAddress.map(\.method).joined(separator: " and ")
      return "has no answer to \(asked), only to \(methods) of that address"
    }
    if let other = exchanges.first(where: { $0.address.isSamePlace(as: address) }) {
      return "has no answer to \(asked), only with another query: \(other.address.text)"
    }
    let texts = exchanges.map(\.address.text)
    if let near = nearest(to: address.text, among: texts) {
      return "has no answer to \(asked); the nearest is \(near)"
    }
    let host = address.origin.host
    let neighbors = exchanges.filter { $0.address.origin.host == host }
    if let first = neighbors.first {
      return
        "has no answer to \(asked), only other addresses of \(host), such as \(first.address.text)"
    }
    let hosts = Set(exchanges.map(\.address.origin.host)).sorted().joined(separator: ", ")
    return "has no answer from \(host), only from \(hosts.isEmpty ? "nobody" : hosts)"
  }
}

extension WebAddress {
  /// Whether two addresses differ by nothing but their queries.
  fileprivate func isSamePlace(as other: WebAddress) -> Bool {
    origin == other.origin
      && target.utf8.prefix { $0 != UInt8(ascii: "?") }
        .elementsEqual(other.target.utf8.prefix { $0 != UInt8(ascii: "?") })
  }
}

extension RecordedNetwork {
  /// The index as it is written.
  package var text: String {
    let head = "rcp-http 1\nrecorded: \(recorded.formatted(.iso8601))\n"
    return head + exchanges.map(Self.text(of:)).joined()
  }

  private static func text(of exchange: Exchange) -> String {
    var text = "\(exchange.method) \(exchange.address.text)\n"
    for (number, answer) in exchange.answers.enumerated() {
      var words = words(of: answer)
      if exchange.answers.count > 1 { words.append(number == 0 ? "first" : "then") }
      text += "< " + words.joined(separator: " ") + "\n"
    }
    return text
  }

  private static func words(of answer: Answer) -> [String] {
    switch answer {
    case .failure(let failure, let milliseconds):
      return ["fail", failure.rawValue] + (milliseconds.map { ["after=" + time($0)] } ?? [])
    case .response(let response):
      let type = response.contentType.map { [typeWord($0)] } ?? []
      let fields = response.fields.map { field in
        RecordedWord(key: field.name.lowercased(), value: field.value).text
      }
      let body = response.body.map { ["body=\($0.name)", "bytes=\($0.count)"] } ?? []
      return ["\(response.status)"] + type + fields + body
    }
  }

  /// A media type, in quotation marks if it could be taken for something else.
  private static func typeWord(_ type: String) -> String {
    RecordedWord(key: nil, value: type, isQuoted: ["first", "then"].contains(type)).text
  }

  private static func time(_ milliseconds: Int) -> String {
    milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
  }
}
