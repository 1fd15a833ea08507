import Catalog
import Text

/// Which rows of two states of a feed are the same record.
package struct RecordPairing {
  private(set) var new: [Int] = []
  private(set) var gone: [Int] = []
  private(set) var pairs: [RowPair] = []

  private let before: LoadedFeed
  private let after: LoadedFeed

  package init(_ before: LoadedFeed, _ after: LoadedFeed) {
    self.before = before
    self.after = after
    let (old, mine) = Self.marks(of: before, after)
    var (there, here) = (0, 0)
    while there < old.count, here < mine.count {
      let (earlier, later) = (old[there].mark, mine[here].mark)
      let oldEnd = Self.end(of: old, from: there)
      let end = Self.end(of: mine, from: here)
      if Self.isBefore(earlier, later) {
        gone += old[there..<oldEnd].map(\.row)
        there = oldEnd
      } else if Self.isBefore(later, earlier) {
        new += mine[here..<end].map(\.row)
        here = end
      } else {
        pair(old[there..<oldEnd], mine[here..<end])
        (there, here) = (oldEnd, end)
      }
    }
    gone = (gone + old[there...].map(\.row)).sorted()
    new = (new + mine[here...].map(\.row)).sorted()
    pairs.sort { $0.after < $1.after }
  }

  /// Where the rows with the same mark end.
  private static func end(of marks: [Mark], from start: Int) -> Int {
    var end = start + 1
    while end < marks.count, marks[end].mark == marks[start].mark { end += 1 }
    return end
  }

  /// Pairs rows whose marks are the same: one with one, more by their keys.
  private mutating func pair(_ old: ArraySlice<Mark>, _ mine: ArraySlice<Mark>) {
    if old.count == 1, mine.count == 1, let old = old.first, let mine = mine.first {
      return pairs.append(RowPair(before: old.row, after: mine.row))
    }
    var waiting: [String: [Int]] = [:]
    let (oldRows, rows) = (old.map(\.row), mine.map(\.row))
    // The last of a list is taken first.
    for row in oldRows.sorted(by: { before.catalog.record(of: $0) > before.catalog.record(of: $1) })
    {
      waiting[Self.key(of: row, in: before), default: []].append(row)
    }
    for row in rows.sorted(by: { after.catalog.record(of: $0) < after.catalog.record(of: $1) }) {
      if let same = waiting[Self.key(of: row, in: after)]?.popLast() {
        pairs.append(RowPair(before: same, after: row))
      } else {
        new.append(row)
      }
    }
    gone += waiting.values.joined()
  }

  /// A UUID, or a hash, and the row that has it.
  private typealias Mark = (mark: SIMD2<UInt64>, row: Int)

  private static func isBefore(_ one: SIMD2<UInt64>, _ other: SIMD2<UInt64>) -> Bool {
    (one[0], one[1]) < (other[0], other[1])
  }

  /// What the rows of each state are known by, the same for the same record, in ascending order.
  private static func marks(of before: LoadedFeed, _ after: LoadedFeed) -> ([Mark], [Mark]) {
    let marks: ([SIMD2<UInt64>], [SIMD2<UInt64>])
    if let old = uuids(of: before), let new = uuids(of: after) {
      marks = (old, new)
    } else {
      marks = (hashes(of: before), hashes(of: after))
    }
    func sorted(_ marks: [SIMD2<UInt64>]) -> [Mark] {
      marks.enumerated().map { ($1, $0) }.sorted { isBefore($0.mark, $1.mark) }
    }
    return (sorted(marks.0), sorted(marks.1))
  }

  /// The ids of all rows; nil unless each of them is a UUID.
  private static func uuids(of feed: LoadedFeed) -> [SIMD2<UInt64>]? {
    feed.catalog.schema.index(of: .id).flatMap { feed.catalog.uuids($0) }
  }

  /// A hash of each row's key; what has the same has almost surely the same key.
  private static func hashes(of feed: LoadedFeed) -> [SIMD2<UInt64>] {
    (0..<feed.catalog.count).map { SIMD2(FNVHash(key(of: $0, in: feed).utf8).value, 0) }
  }

  /// What tells a row from others, also where nothing does for longer than this run.
  private static func key(of row: Int, in feed: LoadedFeed) -> String {
    feed.key(of: row)?.text ?? feed.catalog.text(.id, row) ?? ""
  }
}
