import Diagnostics
import Synchronization
import World

/// Finds out what is behind links, and troubles their servers as little as that takes.
///
/// At most four requests are under way, one to each host. What comes is kept nowhere.
final class LinkTrial: Sendable {
  /// How many requests are under way at a time.
  private static let most = 4
  /// How many bytes of content tell what it is.
  private static let startLength = 32

  private let transport: any HTTPTransport
  private let links: [String]
  private let known = Mutex<[String: LinkOutcome]>([:])

  init(_ links: [String], over transport: any HTTPTransport) {
    self.links = links
    self.transport = transport
  }

  /// What came of the links that were tried so far.
  var outcomes: [String: LinkOutcome] { known.withLock { $0 } }

  /// How many links were tried so far.
  var count: Int { known.withLock { $0.count } }

  /// Tries all links; a task that is cancelled leaves the rest untried.
  func run() async {
    var steps = LinkSteps()
    for link in links {
      do throws(HTTPFailure) {
        steps.add(LinkStep(link: link, address: try WebAddress(link)))
      } catch {
        note(LinkOutcome(hops: [], answer: .failure(error)), of: link)
      }
    }
    await withTaskGroup(of: (LinkStep, LinkOutcome).self) { group in
      var underWay = 0
      while true {
        while underWay < Self.most, !Task.isCancelled, let step = steps.next() {
          underWay += 1
          group.addTask { (step, await self.outcome(of: step)) }
        }
        guard let (step, outcome) = await group.next() else { return }
        underWay -= 1
        steps.end(step)
        if let next = self.step(after: step, outcome) { steps.add(next) }
      }
    }
  }

  /// The request that an outcome asks for; nil if it is the end, which is noted then.
  private func step(after step: LinkStep, _ outcome: LinkOutcome) -> LinkStep? {
    guard case .success(let answer) = outcome.answer,
      [301, 302, 303, 307, 308].contains(answer.status),
      let location = answer.value(of: "Location")
    else {
      if !isCancelled(outcome) { note(outcome, of: step.link) }
      return nil
    }
    let limit = HTTPLimits().redirects
    do throws(HTTPFailure) {
      if step.hops.count == limit { throw .tooManyRedirects(limit: limit) }
      let target = try step.address.resolve(location)
      let hop = LinkOutcome.Hop(status: answer.status, target: target.text)
      return LinkStep(link: step.link, address: target, hops: step.hops + [hop])
    } catch {
      note(LinkOutcome(hops: step.hops, answer: .failure(error)), of: step.link)
      return nil
    }
  }

  private func isCancelled(_ outcome: LinkOutcome) -> Bool {
    if case .failure(.cancelled) = outcome.answer { true } else { false }
  }

  private func note(_ outcome: LinkOutcome, of link: String) {
    known.withLock { $0[link] = outcome }
  }

  /// Asks for the head alone, and for the content where a server does not answer that.
  private func outcome(of step: LinkStep) async -> LinkOutcome {
    do throws(HTTPFailure) {
      var answer = try await answer(to: "HEAD", at: step.address)
      if [400, 403, 405, 501].contains(answer.status) {
        answer = try await self.answer(to: "GET", at: step.address)
      }
      return LinkOutcome(hops: step.hops, answer: .success(answer))
    } catch {
      return LinkOutcome(hops: step.hops, answer: .failure(error))
    }
  }

  private func answer(
    to method: String, at address: WebAddress
  ) async throws(HTTPFailure) -> LinkOutcome.Answer {
    var request = HTTPRequest(url: address.text)
    request.method = method
    // Lengths are to be those of pictures themselves.
    request.acceptsCompression = false
    request.limits.head = .seconds(20)
    let response = try await transport.response(to: request)
    var answer = LinkOutcome.Answer(status: response.status, headers: response.headers)
    if method == "GET" { answer.start = try await Self.start(of: response.body) }
    return answer
  }

  /// The first bytes of a content; the rest does not come.
  private static func start(of body: HTTPBody) async throws(HTTPFailure) -> [UInt8] {
    var start: [UInt8] = []
    var chunks = body.makeAsyncIterator()
    while start.count < startLength, let chunk = try await chunks.next() { start += chunk }
    return Array(start.prefix(startLength))
  }
}

/// A request that is still to be made for a link: the first, or the next after a redirect.
struct LinkStep: Sendable {
  /// The link as the feed has it.
  var link: String
  var address: WebAddress
  var hops: [LinkOutcome.Hop] = []
}

/// Requests in the order in which they may be made: one host is asked one thing at a time.
struct LinkSteps {
  /// The requests for one host, those that were taken among them.
  private struct Lane {
    var steps: [LinkStep] = []
    var taken = 0
    var isBusy = false

    /// Whether its next request may be made.
    var isReady: Bool { !isBusy && taken < steps.count }
  }

  private var lanes: [String: Lane] = [:]
  /// The hosts whose next request may be made, in the order in which that came about.
  private var ready: [String] = []
  /// How many of them were taken.
  private var taken = 0

  /// Adds a request behind those for the same host.
  mutating func add(_ step: LinkStep) {
    change(step.address.origin.host) { $0.steps.append(step) }
  }

  /// Takes a request whose host is not being asked anything.
  mutating func next() -> LinkStep? {
    guard taken < ready.count else { return nil }
    let host = ready[taken]
    taken += 1
    var step: LinkStep?
    change(host) { lane in
      step = lane.steps[lane.taken]
      lane.taken += 1
      lane.isBusy = true
    }
    return step
  }

  /// Notes that a host has answered the request that was taken.
  mutating func end(_ step: LinkStep) { change(step.address.origin.host) { $0.isBusy = false } }

  /// Changes a lane, and notes its host if its next request may be made from now on.
  private mutating func change(_ host: String, _ body: (inout Lane) -> Void) {
    let wasReady = lanes[host]?.isReady ?? false
    body(&lanes[host, default: Lane()])
    if !wasReady, lanes[host]?.isReady ?? false { ready.append(host) }
  }
}
