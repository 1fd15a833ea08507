import Catalog
import Diagnostics
import Feeds
import HTTPCache
import World

/// A load that goes on while the prompt is there already.
package struct PendingLoad {
  package let request: FeedRequest
  package let name: String
  package let promise: Promise<LoadedFeed>
  package let task: Task<Void, Never>
}

/// Loads that nobody waits for.
extension FeedLoader {
  /// Begins to load a feed behind the prompt, if its server has to be asked.
  ///
  /// - Returns: Whether it does.
  package func beginLoading(_ request: FeedRequest, from origin: FeedOrigin) throws -> Bool {
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
      let download = try await FeedLoader.download(sent, with: fetcher)
      return try FeedLoader.loadedFeed(
        [download.file], request, origin, settled, at: now()
      ).in(download.state)
    }
    return true
  }

  /// Begins to load the bundled feed that takes its time.
  private func beginLoadingSlowly(_ request: FeedRequest, _ origin: FeedOrigin) -> Bool {
    guard settings.isInteractive else { return false }
    let (wait, now, reading) = (world.wait, world.now, reading(of: origin))
    loadBehind(request, origin) {
      try await wait(FeedLoader.slowness)
      return try FeedLoader.loadedFeed(
        [Demo.file(of: .demoSlow)], request, origin, reading, at: now())
    }
    return true
  }

  private func loadBehind(
    _ request: FeedRequest, _ origin: FeedOrigin,
    _ work: @escaping @Sendable () async throws -> LoadedFeed
  ) {
    let promise = Promise<LoadedFeed>()
    let wake = wake
    let task = Task { await promise.keep(work, tell: wake) }
    pending = PendingLoad(
      request: request, name: origin.name, promise: promise, task: task)
  }

  /// Takes the feed that was on its way, waiting for it if need be.
  ///
  /// - Returns: The feed; nil if none was on its way.
  /// - Throws: What kept it from coming.
  package func takePending() throws -> LoadedFeed? {
    guard let pending else { return nil }
    self.pending = nil
    return try observer.waiting(for: "loading \(pending.name)", pending.promise, pending.task)
  }

  /// Stops waiting for a feed that nobody wants any more.
  package func dropPending() {
    pending?.task.cancel()
    pending = nil
  }
}
