import Synchronization

/// One line of a request's or a response's head.
package struct HTTPField: Sendable, Hashable {
  /// The field's name, as written; its case carries no meaning.
  package var name: String

  /// The text after the colon, without the spaces around it.
  package var value: String

  /// A field with a name and a value.
  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// Tells whether two names mean the same field: RFC 9110, section 5.1.
  @inlinable @inline(__always) package func isNamed(_ name: String) -> Bool {
    // Most names differ in length: whoever asks finds that out without a call.
    self.name.utf8.count == name.utf8.count && hasLetters(of: name)
  }

  @usableFromInline func hasLetters(of name: String) -> Bool {
    let (own, other) = (self.name.utf8.span, name.utf8.span)
    for place in own.indices
    where own[place] != other[place]
      && (own[place] ^ other[place] != 0x20 || !isLetter(own[place]))
    {
      return false
    }
    return true
  }

  private func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20)
  }
}

/// Secrets that a server wants in the address.
extension HTTPField {
  private static let parameterName = ":parameter"

  /// A parameter of the query that is a credential: it is added where the request is sent, and nowhere else.
  ///
  /// - Parameters:
  ///   - name: The parameter.
  ///   - value: The secret, percent-encoded.
  /// - Returns: What stands for it among the credentials of a request.
  package static func secretParameter(_ name: String, _ value: String) -> HTTPField {
    HTTPField(parameterName, "\(name)=\(value)")
  }

  /// The name and the value of a parameter of the query; nil for a field of the head.
  package var secretParameter: String? { name == Self.parameterName ? value : nil }
}

/// Whether a text can be a method or the name of a field: a token, RFC 9110, section 5.6.2.
package func isToken(_ text: String) -> Bool {
  !text.isEmpty
    && text.utf8.allSatisfy { byte in
      (0x21...0x7E).contains(byte) && !"\"(),/:;<=>?@[\\]{}".utf8.contains(byte)
    }
}

/// What to ask of a server once, and how far to go for the answer.
package struct HTTPRequest: Sendable {
  /// What to do, such as "GET" or "HEAD".
  package var method = "GET"

  /// The absolute `http` or `https` address to send it to.
  package var url: String

  /// The fields sent to every server that is asked.
  package var headers: [HTTPField] = []

  /// The fields sent to the scheme, host and port of ``url`` only.
  ///
  /// Who follows a redirect to another origin leaves them out for good, even if a later one leads
  /// back.
  package var credentials: [HTTPField] = []

  /// The bytes to send along, if any.
  package var body: [UInt8]?

  /// Whether the body may come compressed and is to be decompressed.
  ///
  /// Without it `Accept-Encoding: identity` is sent, unless ``headers`` hold that field, and the body
  /// is what arrives, byte for byte: what ranges and the resuming of downloads count on.
  package var acceptsCompression = true

  /// How long to wait and how much to accept.
  package var limits = HTTPLimits()

  /// What it waits for before it goes out; nil if it need not wait.
  ///
  /// The turn ends with the exchange; who sees later than the network that it has ended may leave that to it.
  package var turn: (any HTTPTurn)?

  /// A request for the resource at an address.
  package init(url: String) {
    self.url = url
  }
}

/// How long a request may wait and how much it may bring.
package struct HTTPLimits: Sendable, Hashable {
  /// The longest time to find the server, reach it and agree on encryption.
  package var connect: Duration = .seconds(10)

  /// The longest time for which next to nothing may come once connected, as ``rate`` says.
  ///
  /// Time spent waiting for a slow reader does not count.
  package var stall: Duration = .seconds(15)

  /// The fewest bytes a second, over the time of ``stall``, that are more than next to nothing.
  ///
  /// The slowest mobile networks still in use bring ten times as much.
  package var rate = 100

  /// The longest time from the connection to the end of the head, however busily it comes.
  package var head: Duration = .seconds(60)

  /// The most bytes of head to accept, with interim responses and trailers; browsers take as much.
  package var headBytes = 256 << 10

  /// The most redirects to follow, for who follows them.
  package var redirects = 20

  /// The most bytes of body to accept, counted after decompression.
  package var bytes = 4 << 30

  /// The limits that suit feeds and pictures.
  package init() {}
}

extension HTTPField {
  /// What is wanted of a server that has a feed in several forms.
  package static let acceptingFeeds = HTTPField(
    "Accept", "application/json, application/*+json;q=0.9, text/html;q=0.6, */*;q=0.5")

  /// What is wanted of a server that has a picture in several forms.
  package static let acceptingPictures = HTTPField(
    "Accept", "image/webp, image/png, image/jpeg, image/gif, */*;q=0.1")
}

/// A place in a line of requests, of which a few at a time may use the network.
package protocol HTTPTurn: Sendable {
  /// Has somebody told that the request may go out, or that it is not to any more.
  ///
  /// It is told once at the most, on any thread, and at once if nobody is before it.
  func whenItComes(_ act: @escaping @Sendable (_ mayGo: Bool) -> Void)

  /// Makes way for the next request: nothing more comes over the network.
  func end()
}

extension HTTPRequest {
  /// Waits for the turn of this request, if it has one.
  ///
  /// - Throws: ``HTTPFailure/cancelled`` if it is not to go out any more.
  package func waitForTurn() async throws(HTTPFailure) {
    guard let turn else { return }
    let wait = TurnWait()
    let mayGo = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        wait.begin(continuation)
        turn.whenItComes { wait.end($0) }
      }
    } onCancel: {
      wait.end(false)
    }
    if !mayGo { throw .cancelled }
  }
}

/// A wait for a turn, which ends with the turn or before it.
private final class TurnWait: Sendable {
  private struct State {
    var continuation: CheckedContinuation<Bool, Never>?
    var outcome: Bool?
  }

  private let state = Mutex(State())

  func begin(_ continuation: CheckedContinuation<Bool, Never>) {
    let outcome: Bool? = state.withLock { state in
      if state.outcome == nil { state.continuation = continuation }
      return state.outcome
    }
    if let outcome { continuation.resume(returning: outcome) }
  }

  func end(_ outcome: Bool) {
    let continuation = state.withLock { state in
      defer { state.continuation = nil }
      state.outcome = state.outcome ?? outcome
      return state.continuation
    }
    continuation?.resume(returning: outcome)
  }
}
