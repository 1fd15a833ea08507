import Synchronization

/// A client that sends single requests, without redirects, retries or caching.
package protocol HTTPTransport: Sendable {
  /// Sends a request once, when its turn in the queue comes, and returns as soon as the header of the final
  /// response has arrived.
  ///
  /// The body is read on demand. Every status is a response, including 302, 404 and 500.
  ///
  /// - Throws: ``HTTPFailure`` if no response arrives.
  func response(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse
  /// The source of the responses; servers by default.
  var origin: HTTPOrigin { get }
}

/// The source of a transport's responses.
package enum HTTPOrigin: Sendable { case servers, recording, nobody }

extension HTTPTransport {
  package var origin: HTTPOrigin { .servers }
}

/// A transport with fixed responses, without a network.
///
/// It does not enforce limits.
package final class FixedTransport: HTTPTransport {
  /// The response of an address.
  package enum Answer: Sendable {
    /// A response. With a failure, its body ends with that failure.
    case response(
      status: Int = 200, headers: [HTTPField] = [], body: [UInt8] = [], failure: HTTPFailure? = nil)
    /// A failure without a response.
    case failure(HTTPFailure)
  }

  private let answers: Mutex<[String: Answer]>
  private let log = Mutex<[HTTPRequest]>([])

  /// Creates a transport with responses by URL.
  package init(_ answers: [String: Answer]) {
    self.answers = Mutex(answers)
  }

  /// All requests so far, oldest first.
  package var requests: [HTTPRequest] {
    log.withLock { $0 }
  }

  /// Sets the response of an address; `nil` makes it unreachable.
  package func set(_ answer: Answer?, for url: String) {
    answers.withLock { $0[url] = answer }
  }

  private static func answer(in answers: [String: Answer], to url: String) -> Answer? {
    // Keys that are not valid URLs are compared as text.
    let spelled = (try? WebAddress(url))?.text
    return answers[url] ?? answers.first { (try? WebAddress($0.key))?.text == spelled }?.value
  }

  package func response(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    try await request.waitForTurn()
    log.withLock { $0.append(request) }
    if Task.isCancelled { throw .cancelled }
    switch answers.withLock({ Self.answer(in: $0, to: request.url) }) {
    case .response(let status, let headers, let body, let failure):
      return HTTPResponse(
        status: status, url: request.url, headers: headers,
        body: HTTPBody(request.method == "HEAD" ? [] : body, failure: failure))
    case .failure(let failure):
      throw failure
    case nil:
      throw .cannotConnect(host: request.url, reason: "it is not in the table")
    }
  }
}
