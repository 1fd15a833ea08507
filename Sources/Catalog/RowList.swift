/// A list of rows in some order.
///
/// Rows in the order of names are stored as a bit set with rank support.
package struct RowList: RandomAccessCollection, Sendable {
  private enum Form: Sendable {
    /// All rows, in the order of names.
    case all
    /// The rows of a set, in the order of names, with the number of rows before each block of 512.
    case subset(RowSet, ranks: [UInt32])
    /// An array of rows.
    case listed([UInt32])
    /// All rows, in the order of the feed.
    case feed(RowOrder)
    /// The rows of a set in the order of the feed; sorted on first access.
    case subsetOfFeed(RowSet, Lazy<[UInt32]>)
  }

  private let form: Form
  package let endIndex: Int

  /// Creates a list of all rows of a catalog, in the order of names.
  init(all count: Int) {
    form = .all
    endIndex = count
  }

  /// Creates a list of the rows of a set, in the order of names.
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

  /// Creates a list of all rows, in the order of the feed.
  init(feed order: RowOrder) {
    form = .feed(order)
    endIndex = order.count
  }

  /// Creates a list of the rows of a set, in the order of the feed.
  init(_ rows: RowSet, inFeed order: RowOrder) {
    endIndex = rows.count
    form = .subsetOfFeed(rows, Lazy { order.listed(rows) })
  }

  /// Creates a list from an array of rows.
  package init(listed rows: [UInt32]) {
    form = .listed(rows)
    endIndex = rows.count
  }

  package var startIndex: Int { 0 }

  /// Returns the row at an index.
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

  /// Whether the list contains a row.
  package func contains(_ row: Int) -> Bool {
    switch form {
    case .all, .feed: row >= 0 && row < endIndex
    case .subset(let rows, _), .subsetOfFeed(let rows, _): rows.contains(row)
    case .listed(let rows): rows.contains(UInt32(row))
    }
  }

  /// Returns the index of a row.
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

  /// Returns the first rows of the list in the order of names.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of rows.
  ///   - capacity: The number of rows in the catalog.
  /// - Returns: The rows, ascending.
  package func first(_ limit: Int, of capacity: Int) -> [Int] {
    switch form {
    case .all, .feed: Array(0..<Swift.min(limit, endIndex))
    case .subset(let rows, _), .subsetOfFeed(let rows, _): rows.first(limit) { _ in true }
    case .listed: set(capacity: capacity).first(limit) { _ in true }
    }
  }

  /// Returns the rows as a set.
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
  /// Returns the row with `place` rows of the set before it.
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

/// The mapping from rows to records of the feed, and back.
struct RowOrder: Sendable {
  /// The index of each row's record in the feed.
  private let records: NumberArray<UInt32>
  let count: Int
  private let back: Lazy<[UInt32]>

  init(_ records: NumberArray<UInt32>, count: Int) {
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

  /// Returns the record of a row.
  func record(_ row: Int) -> Int { Int(records[row]) }

  /// The row of each record; computed on first access, in O(*n*).
  var rows: [UInt32] { back.value }

  /// Returns the rows of a set in the order of the feed.
  func listed(_ rows: RowSet) -> [UInt32] {
    // Few rows are sorted; many are filtered out of the complete order.
    if rows.count < count / 16 {
      return records.withSpan { records in
        stableSorted(rows.rows.map { UInt32($0) }) { row in
          Int(row) < records.count ? UInt64(records[Int(row)]) : 0
        }
      }
    }
    var listed: [UInt32] = []
    listed.reserveCapacity(rows.count)
    for row in self.rows where rows.contains(Int(row)) { listed.append(row) }
    // The order of a damaged snapshot may repeat rows.
    return listed.count == rows.count ? listed : rows.rows.map { UInt32($0) }
  }

  /// Converts a set of records to a set of rows.
  func rows(_ records: RowSet) -> RowSet {
    let places = rows
    var set = RowSet(capacity: count)
    records.forEach { set.insert(Int(places[$0])) }
    return set
  }
}
