import Text

/// A value of a field and how many rows have it.
package struct ValueCount: Equatable, Sendable {
  package var value: String
  package var count: Int
}

extension Catalog {
  /// The distinct values of a field among `rows`, the most frequent first, then by their folded form.
  ///
  /// - Complexity: O(*n* + *k* log *k*) for *n* rows and *k* distinct values.
  package func counts(_ field: Int, in rows: RowSet) -> [ValueCount] {
    switch column(field) {
    case .keywords(let column):
      var counts = [Int](repeating: 0, count: column.words.shown.count)
      for row in rows.intersection(column.present).rows { counts[Int(column.codes[row])] += 1 }
      return ranked(column.words.shown, counts)
    case .lists(let column):
      var counts = [Int](repeating: 0, count: column.words.shown.count)
      for row in rows.rows { for code in Set(column.items(row)) { counts[Int(code)] += 1 } }
      return ranked(column.words.shown, counts)
    case .texts, .numbers, .dates:
      var counts: [String: Int] = [:]
      for row in rows.intersection(column(field).present).rows {
        counts[value(field, row)?.text ?? "", default: 0] += 1
      }
      let words = Words(Set(counts.keys)).shown
      return ranked(words, words.map { counts[$0] ?? 0 })
    }
  }

  /// How many distinct values a field has.
  package func distinctCount(_ field: Int) -> Int {
    switch column(field) {
    case .keywords(let column): column.words.shown.count
    case .lists(let column): column.words.shown.count
    case .texts, .numbers, .dates:
      Set(present(field).rows.compactMap { value(field, $0)?.text }).count
    }
  }

  /// The distinct values of a keyword or list field in the order of their folded form.
  package func words(_ field: Int) -> [String] {
    switch column(field) {
    case .keywords(let column): column.words.shown
    case .lists(let column): column.words.shown
    case .texts, .numbers, .dates: []
    }
  }

  private func ranked(_ words: [String], _ counts: [Int]) -> [ValueCount] {
    words.indices.filter { counts[$0] > 0 }
      .sorted { (counts[$1], $0) < (counts[$0], $1) }
      .map { ValueCount(value: words[$0], count: counts[$0]) }
  }
}
