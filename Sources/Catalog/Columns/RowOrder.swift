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
