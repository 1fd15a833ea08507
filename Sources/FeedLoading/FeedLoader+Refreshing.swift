import Catalog
import Diagnostics
import Feeds
import FoundationEssentials
import HTTPCache
import World

/// The result of comparing a feed with its server.
package struct RefreshOutcome: Sendable {
  /// The newer state of the feed; nil if nothing has changed.
  package var newer: LoadedFeed?
  /// The numbers of new, gone and changed rows, such as `3 new, 1 gone`.
  package var summary: String
  /// Whether the server failed at first.
  package var hadFailed = false
}

/// A comparison of a feed with its server while its copy is shown.
struct Refresh {
  let promise: Promise<RefreshOutcome>
  let task: Task<Void, Never>
}

/// Newer rows are fetched in the background, and shown on request.
extension FeedLoader {
  /// The delays before a server that has failed is asked again.
  private static let retryDelays = [Duration.seconds(30), .seconds(300)]

  /// Starts to compare a stale feed with its server, in the interactive shell.
  package func refreshInBackground(_ feed: LoadedFeed) {
    cancelRefresh()
    guard settings.isInteractive, case .stale = feed.state else { return }
    compareInBackground(feed)
  }

  /// Starts to compare a feed with its server.
  ///
  /// - Returns: Whether it has a server that can be asked.
  @discardableResult
  package func compareInBackground(_ feed: LoadedFeed) -> Bool {
    cancelRefresh()
    // The load has made the same request; an error of it was reported then.
    guard !fetcher.isOffline, feed.request.pages == 1,
      case let origin = feed.origin, origin.program == nil,
      case .web(let address) = origin.location,
      let request = try? fetchRequest(address, of: origin, .standard)
    else { return false }
    let now = world.now
    var reading = reading(of: origin)
    reading.isStopped = { Task.isCancelled }
    let (settled, wake, answer) = (reading, self.wake, checkedAnswer(to: request))
    let promise = Promise<RefreshOutcome>()
    let task = Task {
      let work: @Sendable () async throws -> RefreshOutcome = {
        let (response, hadFailed) = try await answer()
        var outcome = try FeedLoader.outcome(response, feed, origin, settled, now)
        outcome.hadFailed = hadFailed
        return outcome
      }
      await promise.keep(work, tell: wake)
    }
    refresh = Refresh(promise: promise, task: task)
    return true
  }

  /// Starts to ask the server about a stored copy.
  ///
  /// - Returns: A function that waits for the answer, and asks again if the server fails; it also returns whether the
  ///   server has failed.
  private func checkedAnswer(
    to request: FetchRequest
  ) -> @Sendable () async throws -> (FetchedResponse, hadFailed: Bool) {
    let (fetcher, wait) = (fetcher, world.wait)
    let first = fetcher.check(request)
    return {
      var response = await first.value
      var delays = Self.retryDelays[...]
      while response.map({ $0.status >= 500 }) ?? true, let delay = delays.popFirst() {
        try await wait(delay)
        response = await fetcher.check(request).value
      }
      guard let response, response.status == 200,
        [.network, .validated].contains(response.source)
      else { throw Failure("the server has no answer") }
      return (response, hadFailed: delays.count < Self.retryDelays.count)
    }
  }

  /// Compares a response with the feed that is shown.
  private static func outcome(
    _ response: FetchedResponse, _ feed: LoadedFeed, _ origin: FeedOrigin,
    _ reading: FeedReading, _ now: @Sendable () -> Date
  ) throws -> RefreshOutcome {
    let file = IdentifiedContent(response)
    if let identity = file.identity, identity == feed.feed.document.identity {
      return RefreshOutcome(newer: nil, summary: "")
    }
    let newer = try anyFeed(file, feed.request, origin, reading, at: now())
    let changes = try FeedChanges(from: feed, to: newer, isStopped: { Task.isCancelled })
    return RefreshOutcome(newer: changes.isEmpty ? nil : newer, summary: changes.summary)
  }

  /// Returns the result of the comparison with the server, once; nil while there is none.
  package func takeRefresh() -> RefreshOutcome? {
    guard let refresh, refresh.promise.isKept(withinMilliseconds: 0) else { return nil }
    self.refresh = nil
    // The copy is marked as stale, so a failure of the server is not reported until the user reloads.
    guard let outcome = try? refresh.promise.value() else { return nil }
    newer = outcome.newer
    return outcome
  }

  /// Whether the comparison with the server has finished; nil if none was started.
  package var isRefreshOver: Bool? { refresh?.promise.isOver }

  /// How long a newer version of the feed is considered current, in seconds.
  private static let newerLifetime = 60.0

  /// Returns the newer version of the feed, once; nil if it is not current any more, or not acceptable.
  package func takeNewer(_ mode: CacheMode) -> LoadedFeed? {
    defer { newer = nil }
    guard mode == .noCache, let newer,
      0..<Self.newerLifetime ~= world.now().timeIntervalSince(newer.loadedAt),
      !settings.isStrict || newer.feed.malformedCount == 0
    else { return nil }
    return newer
  }

  /// Discards the comparison and the newer version of a feed that is no longer shown.
  private func cancelRefresh() {
    refresh?.task.cancel()
    refresh = nil
    newer = nil
  }
}
