import Diagnostics
import Feeds
import World

/// What the shell remembers of how feeds came and come.
final class FeedState {
  /// The feed that is on its way behind the prompt.
  var pending: PendingLoad?
  /// What the feed was before the last reload, if it was reloaded.
  var previous: LoadedFeed?
  /// The view from before a reload that left no rows.
  var setAside: SetAsideView?
  /// The comparison of the feed with its server that goes on behind the prompt.
  var refresh: Refresh?
  /// The newer state of the feed that was told of and not taken yet.
  var newer: LoadedFeed?
  /// How anew the feed is read at the start, if that is what the first command asks for.
  var startFreshness: Freshness?
  /// The rows of the feed of this run, if they were kept and looked for already.
  var keptRows: LoadedFeed?
  /// How many rows the view and the feed have, where only a page of them was kept.
  var passedCounts: (view: Int, feed: Int)?
  /// Whether the feed of the first prompt is being loaded.
  var isGreeting = false
  /// The feed that is to be remembered, once there is time.
  var owedVisit: Visit?
  /// Why the last load failed, until one succeeds.
  var failed: (request: FeedRequest, reason: String)?
  /// Why not all pages came that the last load asked for, until the command says so.
  var breakOff: Failure?
  /// Where standard input stands if it was the feed; it can be read only once.
  var inputBytes: [UInt8]?
  /// How fresh the feed was when that was said; fresh as long as there was nothing to say.
  var saidState = LoadedFeed.State.fresh
  /// What was said of the pages of the present feed.
  var saidPages: String?
  /// Whether it was said that the present feed is empty.
  var hasSaidEmpty = false
  /// The profiles that feeds are read by, once they were looked for.
  var profiles: ProfileSet?
  /// What was said to be wrong with profiles.
  var saidProfileFaults: Set<String> = []
}
