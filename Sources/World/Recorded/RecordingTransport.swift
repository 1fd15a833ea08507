import FoundationEssentials
import Synchronization

/// A transport that records the exchanges of another transport.
///
/// It returns exactly what a replay will return: the recorded fields, complete bodies, and normalized
/// failures.
package final class RecordingTransport: HTTPTransport {
  private struct State {
    var exchanges: [RecordedNetwork.Exchange] = []
    var bodies: [String: [UInt8]] = [:]
    var byteCount = 0
    var problem: String?
  }

  private let transport: any HTTPTransport
  private let limit: Int
  private let state = Mutex(State())

  /// Creates a recording transport.
  ///
  /// - Parameters:
  ///   - transport: The transport that sends the requests.
  ///   - limit: The maximum total size of bodies, in bytes.
  package init(_ transport: any HTTPTransport, limit: Int = BundleBounds.script.bytes) {
    (self.transport, self.limit) = (transport, limit)
  }

  /// The reason why the recording is incomplete; nil if it is complete.
  package var problem: String? { state.withLock(\.problem) }

  /// Returns the recording so far, with a given time.
  package func recording(at moment: Date) -> NetworkRecording {
    state.withLock {
      NetworkRecording(
        network: RecordedNetwork(recorded: moment, exchanges: $0.exchanges), bodies: $0.bodies)
    }
  }

  package func response(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    // User information is not recorded.
    let address = try WebAddress(WebAddress(request.url).text)
    var request = request
    // Time in the queue is not recorded.
    try await request.waitForTurn()
    request.turn = nil
    let start = ContinuousClock.now
    do {
      request.limits.bytes = min(request.limits.bytes, limit)
      let response = try await transport.response(to: request)
      return try keep(response, try await response.body.collect(), request, address)
    } catch {
      throw keep(error, after: ContinuousClock.now - start, request, address)
    }
  }

  private func keep(
    _ response: HTTPResponse, _ bytes: [UInt8], _ request: HTTPRequest, _ address: WebAddress
  ) throws(HTTPFailure) -> HTTPResponse {
    let (type, fields) = RecordedNetwork.recorded(response.headers)
    var recorded = RecordedNetwork.Response(
      status: response.status, contentType: type, fields: fields)
    guard (200...999).contains(recorded.status) else {
      throw .dropped(reason: "its status is \(recorded.status)")
    }
    if !bytes.isEmpty { recorded.body = RecordedNetwork.Body(bytes, type: type) }
    let isRecorded = state.withLock { state in
      if let body = recorded.body, state.bodies[body.name] == nil {
        guard state.byteCount + bytes.count <= limit else { return false }
        state.byteCount += bytes.count
        state.bodies[body.name] = bytes
      }
      state.exchanges.add(.response(recorded), to: request.method, address)
      return true
    }
    guard isRecorded else { throw .tooLarge(limit: limit) }
    let contentType = type.map { [HTTPField("Content-Type", $0)] } ?? []
    return HTTPResponse(
      status: recorded.status, url: address.text, headers: contentType + fields,
      body: HTTPBody(bytes))
  }

  private func keep(
    _ failure: HTTPFailure, after span: Duration, _ request: HTTPRequest, _ address: WebAddress
  ) -> HTTPFailure {
    guard let kind = RecordedNetwork.Failure(failure) else {
      if case .tooLarge = failure {
        state.withLock { $0.problem = "\(address.text): \(failure.description)" }
      }
      return failure
    }
    let milliseconds = kind == .timeout ? Int(span / .milliseconds(1)) / 100 * 100 : nil
    state.withLock {
      $0.exchanges.add(.failure(kind, milliseconds: milliseconds), to: request.method, address)
    }
    return kind.failure(
      for: address, after: milliseconds.map { .milliseconds($0) } ?? request.limits.stall)
  }
}

extension [RecordedNetwork.Exchange] {
  /// Adds an answer to a request.
  mutating func add(_ answer: RecordedNetwork.Answer, to method: String, _ address: WebAddress) {
    let place = firstIndex { $0.method == method && $0.address.text == address.text }
    if let place {
      self[place].answers.append(answer)
    } else {
      append(RecordedNetwork.Exchange(method: method, address: address, answers: [answer]))
    }
  }
}

extension RecordedNetwork.Failure {
  /// Returns the recorded kind of a failure; nil if neither the server nor the network caused it.
  package init?(_ failure: HTTPFailure) {
    switch failure {
    case .timedOut: self = .timeout
    case .cannotResolve, .cannotConnect: self = .refused
    case .untrusted: self = .tls
    case .dropped: self = .reset
    default: return nil
    }
  }
}
