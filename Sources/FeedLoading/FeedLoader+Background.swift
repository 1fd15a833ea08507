import Catalog
import Diagnostics
import Feeds
import HTTPCache
import World

/// A load that runs while the prompt is shown.
package struct PendingLoad {
  package let request: FeedRequest
  package let name: String
  /// Whether it needs the network.
  package let isFromWeb: Bool
  package let promise: Promise<LoadedFeed>
  package let task: Task<Void, Never>
}

/// Loads in the background.
extension FeedLoader {
  /// Starts to load a feed in the background, if its server must be asked.
  ///
  /// - Returns: Whether a load was started.
  package func beginLoading(_ request: FeedRequest, from origin: FeedOrigin) throws -> Bool {
    if case .bundled(.demoSlow) = origin.location { return beginLoadingSlowly(request, origin) }
    // A list in pages is more than one response.
    guard case .web(let address) = origin.location, origin.program == nil else { return false }
    let sent = try fetchRequest(address, of: origin, .standard)
    // A stored copy that may be shown is read immediately.
    if case .serve = fetcher.decision(following: sent) { return false }
    let (fetcher, now) = (fetcher, world.now)
    var reading = reading(of: origin)
    reading.isStopped = { Task.isCancelled }
    let settled = reading
    startLoad(request, origin) {
      let download = try await FeedLoader.download(sent, with: fetcher)
      return try FeedLoader.anyFeed(download.file, request, origin, settled, at: now())
        .in(download.state)
    }
    return true
  }

  /// Starts to load the bundled feed that is slow on purpose.
  private func beginLoadingSlowly(_ request: FeedRequest, _ origin: FeedOrigin) -> Bool {
    guard settings.isInteractive else { return false }
    let (wait, now, reading) = (world.wait, world.now, reading(of: origin))
    startLoad(request, origin) {
      try await wait(FeedLoader.slowFeedDelay)
      return try FeedLoader.loadedFeed(
        [Demo.file(of: .demoSlow)], request, origin, reading, at: now())
    }
    return true
  }

  private func startLoad(
    _ request: FeedRequest, _ origin: FeedOrigin,
    _ work: @escaping @Sendable () async throws -> LoadedFeed
  ) {
    let isFromWeb = if case .web = origin.location { true } else { false }
    let promise = Promise<LoadedFeed>()
    let wake = wake
    let task = Task { await promise.keep(work, tell: wake) }
    pending = PendingLoad(
      request: request, name: origin.name, isFromWeb: isFromWeb, promise: promise,
      task: task)
  }

  /// Waits for the background load, and returns its feed once.
  ///
  /// - Returns: The feed; nil if no load was running.
  /// - Throws: The error of the load, or an interruption.
  package func takePending() throws -> LoadedFeed? {
    guard let pending else { return nil }
    self.pending = nil
    return try observer.waiting(for: "loading \(pending.name)", pending.promise, pending.task)
  }

  /// Cancels the background load.
  package func cancelPending() {
    pending?.task.cancel()
    pending = nil
  }
}
