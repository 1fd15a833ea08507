import Synchronization
import World

/// How many requests use the network at a time, in all and for one host; the others wait, the most wanted first.
///
/// The next one goes out on the thread that finds the one before it done: were a task woken first, the
/// network would have nothing to do until then. What has come over the network is still held until it is
/// taken in, and there is a limit to that, too.
final class Lanes: Sendable {
  /// Whose turn it is when others are as much wanted: those with lower numbers go first.
  typealias Ticket = UInt64

  /// One stay in a lane.
  struct Turn: Sendable {
    fileprivate let number: UInt64
    let ticket: Ticket
    let host: WebAddress.Origin
    private let lanes: Lanes

    fileprivate init(
      number: UInt64, ticket: Ticket, host: WebAddress.Origin, lanes: Lanes
    ) {
      (self.number, self.ticket, self.host, self.lanes) = (number, ticket, host, lanes)
    }

    /// Has something done when there is a free lane: now, or on the thread that frees one.
    func whenItComes(_ act: @escaping @Sendable () -> Void) { lanes.enter(self, act) }

    /// Lets another request use the network; what this one has brought is still to be taken in.
    func end() { lanes.end(self) }

    /// Gives the lane back, or waits for none any more.
    func leave() { lanes.leave(self) }
  }

  private struct Waiting {
    let turn: Turn
    var priority: FetchRequest.Priority
    let act: @Sendable () -> Void
  }

  /// How far a turn has come.
  private enum Stage { case waiting, onNetwork, held }

  /// How many are on the network, and how many have not left yet.
  private struct Use {
    var onNetwork = 0
    var held = 0
  }

  private struct State {
    var hosts: [WebAddress.Origin: Use] = [:]
    var all = Use()
    var stages: [UInt64: Stage] = [:]
    var waiting: [Waiting] = []
    /// The last number that was given to a request or to a turn.
    var last: UInt64 = 0
    /// How soon each request is wanted, whether it waits already or not.
    var wanted: [Ticket: FetchRequest.Priority] = [:]
  }

  private let perHost: Int
  private let inAll: Int
  private let state = Mutex(State())

  init(perHost: Int = 6, inAll: Int = 32) {
    self.perHost = perHost
    self.inAll = inAll
  }

  /// How many wait for a lane.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// A number for one request, which has a turn as often as it is tried, and then ends.
  func ticket(_ priority: FetchRequest.Priority) -> Ticket {
    state.withLock { state in
      state.last += 1
      state.wanted[state.last] = priority
      return state.last
    }
  }

  /// Forgets a request, which will have no other turn.
  func end(_ ticket: Ticket) { state.withLock { $0.wanted[ticket] = nil } }

  /// A turn that does not wait yet.
  func turn(_ ticket: Ticket, host: WebAddress.Origin) -> Turn {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    return Turn(number: number, ticket: ticket, host: host, lanes: self)
  }

  /// Has a request be served sooner, now or when it comes to wait.
  func raise(_ ticket: Ticket, to priority: FetchRequest.Priority) {
    state.withLock { state in
      guard let before = state.wanted[ticket], before < priority else { return }
      state.wanted[ticket] = priority
      if let place = state.waiting.firstIndex(where: { $0.turn.ticket == ticket }) {
        state.waiting[place].priority = priority
      }
    }
  }

  private func enter(_ turn: Turn, _ act: @escaping @Sendable () -> Void) {
    let isFree = state.withLock { state in
      precondition(state.stages[turn.number] == nil, "a turn comes once")
      if hasRoom(for: turn.host, state) {
        begin(turn, &state)
        return true
      }
      state.stages[turn.number] = .waiting
      let priority = state.wanted[turn.ticket] ?? .prefetch
      state.waiting.append(Waiting(turn: turn, priority: priority, act: act))
      return false
    }
    if isFree { act() }
  }

  private func end(_ turn: Turn) {
    let next = state.withLock { state in
      leaveNetwork(turn, &state)
      return beginNext(&state)
    }
    for waiting in next { waiting.act() }
  }

  private func leave(_ turn: Turn) {
    let next = state.withLock { state in
      leaveNetwork(turn, &state)
      switch state.stages.removeValue(forKey: turn.number) {
      case .waiting: state.waiting.removeAll { $0.turn.number == turn.number }
      case .held:
        state.all.held -= 1
        state.hosts[turn.host]?.held -= 1
        if state.hosts[turn.host]?.held == 0 { state.hosts[turn.host] = nil }
      case .onNetwork, nil: break
      }
      return beginNext(&state)
    }
    for waiting in next { waiting.act() }
  }

  /// Takes a turn off the network, if it is still there.
  private func leaveNetwork(_ turn: Turn, _ state: inout State) {
    guard state.stages[turn.number] == .onNetwork else { return }
    state.stages[turn.number] = .held
    state.all.onNetwork -= 1
    state.hosts[turn.host]?.onNetwork -= 1
  }

  private func begin(_ turn: Turn, _ state: inout State) {
    state.stages[turn.number] = .onNetwork
    state.all.onNetwork += 1
    state.all.held += 1
    state.hosts[turn.host, default: Use()].onNetwork += 1
    state.hosts[turn.host, default: Use()].held += 1
  }

  /// Those whose turn has come.
  private func beginNext(_ state: inout State) -> [Waiting] {
    var next: [Waiting] = []
    while let place = mostWanted(state) {
      let waiting = state.waiting.remove(at: place)
      begin(waiting.turn, &state)
      next.append(waiting)
    }
    return next
  }

  /// Where the one waits that is wanted most of those that there is room for.
  private func mostWanted(_ state: borrowing State) -> Int? {
    guard hasRoom(state.all, inAll) else { return nil }
    var first: Int?
    for place in state.waiting.indices
    where isSooner(place, than: first, state) && hasRoom(for: state.waiting[place].turn.host, state)
    {
      first = place
    }
    return first
  }

  /// Whether one that waits goes before another one, should there be room for it.
  private func isSooner(_ place: Int, than other: Int?, _ state: borrowing State) -> Bool {
    guard let other else { return true }
    let waiting = state.waiting.span
    let (soon, later) = (waiting[place].priority, waiting[other].priority)
    return soon != later ? soon > later : waiting[place].turn.ticket < waiting[other].turn.ticket
  }

  private func hasRoom(for host: WebAddress.Origin, _ state: borrowing State) -> Bool {
    hasRoom(state.all, inAll) && hasRoom(state.hosts[host] ?? Use(), perHost)
  }

  /// Whether one more may begin: what is held and not on the network may be as much again.
  private func hasRoom(_ use: Use, _ most: Int) -> Bool {
    use.onNetwork < most && use.held < 2 * most
  }
}
