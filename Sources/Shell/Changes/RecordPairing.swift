import Catalog
import SessionStore

/// Which rows of two states of a feed are the same record.
struct RecordPairing {
  private(set) var new: [Int] = []
  private(set) var gone: [Int] = []
  private(set) var pairs: [FeedChanges.Pair] = []

  private let before: LoadedFeed
  private let after: LoadedFeed

  init(_ before: LoadedFeed, _ after: LoadedFeed) {
    self.before = before
    self.after = after
    let (old, mine) = Self.marks(of: before, after)
    var (there, here) = (0, 0)
    while there < old.count || here < mine.count {
      let mark = min(
        there < old.count ? old[there].mark : .max, here < mine.count ? mine[here].mark : .max)
      let oldEnd = old[there...].firstIndex { $0.mark != mark } ?? old.count
      let end = mine[here...].firstIndex { $0.mark != mark } ?? mine.count
      pair(old[there..<oldEnd].map(\.row), mine[here..<end].map(\.row))
      (there, here) = (oldEnd, end)
    }
    new.sort()
    gone.sort()
    pairs.sort { $0.after < $1.after }
  }

  /// Pairs rows whose marks are the same; what has the same mark has almost surely the same key.
  private mutating func pair(_ old: [Int], _ mine: [Int]) {
    if old.isEmpty { return new += mine }
    if mine.isEmpty { return gone += old }
    if old.count == 1, mine.count == 1, isSame(old[0], mine[0]) {
      return pairs.append(FeedChanges.Pair(before: old[0], after: mine[0]))
    }
    var waiting: [String: [Int]] = [:]
    // The last of a list is taken first.
    for row in old.sorted(by: { before.catalog.record(of: $0) > before.catalog.record(of: $1) }) {
      waiting[Self.key(of: row, in: before), default: []].append(row)
    }
    for row in mine.sorted(by: { after.catalog.record(of: $0) < after.catalog.record(of: $1) }) {
      if let same = waiting[Self.key(of: row, in: after)]?.popLast() {
        pairs.append(FeedChanges.Pair(before: same, after: row))
      } else {
        new.append(row)
      }
    }
    gone += waiting.values.joined()
  }

  private func isSame(_ old: Int, _ mine: Int) -> Bool {
    Self.key(of: old, in: before) == Self.key(of: mine, in: after)
  }

  /// A number for each row of each state, the same for the same record, in ascending order.
  private static func marks(of before: LoadedFeed, _ after: LoadedFeed) -> (Marks, Marks) {
    if let old = uuidMarks(of: before), let new = uuidMarks(of: after) { return (old, new) }
    return (keyMarks(of: before), keyMarks(of: after))
  }

  private typealias Marks = [(mark: UInt64, row: Int)]

  /// The first halves of all ids; nil unless each row has a UUID.
  private static func uuidMarks(of feed: LoadedFeed) -> Marks? {
    let catalog = feed.catalog
    guard let id = catalog.schema.index(of: .id) else { return nil }
    var marks: Marks = []
    marks.reserveCapacity(catalog.count)
    for row in 0..<catalog.count {
      guard let start = catalog.uuidStart(id, row) else { return nil }
      marks.append((start, row))
    }
    return marks.sorted { $0 < $1 }
  }

  private static func keyMarks(of feed: LoadedFeed) -> Marks {
    (0..<feed.catalog.count).map { (mark(of: key(of: $0, in: feed)), $0) }.sorted { $0 < $1 }
  }

  /// What tells a row from others, also where nothing does for longer than this run.
  private static func key(of row: Int, in feed: LoadedFeed) -> String {
    feed.key(of: row)?.text ?? feed.catalog.text(.id, row) ?? ""
  }

  /// A hash (FNV-1a, 64 bits).
  private static func mark(of key: String) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in key.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0100_0000_01B3 }
    return hash
  }
}
