import World

/// What came of trying a link.
struct LinkOutcome: Sendable {
  /// A redirect on the way.
  struct Hop: Equatable, Sendable {
    var status: Int
    var target: String

    /// Whether the old address need not be asked any more: RFC 9110, sections 15.4.2 and 15.4.9.
    var isPermanent: Bool { status == 301 || status == 308 }
  }

  /// What the last server said.
  struct Answer: Sendable {
    var status: Int
    var headers: [HTTPField]
    /// The first bytes of the content, where any were asked for.
    var start: [UInt8]?

    /// The value of the first field with a name.
    func value(of name: String) -> String? { headers.first { $0.isNamed(name) }?.value }

    /// How many bytes the content has, if the server says so.
    var length: Int? { value(of: "Content-Length").flatMap { Int($0) } }
  }

  var hops: [Hop]
  var answer: Result<Answer, HTTPFailure>
}
