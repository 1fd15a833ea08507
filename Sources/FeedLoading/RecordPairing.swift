import Catalog
import Text

/// The pairing of rows of two versions of a feed by record.
package struct RecordPairing {
  private(set) var new: [Int] = []
  private(set) var gone: [Int] = []
  private(set) var pairs: [RowPair] = []

  private let before: LoadedFeed
  private let after: LoadedFeed

  package init(_ before: LoadedFeed, _ after: LoadedFeed) {
    self.before = before
    self.after = after
    let (old, mine) = Self.fingerprints(of: before, after)
    var (there, here) = (0, 0)
    while there < old.count, here < mine.count {
      let (earlier, later) = (old[there].fingerprint, mine[here].fingerprint)
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

  /// Returns the end of a run of rows with the same fingerprint.
  private static func end(of fingerprints: [Fingerprint], from start: Int) -> Int {
    var end = start + 1
    while end < fingerprints.count, fingerprints[end].fingerprint == fingerprints[start].fingerprint
    { end += 1 }
    return end
  }

  /// Pairs rows with the same fingerprint: directly if there is one of each, otherwise by their keys.
  private mutating func pair(_ old: ArraySlice<Fingerprint>, _ mine: ArraySlice<Fingerprint>) {
    if old.count == 1, mine.count == 1, let old = old.first, let mine = mine.first {
      return pairs.append(RowPair(before: old.row, after: mine.row))
    }
    var waiting: [String: [Int]] = [:]
    let (oldRows, rows) = (old.map(\.row), mine.map(\.row))
    // `popLast()` takes rows in the order of the feed.
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

  /// A UUID or a hash, and its row.
  private typealias Fingerprint = (fingerprint: SIMD2<UInt64>, row: Int)

  private static func isBefore(_ one: SIMD2<UInt64>, _ other: SIMD2<UInt64>) -> Bool {
    (one[0], one[1]) < (other[0], other[1])
  }

  /// Returns the fingerprints of the rows of each version, ascending.
  ///
  /// Rows of the same record have the same fingerprint.
  private static func fingerprints(of before: LoadedFeed, _ after: LoadedFeed) -> (
    [Fingerprint], [Fingerprint]
  ) {
    let fingerprints: ([SIMD2<UInt64>], [SIMD2<UInt64>])
    if let old = uuids(of: before), let new = uuids(of: after) {
      fingerprints = (old, new)
    } else {
      fingerprints = (hashes(of: before), hashes(of: after))
    }
    func sorted(_ fingerprints: [SIMD2<UInt64>]) -> [Fingerprint] {
      fingerprints.enumerated().map { ($1, $0) }.sorted { isBefore($0.fingerprint, $1.fingerprint) }
    }
    return (sorted(fingerprints.0), sorted(fingerprints.1))
  }

  /// Returns the ids of all rows; nil unless all are UUIDs.
  private static func uuids(of feed: LoadedFeed) -> [SIMD2<UInt64>]? {
    feed.catalog.schema.index(of: .id).flatMap { feed.catalog.uuids($0) }
  }

  /// Returns a hash of each row's key.
  ///
  /// Equal hashes almost certainly have equal keys.
  private static func hashes(of feed: LoadedFeed) -> [SIMD2<UInt64>] {
    (0..<feed.catalog.count).map { SIMD2(FNVHash(key(of: $0, in: feed).utf8).value, 0) }
  }

  /// Returns the key of a row, or a temporary one within this run.
  private static func key(of row: Int, in feed: LoadedFeed) -> String {
    feed.key(of: row)?.text ?? feed.catalog.text(.id, row) ?? ""
  }
}
