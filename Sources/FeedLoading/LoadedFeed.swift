import Catalog
import Diagnostics
import Feeds
import FoundationEssentials
import Text
import World

/// A feed with its request, its origin, and its freshness.
package struct LoadedFeed: Sendable {
  /// How stale the rows are.
  package enum Staleness: Equatable, Sendable {
    case fresh
    /// A stale response, and the reason that it could not be replaced; empty if the server was not asked.
    case stale(since: Date, reason: String = "")
    /// A copy that could not be validated.
    case offlineCopy(since: Date)

    /// Returns the staleness of a feed with two pages, which is that of the staler one.
    package func joined(by other: Staleness) -> Staleness {
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

  /// The request of the user.
  package var request: FeedRequest
  /// The origin of the bytes.
  package let origin: FeedOrigin
  /// The bundled feed; nil for other feeds.
  package var bundled: BundledFeed? {
    if case .bundled(let feed) = origin.location { feed } else { nil }
  }

  /// The name that the prompt shows.
  package var name: String
  /// The namespace of ids that are unique only within this feed; nil if it does not persist, as with standard input.
  package var scope: String?
  package let feed: Feed
  /// The rows, with the fields that the user has added.
  package private(set) var catalog: Catalog
  package var state = Staleness.fresh
  package var loadedAt: Date
  /// The pages that were read, and the location of the next one.
  package var pages: FeedPages?
  /// The files that it was read from; nil if there are none.
  package internal(set) var files: FeedFiles?
  /// The rows that have nothing but the name of an earlier record, with a hash of their contents.
  private let namesakes: Lazy<[Int: UInt64]>
  /// The index of handles; computed on first access.
  package let handles: Lazy<HandleIndex>

  package init(_ request: FeedRequest, _ origin: FeedOrigin, _ feed: Feed, at date: Date) {
    self.request = request
    self.origin = origin
    name = origin.name
    scope = origin.scope
    self.feed = feed
    loadedAt = date
    catalog = feed.catalog
    let catalog = feed.catalog
    let key: @Sendable (Int, [Int: UInt64]) -> RecordKey? = { row, namesakes in
      recordKey(
        of: row, in: catalog, scope: feed.scope(of: row) ?? origin.scope,
        namesake: namesakes[row])
    }
    let namesakes = Lazy { hashesOfNamesakes(in: catalog) }
    self.namesakes = namesakes
    handles = Lazy { HandleIndex(of: catalog) { key($0, namesakes.value) } }
  }

  /// Returns the feed with the published rows, and fields that the user has added.
  ///
  /// - Precondition: Every array has a value or nil for each row.
  package func adding(_ fields: [(field: Field, values: [Value?])]) -> LoadedFeed {
    var loaded = self
    loaded.catalog = feed.catalog.adding(fields)
    return loaded
  }

  /// Returns the feed with information about its pages.
  package func with(_ pages: FeedPages?) -> LoadedFeed {
    var feed = self
    feed.pages = pages
    return feed
  }

  /// Returns the feed with the files that it was read from.
  func from(_ files: FeedFiles) -> LoadedFeed {
    var feed = self
    feed.files = files
    return feed
  }

  /// Returns the feed with another staleness.
  package func `in`(_ state: Staleness) -> LoadedFeed {
    var feed = self
    feed.state = state
    return feed
  }

  /// Returns the key that identifies a row; nil if there is no persistent one.
  package func key(of row: Int) -> RecordKey? {
    recordKey(
      of: row, in: catalog, scope: feed.scope(of: row) ?? scope, namesake: namesakes.value[row])
  }

  /// Returns the rows with some keys.
  ///
  /// - Complexity: O(*n*) in the number of rows, without creating a string for each if the ids are UUIDs.
  package func rows(of keys: some Sequence<String>) -> [String: [Int]] {
    let wanted = Set(keys)
    if wanted.isEmpty || catalog.count == 0 { return [:] }
    var candidates: Set<Int> = []
    if let field = catalog.schema.index(of: .id) {
      let scopes: [String?] = feed.allScopes.isEmpty ? [scope] : feed.allScopes
      let ids = wanted.compactMap { key in
        scopes.lazy.compactMap { idText(ofKey: key, scope: $0) }.first
      }
      candidates.formUnion(catalog.rows(field, equalTo: Set(ids)))
    }
    for name in Set(wanted.compactMap { nameText(ofKey: $0) }) {
      candidates.formUnion(catalog.rows(nameMatching: Pattern(name), .whole).rows)
    }
    // Records without a name are found by their links.
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

  /// Reads from the document of the feed.
  ///
  /// - Throws: ``Failure`` if the document has changed or cannot be read.
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

/// Returns the rows that have neither an id nor links, and the name of an earlier record, with a hash of their contents.
///
/// Two recipes of one name are two, each with a favorite and notes of its own; the same recipe twice is one.
///
/// - Complexity: O(*n*) in the number of rows, unless all have ids.
private func hashesOfNamesakes(in catalog: Catalog) -> [Int: UInt64] {
  if let id = catalog.schema.index(of: .id), catalog.present(id).count == catalog.count {
    return [:]
  }
  let parts = [Field.Role.ingredients, .instructions].compactMap { catalog.schema.index(of: $0) }
  let links = catalog.schema.links.filter { !catalog.schema.fields[$0].isInner }
  if parts.isEmpty { return [:] }
  var hashes: [Int: UInt64] = [:]
  var first: [String: (record: Int, hash: UInt64)] = [:]
  let rows = (0..<catalog.count).sorted { catalog.record(of: $0) < catalog.record(of: $1) }
  for row in rows where catalog.text(.id, row) == nil {
    guard let name = catalog.text(.name, row),
      links.allSatisfy({ catalog.value($0, row) == nil })
    else { continue }
    var hash = FNVHash()
    for part in parts {
      for byte in (catalog.value(part, row)?.text ?? "").utf8 { hash.add(UInt64(byte)) }
    }
    if let earlier = first[name] {
      if earlier.hash != hash.value { hashes[row] = hash.value }
    } else {
      first[name] = (catalog.record(of: row), hash.value)
    }
  }
  return hashes
}

/// Returns the key that identifies a row of a catalog; nil if there is no persistent one.
///
/// - Parameters:
///   - row: The row.
///   - catalog: The catalog.
///   - scope: The namespace of ids that are not universal; nil if they do not persist.
///   - namesake: A hash of its contents, if it has nothing but the name of an earlier record.
/// - Returns: The key.
private func recordKey(
  of row: Int, in catalog: Catalog, scope: String?, namesake: UInt64?
) -> RecordKey? {
  if let namesake { return RecordKey(name: catalog.name(row), contents: namesake) }
  guard let id = catalog.text(.id, row) else {
    // Links of nested objects do not identify the record. Many records can have the same author.
    let links = catalog.schema.links.filter { !catalog.schema.fields[$0].isInner }
      .compactMap { catalog.value($0, row)?.text }
    // Without a name and links, nothing identifies the record.
    if links.isEmpty, catalog.text(.name, row) == nil { return nil }
    return RecordKey(name: catalog.name(row), links: links)
  }
  let isUniversal = isUUID(id) || isWebLink(id)
  if !isUniversal && scope == nil { return nil }
  return RecordKey(id: id, isUniversal: isUniversal, scope: scope ?? "")
}

/// Summaries of the contents.
extension LoadedFeed {
  /// The number of rows and of distinct facet values.
  package var contents: String {
    if catalog.count == 0 { return emptiness }
    let first = "\(grouped(catalog.count)) \(noun)"
    guard let facet = catalog.schema.index(of: .facet) else { return first }
    let kinds = catalog.distinctCount(facet)
    let name = catalog.schema.fields[facet].name
    return first + ", \(grouped(kinds)) \(name)\(kinds == 1 ? "" : "s")"
  }

  /// What the rows are called, in the number that there is of them.
  package var noun: String {
    let isRecipes =
      feed.profile == "recipes"
      || feed.fileCount + feed.unread.count > 1 && catalog.schema.index(of: .ingredients) != nil
    return (isRecipes ? "recipe" : "row") + (catalog.count == 1 ? "" : "s")
  }

  /// Why there are no rows: the feed has no records, or all are malformed.
  package var emptiness: String {
    feed.malformedCount == 0 ? "the feed is empty" : "every record is malformed: see problems"
  }
}
