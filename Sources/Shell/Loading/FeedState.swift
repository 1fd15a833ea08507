import FeedLoading
import Feeds

/// What the shell remembers of the feed that is loaded, and of what it has reported of it.
final class FeedState {
  /// How anew the feed is read at the start, if that is what the first command asks for.
  var startFreshness: Freshness?
  /// The rows of the feed of this run, if they were stored and looked for already.
  var keptRows: LoadedFeed?
  /// Whether the feed of the first prompt is being loaded.
  var isGreeting = false
  /// The feed that is to be remembered, once there is time.
  var owedVisit: Visit?
  /// How fresh the feed was when that was reported; fresh as long as there was nothing to report.
  var saidState = LoadedFeed.State.fresh
  /// What was reported of the pages of the present feed.
  var saidPages: String?
  /// Whether it was reported that the present feed is empty.
  var hasSaidEmpty = false
}
