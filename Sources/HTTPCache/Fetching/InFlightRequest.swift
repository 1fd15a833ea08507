import Synchronization
import World

/// A request to a server that is under way, and the tasks that wait for its outcome.
final class InFlightRequest: Sendable {
  /// Everything that can make a difference to the answer; requests with equal keys share one.
  struct Key: Hashable, Sendable {
    let method: String
    let cacheKey: CacheKey
    let mode: CacheMode
    let purpose: Purpose
    let isStorable: Bool
    let limits: HTTPLimits
    let fallbackLimit: Double
    let copyUse: CopyUse
    let fields: [String]

    init(_ request: FetchRequest, _ key: CacheKey) {
      method = request.method
      cacheKey = key
      mode = request.mode
      purpose = request.purpose
      isStorable = request.isStorable
      limits = request.limits
      fallbackLimit = request.fallbackLimit
      copyUse = request.copyUse
      // The order of fields with the same name matters, that of names does not.
      fields = request.headers.enumerated()
        .map { (name: $1.name.lowercased(), place: $0, value: $1.value) }
        .sorted { ($0.name, $0.place) < ($1.name, $1.place) }.map { "\($0.name): \($0.value)" }
    }
  }

  typealias Outcome = Result<FetchedResponse, HTTPFailure>

  private struct State {
    var waiters: [Int: CheckedContinuation<Outcome, Never>] = [:]
    /// How many tasks have joined and not left.
    var joined = 0
    /// The number of the last task that joined.
    var lastNumber = 0
    var progress = Progress()
    var outcome: Outcome?
    var task: Task<Void, Never>?
    var isAbandoned = false
    var isInvalidated = false
  }

  private struct Progress {
    var latest: (received: Int, total: Int?)?
    var observers: [FetchRequest.ProgressObserver] = []
  }

  /// The request in the queue.
  let id: RequestQueue.RequestID
  private let state = Mutex(State())

  init(id: RequestQueue.RequestID) { self.id = id }

  /// How many tasks wait.
  var waitingCount: Int { state.withLock { $0.joined } }

  /// Whether an unsafe request, such as a POST, was sent to the address since this one began.
  var isInvalidated: Bool { state.withLock { $0.isInvalidated } }

  func invalidate() { state.withLock { $0.isInvalidated = true } }

  /// The task that does the work; nil before ``begin(_:)``.
  var task: Task<Void, Never>? { state.withLock { $0.task } }

  /// Sets the task that does the work, which is cancelled when nobody waits any more.
  func begin(_ task: Task<Void, Never>) {
    let isAbandoned = state.withLock { state in
      state.task = task
      return state.isAbandoned
    }
    if isAbandoned { task.cancel() }
  }

  /// Adds a task that waits.
  ///
  /// - Returns: Its number for ``outcome(for:)``; nil if all others have left, and the request is being cancelled.
  func join() -> Int? {
    state.withLock { state in
      if state.isAbandoned { return nil }
      state.joined += 1
      state.lastNumber += 1
      return state.lastNumber
    }
  }

  /// Adds an observer of the progress, and calls it with the progress so far.
  func observe(_ observer: FetchRequest.ProgressObserver?) {
    guard let observer else { return }
    let latest = state.withLock { state in
      state.progress.observers.append(observer)
      return state.progress.latest
    }
    if let latest { observer(latest.received, latest.total) }
  }

  /// Notes how much of the content has been received.
  func note(received: Int, of total: Int?) {
    let observers = state.withLock { state in
      state.progress.latest = (received, total)
      return state.progress.observers
    }
    for observer in observers { observer(received, total) }
  }

  /// Waits for the outcome, or until the current task is cancelled; the last task to leave cancels the request.
  func outcome(for number: Int) async -> Outcome {
    await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Outcome, Never>) in
        let known: Outcome? = state.withLock { state in
          if let outcome = state.outcome { return outcome }
          if Task.isCancelled { return .failure(.cancelled) }
          state.waiters[number] = continuation
          return nil
        }
        if let known { continuation.resume(returning: known) }
      }
    } onCancel: {
      leave(number)
    }
  }

  /// Passes the outcome to all that wait.
  func end(_ outcome: Outcome) {
    let waiters = state.withLock { state in
      state.outcome = outcome
      defer { state.waiters = [:] }
      return state.waiters
    }
    for waiter in waiters.values { waiter.resume(returning: outcome) }
  }

  private func leave(_ number: Int) {
    let (waiter, task) = state.withLock { state in
      let waiter = state.waiters.removeValue(forKey: number)
      state.joined -= 1
      guard state.joined == 0, state.outcome == nil else {
        return (waiter, nil as Task<Void, Never>?)
      }
      state.isAbandoned = true
      return (waiter, state.task)
    }
    task?.cancel()
    waiter?.resume(returning: .failure(.cancelled))
  }
}

/// The requests under way that others may join.
final class InFlightRequests: Sendable {
  private struct Table {
    var requests: [InFlightRequest.Key: InFlightRequest] = [:]
    var removedCount = 0
  }

  private let table = Mutex(Table())

  var count: Int { table.withLock { $0.requests.count } }

  /// How many requests were removed so far, at the end of each.
  var removedCount: Int { table.withLock { $0.removedCount } }

  /// The request with a key; creates it if there is none.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - removedCount: How many requests had been removed before the caller looked for a stored response.
  ///   - create: Makes a request.
  /// - Returns: The request, and whether it is new; nil if one was removed since, whose response the caller may have
  ///   missed in the store.
  func request(
    for key: InFlightRequest.Key, unlessRemovedSince removedCount: Int,
    creating create: () -> InFlightRequest
  ) -> (request: InFlightRequest, isNew: Bool)? {
    table.withLock { table in
      if let request = table.requests[key] { return (request, false) }
      if table.removedCount != removedCount { return nil }
      let request = create()
      table.requests[key] = request
      return (request, true)
    }
  }

  /// Removes a request, unless another one has replaced it.
  func remove(_ request: InFlightRequest, _ key: InFlightRequest.Key) {
    table.withLock { table in
      table.removedCount += 1
      if let place = table.requests.index(forKey: key), table.requests.values[place] === request {
        table.requests.remove(at: place)
      }
    }
  }

  /// The requests for an address.
  func requests(for address: WebAddress) -> [InFlightRequest] {
    table.withLock { table in
      table.requests.filter { $0.key.cacheKey.address == address.text }.map(\.value)
    }
  }

  /// Invalidates the requests for an address, after an unsafe request was sent there.
  ///
  /// Later requests do not join them, and their responses must be validated before they are used again.
  func invalidate(_ address: WebAddress) {
    table.withLock { table in
      for (key, request) in table.requests where key.cacheKey.address == address.text {
        request.invalidate()
        table.requests[key] = nil
      }
    }
  }

  /// Cancels all requests, and waits until their partial content is stored.
  func cancelAll() async {
    let tasks = table.withLock { $0.requests.values.compactMap(\.task) }
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
  }
}
