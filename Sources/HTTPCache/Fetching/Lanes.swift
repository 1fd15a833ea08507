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

    /// Whether it goes before another one, should there be room for either.
    func isSooner(than other: Waiting) -> Bool {
      priority != other.priority
        ? priority > other.priority : turn.ticket < other.turn.ticket
    }
  }

  /// How far a turn has come.
  private enum Stage { case waiting, onNetwork, held }

  /// How many are on the network, and how many have not left yet.
  private struct Use {
    var onNetwork = 0
    var held = 0

    /// Whether one more may begin: what is held and not on the network may be as much again.
    func hasRoom(_ most: Int) -> Bool { onNetwork < most && held < 2 * most }

    mutating func begin() {
      onNetwork += 1
      held += 1
    }
  }

  /// Those of one host that have a lane, and those that wait for one.
  private struct Host {
    var use = Use()
    /// The most wanted first.
    private(set) var waiting: [Waiting] = []

    var isIdle: Bool { use.held == 0 && waiting.isEmpty }

    mutating func add(_ new: Waiting) {
      // Most come last.
      var place = waiting.count
      while place > 0, new.isSooner(than: waiting[place - 1]) { place -= 1 }
      waiting.insert(new, at: place)
    }

    mutating func takeFirst() -> Waiting { waiting.removeFirst() }

    mutating func remove(_ turn: Turn) { waiting.removeAll { $0.turn.number == turn.number } }

    mutating func raise(_ ticket: Ticket, to priority: FetchRequest.Priority) {
      guard let place = waiting.firstIndex(where: { $0.turn.ticket == ticket }) else { return }
      var raised = waiting.remove(at: place)
      raised.priority = priority
      add(raised)
    }
  }

  private struct State {
    var hosts: [WebAddress.Origin: Host] = [:]
    var all = Use()
    var stages: [UInt64: Stage] = [:]
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
  var waitingCount: Int { state.withLock { $0.hosts.values.reduce(0) { $0 + $1.waiting.count } } }

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
      for host in state.hosts.indices { state.hosts.values[host].raise(ticket, to: priority) }
    }
  }

  private func enter(_ turn: Turn, _ act: @escaping @Sendable () -> Void) {
    let isFree = state.withLock { state in
      precondition(state.stages[turn.number] == nil, "a turn comes once")
      let hasRoom = state.all.hasRoom(inAll)
      let priority = state.wanted[turn.ticket] ?? .prefetch
      let isFree = enter(turn, priority, act, hasRoom, &state.hosts[turn.host, default: Host()])
      state.stages[turn.number] = isFree ? .onNetwork : .waiting
      if isFree { state.all.begin() }
      return isFree
    }
    if isFree { act() }
  }

  /// Begins with a turn if there is room for it, or has it wait.
  private func enter(
    _ turn: Turn, _ priority: FetchRequest.Priority, _ act: @escaping @Sendable () -> Void,
    _ hasRoom: Bool, _ host: inout Host
  ) -> Bool {
    if hasRoom && host.use.hasRoom(perHost) {
      host.use.begin()
      return true
    }
    host.add(Waiting(turn: turn, priority: priority, act: act))
    return false
  }

  private func end(_ turn: Turn) {
    let next = state.withLock { state in
      if state.stages[turn.number] == .onNetwork {
        state.stages[turn.number] = .held
        state.all.onNetwork -= 1
        state.hosts[turn.host]?.use.onNetwork -= 1
      }
      return beginNext(&state)
    }
    for waiting in next { waiting.act() }
  }

  private func leave(_ turn: Turn) {
    let next = state.withLock { state in
      guard let stage = state.stages.removeValue(forKey: turn.number),
        let host = state.hosts.index(forKey: turn.host)
      else { return [Waiting]() }
      if stage == .waiting {
        state.hosts.values[host].remove(turn)
      } else {
        if stage == .onNetwork {
          state.all.onNetwork -= 1
          state.hosts.values[host].use.onNetwork -= 1
        }
        state.all.held -= 1
        state.hosts.values[host].use.held -= 1
      }
      if state.hosts.values[host].isIdle { state.hosts.remove(at: host) }
      return beginNext(&state)
    }
    for waiting in next { waiting.act() }
  }

  /// Those whose turn has come, the most wanted first.
  private func beginNext(_ state: inout State) -> [Waiting] {
    var next: [Waiting] = []
    while state.all.hasRoom(inAll), let host = mostWanted(state) {
      let waiting = state.hosts.values[host].takeFirst()
      state.hosts.values[host].use.begin()
      state.all.begin()
      state.stages[waiting.turn.number] = .onNetwork
      next.append(waiting)
    }
    return next
  }

  /// Which host the one waits for that is wanted most of those that there is room for.
  private func mostWanted(
    _ state: borrowing State
  ) -> Dictionary<WebAddress.Origin, Host>.Index? {
    var first: (host: Dictionary<WebAddress.Origin, Host>.Index, waiting: Waiting)?
    for host in state.hosts.indices where state.hosts.values[host].use.hasRoom(perHost) {
      guard let waiting = state.hosts.values[host].waiting.first else { continue }
      if let first, !waiting.isSooner(than: first.waiting) { continue }
      first = (host, waiting)
    }
    return first?.host
  }
}
