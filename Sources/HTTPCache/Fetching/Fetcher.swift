import FoundationEssentials
import Synchronization
import World

/// Fetches what is at an address: from the cache if the rules of HTTP allow it, otherwise from the server.
///
/// Equal requests that are made at the same time share one request to the server. The way of a request:
/// 1. ``fetch(_:)`` follows redirects; for each address, `CachePolicy` decides whether a stored response is enough.
/// 2. If not, the request joins an ``InFlightRequest``, or starts one.
/// 3. `exchange` sends it, waiting in the ``RequestQueue``, and retries after failures.
///    When its turn comes, it takes the lock of its address, or waits for the process that holds it.
/// 4. `receive` takes the content in, and stores it in the ``CacheStore``.
package final class Fetcher: Sendable {
  /// The parts of the world that a fetcher uses.
  package struct Surroundings: Sendable {
    package var now: @Sendable () -> Double
    package var wait: @Sendable (Duration) async throws -> Void
    package var random: RandomSource

    package init(
      now: @escaping @Sendable () -> Double,
      wait: @escaping @Sendable (Duration) async throws -> Void, random: RandomSource
    ) {
      self.now = now
      self.wait = wait
      self.random = random
    }

    package init(_ world: World) {
      let now = world.now
      self.init(now: { now().timeIntervalSince1970 }, wait: world.wait, random: world.random)
    }
  }

  /// Tasks that validate stored responses after these were used.
  private struct BackgroundChecks {
    var tasks: [Int: Task<FetchedResponse?, Never>] = [:]
    var lastNumber = 0
  }

  package let store: CacheStore
  let transport: any HTTPTransport
  let surroundings: Surroundings
  let queue = RequestQueue()
  let inFlight = InFlightRequests()
  let receivedBytes = Atomic(0)
  private let backgroundChecks = Mutex(BackgroundChecks())
  private let offline = Mutex(false)
  private let patienceStorage = Mutex(Duration.seconds(1))
  private let observer = Mutex<(@Sendable (FetchEvent) -> Void)?>(nil)

  package init(
    store: CacheStore, transport: any HTTPTransport, surroundings: Surroundings
  ) {
    self.store = store
    self.transport = transport
    self.surroundings = surroundings
  }

  /// Whether the network is off; stored responses are used then, regardless of their age.
  package var isOffline: Bool {
    get { offline.withLock { $0 } }
    set { offline.withLock { $0 = newValue } }
  }

  /// How long a request that may be answered by a copy waits for something better.
  package var patience: Duration {
    get { patienceStorage.withLock { $0 } }
    set { patienceStorage.withLock { $0 = newValue } }
  }

  /// How many bytes of content were received over the network, including unfinished downloads.
  package var received: Int { receivedBytes.load(ordering: .relaxed) }

  /// How many requests wait in the queue.
  package var queued: Int { queue.waitingCount }

  /// How many requests are in flight, including those that wait in the queue or for another try.
  package var flightCount: Int { inFlight.count }

  /// How many tasks wait for an address; at least 1 while a request for it is in flight.
  package func waiting(for address: WebAddress) -> Int {
    inFlight.requests(for: address).reduce(0) { $0 + max(1, $1.waitingCount) }
  }

  /// Raises the priority of the requests in flight for an address.
  package func raise(_ address: WebAddress, to priority: FetchRequest.Priority) {
    for request in inFlight.requests(for: address) { queue.raise(request.id, to: priority) }
  }

  /// Sets the function that is called for each request; nil for none.
  package func observe(_ observer: (@Sendable (FetchEvent) -> Void)?) {
    self.observer.withLock { $0 = observer }
  }

  /// Fetches, and follows redirects as the request demands.
  ///
  /// Every status is a response, such as 404 or 500, or 504 if only the server could have answered.
  ///
  /// - Throws: ``HTTPFailure`` if there is no response, or a redirect must not be followed.
  package func fetch(_ request: FetchRequest) async throws(HTTPFailure) -> FetchedResponse {
    var hop = request
    var followed = 0
    while true {
      if Task.isCancelled { throw .cancelled }
      let response = try await answer(hop)
      guard request.redirects != .manual,
        let location = Self.location(response.status, response.headers)
      else {
        return response
      }
      if request.redirects == .error {
        throw .refusedRedirect(to: location, reason: "this request may not be redirected")
      }
      guard followed < request.limits.redirects else {
        throw .tooManyRedirects(limit: request.limits.redirects)
      }
      hop = try hop.redirected(to: location, status: response.status)
      followed += 1
    }
  }

  /// Fetches one address.
  private func answer(_ request: FetchRequest) async throws(HTTPFailure) -> FetchedResponse {
    let began = surroundings.now()
    var unreadable: Set<Int64> = []
    while true {
      let removedCount = inFlight.removedCount
      let variants = copies(for: request).filter { !unreadable.contains($0.id) }
      let decision = CachePolicy.decide(
        request, variants: variants, now: began, isOffline: isOffline)
      switch decision {
      case .serve(let stored, let rule, let isChecked):
        guard let answer = answer(request, from: stored, rule, checkedAt: nil) else {
          // The content is damaged and was removed from the store, or cannot be read at the moment.
          unreadable.insert(stored.id)
          continue
        }
        if isChecked, request.isCheckedBehind { check(request) }
        note(.success(answer.status), request, answer.source, rule, since: began, received: 0)
        return answer
      case .refuse(let rule):
        let answer = Self.refusal(request, rule, at: began)
        note(.success(answer.status), request, .none, rule, since: began, received: 0)
        return answer
      case .validate(let stored, let rule):
        if let answer = try failedBefore(request, fallback: stored, at: began) { return answer }
        let plan = FetchPlan(stored: stored, variants: variants, rule: rule, isConditional: true)
        if let answer = try await shared(request, plan, since: removedCount) { return answer }
      case .fetch(let rule, let fallback):
        if let answer = try failedBefore(request, fallback: fallback, at: began) { return answer }
        let plan = FetchPlan(stored: fallback, variants: variants, rule: rule, isConditional: false)
        if let answer = try await shared(request, plan, since: removedCount) { return answer }
      }
    }
  }

  /// Joins an equal request in flight, or starts one.
  ///
  /// - Returns: The response; nil if another request has ended since `removedCount` was read, so that its response may
  ///   be in the store by now.
  private func shared(
    _ request: FetchRequest, _ plan: FetchPlan, since removedCount: Int
  ) async throws(HTTPFailure) -> FetchedResponse? {
    guard request.method == "GET" || request.method == "HEAD", request.body == nil,
      request.mode != .noStore
    else {
      let single = InFlightRequest(id: queue.add(request.priority))
      single.observe(request.progress)
      return try await exchange(request, plan, single)
    }
    let key = InFlightRequest.Key(request, self.key(of: request))
    while true {
      guard
        let (shared, isNew) = inFlight.request(
          for: key, unlessRemovedSince: removedCount,
          creating: { InFlightRequest(id: queue.add(request.priority)) })
      else { return nil }
      guard let number = shared.join() else {
        inFlight.remove(shared, key)
        continue
      }
      shared.observe(request.progress)
      if isNew {
        shared.begin(
          Task.begun {
            let outcome: InFlightRequest.Outcome
            do throws(HTTPFailure) {
              outcome = .success(try await self.exchange(request, plan, shared))
            } catch {
              outcome = .failure(error)
            }
            self.inFlight.remove(shared, key)
            shared.end(outcome)
          })
      } else {
        queue.raise(shared.id, to: request.priority)
      }
      return try await shared.outcome(for: number).get()
    }
  }

  /// Counts a request, and reports it to the observer.
  func note(
    _ outcome: Result<Int, HTTPFailure>, _ request: FetchRequest,
    _ source: FetchedResponse.Source, _ rule: CacheRule, since began: Double, received: Int,
    tries: Int = 0
  ) {
    let event: CacheEvent? =
      switch source {
      case .network: .miss
      case .validated: .revalidation
      case .cache: .hit
      case .stale, .offline: .stale
      case .none: nil
      }
    if let event {
      store.count(event, host: request.address.origin.host, received: received)
    }
    observer.withLock { $0 }?(
      FetchEvent(
        method: request.method, address: request.address, way: request.way, outcome: outcome,
        source: source,
        rule: rule, began: began, seconds: max(0, surroundings.now() - began), received: received,
        tries: tries))
  }
}

