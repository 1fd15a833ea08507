import Catalog
import Feeds
import FoundationEssentials
import SessionStore

/// Where the rows of a shell come from, and how fresh they are.
struct LoadedFeed: Sendable {
  /// How far the rows are to be trusted.
  enum State: Equatable {
    case fresh
    /// An answer older than its server wanted.
    case stale(since: Date)
    /// A copy that could not be checked.
    case offlineCopy(since: Date)
  }

  /// What it was asked for by.
  var request: FeedRequest
  /// What the prompt calls it.
  var name: String
  /// What ids without a meaning of their own belong to; nil where nothing lasts, as with standard input.
  var scope: String?
  var feed: Feed
  var state = State.fresh
  var loadedAt: Date

  var catalog: Catalog { feed.catalog }

  /// What tells a row from all others; nil if nothing does for longer than this run.
  func key(of row: Int) -> RecordKey? {
    let links = catalog.schema.links.compactMap { catalog.value($0, row)?.text }
    guard let id = catalog.text(.id, row) else {
      return RecordKey(name: catalog.name(row), links: links)
    }
    let isUniversal = isUUID(id) || isWebLink(id)
    if !isUniversal && scope == nil { return nil }
    return RecordKey(id: id, isUniversal: isUniversal, scope: scope ?? "")
  }

  /// What the library remembers of a row.
  func keepsake(of row: Int, key: RecordKey, at date: Date) -> Keepsake {
    var links: [String: String] = [:]
    for field in catalog.schema.links {
      if let link = catalog.value(field, row)?.text {
        links[catalog.schema.fields[field].name] = link
      }
    }
    return Keepsake(
      key: key.text, feed: scope ?? name, name: catalog.name(row), links: links,
      isFavorite: true, since: date)
  }
}

/// A wish for a feed: what was typed, and how to read it.
struct FeedRequest: Equatable, Sendable {
  /// A named feed, a path, an address, or `-`.
  var source: String
  /// The profile to read it by; nil to recognise it.
  var profile: String?

  init(source: String, profile: String? = nil) {
    self.source = source
    self.profile = profile
  }
}
