import Synchronization

/// A transport that answers from a recording, without network access.
///
/// Answers to the same request are given in recorded order. The last one is repeated.
package final class RecordedTransport: HTTPTransport {
  package let origin = HTTPOrigin.recording
  private let bundle: RecordedBundle
  /// The name of the recording in errors.
  private let name: String
  private let wait: @Sendable (Duration) async throws -> Void
  private let exchanges: [Request: RecordedNetwork.Exchange]
  private let played = Mutex<[Request: Int]>([:])

  private struct Request: Hashable {
    var method: String
    var address: String
  }

  /// Creates a transport for a bundle.
  ///
  /// - Parameters:
  ///   - bundle: The recording.
  ///   - name: Its name in errors; its path by default.
  ///   - wait: Waits for the recorded delay of a failure.
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

  /// Returns the next answer to a request.
  ///
  /// An unconditional request gets the last complete response instead of a 304.
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

/// Unused answers.
extension RecordedTransport {
  /// Returns the recording reduced to the answers that were given.
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

  /// Descriptions of the requests with unused answers.
  package var leftovers: [String] {
    let played = played.withLock { $0 }
    return bundle.network.exchanges.compactMap { exchange in
      let request = Request(method: exchange.method, address: exchange.address.text)
      let (count, all) = (played[request, default: 0], exchange.answers.count)
      guard count < all else { return nil }
      let name = "\(exchange.method) \(exchange.address.text)"
      return count == 0
        ? "\(name) was never requested" : "\(name) was requested \(count) of \(all) times"
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
  /// Returns the failure that the transport throws for a recorded one.
  func failure(for address: WebAddress, after delay: Duration) -> HTTPFailure {
    switch self {
    case .timeout: .timedOut(after: delay, what: .answer)
    case .refused: .cannotConnect(host: address.origin.host, reason: "this failure was recorded")
    case .tls: .untrusted(reason: "this failure was recorded")
    case .reset: .dropped(reason: "the connection was reset when it was recorded")
    }
  }
}
