import Catalog
import Text
import World

/// Where rows are from.
package struct RowSource: Equatable, Sendable {
  /// The value of the field `from`.
  package var name: String
  /// The namespace of ids that are unique only within the source.
  package var scope: String

  package init(_ name: String, scope: String) { (self.name, self.scope) = (name, scope) }
}

/// Joins the files of one or many sources to one feed, in their order.
package struct FeedJoiner: Sendable {
  /// Records that are read as one document, because they have the same profile.
  private struct Group: Sendable {
    var profile: Profile
    var records: [GatheredRecord] = []
  }

  /// The records of a file.
  private enum Contents: Sendable {
    case group(Int, Range<Int>)
    case feed(Feed, name: String)
  }

  private var groups: [Group] = []
  private var contents: [(contents: Contents, source: RowSource)] = []
  private var unread: [UnreadSource] = []

  package init() {}

  /// Adds a file.
  ///
  /// - Parameters:
  ///   - file: Its contents.
  ///   - name: What the user calls it.
  ///   - source: Where its rows are from.
  package mutating func add(_ file: FileContents, named name: String, from source: RowSource) {
    switch file {
    case .feed(let feed): contents.append((.feed(feed, name: name), source))
    case .records(let records, let profile, let faults):
      // The fields of a table are inferred from its own columns.
      let isTable = profile == .records
      let place =
        isTable ? groups.count : groups.firstIndex { $0.profile == profile } ?? groups.count
      if place == groups.count { groups.append(Group(profile: profile)) }
      let start = groups[place].records.count
      groups[place].records += records
      contents.append((.group(place, start..<start + records.count), source))
      unread += faults.map { UnreadSource(name, $0) }
    }
  }

  /// Adds a source that could not be read.
  package mutating func add(unread source: UnreadSource) { unread.append(source) }

  /// The documents of ``feed(_:snapshot:)``, in the order of its parts.
  var documents: [(document: any ReadableFile, published: any ReadableFile)] {
    let gathered = groups.map { group in
      let document = FeedDocument(gathering: group.records, as: group.profile)
      return (document.file, document.published)
    }
    let feeds = contents.compactMap { contents, _ in
      if case .feed(let feed, _) = contents { feed } else { nil }
    }
    return gathered + feeds.map { ($0.document, $0.published) }
  }

  /// Reads the gathered records, and joins all rows.
  ///
  /// - Parameters:
  ///   - reading: The options.
  ///   - snapshot: The file to store the rows in; nil to hold them in memory only.
  /// - Returns: The feed, which has a field `from` if there is more than one source.
  /// - Throws: ``FeedError`` if nothing could be read, or not as strictly as the options demand.
  package func feed(
    _ reading: FeedReading, snapshot: FeedSnapshot? = nil
  ) throws(FeedError) -> Feed {
    if reading.isStrict, let first = unread.first {
      throw .notAFeed("\(harmless(first.name)) is not read: \(first.reason)")
    }
    var gathered: [Feed] = []
    for group in groups {
      gathered.append(try Feed(gathering: group.records, as: group.profile, reading))
      if reading.isStopped() { throw .stopped }
    }
    var rows = JoinedRows(gathered, unread: unread)
    for (contents, source) in contents {
      switch contents {
      case .feed(let feed, let name): rows.append(feed, named: name, from: source)
      case .group(let place, let records): rows.append(records, of: place, from: source)
      }
    }
    return try rows.feed(reading, snapshot)
  }
}

/// The rows of several feeds, in the order of their sources.
private struct JoinedRows {
  private var feeds: [Feed]
  private var names: [String?]
  private var layout = RecordLayout()
  private var sources: [(name: String, count: Int)] = []
  private var scopes: [String] = []
  private var scopeNumbers: [String: Int] = [:]
  private let unread: [UnreadSource]

  init(_ gathered: [Feed], unread: [UnreadSource]) {
    (feeds, self.unread) = (gathered, unread)
    names = gathered.map { _ in nil }
  }

