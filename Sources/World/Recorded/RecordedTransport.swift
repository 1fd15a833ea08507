import Synchronization

/// A transport that answers from a recording and never goes out.
///
/// Answers to the same request come in the order in which they were recorded; the last one stays.
package final class RecordedTransport: HTTPTransport {
  package let origin = HTTPOrigin.recording
  private let bundle: RecordedBundle
  /// What it is called when it has no answer.
  private let name: String
  private let wait: @Sendable (Duration) async throws -> Void
  private let exchanges: [Request: RecordedNetwork.Exchange]
  private let played = Mutex<[Request: Int]>([:])

  private struct Request: Hashable {
    var method: String
    var address: String
  }

  /// A transport that answers with what a bundle holds.
  ///
  /// - Parameters:
  ///   - bundle: The recording.
  ///   - name: What it is called; its path if nothing is said.
  ///   - wait: How to let the time pass after which a recorded request failed.
  package init(
    _ bundle: RecordedBundle, named name: String? = nil,
    wait: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.bundle = bundle
    self.name = name ?? bundle.path
    self.wait = wait
    exchanges = Dictionary(
      uniqueKeysWithValues: bundle.network.exchanges.map {
        (Request(method: $0.method, address: $0.address.text), $0)
      })
  }

  package func response(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    let address = try WebAddress(request.url)
    try await request.waitForTurn()
    if Task.isCancelled { throw .cancelled }
    let isConditional = request.headers.contains {
      $0.isNamed("If-None-Match") || $0.isNamed("If-Modified-Since")
    }
    let asked = Request(method: request.method, address: address.text)
    switch answer(to: asked, isConditional: isConditional) {
    case .response(let recorded):
      return HTTPResponse(
        status: recorded.status, url: address.text, headers: Self.headers(of: recorded),
        body: request.method == "HEAD" ? HTTPBody([]) : try body(recorded, limits: request.limits))
    case .failure(let failure, let milliseconds):
      let delay = milliseconds.map { Duration.milliseconds($0) }
      if let delay { try await pass(delay) }
      throw failure.failure(for: address, after: delay ?? request.limits.stall)
    case nil:
      let reason = bundle.network.reasonForNothing(method: request.method, address)
      throw .unavailable(reason: "\(name) \(reason)")
    }
  }

  /// The next answer to a request.
  ///
  /// Who has no copy gets what a 304 says is still good: the last answer before it that is another one.
  private func answer(to request: Request, isConditional: Bool) -> RecordedNetwork.Answer? {
    guard let answers = exchanges[request]?.answers else { return nil }
    let place = played.withLock { played in
      let number = played[request, default: 0]
      played[request] = number + 1
      return min(number, answers.count - 1)
    }
    guard !isConditional, answers[place].status == 304 else { return answers[place] }
    return answers[..<place].last { $0.status.map { $0 != 304 } ?? false } ?? answers[place]
  }

  private func pass(_ time: Duration) async throws(HTTPFailure) {
    do {
      try await wait(time)
    } catch {
      throw .cancelled
    }
  }

  private func body(
    _ response: RecordedNetwork.Response, limits: HTTPLimits
  ) throws(HTTPFailure) -> HTTPBody {
    guard let body = response.body else { return HTTPBody([]) }
    guard body.count <= limits.bytes else {
      return HTTPBody([], failure: .tooLarge(limit: limits.bytes))
    }
    do {
      return HTTPBody(try bundle.contents(of: body))
    } catch {
      throw .unavailable(reason: error.description)
    }
  }

  private static func headers(of response: RecordedNetwork.Response) -> [HTTPField] {
    let type = response.contentType.map { [HTTPField("Content-Type", $0)] } ?? []
    return type + response.fields
  }
}

/// What was never asked for.
extension RecordedTransport {
  /// The answers that were given, without those that nobody wanted.
  package func used(of recording: NetworkRecording) -> NetworkRecording {
    let played = played.withLock { $0 }
    var used = recording
    used.network.exchanges = recording.network.exchanges.compactMap { exchange in
      var exchange = exchange
      let request = Request(method: exchange.method, address: exchange.address.text)
      exchange.answers = Array(exchange.answers.prefix(played[request, default: 0]))
      return exchange.answers.isEmpty ? nil : exchange
    }
    return used
  }

  /// The requests of which answers are left, each with what is left of it.
  package var leftovers: [String] {
    let played = played.withLock { $0 }
    return bundle.network.exchanges.compactMap { exchange in
      let request = Request(method: exchange.method, address: exchange.address.text)
      let (count, all) = (played[request, default: 0], exchange.answers.count)
      guard count < all else { return nil }
      let name = "\(exchange.method) \(exchange.address.text)"
      return count == 0
        ? "\(name) was never asked for" : "\(name) was asked for \(count) of \(all) times"
    }
  }
}

extension RecordedNetwork.Answer {
  /// The status of a response; nil for a failure.
  fileprivate var status: Int? {
    if case .response(let response) = self { response.status } else { nil }
  }
}

extension RecordedNetwork.Failure {
  /// What a request fails with where this was recorded.
  func failure(for address: WebAddress, after delay: Duration) -> HTTPFailure {
    switch self {
    case .timeout: .timedOut(after: delay, what: .answer)
    case .refused: .cannotConnect(host: address.origin.host, reason: "it was recorded so")
    case .tls: .untrusted(reason: "it was recorded so")
    case .reset: .dropped(reason: "the connection was reset when it was recorded")
    }
  }
}
