import Synchronization
import World

/// What makes two requests one: all that could make a difference to the answer.
struct FlightKey: Hashable, Sendable {
  let method: String
  let key: CacheKey
  let mode: CacheMode
  let purpose: Purpose
  let isKept: Bool
  let limits: HTTPLimits
  let patience: Double
  let fields: [String]
  /// Of the address alone: it is what tells most requests apart, and is asked for often.
  private let hash: Int

  init(_ request: FetchRequest, _ key: CacheKey) {
    method = request.method
    self.key = key
    hash = key.address.hashValue
    mode = request.mode
    purpose = request.purpose
    isKept = request.isKept
    limits = request.limits
    patience = request.patience
    // The order of fields of one name matters, that of names does not.
    fields = request.headers.enumerated()
      .map { (name: $1.name.lowercased(), place: $0, value: $1.value) }
      .sorted { ($0.name, $0.place) < ($1.name, $1.place) }.map { "\($0.name): \($0.value)" }
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// One exchange with a server, however many wait for what comes of it.
final class Flight: Sendable {
  typealias Outcome = Result<FetchedResponse, HTTPFailure>

  private struct State {
    var waiting: [Int: CheckedContinuation<Outcome, Never>] = [:]
    var joined = 0
    /// The number of who joined last; none is given twice.
    var last = 0
    var progress = Progress()
    var outcome: Outcome?
    var task: Task<Void, Never>?
    var isAbandoned = false
    var isOvertaken = false
  }

  /// How far the content has come, and who is told.
  private struct Progress {
    var known: (received: Int, total: Int?)?
    var observers: [FetchRequest.ProgressObserver] = []
  }

  let ticket: Lanes.Ticket
  private let state = Mutex(State())

  init(ticket: Lanes.Ticket) { self.ticket = ticket }

  /// How many wait.
  var waitingCount: Int { state.withLock { $0.joined } }

  /// Whether something was sent to its address since it began.
  var isOvertaken: Bool { state.withLock { $0.isOvertaken } }

  /// Notes that something was sent to its address.
  func overtake() { state.withLock { $0.isOvertaken = true } }

  /// What does the work; nil before it is set.
  var task: Task<Void, Never>? { state.withLock { $0.task } }

  /// Sets what does the work, once; it is cancelled when nobody waits for it any more.
  func begin(_ task: Task<Void, Never>) {
    let isAbandoned = state.withLock { state in
      state.task = task
      return state.isAbandoned
    }
    if isAbandoned { task.cancel() }
  }

  /// Takes one more in who waits.
  ///
  /// - Returns: The number to wait by; nil if all others have left, and this flight ends.
  func join() -> Int? {
    state.withLock { state in
      if state.isAbandoned { return nil }
      state.joined += 1
      state.last += 1
      return state.last
    }
  }

  /// Tells somebody how much has come, at once and from now on.
  func tell(_ observer: FetchRequest.ProgressObserver?) {
    guard let observer else { return }
    let known = state.withLock { state in
      state.progress.observers.append(observer)
      return state.progress.known
    }
    if let known { observer(known.received, known.total) }
  }

  /// Notes how much of the content has come.
  func note(received: Int, of total: Int?) {
    let observers = state.withLock { state in
      state.progress.known = (received, total)
      return state.progress.observers
    }
    for observer in observers { observer(received, total) }
  }

  /// Waits for the outcome, or until the own task is cancelled; whoever leaves last ends the flight.
  func outcome(for number: Int) async -> Outcome {
    await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Outcome, Never>) in
        let known: Outcome? = state.withLock { state in
          if let outcome = state.outcome { return outcome }
          if Task.isCancelled { return .failure(.cancelled) }
          state.waiting[number] = continuation
          return nil
        }
        if let known { continuation.resume(returning: known) }
      }
    } onCancel: {
      leave(number)
    }
  }

  /// Hands the outcome to all who wait.
  func end(_ outcome: Outcome) {
    let waiting = state.withLock { state in
      state.outcome = outcome
      defer { state.waiting = [:] }
      return state.waiting
    }
    for continuation in waiting.values { continuation.resume(returning: outcome) }
  }

  private func leave(_ number: Int) {
    let (continuation, task) = state.withLock { state in
      let continuation = state.waiting.removeValue(forKey: number)
      state.joined -= 1
      guard state.joined == 0, state.outcome == nil else {
        return (continuation, nil as Task<Void, Never>?)
      }
      state.isAbandoned = true
      return (continuation, state.task)
    }
    task?.cancel()
    continuation?.resume(returning: .failure(.cancelled))
  }
}

extension Task where Success == Void, Failure == Never {
  /// Begins at once, on the thread that asks for it, and leaves it at the first wait.
  ///
  /// Who waits for the outcome next has nothing else to do, and another thread need not be woken.
  static func begun(_ operation: sending @escaping () async -> Void) -> Task {
    if #available(macOS 26, *) {
      Task.immediate(operation: operation)
    } else {
      Task(operation: operation)
    }
  }
}