/// Work in the background.
extension Fetcher {
  /// Validates a stored response in the background, with low priority.
  ///
  /// - Returns: A task with the response; nil if the request failed.
  @discardableResult
  package func check(_ request: FetchRequest) -> Task<FetchedResponse?, Never> {
    var request = request
    request.mode = .noCache
    request.priority = .prefetch
    request.headers.removeAll { $0.isNamed("Range") || $0.isNamed("If-Range") }
    return backgroundChecks.withLock { [request] checks in
      checks.lastNumber += 1
      let number = checks.lastNumber
      // The lock is held until the task is in the list.
      let task = Task {
        // The observer is notified of a failure; the caller has its response already.
        let response = try? await self.fetch(request)
        self.backgroundChecks.withLock { $0.tasks[number] = nil }
        return response
      }
      checks.tasks[number] = task
      return task
    }
  }

  /// Waits for all background checks, and cancels those that take longer than a limit.
  package func finishChecks(within limit: Duration) async {
    let tasks = backgroundChecks.withLock { Array($0.tasks.values) }
    if tasks.isEmpty { return }
    let wait = surroundings.wait
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for task in tasks { _ = await task.value } }
      // The wait is only cancelled when all checks are done.
      group.addTask { try? await wait(limit) }
      await group.next()
      for task in tasks { task.cancel() }
      group.cancelAll()
    }
  }

  /// Whether background checks are running.
  package var isChecking: Bool { backgroundChecks.withLock { !$0.tasks.isEmpty } }

  /// Cancels all requests in flight, and waits until their partial downloads are stored.
  package func endFlights() async { await inFlight.cancelAll() }
}

extension Task where Success == Void, Failure == Never {
  /// Starts a task on the current thread, which it leaves at its first suspension.
  ///
  /// The caller waits for the outcome next, so another thread need not be woken.
  fileprivate static func begun(_ operation: sending @escaping () async -> Void) -> Task {
    if #available(macOS 26, *) {
      Task.immediate(operation: operation)
    } else {
      Task(operation: operation)
    }
  }
}
