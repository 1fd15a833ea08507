import Synchronization
import World

/// A queue that limits how many requests use the network at a time, in all and for each host.
///
/// Requests that wait are started in the order of their priority. A request is started on the thread that finishes the
/// one before, as the network would be idle until another task is scheduled. A request whose transfer is complete holds
/// its content in memory until it is stored, so the number of these is limited too.
final class RequestQueue: Sendable {
  /// Identifies a request, over all its attempts.
  ///
  /// Of requests with equal priority, the one with the lower number is started first.
  typealias RequestID = UInt64

  /// One attempt of a request.
  struct Entry: Sendable {
    fileprivate let number: UInt64
    let id: RequestID
    let host: WebAddress.Origin
    private let queue: RequestQueue

    fileprivate init(
      number: UInt64, id: RequestID, host: WebAddress.Origin, queue: RequestQueue
    ) {
      (self.number, self.id, self.host, self.queue) = (number, id, host, queue)
    }

    /// Calls a function as soon as the limits allow it: now, or on the thread that finishes another request.
    func enqueue(_ start: @escaping @Sendable () -> Void) { queue.enqueue(self, start) }

    /// Ends the use of the network; the content is still to be stored.
    func endTransfer() { queue.endTransfer(self) }

    /// Leaves the queue, whether it was started or not.
    func leave() { queue.leave(self) }
  }

  private struct Waiting {
    let entry: Entry
    var priority: FetchRequest.Priority
    let start: @Sendable () -> Void

    /// Whether it is started before another one, if there is room for either.
    func precedes(_ other: Waiting) -> Bool {
      priority != other.priority ? priority > other.priority : entry.id < other.entry.id
    }
  }

  private enum Stage { case waiting, transferring, storing }

  /// How many requests were started and have not left.
  private struct Load {
    var transferring = 0
    /// Those that are transferring or storing.
    var started = 0

    /// Whether another one may start: as many may be storing as may be transferring.
    func hasRoom(_ limit: Int) -> Bool { transferring < limit && started < 2 * limit }

    mutating func start() {
      transferring += 1
      started += 1
    }

    mutating func leave(from stage: Stage) {
      if stage == .transferring { transferring -= 1 }
      started -= 1
    }
  }

  /// The requests of one host.
  private struct Host {
    var load = Load()
    /// In the order in which they are started.
    private(set) var waiting: [Waiting] = []

    var isIdle: Bool { load.started == 0 && waiting.isEmpty }

    mutating func add(_ new: Waiting) {
      // Most are added at the end.
      var place = waiting.count
      while place > 0, new.precedes(waiting[place - 1]) { place -= 1 }
      waiting.insert(new, at: place)
    }

    mutating func takeFirst() -> Waiting { waiting.removeFirst() }

    mutating func remove(_ entry: Entry) { waiting.removeAll { $0.entry.number == entry.number } }

    mutating func raise(_ id: RequestID, to priority: FetchRequest.Priority) {
      guard let place = waiting.firstIndex(where: { $0.entry.id == id }) else { return }
      var raised = waiting.remove(at: place)
      raised.priority = priority
      add(raised)
    }
  }

  private struct State {
    var hosts: [WebAddress.Origin: Host] = [:]
    var total = Load()
    var stages: [UInt64: Stage] = [:]
    /// The last number that was assigned to a request or an entry.
    var lastNumber: UInt64 = 0
    /// The priority of each request, whether or not it is waiting.
    var priorities: [RequestID: FetchRequest.Priority] = [:]
  }

  private let hostLimit: Int
  private let totalLimit: Int
  private let state = Mutex(State())

  init(hostLimit: Int = 6, totalLimit: Int = 32) {
    self.hostLimit = hostLimit
    self.totalLimit = totalLimit
  }

  /// How many requests wait to be started.
  var waitingCount: Int { state.withLock { $0.hosts.values.reduce(0) { $0 + $1.waiting.count } } }

  /// Adds a request, which gets an entry for each attempt.
  func add(_ priority: FetchRequest.Priority) -> RequestID {
    state.withLock { state in
      state.lastNumber += 1
      state.priorities[state.lastNumber] = priority
      return state.lastNumber
    }
  }

  /// Removes a request, which gets no more entries.
  func remove(_ id: RequestID) { state.withLock { $0.priorities[id] = nil } }

  /// Makes an entry for an attempt, which does not wait yet.
  func entry(_ id: RequestID, host: WebAddress.Origin) -> Entry {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    return Entry(number: number, id: id, host: host, queue: self)
  }

  /// Raises the priority of a request, now and for later attempts.
  func raise(_ id: RequestID, to priority: FetchRequest.Priority) {
    state.withLock { state in
      guard let before = state.priorities[id], before < priority else { return }
      state.priorities[id] = priority
      for host in state.hosts.indices { state.hosts.values[host].raise(id, to: priority) }
    }
  }