  mutating func append(_ feed: Feed, named name: String, from source: RowSource) {
    layout.append(0..<feed.catalog.count, of: feeds.count, scope: number(of: source.scope))
    feeds.append(feed)
    names.append(name)
    sources.append((source.name, feed.catalog.count))
  }

  /// Appends those of some gathered records that are rows.
  mutating func append(_ records: Range<Int>, of place: Int, from source: RowSource) {
    let skipped = feeds[place].report.skipped
    let start = records.lowerBound - skipped.count(before: records.lowerBound)
    let end = records.upperBound - skipped.count(before: records.upperBound)
    layout.append(start..<end, of: place, scope: number(of: source.scope))
    sources.append((source.name, end - start))
  }

  private mutating func number(of scope: String) -> Int {
    if let number = scopeNumbers[scope] { return number }
    scopeNumbers[scope] = scopes.count
    scopes.append(scope)
    return scopes.count - 1
  }

  /// The most sources that are told apart if each has one row.
  private static let mostSingles = 20

  func feed(_ reading: FeedReading, _ snapshot: FeedSnapshot?) throws(FeedError) -> Feed {
    var joined = JoinedFields()
    for feed in feeds { joined.add(feed.catalog.schema) }
    var fields = joined.fields
    var values = joined.fields.map { _ in [Value?](repeating: nil, count: layout.count) }
    var starts = [UInt32](repeating: 0, count: layout.count)
    let rows = feeds.map(\.catalog.rowsOfRecords)
    for record in 0..<layout.count {
      let place = layout.place(of: record)
      let (catalog, row) = (feeds[place.part].catalog, Int(rows[place.part][place.record]))
      starts[record] = UInt32(truncatingIfNeeded: catalog.recordStart(of: row))
      for (field, origin) in joined.origins[place.part].enumerated() {
        guard let origin, let value = catalog.value(origin, row) else { continue }
        values[field][record] =
          fields[field].kind == .list ? value.lines(fields[field].role) : value
      }
    }
    let sourceCount = Set(sources.map(\.name)).count
    // Where each of many rows has a file or folder of its own, its name tells no more than that of the row.
    if sourceCount > 1, sourceCount <= Self.mostSingles || sourceCount < layout.count {
      fields.append(Field(Feed.sourceField, .keyword))
      values.append(sources.flatMap { Array(repeating: .text($0.name), count: $0.count) })
    }
    let parts = feeds.enumerated().map { number, feed in
      FeedPart(
        name: names[number], texts: feed.parts[0].texts, report: feed.report,
        address: feed.parts[0].address)
    }
    if parts.isEmpty {
      let first = unread.first.map { "\(harmless($0.name)): \($0.reason)" }
      throw .notAFeed(first ?? "there is no feed in it")
    }
    let origins = joined.origins.map {
      $0 + [Int?](repeating: nil, count: fields.count - $0.count)
    }
    var contents = CatalogContents(Schema(fields), count: layout.count, values: values)
    contents.recordStarts = starts
    let feed = Feed(
      .empty, parts, layout: layout, origins: origins, unread: unread, scopes: scopes)
    contents.attachment = feed.encodedParts
    return Feed(
      try stored(contents, snapshot, reading), parts, layout: layout, origins: origins,
      unread: unread, scopes: scopes)
  }
}

extension Value {
  /// The value of a list: the lines of a text, if these are ingredients or steps.
  fileprivate func lines(_ role: Field.Role?) -> Value {
    guard case .text(let text) = self, role == .ingredients || role == .instructions else {
      return self
    }
    return .list(text.split(whereSeparator: \.isNewline).map { trimmingSpace(String($0)) })
  }
}

extension Feed {
  /// The name of the field that says which source a row is from.
  package static let sourceField = "from"

  /// Reads gathered records as one document.
  init(
    gathering records: [GatheredRecord], as profile: Profile, _ reading: FeedReading
  ) throws(FeedError) {
    var reading = reading
    reading.profile = profile
    try self.init(FeedDocument(gathering: records, as: profile), reading)
  }
}
