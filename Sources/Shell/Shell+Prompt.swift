import Catalog
import Commands
import Diagnostics
import FeedLoading
import HTTPCache
import Interpreter
import Output
import PictureViews
import SessionStore
import Terminal
import Text
import World

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The words before the line.
extension Shell {
  /// What stands before the line: the feed, how many of its rows are in view, and its state.
  package var prompt: String {
    if loader.pending?.promise.isKept(withinMilliseconds: 0) ?? false {
      do { try feeds.settle() } catch { output.say(Failure(catching: error).diagnostic) }
    }
    feeds.sayRefresh()
    pictures.reportChanges()
    sayNotices()
    let name = clipped(loader.pending?.name ?? session.feed?.name ?? "larder", to: 30)
    let counts =
      session.rows.count == catalog.count
      ? "\(catalog.count)" : "\(session.rows.count)/\(catalog.count)"
    var text = StyledText(name, .accent)
    if session.feed != nil { text = text + StyledText(" " + counts, .strong) }
    if let mark = stateMark { text = text + StyledText(" " + mark, .warning) }
    if fetcher.isOffline { text = text + StyledText(" offline", .warning) }
    let isPlain = ["dumb", ""].contains(world.environment["TERM"] ?? "")
    return (text + StyledText(isPlain ? " > " : " ❯ ")).rendered(
      colored: output.isColored)
  }

  private var stateMark: String? {
    if loader.pending != nil { return "…" }
    if loader.failed != nil { return "failed" }
    switch session.feed?.state {
    case .stale: return "stale"
    case .offlineCopy: return "copy"
    case .fresh, nil: return nil
    }
  }
}

extension Shell {
  /// Why no feed is loaded; nil if one is, or none was asked for.
  package var feedFault: String? { session.feed == nil ? loader.failed?.reason : nil }

  /// Waits until what goes on behind the prompt is done or waits for the clock.
  ///
  /// - Parameter waitingCount: How many wait for the clock now.
  /// - Returns: Whether something has come that is not said yet.
  package func awaitBackground(_ waitingCount: () -> Int) -> Bool {
    // What was given up may take a moment to notice.
    while pictures.watch.restingCount.map({ $0 > waitingCount() }) ?? true { usleep(300) }
    while true {
      let over = [loader.pending?.promise.isOver, loader.isRefreshOver].compactMap(
        \.self)
      if over.count(where: { !$0 }) <= waitingCount() { return over.contains(true) }
      usleep(300)
    }
  }

  /// Draws the pictures of the last command again, for a window that has another size now.
  ///
  /// - Returns: Whether there were any.
  package func redrawPictures() -> Bool { views.redrawPictures() }

  /// Stores what the first prompt had no time for, once it is on the screen.
  package func keepFirstVisit() { feeds.storeFirstVisit() }

  /// Has what there is to report reported soon, while a line is read; any thread may call it.
  package func wake(by wake: @escaping @Sendable () -> Void) {
    pictures.wake = wake
    loader.wake = wake
  }
}
