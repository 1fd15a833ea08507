import Diagnostics
import Synchronization
import World

/// Checks links with a small load on their servers.
///
/// At most four requests are in flight, at most one to each host. Responses are not stored.
final class LinkChecker: Sendable {
  /// The maximum number of requests in flight.
  private static let requestLimit = 4
  /// The number of bytes that determine the type of a picture.
  private static let startLength = 32

  private let transport: any HTTPTransport
  private let links: [String]
  private let known = Mutex<[String: LinkOutcome]>([:])

  init(_ links: [String], over transport: any HTTPTransport) {
    self.links = links
    self.transport = transport
  }

  /// The outcomes so far.
  var outcomes: [String: LinkOutcome] { known.withLock { $0 } }

  /// The number of links checked so far.
  var count: Int { known.withLock { $0.count } }

  /// Checks all links.
  ///
  /// If the task is canceled, the remaining links are not checked.
  func run() async {
    var requests = LinkRequestQueue()
    for link in links {
      do throws(HTTPFailure) {
        requests.add(LinkRequest(link: link, address: try WebAddress(link)))
      } catch {
        note(LinkOutcome(hops: [], answer: .failure(error)), of: link)
      }
    }
    await withTaskGroup(of: (LinkRequest, LinkOutcome).self) { group in
      var inFlight = 0
      while true {
        while inFlight < Self.requestLimit, !Task.isCancelled, let request = requests.next() {
          inFlight += 1
          group.addTask { (request, await self.outcome(of: request)) }
        }
        guard let (request, outcome) = await group.next() else { return }
        inFlight -= 1
        requests.end(request)
        if let next = self.request(after: request, outcome) { requests.add(next) }
      }
    }
  }

  /// Returns the request after a redirect; nil for a final response, which is recorded.
  private func request(after request: LinkRequest, _ outcome: LinkOutcome) -> LinkRequest? {
    guard case .success(let answer) = outcome.answer,
      [301, 302, 303, 307, 308].contains(answer.status),
      let location = answer.value(of: "Location")
    else {
      if !isCancelled(outcome) { note(outcome, of: request.link) }
      return nil
    }
    let limit = HTTPLimits().redirects
    do throws(HTTPFailure) {
      if request.hops.count == limit { throw .tooManyRedirects(limit: limit) }
      let target = try request.address.resolve(location)
      let hop = LinkOutcome.Hop(status: answer.status, target: target.text)
      return LinkRequest(link: request.link, address: target, hops: request.hops + [hop])
    } catch {
      note(LinkOutcome(hops: request.hops, answer: .failure(error)), of: request.link)
      return nil
    }
  }

  private func isCancelled(_ outcome: LinkOutcome) -> Bool {
    if case .failure(.cancelled) = outcome.answer { true } else { false }
  }

  private func note(_ outcome: LinkOutcome, of link: String) {
    known.withLock { $0[link] = outcome }
  }

  /// Sends a HEAD request, and then a GET request if the server does not support HEAD.
  private func outcome(of request: LinkRequest) async -> LinkOutcome {
    do throws(HTTPFailure) {
      var answer = try await answer(to: "HEAD", at: request.address)
      if [400, 403, 405, 501].contains(answer.status) {
        answer = try await self.answer(to: "GET", at: request.address)
      }
      return LinkOutcome(hops: request.hops, answer: .success(answer))
    } catch {
      return LinkOutcome(hops: request.hops, answer: .failure(error))
    }
  }

  private func answer(
    to method: String, at address: WebAddress
  ) async throws(HTTPFailure) -> LinkOutcome.Answer {
    var request = HTTPRequest(url: address.text)
    request.method = method
    // Lengths must be those of the uncompressed pictures.
    request.acceptsCompression = false
    request.limits.head = .seconds(20)
    let response = try await transport.response(to: request)
    var answer = LinkOutcome.Answer(status: response.status, headers: response.headers)
    if method == "GET" { answer.start = try await Self.start(of: response.body) }
    return answer
  }

  /// Reads the first bytes of a body, and discards the rest.
  private static func start(of body: HTTPBody) async throws(HTTPFailure) -> [UInt8] {
    var start: [UInt8] = []
    var chunks = body.makeAsyncIterator()
    while start.count < startLength, let chunk = try await chunks.next() { start += chunk }
    return Array(start.prefix(startLength))
  }
}

/// A pending request for a link: the first one, or one after a redirect.
struct LinkRequest: Sendable {
  /// The link in the feed.
  var link: String
  var address: WebAddress
  var hops: [LinkOutcome.Hop] = []
}

/// A queue of requests that allows one request in flight for each host.
struct LinkRequestQueue {
  /// The requests for one host, including those that were taken.
  private struct HostQueue {
    var requests: [LinkRequest] = []
    var taken = 0
    var isBusy = false

    /// Whether the next request may be sent.
    var isReady: Bool { !isBusy && taken < requests.count }
  }

  private var queues: [String: HostQueue] = [:]
  /// The hosts whose next request may be sent, in the order in which they became ready.
  private var ready: [String] = []
  /// The number of ready hosts that were taken.
  private var taken = 0

  /// Adds a request after those for the same host.
  mutating func add(_ request: LinkRequest) {
    change(request.address.origin.host) { $0.requests.append(request) }
  }

  /// Takes the next request to a host without a request in flight.
  mutating func next() -> LinkRequest? {
    guard taken < ready.count else { return nil }
    let host = ready[taken]
    taken += 1
    var request: LinkRequest?
    change(host) { queue in
      request = queue.requests[queue.taken]
      queue.taken += 1
      queue.isBusy = true
    }
    return request
  }

  /// Marks the request to a host as finished.
  mutating func end(_ request: LinkRequest) {
    change(request.address.origin.host) { $0.isBusy = false }
  }

  /// Changes the queue of a host, and appends the host to the ready ones if it became ready.
  private mutating func change(_ host: String, _ body: (inout HostQueue) -> Void) {
    let wasReady = queues[host]?.isReady ?? false
    body(&queues[host, default: HostQueue()])
    if !wasReady, queues[host]?.isReady ?? false { ready.append(host) }
  }
}
