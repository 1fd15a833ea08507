import Text

/// A value of a field, and the number of rows with it.
package struct ValueCount: Equatable, Sendable {
  package var value: String
  package var count: Int

  package init(_ value: String, count: Int) {
    (self.value, self.count) = (value, count)
  }
}

extension Array where Element == ValueCount {
  /// Returns the values, most frequent first, then by their folded form, or numerically.
  package func rankedByCount(areNumbers: Bool = false) -> [ValueCount] {
    if areNumbers {
      return map { (Double($0.value) ?? .infinity, $0) }
        .sorted { ($1.1.count, $0.0) < ($0.1.count, $1.0) }.map(\.1)
    }
    return map { (folded($0.value), $0) }
      .sorted { ($1.1.count, $0.0, $0.1.value) < ($0.1.count, $1.0, $1.1.value) }.map(\.1)
  }
}

extension Catalog {
  /// Counts the rows with each distinct value of a field.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - rows: The rows to count.
  ///   - shouldContinue: Called regularly with the number of rows counted; returns false to cancel.
  /// - Returns: The values, most frequent first, then by their folded form, or numerically; empty if canceled.
  /// - Complexity: O(*k* log *k*) for *k* distinct words of all rows; otherwise additionally O(*n*).
  package func counts(
    _ field: Int, in rows: RowSet, shouldContinue: (_ done: Int) -> Bool = { _ in true }
  ) -> [ValueCount] {
    let isAll = rows.count == count
    switch column(field) {
    case .keywords(let column):
      let counts = isAll ? column.counts.ints : wordCounts(column, rows)
      return ranked(column.words, counts)
    case .lists(let column):
      let counts = isAll ? column.counts.ints : wordCounts(column, rows)
      return ranked(column.words, counts)
    case .texts, .numbers, .dates:
      var counts: [String: Int] = [:]
      // Adjacent rows often have equal texts, especially names.
      var (run, length) = ("", 0)
      var (done, isOver) = (0, false)
      rows.intersection(present(field)).forEach { row in
        if isOver { return }
        let text = value(field, row)?.text ?? ""
        if text != run {
          if length > 0 { counts[run, default: 0] += length }
          (run, length) = (text, 0)
        }
        length += 1
        done += 1
        if done & 0xFFF == 0, !shouldContinue(done) { isOver = true }
      }
      if isOver { return [] }
      if length > 0 { counts[run, default: 0] += length }
      let isNumber = if case .numbers = column(field) { true } else { false }
      return counts.map { ValueCount($0.key, count: $0.value) }
        .rankedByCount(areNumbers: isNumber)
    }
  }

  /// Returns the number of distinct values of a field.
  package func distinctCount(_ field: Int) -> Int {
    switch column(field) {
    case .keywords(let column): return column.words.count
    case .lists(let column): return column.words.count
    case .texts, .numbers, .dates: return distinctTexts(field)
    }
  }

  /// Returns the distinct values of a keyword or list field, sorted by their folded form.
  package func words(_ field: Int) -> [String] {
    switch column(field) {
    case .keywords(let column): column.words.all
    case .lists(let column): column.words.all
    case .texts, .numbers, .dates: []
    }
  }

  /// Whether a value of a keyword or list field matches a pattern as a whole.
  ///
  /// - Complexity: O(log *n*) for a pattern without `*`.
  package func hasWord(_ field: Int, _ pattern: Pattern) -> Bool {
    words(of: field)?.has(pattern) ?? false
  }

  /// Returns the distinct values of a keyword or list field with a prefix, ignoring case and accents.
  ///
  /// - Complexity: O(log *n* + *k*) for *k* values.
  package func words(_ field: Int, startingWith text: String) -> [String] {
    guard let words = words(of: field) else { return [] }
    return words.range(startingWith: Array(folded(text).utf8)).map { words.shown.text($0) }
  }

  private func words(of field: Int) -> WordDictionary? {
    switch column(field) {
    case .keywords(let column): column.words
    case .lists(let column): column.words
    case .texts, .numbers, .dates: nil
    }
  }

  private func wordCounts(_ column: KeywordColumn, _ rows: RowSet) -> [Int] {
    // Code 0 is the absence of a word.
    var counts = [Int](repeating: 0, count: column.words.count + 1)
    column.codes.forEach(in: rows) { if $0 < counts.count { counts[$0] += 1 } }
    return Array(counts.dropFirst())
  }

  private func wordCounts(_ column: ListColumn, _ rows: RowSet) -> [Int] {
    var counts = [Int](repeating: 0, count: column.words.count)
    rows.forEach { row in
      for word in Set(column.items(row)) { counts[word] += 1 }
    }
    return counts
  }

  private func ranked(_ words: WordDictionary, _ counts: [Int]) -> [ValueCount] {
    (0..<min(words.count, counts.count)).filter { counts[$0] > 0 }
      .sorted { (counts[$1], $0) < (counts[$0], $1) }
      .map { ValueCount(words.shown.text($0), count: counts[$0]) }
  }
}

extension NumberArray {
  fileprivate var ints: [Int] { withSpan { span in span.indices.map { Int(span[$0]) } } }
}

extension NarrowNumberArray {
  /// Calls `body` with the number of each row of a set.
  fileprivate func forEach(in rows: RowSet, _ body: (Int) -> Void) {
    switch self {
    case .one(let numbers): numbers.forEach(in: rows, body)
    case .two(let numbers): numbers.forEach(in: rows, body)
    case .four(let numbers): numbers.forEach(in: rows, body)
    }
  }
}

extension NumberArray {
  @inline(__always)
  fileprivate func forEach(in rows: RowSet, _ body: (Int) -> Void) {
    withSpan { span in
      rows.forEach { if $0 < span.count { body(Int(truncatingIfNeeded: span[$0])) } }
    }
  }
}
