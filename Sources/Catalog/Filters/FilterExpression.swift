import Text

/// A condition on rows.
package indirect enum FilterExpression: Equatable, Sendable {
  case all([FilterExpression])
  case any([FilterExpression])
  case not(FilterExpression)
  /// A searchable field contains the text.
  case text(Pattern)
  /// The field has a value.
  case has(Int)
  /// The row has a mark of the user, such as `favorite`.
  case flag(String)
  /// The user's notes about the row match one of the patterns.
  case notes([Pattern], Pattern.Extent)
  /// A text of the field matches one of the patterns.
  case matches(Int, [Pattern], Pattern.Extent)
  /// The number or day, or the number of items of a list, is in one of the intervals.
  case within(Int, [Interval])

  /// An interval of numbers whose bounds may be open or closed.
  package struct Interval: Equatable, Sendable {
    var lower = -Double.infinity
    var upper = Double.infinity
    var isOpenBelow = false
    var isOpenAbove = false

    func contains(_ number: Double) -> Bool {
      (isOpenBelow ? number > lower : number >= lower)
        && (isOpenAbove ? number < upper : number <= upper)
    }
  }

  /// Whether the condition depends on the user's marks.
  package var asksForMarks: Bool {
    switch self {
    case .all(let parts), .any(let parts): parts.contains(where: \.asksForMarks)
    case .not(let part): part.asksForMarks
    case .flag, .notes: true
    case .has, .matches, .within, .text: false
    }
  }

  /// Whether the condition depends on a mark.
  package func asks(for mark: String) -> Bool {
    switch self {
    case .all(let parts), .any(let parts): parts.contains { $0.asks(for: mark) }
    case .not(let part): part.asks(for: mark)
    case .flag(let name): name == mark
    case .has, .matches, .within, .text, .notes: false
    }
  }

  /// Whether the condition depends on a field.
  package func mentions(_ field: Int) -> Bool {
    switch self {
    case .all(let parts), .any(let parts): parts.contains { $0.mentions(field) }
    case .not(let part): part.mentions(field)
    case .has(let number), .matches(let number, _, _), .within(let number, _): number == field
    case .text, .flag, .notes: false
    }
  }
}

/// The rows that the user has marked, and what the user has written about them.
package struct RowMarks: ExpressibleByDictionaryLiteral, Sendable {
  private var rows: [String: RowSet]
  /// The notes about each row that has any, each note on a line.
  package var notes: [Int: String]

  package init(_ rows: [String: RowSet], notes: [Int: String] = [:]) {
    (self.rows, self.notes) = (rows, notes)
  }

  package init(dictionaryLiteral elements: (String, RowSet)...) {
    self.init(Dictionary(elements) { $1 })
  }

  /// The rows with a mark; nil if it is unknown.
  package subscript(name: String) -> RowSet? {
    get { rows[name] }
    set { rows[name] = newValue }
  }
}

/// A parsed filter, and notes for the user.
package struct Filter: Equatable, Sendable {
  /// Conditions that must all hold.
  package var clauses: [Clause]
  /// Notes to print for any result.
  package var notes: [String]
  /// Whole-value comparisons to suggest alternatives for, if the result is empty.
  var containments: [Containment]

  /// A whole-value comparison for which a search inside the text may have been intended.
  struct Containment: Equatable, Sendable {
    var field: Int
    var source: String
    /// The patterns of the comparison.
    var whole: [Pattern]
    /// The patterns of the suggested search.
    var patterns: [Pattern]
  }
}

extension Catalog {
  /// Returns the rows for which a condition holds.
  ///
  /// - Parameters:
  ///   - expression: The condition.
  ///   - marks: The marks and notes of the user.
  /// - Returns: The rows.
  /// - Complexity: O(*n*) for each comparison.
  package func rows(where expression: FilterExpression, marks: RowMarks) -> RowSet {
    switch expression {
    case .all(let parts):
      return parts.reduce(into: all) { $0.formIntersection(rows(where: $1, marks: marks)) }
    case .any(let parts):
      return parts.reduce(into: RowSet(capacity: count)) {
        $0.formUnion(rows(where: $1, marks: marks))
      }
    case .not(let part): return rows(where: part, marks: marks).complement
    case .text(let pattern):
      return searchable.reduce(into: RowSet(capacity: count)) {
        $0.formUnion(rows($1, pattern, .anywhere))
      }
    case .has(let field): return present(field)
    case .flag(let name): return marks[name] ?? RowSet(capacity: count)
    case .notes(let patterns, let extent):
      var rows = RowSet(capacity: count)
      for (row, note) in marks.notes where row < count {
        let lines = note.split(whereSeparator: \.isNewline).map(String.init)
        let isMatch = lines.contains { line in patterns.contains { $0.matches(line, extent) } }
        if isMatch { rows.insert(row) }
      }
      return rows
    case .matches(let field, let patterns, let extent):
      return patterns.reduce(into: RowSet(capacity: count)) {
        $0.formUnion(rows(field, $1, extent))
      }
    case .within(let field, let intervals): return rows(field, in: intervals)
    }
  }

