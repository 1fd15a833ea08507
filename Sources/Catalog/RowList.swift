/// Rows in the order in which they are looked at.
///
/// Rows in the order of their names are never listed: a set of bits is enough to find the one at a place.
package struct RowList: RandomAccessCollection, Sendable {
  private enum Form: Sendable {
    /// Every row, in the order of the names.
    case all
    /// The rows of a set, in the order of the names; and how many stand before each 512 rows.
    case subset(RowSet, ranks: [UInt32])
    /// Rows one by one.
    case listed([UInt32])
    /// Every row in the order of the feed.
    case feed(RowOrder)
    /// The rows of a set in the order of the feed; listed when the first of them is looked at.
    case subsetOfFeed(RowSet, Lazy<[UInt32]>)
  }

  private let form: Form
  package let endIndex: Int

  /// Every row of a catalogue of so many, in the order of the names.
  init(all count: Int) {
    form = .all
    endIndex = count
  }

  /// The rows of a set in the order of the names.
  init(_ rows: RowSet) {
    var ranks: [UInt32] = []
    var total = 0
    for (k, word) in rows.words.enumerated() {
      if k & 7 == 0 { ranks.append(UInt32(total)) }
      total += word.nonzeroBitCount
    }
    form = .subset(rows, ranks: ranks)
    endIndex = total
  }

  /// Every row in the order of the feed.
  init(feed order: RowOrder) {
    form = .feed(order)
    endIndex = order.count
  }

  /// The rows of a set in the order of the feed.
  init(_ rows: RowSet, inFeed order: RowOrder) {
    endIndex = rows.count
    form = .subsetOfFeed(rows, Lazy { order.listed(rows) })
  }

  /// Rows one by one.
  package init(listed rows: [UInt32]) {
    form = .listed(rows)
    endIndex = rows.count
  }

  package var startIndex: Int { 0 }

  /// The row at a place.
  ///
  /// - Complexity: O(1), or O(log *n*) for a set.
  package subscript(_ place: Int) -> Int {
    precondition(place >= 0 && place < endIndex, "the list has no such place")
    switch form {
    case .all: return place
    case .subset(let rows, let ranks): return rows.row(at: place, ranks)
    case .listed(let rows): return Int(rows[place])
    case .feed(let order): return Int(order.rows[place])
    case .subsetOfFeed(_, let listed): return Int(listed.value[place])
    }
  }

  /// Whether a row is listed.
  package func contains(_ row: Int) -> Bool {
    switch form {
    case .all, .feed: row >= 0 && row < endIndex
    case .subset(let rows, _), .subsetOfFeed(let rows, _): rows.contains(row)
    case .listed(let rows): rows.contains(UInt32(row))
    }
  }

  /// The place of a row.
  package func place(of row: Int) -> Int? {
    switch form {
    case .all: return row < endIndex ? row : nil
    case .feed(let order):
      let record = order.record(row)
      return row < endIndex && record < endIndex ? record : nil
    case .subset(let rows, let ranks):
      guard rows.contains(row) else { return nil }
      var place = Int(ranks[row >> 9])
      for k in (row >> 9) << 3..<row >> 6 { place += rows.words[k].nonzeroBitCount }
      return place + (rows.words[row >> 6] & (1 << UInt64(row & 63) - 1)).nonzeroBitCount
    case .listed(let rows): return rows.firstIndex(of: UInt32(row))
    case .subsetOfFeed(_, let listed): return listed.value.firstIndex(of: UInt32(row))
    }
  }

  /// The first rows of the list in the order of their names.
  ///
  /// - Parameters:
  ///   - limit: The most rows to give.
  ///   - capacity: How many rows there are to choose from.
  /// - Returns: Rows, in ascending order.
  package func first(_ limit: Int, of capacity: Int) -> [Int] {
    switch form {
    case .all, .feed: Array(0..<Swift.min(limit, endIndex))
    case .subset(let rows, _), .subsetOfFeed(let rows, _): rows.first(limit) { _ in true }
    case .listed: set(capacity: capacity).first(limit) { _ in true }
    }
  }

  /// The rows without their order.
  package func set(capacity: Int) -> RowSet {
    switch form {
    case .all, .feed: return RowSet(capacity: capacity, full: true)
    case .subset(let rows, _), .subsetOfFeed(let rows, _): return rows
    case .listed(let rows):
      var set = RowSet(capacity: capacity)
      for row in rows { set.insert(Int(row)) }
      return set
    }
  }
}

extension RowList: Equatable {
  package static func == (one: RowList, other: RowList) -> Bool { one.elementsEqual(other) }
}

extension RowSet {
  /// The row that has `place` rows of the set before it.
  fileprivate func row(at place: Int, _ ranks: [UInt32]) -> Int {
    var (low, high) = (0, ranks.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(ranks[middle]) <= place { low = middle } else { high = middle }
    }
    var left = place - Int(ranks[low])
    var k = low << 3
    while k < words.count, left >= words[k].nonzeroBitCount {
      left -= words[k].nonzeroBitCount
      k += 1
    }
    var word = k < words.count ? words[k] : 0
    for _ in 0..<left { word &= word - 1 }
    return k << 6 + word.trailingZeroBitCount
  }
}

/// Which record of the feed each row is, and back.
struct RowOrder: Sendable {
  /// The number of each row's record, counted from 0 in the order of the feed.
  private let records: Numbers<UInt32>
  let count: Int
  private let back: Lazy<[UInt32]>

  init(_ records: Numbers<UInt32>, count: Int) {
    self.records = records
    self.count = count
    back = Lazy { [count] in
      var rows = [UInt32](repeating: 0, count: count)
      records.withSpan { records in
        for row in 0..<min(count, records.count) where Int(records[row]) < count {
          rows[Int(records[row])] = UInt32(row)
        }
      }
      return rows
    }
  }

  /// The record of a row.
  func record(_ row: Int) -> Int { Int(records[row]) }

  /// The row of each record; made when first asked for, in O(*n*).
  var rows: [UInt32] { back.value }

  /// The rows of a set in the order of the feed.
  func listed(_ rows: RowSet) -> [UInt32] {
    // Few rows are put in order; many are picked out of the order.
    if rows.count < count / 16 {
      return rows.rows.map { (record: record($0), row: UInt32($0)) }
        .sorted { $0.record < $1.record }.map(\.row)
    }
    var listed: [UInt32] = []
    listed.reserveCapacity(rows.count)
    for row in self.rows where rows.contains(Int(row)) { listed.append(row) }
    // A damaged order may have a row twice and another one never.
    return listed.count == rows.count ? listed : rows.rows.map { UInt32($0) }
  }

  /// A set of records as a set of rows.
  func rows(_ records: RowSet) -> RowSet {
    let places = rows
    var set = RowSet(capacity: count)
    records.forEach { set.insert(Int(places[$0])) }
    return set
  }
}
