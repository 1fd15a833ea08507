import FeedLoading
import Feeds
import FoundationEssentials
import GRDB
import Text
import World

/// The tables of the library as shared items: favorites, notes, own values, kitchen lists and named feeds.
///
/// Settings, aliases, header fields of feeds, timers, and feeds that are files of this machine are not shared.
struct SyncTables {
  private let database: Database
  /// Separates the parts of an identifier.
  private static let separator: Character = "\u{1F}"
  private static let lists: [KitchenList] = [
    .shoppingDish, .shoppingItem, .shoppingTick, .pantry, .plan,
  ]

  init(_ database: Database) { self.database = database }

  // MARK: - Reading

  /// All shared items with their values.
  ///
  /// - Throws: ``UnreadableRow`` if a row cannot be decoded: it would look as if it had been removed.
  func items() throws -> [SyncItem: String] {
    var items: [SyncItem: String] = [:]
    for row in try rows("SELECT key, feed, name, links, isFavorite, since FROM keepsake") {
      let key = try row.text(0)
      if try row.integer(4) != 0 { items[SyncItem("favorite", key)] = "" }
      // The place of a record whose own line has not arrived yet.
      if try row.text(1).isEmpty, try row.text(2) == key { continue }
      items[SyncItem("record", key)] = text([
        .init("feed", .string(try row.text(1))), .init("name", .string(try row.text(2))),
        .init("links", .string(try row.text(3))), .init("since", time(try row.date(5))),
      ])
    }
    for row in try rows("SELECT key, text, date FROM note") {
      let (key, note, date) = (try row.text(0), try row.text(1), try row.date(2))
      let hash = zeroPadded(FNVHash(note.utf8).value, to: 16, radix: 16)
      items[item("note", key, "\(milliseconds(date))", hash)] = text([
        .init("text", .string(note)), .init("date", time(date)),
      ])
    }
    for row in try rows("SELECT key, kind, value FROM ownValue") {
      let (key, kind, value) = (try row.text(0), try row.text(1), try row.text(2))
      if kind == "rating" {
        items[SyncItem(kind, key)] = value
      } else {
        items[item(kind, key, value)] = ""
      }
    }
    for list in Self.lists {
      for row in try rows("SELECT key, details, date FROM \(list.table.rawValue)") {
        items[SyncItem(list.rawValue, try row.text(0))] = text([
          .init("details", .string(try row.text(1))), .init("date", time(try row.date(2))),
        ])
      }
    }
    for row in try rows("SELECT name, source, profile FROM feed") {
      let source = try row.text(1)
      guard Self.isShared(source) else { continue }
      let profile = try row.optionalText(2)
      items[SyncItem("feed", try row.text(0))] = text([
        .init("source", .string(source)), .init("profile", profile.map { .string($0) } ?? .null),
      ])
    }
    return items
  }

  /// Whether a feed is the same on another machine: its sources are addresses, or feeds of the program.
  private static func isShared(_ source: String) -> Bool {
    FeedRequest(source: source).sources.allSatisfy {
      isHTTP($0) || BundledFeed(rawValue: $0) != nil || !$0.contains("/") && !$0.contains(".")
    }
  }

  /// Whether the tables can have an item: not one of a newer version, or with a value that they do not allow.
  static func isUsable(_ item: SyncItem, _ value: String) -> Bool {
    let json = JSONValue(json: Array(value.utf8)) ?? .string(value)
    switch item.kind {
    case "favorite", "tag", "cooked": return value.isEmpty
    case "rating": return Int(value).map { 1...5 ~= $0 } ?? false
    case "record":
      let names = ["feed", "name", "links"]
      return names.allSatisfy { json[$0]?.optionalString != nil } && json.hasDate("since")
        && json.string("links").hasPrefix("{")
    case "note": return json["text"]?.optionalString != nil && json.hasDate("date")
    case "feed": return !json.string("source").isEmpty && isShared(json.string("source"))
    default:
      return KitchenList(rawValue: item.kind).map(lists.contains) ?? false
        && json["details"]?.optionalString != nil && json.hasDate("date")
    }
  }

  private func rows(_ query: String) throws -> [StoredRow] {
    try Row.fetchAll(database, sql: query).map { StoredRow(values: Array($0.databaseValues)) }
  }

  private func item(_ kind: String, _ parts: String...) -> SyncItem {
    SyncItem(kind, parts.joined(separator: String(Self.separator)))
  }

  private func text(_ members: [JSONValue.Member]) -> String { JSONValue.object(members).text() }

  private func milliseconds(_ date: Date) -> Int64 {
    Int64((date.timeIntervalSince1970 * 1000).rounded())
  }

  private func time(_ date: Date) -> JSONValue { .number(Double(milliseconds(date))) }

  // MARK: - Writing

  /// Makes the tables have other items.
  ///
  /// - Parameters:
  ///   - present: The items that they have.
  ///   - items: Those that they shall have.
  /// - Returns: The numbers of added or changed items and of removed ones by kind, without records, which nobody sees.
  /// - Throws: `DatabaseError` if the library cannot be changed.
  func replace(
    _ present: [SyncItem: String], by items: [SyncItem: String]
  ) throws -> (arrived: [String: Int], removed: [String: Int]) {
    var counts: (arrived: [String: Int], removed: [String: Int]) = ([:], [:])
    // Records come first: notes refer to them.
    let changed = items.filter { present[$0.key] != $0.value }.sorted { one, other in
      let ranks = (one.key.kind == "record" ? 0 : 1, other.key.kind == "record" ? 0 : 1)
      return ranks.0 == ranks.1 ? one.key < other.key : ranks.0 < ranks.1
    }
    for (item, value) in changed where Self.isUsable(item, value) {
      try put(item, JSONValue(json: Array(value.utf8)) ?? .string(value))
      if item.kind != "record" { counts.arrived[item.kind, default: 0] += 1 }
    }
    for (item, value) in present.sorted(by: { $0.key < $1.key })
    where items[item] == nil && Self.isUsable(item, value) {
      try remove(item)
      if item.kind != "record" { counts.removed[item.kind, default: 0] += 1 }
    }
    return counts
  }

