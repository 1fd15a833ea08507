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
}
