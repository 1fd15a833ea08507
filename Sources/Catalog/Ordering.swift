import Text

/// An order of rows by several fields.
///
/// Equal rows are in the order of the feed.
package struct Ordering: Equatable, Sendable {
  /// A sort key.
  package struct Key: Equatable, Sendable {
    package var field: Int
    package var descending: Bool

    package init(field: Int, descending: Bool) {
      self.field = field
      self.descending = descending
    }
  }

  package var keys: [Key]

  /// The order of the feed.
  package static var feed: Ordering { Ordering(keys: []) }

  package init(keys: [Key]) { self.keys = keys }
}

extension Catalog {
  /// Sorts rows.
  ///
  /// Rows without a value come last in both directions.
  ///
  /// - Complexity: O(*n* / 64) by name, O(*n*) in the order of the feed and by keywords, otherwise O(*n* log *n*).
  package func sorted(_ rows: RowSet, by ordering: Ordering) -> RowList {
    guard let first = ordering.keys.first else { return inFeedOrder(rows) }
    if schema.fields[first.field].role == .name, !first.descending, ordering.keys.count == 1 {
      return RowList(rows)
    }
    var sorted: [UInt32] = []
    sorted.reserveCapacity(rows.count)
    for row in order.rows where rows.contains(Int(row)) { sorted.append(row) }
    for key in ordering.keys.reversed() {
      let ranks = ranks(key.field)
      sorted = stableSorted(sorted) { row in
        let rank = ranks[Int(row)]
        return rank == .max || !key.descending ? rank : .max - 1 - rank
      }
    }
    return RowList(listed: sorted)
  }

  /// Sorts all rows.
  package func sorted(by ordering: Ordering) -> RowList {
    ordering == .feed ? RowList(feed: order) : sorted(all, by: ordering)
  }

  private func inFeedOrder(_ rows: RowSet) -> RowList {
    rows.count == count ? RowList(feed: order) : RowList(rows, inFeed: order)
  }

  /// Returns the rank of each row's value in a field.
  ///
  /// Equal values have equal ranks. The absence of a value has the highest.
  private func ranks(_ field: Int) -> [UInt64] {
    var ranks = [UInt64](repeating: .max, count: count)
    let present = present(field)
    switch column(field) {
    case .texts(let column) where column.isInOrder: column.rank(&ranks, present)
    case .texts(let column): rank(&ranks, present) { column.text($0) }
    case .keywords(let column): present.forEach { ranks[$0] = UInt64(column.codes[$0]) }
    case .lists(let column)
    where [.ingredients, .instructions].contains(schema.fields[field].role):
      // By their number, as filters compare them.
      present.forEach { ranks[$0] = UInt64(column.items($0).count) }
    case .lists(let column):
      let items = present.rows.map { (row: $0, items: column.items($0)) }
        .sorted { $0.items.lexicographicallyPrecedes($1.items) }
      var rank: UInt64 = 0
      for (k, item) in items.enumerated() {
        if k > 0, items[k - 1].items != item.items { rank += 1 }
        ranks[item.row] = rank
      }
    case .numbers(let column): present.forEach { ranks[$0] = ascendingBits(column.number($0)) }
    case .dates(let column):
      let dates = present.rows.map { row in
        let text = column.shown(row)
        return (
          row: row, instant: Double(column.day(row)) * 86_400 + secondsInDay(text), text: text
        )
      }.sorted { ($0.instant, $0.text) < ($1.instant, $1.text) }
      var rank: UInt64 = 0
      for (k, date) in dates.enumerated() {
        let isSame =
          k == 0 || dates[k - 1].instant == date.instant && dates[k - 1].text == date.text
        if !isSame { rank += 1 }
        ranks[date.row] = rank
      }
    }
    return ranks
  }

  /// Assigns ranks to rows by their text.
  private func rank(
    _ ranks: inout [UInt64], _ present: RowSet, _ text: (Int) -> String
  ) {
    let rows = present.rows
    var texts = TextArena()
    var scratch: [UInt8] = []
    for row in rows {
      texts.bytes += Array(text(row).utf8)
      texts.end()
    }
    var folded = TextArena()
    folded.appendFolded(of: texts, from: 0, scratch: &scratch)
    var all = PresenceBits()
    for _ in rows { all.append(true) }
    var (rank, previous): (UInt64, Int?) = (0, nil)
    for number in textOrder(texts, folded, all).map({ Int($0) }) {
      if let previous, texts.bytes[texts.place(previous)] != texts.bytes[texts.place(number)] {
        rank += 1
      }
      ranks[rows[number]] = rank
      previous = number
    }
  }
}

/// Returns the bits of a number as an integer with the same order.
private func ascendingBits(_ number: Double) -> UInt64 {
  let bits = (number == 0 ? 0 : number).bitPattern
  return (bits >> 63 == 0 ? bits | 1 << 63 : ~bits) &- 1
}

/// Sorts rows by a key; stable.
///
/// - Complexity: O(*n*) for each 11-bit digit in which the keys differ (least significant digit radix sort).
func stableSorted(_ rows: [UInt32], by key: (UInt32) -> UInt64) -> [UInt32] {
  var entries = rows.map { (key: key($0), row: $0) }
  if entries.count < 256 {
    return entries.enumerated()
      .sorted { ($0.element.key, $0.offset) < ($1.element.key, $1.offset) }.map(\.element.row)
  }
  var (all, any) = (UInt64.max, UInt64(0))
  for entry in entries {
    all &= entry.key
    any |= entry.key
  }
  var other = entries
  for shift in stride(from: UInt64(0), to: 64, by: 11) where (all ^ any) >> shift & 0x7FF != 0 {
    var places = [Int](repeating: 0, count: 2049)
    for entry in entries { places[Int(entry.key >> shift & 0x7FF) + 1] += 1 }
    for digit in 0..<2048 { places[digit + 1] += places[digit] }
    for entry in entries {
      let digit = Int(entry.key >> shift & 0x7FF)
      other[places[digit]] = entry
      places[digit] += 1
    }
    swap(&entries, &other)
  }
  return entries.map(\.row)
}
