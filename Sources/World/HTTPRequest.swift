import Synchronization

/// A header field.
package struct HTTPField: Sendable, Hashable {
  /// The name as written.
  ///
  /// It is compared case-insensitively.
  package var name: String

  /// The value without surrounding whitespace.
  package var value: String

  /// Creates a field.
  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// Whether the field has a name, compared case-insensitively: RFC 9110, section 5.1.
  @inlinable @inline(__always) package func isNamed(_ name: String) -> Bool {
    // Most names differ in length, which is checked inline without a call.
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

/// Credentials in query parameters.
extension HTTPField {
  private static let parameterName = ":parameter"

  /// Creates a credential that is sent as a query parameter.
  ///
  /// It is added only to the request that is sent, never to stored or displayed URLs.
  ///
  /// - Parameters:
  ///   - name: The name of the parameter.
  ///   - value: The secret, percent-encoded.
  /// - Returns: A placeholder field for ``HTTPRequest/credentials``.
  package static func secretParameter(_ name: String, _ value: String) -> HTTPField {
    HTTPField(parameterName, "\(name)=\(value)")
  }

  /// The name and value of a query parameter; nil for a header field.
  package var secretParameter: String? { name == Self.parameterName ? value : nil }
}

/// Whether a text is a token, as methods and field names are: RFC 9110, section 5.6.2.
package func isToken(_ text: String) -> Bool {
  !text.isEmpty
    && text.utf8.allSatisfy { byte in
      (0x21...0x7E).contains(byte) && !"\"(),/:;<=>?@[\\]{}".utf8.contains(byte)
    }
}

/// An HTTP request with its limits.
package struct HTTPRequest: Sendable {
  /// The method, such as "GET" or "HEAD".
  package var method = "GET"

  /// The absolute `http` or `https` URL.
  package var url: String

  /// The header fields for all servers, including those of redirects.
  package var headers: [HTTPField] = []

  /// The header fields for the origin of ``url`` only.
  ///
  /// A client that follows a redirect to another origin removes them, even if a later redirect leads back.
  package var credentials: [HTTPField] = []

  /// The body; nil for none.
  package var body: [UInt8]?

  /// Whether the response can be compressed, and is decompressed on receipt.
  ///
  /// Otherwise `Accept-Encoding: identity` is sent, unless ``headers`` contains that field, and the body
  /// arrives verbatim, as byte ranges and resumed downloads require.
  package var acceptsCompression = true

  /// The time and size limits.
  package var limits = HTTPLimits()

  /// The place in a request queue; nil to send the request at once.
  ///
  /// The turn ends with the exchange. A client that learns of its end later than the network can rely on
  /// that.
  package var turn: (any HTTPTurn)?

  /// Creates a GET request for a URL.
  package init(url: String) {
    self.url = url
  }
}

/// The time and size limits of a request.
package struct HTTPLimits: Sendable, Hashable {
  /// The time limit for name resolution, connection and TLS handshake.
  package var connect: Duration = .seconds(10)

  /// The time limit from the start of the request to the first byte of its answer; nil for none.
  package var answer: Duration?

  /// The time limit for data slower than ``rate``, once connected.
  ///
  /// Time spent waiting for a slow reader does
  /// not count.
  package var stall: Duration = .seconds(15)

  /// The minimum rate in bytes per second, averaged over ``stall``.
  ///
  /// The slowest mobile networks in use are
  /// ten times as fast.
  package var rate = 100

  /// The time limit from the connection to the end of the header, however steadily it arrives.
  package var head: Duration = .seconds(60)

  /// The minimum rate in bytes of content per second from the connection on, after the time of ``head``.
  ///
  /// Only bytes that become content count, at most as many as were sent for them. A server that sends just enough to avoid
  /// a stall, such as chunks of a byte with long extensions, or packed content without an end, ends with it.
  package var averageRate = 500

  /// The size limit of the header in bytes, including interim responses and trailers.
  ///
  /// It equals that of browsers.
  package var headBytes = 256 << 10

  /// The maximum number of redirects, for clients that follow them.
  package var redirects = 20

  /// The size limit of the body in bytes, after decompression, and of what is sent for it.
  package var bytes = 4 << 30

  /// The size limit of everything that the connection receives for a response, in bytes.
  ///
  /// Framing, such as the sizes of chunks, takes less than an eighth of responses that are not made to waste it.
  package var connectionBytes: Int { bytes + bytes / 8 + headBytes + 1 << 20 }

  /// Creates the default limits, which suit feeds and pictures.
  package init() {}
}

extension HTTPField {
  /// The `Accept` field for feeds.
  package static let acceptingFeeds = HTTPField(
    "Accept", "application/json, application/*+json;q=0.9, text/html;q=0.6, */*;q=0.5")

  /// The `Accept` field for pictures.
  package static let acceptingPictures = HTTPField(
    "Accept", "image/webp, image/png, image/jpeg, image/gif, */*;q=0.1")
}

/// A place in a queue that limits the number of concurrent requests.
package protocol HTTPTurn: Sendable {
  /// Calls a closure when the request can be sent or has been cancelled.
  ///
  /// The closure is called at most once, on any thread, and immediately if the queue is empty.
  func whenReady(_ act: @escaping @Sendable (_ mayGo: Bool) -> Void)

  /// Releases the place to the next request, since the exchange is over.
  func end()
}

extension HTTPRequest {
  /// Waits for the request's place in the queue, if it has one.
  ///
  /// - Throws: ``HTTPFailure/cancelled`` if the request is cancelled.
  package func waitForTurn() async throws(HTTPFailure) {
    guard let turn else { return }
    let wait = TurnWait()
    let mayGo = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        wait.begin(continuation)
        turn.whenReady { wait.end($0) }
      }
    } onCancel: {
      wait.end(false)
    }
    if !mayGo { throw .cancelled }
  }
}

/// A continuation that is resumed by the queue or by cancellation.
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
