import Catalog
import Diagnostics
import FeedLoading
import Output
import PictureViews
import SessionStore
import Terminal
import Text
import World

/// The words before the line.
extension Shell {
  /// What stands before the line: the feed, how many of its rows are in view, and its state.
  package var prompt: String {
    if loader.pending?.promise.isKept(withinMilliseconds: 0) ?? false {
      do { try settle() } catch { output.say(Failure(catching: error).diagnostic) }
    }
    sayRefresh()
    pictures.reportChanges()
    sayNotices()
    let name = clipped(loader.pending?.name ?? session.feed?.name ?? "larder", to: 30)
    let counts =
      session.rows.count == catalog.count
      ? "\(catalog.count)" : "\(session.rows.count)/\(catalog.count)"
    var text = StyledText(name, .accent)
    if session.feed != nil { text = text + StyledText(" " + counts, .strong) }
    if let mark = stateMark { text = text + StyledText(" " + mark, .warning) }
    if isOffline { text = text + StyledText(" offline", .warning) }
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
  /// Has what there is to report reported soon, while a line is read; any thread may call it.
  package func wake(by wake: @escaping @Sendable () -> Void) {
    person.wake = wake
    loader.wake = wake
  }
}
