import Synchronization
import World

/// How many requests are under way at a time, in all and for one host; the others wait, the most wanted first.
final class Lanes: Sendable {
  /// What a request holds while it is under way.
  typealias Ticket = UInt64

  private struct Waiting {
    let ticket: Ticket
    let host: WebAddress.Origin
    var priority: FetchRequest.Priority
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var busy: [WebAddress.Origin: Int] = [:]
    var total = 0
    var waiting: [Waiting] = []
    var next: Ticket = 0
    /// How soon each request is wanted, whether it waits already or not.
    var wanted: [Ticket: FetchRequest.Priority] = [:]
    /// Tickets that were given back before they came to wait.
    var abandoned: Set<Ticket> = []
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

  /// A number for one request, which enters and leaves as often as it is tried, and then ends.
  func ticket(_ priority: FetchRequest.Priority) -> Ticket {
    state.withLock { state in
      state.next += 1
      state.wanted[state.next] = priority
      return state.next
    }
  }

  /// Forgets a request, which will not enter again.
  func end(_ ticket: Ticket) {
    state.withLock { state in
      state.wanted[ticket] = nil
      state.abandoned.remove(ticket)
    }
  }

  /// Waits for a free lane; whoever has entered has to leave.
  ///
  /// - Throws: ``HTTPFailure/cancelled`` if the task is cancelled before.
  func enter(_ ticket: Ticket, host: WebAddress.Origin) async throws(HTTPFailure) {
    if Task.isCancelled { throw .cancelled }
    if state.withLock({ takeIfFree(host, &$0) }) { return }
    let isIn = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
        let known: Bool? = state.withLock { state in
          if state.abandoned.remove(ticket) != nil { return false }
          if takeIfFree(host, &state) { return true }
          let priority = state.wanted[ticket] ?? .prefetch
          state.waiting.append(
            Waiting(
              ticket: ticket, host: host, priority: priority, continuation: continuation))
          return nil
        }
        if let known { continuation.resume(returning: known) }
      }
    } onCancel: {
      abandon(ticket)
    }
    if !isIn { throw .cancelled }
  }

  /// Gives a lane back.
  func leave(_ ticket: Ticket, host: WebAddress.Origin) {
    let next: Waiting? = state.withLock { state in
      state.abandoned.remove(ticket)
      state.total -= 1
      state.busy[host, default: 1] -= 1
      if state.busy[host] == 0 { state.busy[host] = nil }
      var first: Int?
      for place in state.waiting.indices
      where isSooner(place, than: first, state) && hasRoom(for: state.waiting[place].host, state) {
        first = place
      }
      guard let first else { return nil }
      let waiting = state.waiting.remove(at: first)
      take(waiting.host, &state)
      return waiting
    }
    next?.continuation.resume(returning: true)
  }

  /// Has a request be served sooner, now or when it comes to wait.
  func raise(_ ticket: Ticket, to priority: FetchRequest.Priority) {
    state.withLock { state in
      guard let before = state.wanted[ticket], before < priority else { return }
      state.wanted[ticket] = priority
      if let place = state.waiting.firstIndex(where: { $0.ticket == ticket }) {
        state.waiting[place].priority = priority
      }
    }
  }

  private func abandon(_ ticket: Ticket) {
    let waiting: Waiting? = state.withLock { state in
      guard let place = state.waiting.firstIndex(where: { $0.ticket == ticket }) else {
        state.abandoned.insert(ticket)
        return nil
      }
      return state.waiting.remove(at: place)
    }
    waiting?.continuation.resume(returning: false)
  }

  /// Whether one that waits goes before another one, should there be room for it.
  private func isSooner(_ place: Int, than other: Int?, _ state: borrowing State) -> Bool {
    guard let other else { return true }
    let waiting = state.waiting.span
    let (soon, later) = (waiting[place].priority, waiting[other].priority)
    return soon != later ? soon > later : waiting[place].ticket < waiting[other].ticket
  }

  private func takeIfFree(_ host: WebAddress.Origin, _ state: inout State) -> Bool {
    guard hasRoom(for: host, state) else { return false }
    take(host, &state)
    return true
  }

  private func hasRoom(for host: WebAddress.Origin, _ state: borrowing State) -> Bool {
    state.total < inAll && state.busy[host, default: 0] < perHost
  }

  private func take(_ host: WebAddress.Origin, _ state: inout State) {
    state.total += 1
    state.busy[host, default: 0] += 1
  }
}
