/// The numbers of rows with each pair of values of two fields.
package struct CrossCounts: Sendable {
  /// A value of one of the fields.
  package struct Entry: Sendable {
    /// The value; nil for rows without one.
    package let value: String?
    /// The number of rows with it.
    package let count: Int
    fileprivate let code: Int
  }

  /// The values of each field, most frequent first; those that are missing come last.
  package let firsts: [Entry]
  package let seconds: [Entry]
  private let counts: [Pair: Int]

  private struct Pair: Hashable { let first, second: Int }

  /// Counts the rows of a set; a row with several values in a list counts for each.
  fileprivate init?(
    _ rows: RowSet, _ first: inout ValueCodes, _ second: inout ValueCodes,
    shouldContinue: (_ done: Int) -> Bool
  ) {
    var counts: [Pair: Int] = [:]
    var (firsts, seconds): ([Int: Int], [Int: Int]) = ([:], [:])
    var (done, isOver) = (0, false)
    rows.forEach { row in
      if isOver { return }
      let (ones, others) = (first.codes(row), second.codes(row))
      for one in ones { firsts[one, default: 0] += 1 }
      for other in others { seconds[other, default: 0] += 1 }
      for one in ones {
        for other in others { counts[Pair(first: one, second: other), default: 0] += 1 }
      }
      done += 1
      if done & 0xFFF == 0, !shouldContinue(done) { isOver = true }
    }
    if isOver { return nil }
    self.counts = counts
    self.firsts = first.ranked(firsts)
    self.seconds = second.ranked(seconds)
  }

  /// The number of rows with two values.
  package func count(_ first: Entry, _ second: Entry) -> Int {
    counts[Pair(first: first.code, second: second.code)] ?? 0
  }
}

extension Catalog {
  /// Counts the rows with each pair of values of two fields.
  ///
  /// - Parameters:
  ///   - first: A field.
  ///   - second: Another field.
  ///   - rows: The rows to count.
  ///   - shouldContinue: Called regularly with the number of rows counted; returns false to cancel.
  /// - Returns: The counts; nil if canceled.
  /// - Complexity: O(*n*) in the number of values.
  package func crossCounts(
    _ first: Int, _ second: Int, in rows: RowSet, shouldContinue: (_ done: Int) -> Bool
  ) -> CrossCounts? {
    var (one, other) = (ValueCodes(first, of: self), ValueCodes(second, of: self))
    return CrossCounts(rows, &one, &other, shouldContinue: shouldContinue)
  }
}

/// The values of a field as numbers; 0 for a missing one.
private struct ValueCodes {
  private let catalog: Catalog
  private let field: Int
  /// The codes of texts, numbers and dates, which have no dictionary.
  private var known: [String: Int] = [:]
  private var texts: [String] = []

  init(_ field: Int, of catalog: Catalog) { (self.field, self.catalog) = (field, catalog) }

  /// The distinct values of a row.
  mutating func codes(_ row: Int) -> [Int] {
    switch catalog.column(field) {
    case .keywords(let column): return [column.word(row).map { $0 + 1 } ?? 0]
    case .lists(let column):
      let items = column.items(row)
      return items.isEmpty ? [0] : items.count == 1 ? [items[0] + 1] : Set(items).map { $0 + 1 }
    case .texts, .numbers, .dates:
      guard let text = catalog.value(field, row)?.text else { return [0] }
      if let code = known[text] { return [code] }
      texts.append(text)
      known[text] = texts.count
      return [texts.count]
    }
  }

  /// The values with their numbers of rows, most frequent first.
  func ranked(_ counts: [Int: Int]) -> [CrossCounts.Entry] {
    counts.map { CrossCounts.Entry(value: value($0.key), count: $0.value, code: $0.key) }
      .sorted { one, other in
        if (one.value == nil) != (other.value == nil) { return other.value == nil }
        return (other.count, one.value ?? "") < (one.count, other.value ?? "")
      }
  }

  private func value(_ code: Int) -> String? {
    if code == 0 { return nil }
    return switch catalog.column(field) {
    case .keywords(let column): column.words.shown.text(code - 1)
    case .lists(let column): column.words.shown.text(code - 1)
    case .texts, .numbers, .dates: texts[code - 1]
    }
  }
}
