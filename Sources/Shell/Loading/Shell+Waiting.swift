import Catalog
import Diagnostics
import Feeds
import HTTPCache
import Output
import SessionStore
import Terminal
import World

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Shell {
  /// Waits for work that runs elsewhere, and stops it when the person asks to.
  ///
  /// After 150 ms somebody at a terminal is told what is waited for; the line stays, so that nothing
  /// flickers.
  ///
  /// - Throws: What the work throws, or an interruption.
  func waiting<Value: Sendable>(
    for what: String, showing progress: Progress? = nil,
    _ work: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let promise = Promise<Value>()
    let task = Task { await promise.keep(work) }
    return try waiting(for: what, showing: progress, promise, task)
  }

  /// Waits for work that has begun already.
  func waiting<Value: Sendable>(
    for what: String, showing progress: Progress? = nil, _ promise: Promise<Value>,
    _ task: Task<Void, Never>
  ) throws -> Value {
    var waited = 0
    output.keepingKeys {
      while !promise.isKept(withinMilliseconds: 30) {
        waited += options.isStaged ? 0 : 30
        if waited == 150, !output.isShowingProgress, world.console.errors.isTerminal {
          output.say("\(what) … (^C stops)", .faint)
        }
        if waited >= 1000 { progress?.refresh() }
        if world.interruptions.isRaised { task.cancel() }
      }
    }
    sayTrace()
    if world.interruptions.isRaised { throw Failure.interrupted }
    return try promise.value()
  }

  /// Waits until what goes on behind the prompt is done or waits for the clock.
  ///
  /// - Parameter waitingCount: How many wait for the clock now.
  /// - Returns: Whether something has come that is not said yet.
  package func awaitBackground(_ waitingCount: () -> Int) -> Bool {
    // What was given up may take a moment to notice.
    while pictureWatch.restingCount.map({ $0 > waitingCount() }) ?? true { usleep(300) }
    while true {
      let over = [feedState.pending?.promise.isOver, feedState.refresh?.promise.isOver].compactMap(
        \.self)
      if over.count(where: { !$0 }) <= waitingCount() { return over.contains(true) }
      usleep(300)
    }
  }

  /// Begins to load a feed behind the prompt, if its server has to be asked.
  ///
  /// - Returns: Whether it does.
  func beginLoading(_ request: FeedRequest) throws -> Bool {
    let origin = try origin(of: request)
    if case .bundled(.demoSlow) = origin.place { return beginLoadingSlowly(request, origin) }
    guard case .web(let address) = origin.place else { return false }
    let sent = try fetchRequest(address, of: origin, .asKept)
    // What is kept and may be shown is there at once.
    if case .serve(_, _, _) = fetcher.decision(on: sent) { return false }
    let (fetcher, now) = (fetcher, world.now)
    var reading = reading(of: origin)
    reading.isStopped = { Task.isCancelled }
    let settled = reading
    loadBehind(request, origin) {
      let download = try await Shell.download(sent, with: fetcher)
      return try Shell.loadedFeed(
        [download.file], request, origin, settled, at: now()
      ).in(download.state)
    }
    return true
  }

  /// Begins to load the bundled feed that takes its time.
  private func beginLoadingSlowly(_ request: FeedRequest, _ origin: FeedOrigin) -> Bool {
    guard options.isInteractive else { return false }
    let (wait, now, reading) = (world.wait, world.now, reading(of: origin))
    loadBehind(request, origin) {
      try await wait(Shell.slowness)
      return try Shell.loadedFeed(
        [Demo.file(of: .demoSlow)], request, origin, reading, at: now())
    }
    return true
  }

  private func loadBehind(
    _ request: FeedRequest, _ origin: FeedOrigin,
    _ work: @escaping @Sendable () async throws -> LoadedFeed
  ) {
    let promise = Promise<LoadedFeed>()
    let wake = person.wake
    let task = Task { await promise.keep(work, tell: wake) }
    feedState.pending = PendingLoad(
      request: request, name: origin.name, promise: promise, task: task)
  }

  /// Takes the feed that was on its way, waiting for it if need be.
  ///
  /// - Throws: ``Failure`` if it did not come.
  func settle() throws {
    guard let pending = feedState.pending else { return }
    feedState.pending = nil
    do {
      let new = try waiting(for: "loading \(pending.name)", pending.promise, pending.task)
      take(new)
      output.say("\(new.name): \(contents)")
      sayMalformed()
    } catch {
      throw failing(error, pending.request)
    }
  }

  /// Stops waiting for a feed that nobody wants any more.
  func dropPending() {
    feedState.pending?.task.cancel()
    feedState.pending = nil
  }
}
