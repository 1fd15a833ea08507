import Catalog
import Diagnostics
import Feeds
import FoundationEssentials
import SessionStore
import Text
import World

/// Where the rows of a shell come from, and how fresh they are.
struct LoadedFeed: Sendable {
  /// How far the rows are to be trusted.
  enum State: Equatable, Sendable {
    case fresh
    /// An answer older than its server wanted, and why there is no other one; empty if nobody has asked for it.
    case stale(since: Date, reason: String = "")
    /// A copy that could not be checked.
    case offlineCopy(since: Date)

    /// How far two pages of one feed are to be trusted: as the one that is less.
    func joined(by other: State) -> State {
      switch (self, other) {
      case (.fresh, let other): other
      case (let state, .fresh): state
      case (.offlineCopy(let one), .offlineCopy(let two)): .offlineCopy(since: min(one, two))
      case (.offlineCopy(let one), .stale(let two, _)), (.stale(let two, _), .offlineCopy(let one)):
        .offlineCopy(since: min(one, two))
      case (.stale(let one, let reason), .stale(let two, let other)):
        .stale(since: min(one, two), reason: reason.isEmpty ? other : reason)
      }
    }
  }

  /// What it was asked for by.
  var request: FeedRequest
  /// Where it came from.
  let origin: FeedOrigin
  /// What the prompt calls it.
  var name: String
  /// What ids without a meaning of their own belong to; nil where nothing lasts, as with standard input.
  var scope: String?
  let feed: Feed
  var state = State.fresh
  var loadedAt: Date
  /// The pages that it was read from, and what is known of those that follow.
  var pages: FeedPages?
  /// Rows by the starts of their ids; made when first asked for.
  let handles: Lazy<Handles>

  init(_ request: FeedRequest, _ origin: FeedOrigin, _ feed: Feed, at date: Date) {
    self.request = request
    self.origin = origin
    name = origin.name
    scope = origin.scope
    self.feed = feed
    loadedAt = date
    let catalog = feed.catalog
    handles = Lazy { Handles(of: catalog, scope: origin.scope) }
  }

  var catalog: Catalog { feed.catalog }

  /// The same, with what is known of its pages.
  func with(_ pages: FeedPages?) -> LoadedFeed {
    var feed = self
    feed.pages = pages
    return feed
  }

  /// The same, to be trusted so far.
  func `in`(_ state: State) -> LoadedFeed {
    var feed = self
    feed.state = state
    return feed
  }

  /// What tells a row from all others; nil if nothing does for longer than this run.
  func key(of row: Int) -> RecordKey? { recordKey(of: row, in: catalog, scope: scope) }

  /// The rows that some keys tell.
  ///
  /// - Complexity: O(*n*) in the rows, without a string for each where ids are UUIDs.
  func rows(of keys: some Sequence<String>) -> [String: [Int]] {
    let wanted = Set(keys)
    if wanted.isEmpty || catalog.count == 0 { return [:] }
    var candidates: Set<Int> = []
    if let field = catalog.schema.index(of: .id) {
      candidates.formUnion(
        catalog.rows(field, equalTo: Set(wanted.compactMap { idText(ofKey: $0, scope: scope) })))
    }
    for name in Set(wanted.compactMap { nameText(ofKey: $0) }) {
      candidates.formUnion(catalog.rows(nameMatching: Pattern(name), .whole).rows)
    }
    // What has no name is found by its links.
    let links = Set(wanted.flatMap { linkTexts(ofKey: $0, named: Catalog.nameless) })
    for field in links.isEmpty ? [] : catalog.schema.links {
      candidates.formUnion(catalog.rows(field, equalTo: links))
    }
    var rows: [String: [Int]] = [:]
    for row in candidates.sorted() {
      if let key = key(of: row)?.text, wanted.contains(key) { rows[key, default: []].append(row) }
    }
    return rows
  }

  /// Looks something up in the document that the rows were read from.
  ///
  /// - Throws: ``Failure`` if the document has changed, or cannot be read any more.
  func lookingUp<Found>(_ find: (Feed) throws(FileError) -> Found) throws -> Found {
    do throws(FileError) {
      return try find(feed)
    } catch {
      guard error.reason == .changed else { throw error }
      throw Failure(
        "\(name) has changed since it was loaded", hint: "reload reads it as it is now")
    }
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

/// What tells a row of a catalogue from all others; nil if nothing does for longer than this run.
func recordKey(of row: Int, in catalog: Catalog, scope: String?) -> RecordKey? {
  guard let id = catalog.text(.id, row) else {
    // Those of what is inside of it are not its own: many have the same author.
    let links = catalog.schema.links.filter { !catalog.schema.fields[$0].isInner }
      .compactMap { catalog.value($0, row)?.text }
    // Nothing tells it from others of its kind.
    if links.isEmpty, catalog.text(.name, row) == nil { return nil }
    return RecordKey(name: catalog.name(row), links: links)
  }
  let isUniversal = isUUID(id) || isWebLink(id)
  if !isUniversal && scope == nil { return nil }
  return RecordKey(id: id, isUniversal: isUniversal, scope: scope ?? "")
}

/// A wish for a feed: what was typed, and how to read it.
struct FeedRequest: Equatable, Sendable {
  /// A named feed, a path, an address, or `-`.
  var source: String
  /// The profile to read it by; nil to recognise it.
  var profile: String?
  /// What its service is searched for; nil for all.
  var search: String?
  /// How many of its pages are wanted.
  var pages = 1

  init(source: String, profile: String? = nil, search: String? = nil) {
    self.source = source
    self.profile = profile
    self.search = search
  }
}
