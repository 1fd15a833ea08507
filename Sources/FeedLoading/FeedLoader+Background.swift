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
    // A list in pages is more than one response.
    guard origin.program == nil, let (sent, fetcher) = try fetching(origin, .standard) else {
      return false
    }
    // A stored copy that may be shown is read immediately.
    if case .serve = fetcher.decision(following: sent) { return false }
    let (name, now) = (Self.shownName(of: sent, origin), world.now)
    var reading = reading(of: origin)
    reading.isStopped = { Task.isCancelled }
    let settled = reading
    let isFromWeb = if case .web = origin.location { true } else { false }
    let (promise, wake) = (Promise<LoadedFeed>(), wake)
    let work: @Sendable () async throws -> LoadedFeed = {
      let download = try await FeedLoader.download(sent, named: name, with: fetcher)
      return try FeedLoader.anyFeed(download.file, request, origin, settled, at: now())
        .in(download.state)
    }
    let task = Task { await promise.keep(work, tell: wake) }
    pending = PendingLoad(
      request: request, name: origin.name, isFromWeb: isFromWeb, promise: promise, task: task)
    return true
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