  private func enqueue(_ entry: Entry, _ start: @escaping @Sendable () -> Void) {
    let isStarted = state.withLock { state in
      precondition(state.stages[entry.number] == nil, "an entry is queued once")
      let hasRoom = state.total.hasRoom(totalLimit)
      let waiting = Waiting(
        entry: entry, priority: state.priorities[entry.id] ?? .prefetch, start: start)
      let isStarted = startOrAdd(waiting, hasRoom, &state.hosts[entry.host, default: Host()])
      state.stages[entry.number] = isStarted ? .transferring : .waiting
      if isStarted { state.total.start() }
      return isStarted
    }
    if isStarted { start() }
  }

  /// Counts an entry as started if there is room, or lets it wait.
  ///
  /// - Returns: Whether it is started.
  private func startOrAdd(_ waiting: Waiting, _ hasRoom: Bool, _ host: inout Host) -> Bool {
    if hasRoom && host.load.hasRoom(hostLimit) {
      host.load.start()
      return true
    }
    host.add(waiting)
    return false
  }

  private func endTransfer(_ entry: Entry) {
    let next = state.withLock { state in
      if state.stages[entry.number] == .transferring {
        state.stages[entry.number] = .storing
        state.total.transferring -= 1
        state.hosts[entry.host]?.load.transferring -= 1
      }
      return takeNext(&state)
    }
    for waiting in next { waiting.start() }
  }

  private func leave(_ entry: Entry) {
    let next = state.withLock { state in
      guard let stage = state.stages.removeValue(forKey: entry.number),
        let host = state.hosts.index(forKey: entry.host)
      else { return [Waiting]() }
      if stage == .waiting {
        state.hosts.values[host].remove(entry)
      } else {
        state.total.leave(from: stage)
        state.hosts.values[host].load.leave(from: stage)
      }
      if state.hosts.values[host].isIdle { state.hosts.remove(at: host) }
      return takeNext(&state)
    }
    for waiting in next { waiting.start() }
  }

  /// Takes the entries to be started now.
  private func takeNext(_ state: inout State) -> [Waiting] {
    var next: [Waiting] = []
    while state.total.hasRoom(totalLimit), let host = hostOfNext(state) {
      let waiting = state.hosts.values[host].takeFirst()
      state.hosts.values[host].load.start()
      state.total.start()
      state.stages[waiting.entry.number] = .transferring
      next.append(waiting)
    }
    return next
  }

  /// The host of the entry that is started next; nil if none may be.
  private func hostOfNext(
    _ state: borrowing State
  ) -> Dictionary<WebAddress.Origin, Host>.Index? {
    var first: (host: Dictionary<WebAddress.Origin, Host>.Index, waiting: Waiting)?
    for host in state.hosts.indices where state.hosts.values[host].load.hasRoom(hostLimit) {
      guard let waiting = state.hosts.values[host].waiting.first else { continue }
      if let first, !waiting.precedes(first.waiting) { continue }
      first = (host, waiting)
    }
    return first?.host
  }
}

/// An entry of the queue for the transport: the request is sent when it is started, unless the fetcher is offline then, or
/// another process sends it.
final class QueuedRequest: HTTPTurn {
  /// Why a request is not sent when its turn comes.
  enum Refusal { case offline, shared }

  private struct State {
    var sent: Double?
    var refusal: Refusal?
  }

  private let entry: RequestQueue.Entry
  private let fetcher: Fetcher
  private let mustSend: @Sendable () -> Bool
  private let state = Mutex(State())

  /// - Parameters:
  ///   - entry: The entry.
  ///   - fetcher: The fetcher, which may be offline.
  ///   - mustSend: Whether no other process sends the same request; called when its turn comes.
  init(
    _ entry: RequestQueue.Entry, of fetcher: Fetcher, mustSend: @escaping @Sendable () -> Bool
  ) {
    (self.entry, self.fetcher, self.mustSend) = (entry, fetcher, mustSend)
  }

  /// When it was sent, in seconds since 1970; nil if it was not.
  var sent: Double? { state.withLock { $0.sent } }

  /// Why it was not sent; nil if it was, or its turn has not come.
  var refusal: Refusal? { state.withLock { $0.refusal } }

  func whenReady(_ act: @escaping @Sendable (_ mayGo: Bool) -> Void) {
    entry.enqueue { [self] in
      let refusal: Refusal? = fetcher.isOffline ? .offline : mustSend() ? nil : .shared
      let now = fetcher.surroundings.now()
      state.withLock { $0 = State(sent: refusal == nil ? now : nil, refusal: refusal) }
      act(refusal == nil)
    }
  }

  func end() { entry.endTransfer() }

  /// Leaves the queue, as the content is stored.
  func leave() { entry.leave() }
}