  private func rows(_ field: Int, in intervals: [FilterExpression.Interval]) -> RowSet {
    switch column(field) {
    case .numbers(let column):
      column.rows(count: count) { number in intervals.contains { $0.contains(number) } }
    case .dates(let column):
      column.rows(count: count) { day in intervals.contains { $0.contains(Double(day)) } }
    case .lists(let column):
      present(field).rows.reduce(into: RowSet(capacity: count)) { found, row in
        let items = Double(column.items(row).count)
        if intervals.contains(where: { $0.contains(items) }) { found.insert(row) }
      }
    case .texts, .keywords: RowSet(capacity: count)
    }
  }

  /// Returns hints for a filter with an empty result, about fields that contain its texts.
  package func hints(for filter: Filter) -> [String] {
    filter.containments.compactMap { containment in
      func count(_ patterns: [Pattern], _ extent: Pattern.Extent) -> Int {
        patterns.reduce(into: RowSet(capacity: self.count)) {
          $0.formUnion(rows(containment.field, $1, extent))
        }.count
      }
      let found = count(containment.patterns, .anywhere)
      // If the comparison matches rows, another condition has excluded them.
      guard found > 0, count(containment.whole, .whole) == 0 else { return nil }
      let matches = found == 1 ? "1 row contains it" : "\(found) rows contain it"
      let name = schema.fields[containment.field].name
      // The source may be quoted, or a list of values.
      let source = containment.source
      let value = source.contains { "\"',".contains($0) } ? source : "\"\(source)\""
      return "hint: no \(name) is exactly \(value); \(matches): \(name)~\(source)"
    }
  }
}

extension Catalog {
  /// Returns an upper estimate of the time to evaluate a condition, in nanoseconds.
  package func cost(of expression: FilterExpression) -> Int {
    switch expression {
    case .all(let parts), .any(let parts): parts.reduce(0) { $0 + cost(of: $1) + setCost }
    case .not(let part): cost(of: part) + setCost
    case .text(let pattern): searchable.reduce(0) { $0 + cost(of: $1, pattern, .anywhere) }
    case .has, .flag, .notes: setCost
    case .matches(let field, let patterns, let extent):
      patterns.reduce(0) { $0 + cost(of: field, $1, extent) }
    case .within(_, let intervals): setCost + 3 * count * max(1, intervals.count)
    }
  }

  /// The time to read a bit of each row.
  private var setCost: Int { 100 + count / 32 }

  private func cost(of field: Int, _ pattern: Pattern, _ extent: Pattern.Extent) -> Int {
    switch column(field) {
    case .texts(let column): setCost + column.cost(of: pattern, extent, count: count)
    case .keywords(let column): setCost + count / 2 + column.words.count * 150
    case .lists(let column): setCost + 6 * count + column.words.count * 150
    case .numbers, .dates: setCost + 300 * count
    }
  }
}

extension TextColumn {
  fileprivate func cost(of pattern: Pattern, _ extent: Pattern.Extent, count: Int) -> Int {
    guard let folded, !pattern.anchor.isEmpty else { return 300 * count }
    if isInOrder, pattern.isPlain, extent == .start || extent == .whole { return 10_000 }
    return folded.byteCount / 4 + (pattern.isPlain ? 0 : 50 * count)
  }
}

/// A condition of a view as typed.
package struct Clause: Equatable, Sendable {
  package var text: String
  package var expression: FilterExpression
  /// The single-valued field that is compared for equality, if the clause consists of that.
  package var equality: Int?

  /// Whether no row can match both clauses, because they require different values of a single-valued field.
  package func excludes(_ other: Clause) -> Bool {
    guard equality != nil, equality == other.equality else { return false }
    switch (expression, other.expression) {
    case (.matches(_, let own, _), .matches(_, let others, _)):
      return !own.contains { pattern in others.contains { pattern.mayOverlap($0) } }
    case (.within(_, let own), .within(_, let others)):
      return !own.contains { interval in others.contains { interval.meets($0) } }
    default: return true
    }
  }
}

extension Pattern {
  /// Whether a text may match both patterns as a whole.
  ///
  /// The result is exact unless both have wildcards.
  fileprivate func mayOverlap(_ other: Pattern) -> Bool {
    switch (isWild, other.isWild) {
    case (false, false): plain == other.plain
    // A pattern without accents matches any accents.
    case (true, false): Pattern(plain, wildcards: true).matches(other.plain, .whole)
    case (false, true): other.mayOverlap(self)
    case (true, true): true
    }
  }
}

extension FilterExpression.Interval {
  /// Whether the intervals intersect.
  fileprivate func meets(_ other: Self) -> Bool {
    let (low, high) = (max(lower, other.lower), min(upper, other.upper))
    return low < high || low == high && contains(low) && other.contains(low)
  }
}
