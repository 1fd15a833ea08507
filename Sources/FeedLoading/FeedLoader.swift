import Diagnostics
import Feeds
import HTTPCache
import Text
import World

/// Loads feeds: from an origin to bytes, and from bytes to rows.
///
/// It does not print, and does not depend on the library: it returns values, and notifies its observer. It belongs to
/// the shell's thread; background loads run on others, and their results are taken over on that thread.
package final class FeedLoader {
  /// The settings that apply to every load.
  package struct Settings: Sendable {
    /// Whether one malformed record rejects a feed as a whole.
    package var isStrict = false
    /// Whether text that was encoded twice is repaired.
    package var repairsText = true
    /// Whether malformed records that are objects become rows.
    package var acceptsMalformed = false
    /// Whether feeds and their rows are stored on disk for the next time.
    package var storesFeeds = true
    package var isInteractive = false
    /// Whether the user types on standard input, so that no feed is read from it.
    package var isInputTyped = false
    /// Whether nothing is read from or left on disk.
    package var isEphemeral = false
    /// Whether a recorded script runs, in a simulated world.
    package var isStaged = false

    package init() {}
  }

  package let world: World
  package let fetcher: Fetcher
  package var settings = Settings()
  /// Shows the progress of loads.
  package unowned let observer: any LoadObserver
  /// Wakes the prompt when a background load has finished; any thread may call it.
  package var wake: @Sendable () -> Void = {}

  /// The load that runs in the background.
  package internal(set) var pending: PendingLoad?
  /// The comparison of the feed with its server that runs in the background.
  var refresh: Refresh?
  /// The newer version of the feed that was reported and not taken yet.
  var newer: LoadedFeed?
  /// Why the last load failed, until one succeeds.
  package private(set) var failed: (request: FeedRequest, reason: String)?
  /// The error that ended the last load of several pages early.
  private(set) var pagingFailure: Failure?
  /// Standard input, if it was the feed; it can be read only once.
  var inputBytes: [UInt8]?
  /// The files of the last feed of many files, by what the user calls them: what does not change is read once.
  var recentItems: [String: (identity: [UInt8], files: [ReadItem])] = [:]
  /// The profiles, once they were read.
  var knownProfiles: ProfileSet?
  /// The errors in profiles that were reported.
  var reportedFaults: Set<String> = []

  package init(world: World, fetcher: Fetcher, observer: any LoadObserver) {
    (self.world, self.fetcher, self.observer) = (world, fetcher, observer)
  }

  /// Stores why a load failed, for the prompt, and for `reload` to try again.
  package func noteFailure(of request: FeedRequest, _ reason: String) {
    failed = (request, reason)
  }

  package func forgetFailure() { failed = nil }

  /// Returns the error that ended the last load of several pages early, once.
  package func takePagingFailure() -> Failure? {
    defer { pagingFailure = nil }
    return pagingFailure
  }

  func notePagingFailure(_ failure: Failure?) { pagingFailure = failure }
}

/// Shows the progress of loads, and stops a load when the user interrupts it.
package protocol LoadObserver: AnyObject {
  /// Waits for work that was started.
  ///
  /// - Throws: The error of the work, or an interruption.
  func waiting<Value: Sendable>(
    for what: String, _ promise: Promise<Value>, _ task: Task<Void, Never>
  ) throws -> Value

  /// Starts work that reports the number of bytes received, and the total if known, and waits for it.
  func receiving<Value: Sendable>(
    _ what: String,
    _ work:
      @escaping @Sendable (_ received: @escaping @Sendable (Int, Int?) -> Void) async throws
      -> Value
  ) throws -> Value

  /// Shows how much of a large file was read, until `end` is called.
  func watched(
    _ file: any ReadableFile, _ title: String
  ) -> (file: any ReadableFile, end: () -> Void)

  /// Shows the number of rows loaded from a feed's pages, and the total if known, until `end` is called.
  func countingRows(_ title: String) -> (show: (Int, Int?) -> Void, end: () -> Void)

  /// Reports an event.
  func note(_ event: LoadEvent)
}

/// An event during a load.
package enum LoadEvent {
  /// A profile of the user cannot be used.
  case unusableProfile(path: String, ProfileFault)
  /// Permissions of other users were removed from a file of the user.
  case claimed(message: String)
  /// Not all pages were loaded; the rows of the first ones are available.
  case partLoaded(Failure)
}
