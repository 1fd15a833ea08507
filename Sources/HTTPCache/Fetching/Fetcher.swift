import FoundationEssentials
import Synchronization
import World

/// Gets what is at an address: out of the cache if the rules allow it, else from its server.
///
/// However many ask for the same at the same time, the server is asked once.
package final class Fetcher: Sendable {
  /// What a fetcher needs of the world.
  package struct Surroundings: Sendable {
    package var now: @Sendable () -> Double
    package var wait: @Sendable (Duration) async throws -> Void
    package var chance: Chance

    package init(
      now: @escaping @Sendable () -> Double,
      wait: @escaping @Sendable (Duration) async throws -> Void, chance: Chance
    ) {
      self.now = now
      self.wait = wait
      self.chance = chance
    }

    package init(_ world: World) {
      let now = world.now
      self.init(now: { now().timeIntervalSince1970 }, wait: world.wait, chance: world.chance)
    }
  }

  package let store: CacheStore
  let transport: any HTTPTransport
  let surroundings: Surroundings
  let lanes = Lanes()
  let flights = Mutex<[FlightKey: Flight]>([:])
  let background = Mutex(Background())
  let receivedBytes = Atomic(0)
  private let offline = Mutex(false)
  private let observer = Mutex<(@Sendable (FetchEvent) -> Void)?>(nil)

  /// A fetcher that has asked for nothing yet.
  package init(
    store: CacheStore, transport: any HTTPTransport, surroundings: Surroundings
  ) {
    self.store = store
    self.transport = transport
    self.surroundings = surroundings
  }

  /// Whether no server may be asked; what is kept is the answer then, however old.
  package var isOffline: Bool {
    get { offline.withLock { $0 } }
    set { offline.withLock { $0 = newValue } }
  }

  /// How many bytes of content have come over the network, those that are still arriving among them.
  package var received: Int { receivedBytes.load(ordering: .relaxed) }

  /// How many requests wait for a free lane.
  package var queued: Int { lanes.waitingCount }

  /// How many wait for what is at an address; 1 at least while it is under way.
  package func waiting(for address: WebAddress) -> Int {
    flights.withLock { flights in
      flights.filter { $0.key.key.address == address.text }.map { max(1, $0.value.waitingCount) }
        .reduce(0, +)
    }
  }

  /// Has every exchange told from now on; nil for none.
  package func observe(_ observer: (@Sendable (FetchEvent) -> Void)?) {
    self.observer.withLock { $0 = observer }
  }

  /// Answers a request, following redirects as it wishes.
  ///
  /// Every status is an answer, also 404 and 500, and 504 where only the server could have told.
  ///
  /// - Throws: ``HTTPFailure`` if there is no answer, or if a redirect must not be followed.
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

  /// Answers a request for one address.
  private func answer(_ request: FetchRequest) async throws(HTTPFailure) -> FetchedResponse {
    let began = surroundings.now()
    var unreadable: Set<Int64> = []
    while true {
      let variants = variants(for: request).filter { !unreadable.contains($0.id) }
      let decision = CachePolicy.decide(
        request, variants: variants, now: began, isOffline: isOffline)
      switch decision {
      case .serve(let kept, let rule, let isChecked):
        guard let answer = answer(request, from: kept, rule, checkedAt: nil) else {
          // It is damaged, and gone from the store, or cannot be read now, and is still there.
          unreadable.insert(kept.id)
          continue
        }
        if isChecked, request.isCheckedBehind { check(request) }
        note(.success(answer.status), request, answer.source, rule, since: began, received: 0)
        return answer
      case .refuse(let rule):
        let answer = Self.refusal(request, rule, at: began)
        note(.success(answer.status), request, .none, rule, since: began, received: 0)
        return answer
      case .validate(let kept, let rule):
        if let answer = try failedBefore(request, standIn: kept, at: began) { return answer }
        return try await shared(
          request, Plan(kept: kept, variants: variants, rule: rule, isConditional: true))
      case .fetch(let rule, let standIn):
        if let answer = try failedBefore(request, standIn: standIn, at: began) { return answer }
        return try await shared(
          request, Plan(kept: standIn, variants: variants, rule: rule, isConditional: false))
      }
    }
  }

  /// Joins the exchange that is under way for the same, or begins one.
  func shared(_ request: FetchRequest, _ plan: Plan) async throws(HTTPFailure) -> FetchedResponse {
    guard request.method == "GET" || request.method == "HEAD", request.body == nil,
      request.mode != .noStore
    else {
      let flight = Flight(ticket: lanes.ticket(request.priority))
      flight.tell(request.progress)
      return try await exchange(request, plan, flight)
    }
    let key = FlightKey(request, self.key(of: request))
    while true {
      let (flight, isNew) = flights.withLock { flights in
        if let flight = flights[key] { return (flight, false) }
        let flight = Flight(ticket: lanes.ticket(request.priority))
        flights[key] = flight
        return (flight, true)
      }
      guard let number = flight.join() else {
        forget(flight, key)
        continue
      }
      flight.tell(request.progress)
      if isNew {
        flight.begin(
          Task.begun {
            let outcome: Flight.Outcome
            do throws(HTTPFailure) {
              outcome = .success(try await self.exchange(request, plan, flight))
            } catch {
              outcome = .failure(error)
            }
            self.forget(flight, key)
            flight.end(outcome)
          })
      } else {
        lanes.raise(flight.ticket, to: request.priority)
      }
      return try await flight.outcome(for: number).get()
    }
  }

  /// Has what is under way for an address count as an answer from before something was sent there.
  ///
  /// Who asks from now on does not join it, and what it brings has to be checked before it is used again.
  func overtake(_ address: WebAddress) {
    flights.withLock { flights in
      for (key, flight) in flights where key.key.address == address.text {
        flight.overtake()
        flights[key] = nil
      }
    }
  }

  /// How many exchanges are under way, those that wait for their turn or for another try included.
  package var flightCount: Int { flights.withLock { $0.count } }

  private func forget(_ flight: Flight, _ key: FlightKey) {
    flights.withLock { flights in
      if let place = flights.index(forKey: key), flights.values[place] === flight {
        flights.remove(at: place)
      }
    }
  }

  /// Has what is under way for an address come sooner.
  package func raise(_ address: WebAddress, to priority: FetchRequest.Priority) {
    let tickets = flights.withLock { flights in
      flights.filter { $0.key.key.address == address.text }.map(\.value.ticket)
    }
    for ticket in tickets { lanes.raise(ticket, to: priority) }
  }

  /// Tells whoever follows along, and counts.
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
