import Catalog
import Diagnostics
import FeedLoading
import Feeds
import Interpreter
import Text

/// An item that may not be in the feed: a favorite that the feed dropped, or one of another feed.
package enum MeantItem {
  case row(Int)
  case remembered(Keepsake)
}

extension Session {
  /// The row that a word names, otherwise the stored record.
  package func meant(_ word: Word?, in line: String) throws -> MeantItem {
    if word == nil, case .remembered(let remembered) = lastShown {
      // It may have changed since.
      return .remembered(try library.keepsakes().first { $0.key == remembered.key } ?? remembered)
    }
    do {
      return .row(try row(word, in: line))
    } catch {
      guard let word, let remembered = try remembered(word) else { throw error }
      return .remembered(remembered)
    }
  }

  /// The stored record whose name or id matches a word, preferably one of this feed; nil if a row matches too, or no
  /// record does.
  ///
  /// - Throws: ``Failure`` if several match.
  package func remembered(_ word: Word) throws -> Keepsake? {
    let wanted = word.unquoted
    let start = wanted.hasPrefix("#") ? String(wanted.dropFirst()) : ""
    let isLikeRows =
      !catalog.rows(nameMatching: Pattern(wanted), .anywhere).isEmpty
      || !start.isEmpty && !rows(handle: wanted).isEmpty
    if isLikeRows || Int(wanted) != nil { return nil }
    let remembered = try library.keepsakes()
    let found = remembered.filter { item in
      folded(item.name) == folded(wanted)
        || !start.isEmpty && item.isCalled(by: start)
    }
    let own = found.filter { $0.feed == feed.map { $0.scope ?? $0.name } }
    let meant = own.isEmpty ? found : own
    guard meant.count > 1 else { return meant.first }
    let handles = RememberedHandles(of: remembered.map(\.key))
    let choices = meant.prefix(5).map { item in
      "\(handles.shown(ofKey: item.key)) of \(shown(source: item.feed))"
    }
    throw Failure(
      "`\(wanted)` could be \(meant.count) of the stored records",
      hint: choices.joined(separator: ", ") + (meant.count > 5 ? ", …" : ""), code: .noSuchRow)
  }

  /// The row of each stored record; of several rows with the same id, the one with the same name.
  package func rows(of remembered: some Sequence<Keepsake>) -> [String: Int] {
    guard let loaded = feed else { return [:] }
    let found = loaded.rows(of: remembered.map(\.key))
    return remembered.reduce(into: [:]) { rows, item in
      let numbers = found[item.key] ?? []
      rows[item.key] = numbers.first { loaded.catalog.name($0) == item.name } ?? numbers.last
    }
  }

  /// The stored record of an item, or a new one.
  package func keepsake(of item: MeantItem) throws -> Keepsake {
    switch item {
    case .row(let row): try keepsake(of: row)
    case .remembered(let remembered): remembered
    }
  }
}

extension Keepsake {
  /// Whether its id or its handle begins with a text.
  fileprivate func isCalled(by start: String) -> Bool {
    let id = idText(ofKey: key, scope: feed).flatMap { isUUID($0) ? nil : $0.lowercased() }
    if let id, id.hasPrefix(start.lowercased()) { return true }
    let digits = digits(of: start)
    return !digits.isEmpty && (id == nil || digits.count >= HandleIndex.fewestDigits)
      && RecordKey(stored: key).handle.hasPrefix(digits)
  }
}

/// The handles of stored records: the first digits of the hash of the key, as many as make it unique.
package struct RememberedHandles {
  /// The minimum number of digits.
  private static let fewest = 8

  /// All handles, sorted.
  private let handles: [String]

  /// Creates the handles of all stored records.
  ///
  /// - Complexity: O(*n* log *n*)
  package init(of keys: some Sequence<String>) {
    handles = Set(keys.map { RecordKey(stored: $0).handle }).sorted()
  }

  /// The handle of the record with a key, as in `#018f2a3c`.
  ///
  /// - Complexity: O(log *n*)
  package func shown(ofKey key: String) -> String {
    let handle = RecordKey(stored: key).handle
    var (low, high) = (0, handles.count)
    while low < high {
      let middle = (low + high) / 2
      if handles[middle] < handle { low = middle + 1 } else { high = middle }
    }
    let isHere = low < handles.count && handles[low] == handle
    let neighbors = [low - 1, isHere ? low + 1 : low].filter(handles.indices.contains)
    let shared = neighbors.map { handles[$0].commonPrefix(with: handle) }.max() ?? 0
    return "#" + handle.prefix(max(Self.fewest, shared + 1))
  }
}

extension String {
  /// The number of characters that both begin with.
  fileprivate func commonPrefix(with other: String) -> Int {
    zip(self, other).prefix { $0 == $1 }.count
  }
}

/// Marks and notes by row.
extension Session {
  /// Returns the rows of the present feed that are favorites, have notes, or are malformed.
  func computedMarks(
    _ favorites: Set<String>, _ notes: [String: String]
  ) -> RowMarks {
    let malformed = feed?.feed.malformedRows ?? RowSet(capacity: catalog.count)
    guard let feed, !(favorites.isEmpty && notes.isEmpty) else {
      let none = RowSet(capacity: catalog.count)
      return ["favorite": none, "noted": none, "malformed": malformed]
    }
    var favorite = RowSet(capacity: catalog.count)
    var noted = RowSet(capacity: catalog.count)
    var texts: [Int: String] = [:]
    for (key, rows) in feed.rows(of: favorites.union(notes.keys)) {
      for row in rows {
        if favorites.contains(key) { favorite.insert(row) }
        if let text = notes[key] {
          noted.insert(row)
          texts[row] = text
        }
      }
    }
    return RowMarks(["favorite": favorite, "noted": noted, "malformed": malformed], notes: texts)
  }
}
