import Catalog
import Diagnostics
import FeedLoading
import Feeds
import HTTPCache
import Output
import SessionStore
import Terminal
import Text

/// Reports on the feed that was loaded.
extension FeedOpener {
  /// Reports the number of malformed records, if there are any.
  package func sayMalformed() { sayMalformed(session.feed?.feed.malformedCount ?? 0) }

  /// Reports a number of malformed records.
  package func sayMalformed(_ count: Int) {
    if count == 0 { return }
    output.say(
      "\(count == 1 ? "1 record is" : "\(grouped(count)) records are") malformed: see problems",
      .warning)
  }

  /// Warns that the named profile may be wrong, if it fits no record.
  package func sayMisfit() {
    guard let loaded = session.feed, let profile = loaded.request.profile,
      loaded.catalog.count == 0,
      loaded.feed.malformedCount > 0
    else { return }
    output.say(
      "no record fits the profile \(profile); without `as \(profile)`, the profile is detected",
      .warning)
  }

  /// Reports what was not loaded, or changed by repairs.
  package func sayReading() {
    sayFiles()
    if let repeats = session.feed?.feed.repeatCount, repeats > 0 {
      output.say(
        repeats == 1
          ? "1 repeated record is left out" : "\(grouped(repeats)) repeated records are left out",
        .faint)
    }
    // At a prompt the listing that follows reports it.
    views.reportPages()
  }

  /// Reports how many files a feed of several was read from, and how many could not be read.
  package func sayFiles() {
    guard let loaded = session.feed else { return }
    let (count, unread) = (loaded.feed.fileCount, loaded.feed.unread.count)
    guard count + unread > 1 else { return }
    let rows = "\(grouped(loaded.catalog.count)) \(loaded.noun)"
    let rest = unread == 0 ? "" : " · \(grouped(unread)) not read: see problems"
    output.say(
      StyledText(
        "\(rows) from \(grouped(count + unread)) files\(rest)", unread == 0 ? .faint : .warning))
  }

  /// Reports a problem of the cache once.
  package func sayCacheNotice() {
    if let notice = loader.fetcher.store.takeNotice() {
      output.say(Diagnostic(notice, severity: .warning))
    }
  }
}
