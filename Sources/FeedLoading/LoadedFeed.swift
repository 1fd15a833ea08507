import Catalog
import Diagnostics
import Feeds
import FoundationEssentials
import Text
import World

/// Where the rows of a shell come from, and how fresh they are.
package struct LoadedFeed: Sendable {
  /// How far the rows are to be trusted.
  package enum State: Equatable, Sendable {
    case fresh
    /// An answer older than its server wanted, and why there is no other one; empty if nobody has asked for it.
    case stale(since: Date, reason: String = "")
    /// A copy that could not be checked.
    case offlineCopy(since: Date)

    /// How far two pages of one feed are to be trusted: as the one that is less.
    package func joined(by other: State) -> State {
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
  package var request: FeedRequest
  /// Where it came from.
  package let origin: FeedOrigin
  /// The bundled feed that it is; nil for any other.
  package var bundled: BundledFeed? {
    if case .bundled(let feed) = origin.place { feed } else { nil }
  }

  /// What the prompt calls it.
  package var name: String
  /// What ids without a meaning of their own belong to; nil where nothing lasts, as with standard input.
  package var scope: String?
  package let feed: Feed
  package var state = State.fresh
  package var loadedAt: Date
  /// The pages that it was read from, and what is known of those that follow.
  package var pages: FeedPages?
  /// Rows by the starts of their ids; made when first asked for.
  package let handles: Lazy<Handles>

  package init(_ request: FeedRequest, _ origin: FeedOrigin, _ feed: Feed, at date: Date) {
    self.request = request
    self.origin = origin
    name = origin.name
    scope = origin.scope
    self.feed = feed
    loadedAt = date
    let catalog = feed.catalog
    handles = Lazy { Handles(of: catalog, scope: origin.scope) }
  }

  package var catalog: Catalog { feed.catalog }

  /// The same, with what is known of its pages.
  package func with(_ pages: FeedPages?) -> LoadedFeed {
    var feed = self
    feed.pages = pages
    return feed
  }

  /// The same, to be trusted so far.
  package func `in`(_ state: State) -> LoadedFeed {
    var feed = self
    feed.state = state
    return feed
  }

  /// What tells a row from all others; nil if nothing does for longer than this run.
  package func key(of row: Int) -> RecordKey? { recordKey(of: row, in: catalog, scope: scope) }

  /// The rows that some keys tell.
  ///
  /// - Complexity: O(*n*) in the rows, without a string for each where ids are UUIDs.
  package func rows(of keys: some Sequence<String>) -> [String: [Int]] {
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
  package func lookingUp<Found>(_ find: (Feed) throws(FileError) -> Found) throws -> Found {
    do throws(FileError) {
      return try find(feed)
    } catch {
      guard error.reason == .changed else { throw error }
      throw Failure(
        "\(name) has changed since it was loaded", hint: "reload reads it as it is now")
    }
  }
}

/// What tells a row of a catalogue from all others; nil if nothing does for longer than this run.
package func recordKey(of row: Int, in catalog: Catalog, scope: String?) -> RecordKey? {
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

/// What a feed has, in words.
extension LoadedFeed {
  /// How many rows there are, and of how many kinds.
  package var contents: String {
    if catalog.count == 0 { return emptiness }
    let rows =
      feed.profile == "recipes"
      ? (catalog.count == 1 ? "recipe" : "recipes") : (catalog.count == 1 ? "row" : "rows")
    let first = "\(catalog.count) \(rows)"
    guard let facet = catalog.schema.index(of: .facet) else { return first }
    let kinds = catalog.distinctCount(facet)
    let name = catalog.schema.fields[facet].name
    return first + ", \(kinds) \(name)\(kinds == 1 ? "" : "s")"
  }

  /// Why there are no rows: the feed has no records, or none that is well formed.
  package var emptiness: String {
    feed.malformedCount == 0 ? "the feed is empty" : "every record is malformed: see problems"
  }
}