  private func put(_ item: SyncItem, _ value: JSONValue) throws {
    let parts = item.id.split(separator: Self.separator, omittingEmptySubsequences: false).map(
      String.init)
    switch item.kind {
    case "record":
      try database.execute(
        sql: """
          INSERT INTO keepsake (key, feed, name, links, isFavorite, since) VALUES (?, ?, ?, ?, 0, ?)
          ON CONFLICT (key) DO UPDATE SET feed = excluded.feed, name = excluded.name,
            links = excluded.links, since = excluded.since
          """,
        arguments: [
          item.id, value.string("feed"), value.string("name"), value.string("links"),
          value.seconds("since"),
        ])
    case "favorite":
      try makePlace(of: item.id)
      try database.execute(
        sql: "UPDATE keepsake SET isFavorite = 1 WHERE key = ?", arguments: [item.id])
    case "note":
      // Keys have separators, too.
      let key = parts.dropLast(2).joined(separator: String(Self.separator))
      try makePlace(of: key)
      try database.execute(
        sql: "INSERT INTO note (key, text, date) VALUES (?, ?, ?)",
        arguments: [key, value.string("text"), value.seconds("date")])
    case "tag", "cooked":
      let key = parts.dropLast().joined(separator: String(Self.separator))
      try putOwnValue(item.kind, key, parts.last ?? "")
    case "rating":
      try database.execute(
        sql: "DELETE FROM ownValue WHERE key = ? AND kind = 'rating'", arguments: [item.id])
      try putOwnValue(item.kind, item.id, value.scalar)
    case "feed":
      try database.execute(
        sql: """
          INSERT INTO feed (name, source, profile, headers) VALUES (?, ?, ?, '[]')
          ON CONFLICT (name) DO UPDATE SET
            headers = CASE WHEN source = excluded.source THEN headers ELSE '[]' END,
            source = excluded.source, profile = excluded.profile
          """,
        arguments: [item.id, value.string("source"), value["profile"].flatMap(\.optionalString)])
    default:
      guard let list = KitchenList(rawValue: item.kind), Self.lists.contains(list) else { return }
      try database.execute(
        sql: """
          INSERT INTO \(list.table.rawValue) (key, details, date) VALUES (?, ?, ?)
          ON CONFLICT (key) DO UPDATE SET details = excluded.details, date = excluded.date
          """,
        arguments: [item.id, value.string("details"), value.seconds("date")])
    }
  }

  private func putOwnValue(_ kind: String, _ key: String, _ value: String) throws {
    try database.execute(
      sql: "INSERT OR IGNORE INTO ownValue (key, kind, value, date) VALUES (?, ?, ?, 0)",
      arguments: [key, kind, value])
  }

  /// Makes a place for a record whose own line has not arrived yet.
  private func makePlace(of key: String) throws {
    try database.execute(
      sql: """
        INSERT OR IGNORE INTO keepsake (key, feed, name, links, isFavorite, since)
        VALUES (?, '', ?, '{}', 0, 0)
        """, arguments: [key, key])
  }

  private func remove(_ item: SyncItem) throws {
    let parts = item.id.split(separator: Self.separator, omittingEmptySubsequences: false).map(
      String.init)
    switch item.kind {
    case "record": break
    case "favorite":
      try database.execute(
        sql: "UPDATE keepsake SET isFavorite = 0 WHERE key = ?", arguments: [item.id])
    case "note":
      let key = parts.dropLast(2).joined(separator: String(Self.separator))
      for row in try rows("SELECT id, key, text, date FROM note") where try row.text(1) == key {
        let hash = zeroPadded(FNVHash(try row.text(2).utf8).value, to: 16, radix: 16)
        guard parts.suffix(2) == ["\(milliseconds(try row.date(3)))", hash] else { continue }
        try database.execute(
          sql: "DELETE FROM note WHERE id = ?", arguments: [try row.integer(0)])
      }
    case "tag", "cooked":
      let key = parts.dropLast().joined(separator: String(Self.separator))
      try database.execute(
        sql: "DELETE FROM ownValue WHERE key = ? AND kind = ? AND value = ?",
        arguments: [key, item.kind, parts.last ?? ""])
    case "rating":
      try database.execute(
        sql: "DELETE FROM ownValue WHERE key = ? AND kind = 'rating'", arguments: [item.id])
    case "feed":
      try database.execute(sql: "DELETE FROM feed WHERE name = ?", arguments: [item.id])
    default:
      guard let list = KitchenList(rawValue: item.kind), Self.lists.contains(list) else { return }
      try database.execute(
        sql: "DELETE FROM \(list.table.rawValue) WHERE key = ?", arguments: [item.id])
    }
  }
}

extension JSONValue {
  fileprivate func string(_ name: String) -> String { self[name].flatMap(\.optionalString) ?? "" }

  fileprivate var optionalString: String? { if case .string(let text) = self { text } else { nil } }

  fileprivate func seconds(_ name: String) -> Double {
    if case .number(let number)? = self[name] { number / 1000 } else { 0 }
  }

  /// Whether a member is a moment of the years 1 to 9999.
  fileprivate func hasDate(_ name: String) -> Bool {
    guard case .number(let number)? = self[name] else { return false }
    return -62_135_596_800_000..<253_402_300_800_000 ~= number
  }

  /// A text, or a number as one.
  fileprivate var scalar: String { optionalString ?? text() }
}
