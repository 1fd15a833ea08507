import World

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
