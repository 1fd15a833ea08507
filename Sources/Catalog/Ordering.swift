import Text

/// How rows are ordered: by one field after another; what is equal stays in the order of the feed.
package struct Ordering: Equatable, Sendable {
  /// A field to order by.
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
  /// The rows of a set in an order; rows without a value come last, whichever the direction.
  ///
  /// - Complexity: O(*n* log *n*).
  package func sorted(_ rows: RowSet, by ordering: Ordering) -> [Int] {
    var sorted = rows.rows
    for key in ordering.keys.reversed() { sort(&sorted, by: key) }
    return sorted
  }

  private func sort(_ rows: inout [Int], by key: Ordering.Key) {
    let present = column(key.field).present
    let valued = rows.filter { present.contains($0) }
    let missing = rows.filter { !present.contains($0) }
    switch column(key.field) {
    case .texts(let column):
      rows = stable(valued, key.descending) {
        (column.folded[$0], column.shown[$0]) < (column.folded[$1], column.shown[$1])
      }
    case .keywords(let column):
      rows = stable(valued, key.descending) { column.codes[$0] < column.codes[$1] }
    case .lists(let column):
      rows = stable(valued, key.descending) {
        column.items($0).lexicographicallyPrecedes(column.items($1))
      }
    case .numbers(let column):
      rows = stable(valued, key.descending) { column.values[$0] < column.values[$1] }
    case .dates(let column):
      rows = stable(valued, key.descending) {
        (column.days[$0], column.shown[$0]) < (column.days[$1], column.shown[$1])
      }
    }
    rows += missing
  }

  /// The standard sort is stable, so a descending order swaps the comparison and keeps equals as they were.
  private func stable(_ rows: [Int], _ descending: Bool, _ less: (Int, Int) -> Bool) -> [Int] {
    rows.sorted { descending ? less($1, $0) : less($0, $1) }
  }
}
