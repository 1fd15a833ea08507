import FoundationEssentials
import Text

/// Recorded HTTP exchanges: the index of a bundle.
package struct RecordedNetwork: Equatable, Sendable {
  /// A request with its answers, in order.
  package struct Exchange: Equatable, Sendable {
    package var method: String
    /// The URL, without user information.
    package var address: WebAddress
    /// The answers, at least one.
    ///
    /// The last one is repeated.
    package var answers: [Answer]

    package init(method: String = "GET", address: WebAddress, answers: [Answer]) {
      precondition(!answers.isEmpty, "a recorded request has an answer")
      precondition(address.userInfo == nil, "a recorded address holds no password")
      self.method = method
      self.address = address
      self.answers = answers
    }
  }

  /// The result of a request.
  package enum Answer: Equatable, Sendable {
    case response(Response)
    /// A failure, with its delay in milliseconds if it is known.
    case failure(Failure, milliseconds: Int? = nil)
  }

  /// A response, reduced to what is recorded.
  package struct Response: Equatable, Sendable {
    /// The status, from 200 to 999.
    package var status: Int
    package var contentType: String?
    /// The other recorded fields, as ``RecordedNetwork/recorded(_:)`` returns them.
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

  /// A file with the decoded body of a response.
  package struct Body: Equatable, Sendable {
    /// The SHA-256 digest, in 64 hexadecimal digits.
    package var digest: String
    /// The file name extension: letters and digits; empty for none.
    package var suffix: String
    /// The size in bytes.
    package var count: Int

    /// The file name.
    package var name: String { suffix.isEmpty ? digest : "\(digest).\(suffix)" }

    package init(digest: String, suffix: String, count: Int) {
      self.digest = digest
      self.suffix = suffix
      self.count = count
    }
  }

  /// The kind of a failure.
  package enum Failure: String, CaseIterable, Sendable {
    case timeout, refused, tls, reset
  }

  /// The time of the recording, in whole seconds.
  package var recorded: Date
  /// The exchanges, with unique requests.
  package var exchanges: [Exchange]

  package init(recorded: Date, exchanges: [Exchange]) {
    self.recorded = recorded
    self.exchanges = exchanges
  }
}

extension RecordedNetwork {
  /// The names of the recorded fields other than `Content-Type`.
  ///
  /// Other fields could identify the user.
  static let recordedNames = [
    "ETag", "Last-Modified", "Cache-Control", "Age", "Location", "Retry-After",
  ]

  /// Returns the header fields to record, with normalized names.
  package static func recorded(
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
      recordedNames.first { field.isNamed($0) }.map { HTTPField($0, field.value) }
    }
    return (clean.first { $0.isNamed("Content-Type") }?.value, fields)
  }

  /// Describes why there is no answer to a request, with the nearest recorded one.
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
    return hosts.isEmpty
      ? "has no answer from any host" : "has no answer from \(host), only from \(hosts)"
  }
}

extension WebAddress {
  /// Whether two URLs differ at most in their queries.
  fileprivate func isSamePlace(as other: WebAddress) -> Bool {
    origin == other.origin
      && target.utf8.prefix { $0 != UInt8(ascii: "?") }
        .elementsEqual(other.target.utf8.prefix { $0 != UInt8(ascii: "?") })
  }
}

extension RecordedNetwork {
  /// The index as text.
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

  /// Returns a media type, quoted if it would be ambiguous.
  private static func typeWord(_ type: String) -> String {
    RecordedWord(key: nil, value: type, isQuoted: ["first", "then"].contains(type)).text
  }

  private static func time(_ milliseconds: Int) -> String {
    milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
  }
}
