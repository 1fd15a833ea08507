import Synchronization

/// Carries requests to servers and brings their responses back.
package protocol HTTPTransport: Sendable {
  /// Sends a request once, when its turn has come, and answers as soon as the head of the final response is there.
  ///
  /// The body follows in chunks while it is read. Every status is a response, also 302, 404 and 500:
  /// what to do about it is not for the transport to say.
  ///
  /// - Throws: ``HTTPFailure`` if no response arrives.
  func response(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse
  /// Who answers; servers, unless a transport says otherwise.
  var origin: HTTPOrigin { get }
}

/// Who answers what a transport carries.
package enum HTTPOrigin: Sendable { case servers, recording, nobody }

extension HTTPTransport {
  package var origin: HTTPOrigin { .servers }
}

/// A transport that answers from a table, without a network.
///
/// It checks no limits.
package final class FixedTransport: HTTPTransport {
  /// What one address answers.
  package enum Answer: Sendable {
    /// A response; with a failure, its body breaks off at the end of these bytes.
    case response(
      status: Int = 200, headers: [HTTPField] = [], body: [UInt8] = [], failure: HTTPFailure? = nil)
    /// No response at all.
    case failure(HTTPFailure)
  }

  private let answers: Mutex<[String: Answer]>
  private let log = Mutex<[HTTPRequest]>([])

  /// A transport that knows these addresses and no others.
  package init(_ answers: [String: Answer]) {
    self.answers = Mutex(answers)
  }

  /// Every request made so far, oldest first.
  package var requests: [HTTPRequest] {
    log.withLock { $0 }
  }

  /// Changes what an address answers from now on; `nil` makes it unreachable.
  package func set(_ answer: Answer?, for url: String) {
    answers.withLock { $0[url] = answer }
  }

  private static func answer(in answers: [String: Answer], to url: String) -> Answer? {
    // A table may hold what is no address; that is found by its own text alone.
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
