import Text

/// A condition on rows.
package indirect enum FilterExpression: Equatable, Sendable {
  case all([FilterExpression])
  case any([FilterExpression])
  case not(FilterExpression)
  /// The text stands in some searchable field.
  case text(Pattern)
  /// The field has a value.
  case has(Int)
  /// The row carries a mark of the person's, such as `favorite`.
  case flag(String)
  /// A text of the field matches one of the patterns.
  case matches(Int, [Pattern], Pattern.Extent)
  /// The number, or the day, lies in one of the intervals.
  case lies(Int, [Interval])

  /// The numbers between two ends, each of which may belong to it or not.
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

  /// Whether the condition is about what a person marked.
  package var asksForMarks: Bool {
    switch self {
    case .all(let parts), .any(let parts): parts.contains(where: \.asksForMarks)
    case .not(let part): part.asksForMarks
    case .flag: true
    case .has, .matches, .lies, .text: false
    }
  }

  /// Whether the condition says anything about a field.
  package func mentions(_ field: Int) -> Bool {
    switch self {
    case .all(let parts), .any(let parts): parts.contains { $0.mentions(field) }
    case .not(let part): part.mentions(field)
    case .has(let number), .matches(let number, _, _), .lies(let number, _): number == field
    case .text, .flag: false
    }
  }
}

/// What a filter means, and what there is to say about it.
package struct Filter: Equatable, Sendable {
  /// Conditions that all have to hold.
  package var clauses: [Clause]
  /// Said whatever the filter finds.
  package var notes: [String]
  /// Said if the filter finds nothing at all.
  var containments: [Containment]

  /// A whole-value comparison that a search inside the text might have been meant by.
  struct Containment: Equatable, Sendable {
    var field: Int
    var source: String
    /// What it asks for.
    var whole: [Pattern]
    /// What a search inside would be for.
    var patterns: [Pattern]
  }
}

extension Catalog {
  /// The rows for which a condition holds.
  ///
  /// - Parameters:
  ///   - expression: The condition.
  ///   - marks: The rows that carry each mark of the person's.
  /// - Returns: The rows, in a set.
  /// - Complexity: O(*n*) for each comparison.
  package func rows(where expression: FilterExpression, marks: [String: RowSet]) -> RowSet {
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
    case .matches(let field, let patterns, let extent):
      return patterns.reduce(into: RowSet(capacity: count)) {
        $0.formUnion(rows(field, $1, extent))
      }
    case .lies(let field, let intervals): return rows(field, in: intervals)
    }
  }

  private func rows(_ field: Int, in intervals: [FilterExpression.Interval]) -> RowSet {
    switch column(field) {
    case .numbers(let column):
      column.rows(count: count) { number in intervals.contains { $0.contains(number) } }
    case .dates(let column):
      column.rows(count: count) { day in intervals.contains { $0.contains(Double(day)) } }
    case .texts, .keywords, .lists: RowSet(capacity: count)
    }
  }

  /// What to say about a filter that left nothing: where its text would have been found.
  package func hints(for filter: Filter) -> [String] {
    filter.containments.compactMap { containment in
      func count(_ patterns: [Pattern], _ extent: Pattern.Extent) -> Int {
        patterns.reduce(into: RowSet(capacity: self.count)) {
          $0.formUnion(rows(containment.field, $1, extent))
        }.count
      }
      let found = count(containment.patterns, .anywhere)
      // What it finds as it is, another part of the filter took away.
      guard found > 0, count(containment.whole, .whole) == 0 else { return nil }
      let verb = found == 1 ? "contains" : "contain"
      let name = schema.fields[containment.field].name
      return "hint: \(found) \(verb) it; try \(name)~\(containment.source)"
    }
  }
}

extension Catalog {
  /// How long it takes to find the rows for which a condition holds: nanoseconds, roughly and on the high side.
  package func cost(of expression: FilterExpression) -> Int {
    switch expression {
    case .all(let parts), .any(let parts): parts.reduce(0) { $0 + cost(of: $1) + setCost }
    case .not(let part): cost(of: part) + setCost
    case .text(let pattern): searchable.reduce(0) { $0 + cost(of: $1, pattern, .anywhere) }
    case .has, .flag: setCost
    case .matches(let field, let patterns, let extent):
      patterns.reduce(0) { $0 + cost(of: field, $1, extent) }
    case .lies(_, let intervals): setCost + 3 * count * max(1, intervals.count)
    }
  }

  /// What it takes to look at a bit of each row.
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
    if isInOrder, pattern.isPlain, extent != .anywhere { return 10_000 }
    return folded.byteCount / 4 + (pattern.isPlain ? 0 : 50 * count)
  }
}

/// One condition of a view as it was typed.
package struct Clause: Equatable, Sendable {
  package var text: String
  package var expression: FilterExpression
  /// The single-valued field that has to equal something, if that is all the clause says.
  package var equality: Int?

  /// Whether no row can meet both: each wants a field that has one value to equal something else.
  package func excludes(_ other: Clause) -> Bool {
    guard equality != nil, equality == other.equality else { return false }
    switch (expression, other.expression) {
    case (.matches(_, let own, _), .matches(_, let others, _)):
      return !own.contains { pattern in others.contains { pattern.mayMeet($0) } }
    case (.lies(_, let own), .lies(_, let others)):
      return !own.contains { interval in others.contains { interval.meets($0) } }
    default: return true
    }
  }
}

extension Pattern {
  /// Whether one text may match both as a whole; sure only where one of them has no wildcard.
  fileprivate func mayMeet(_ other: Pattern) -> Bool {
    switch (isWild, other.isWild) {
    case (false, false): plain == other.plain
    // What has no accents stands for any.
    case (true, false): Pattern(plain, wildcards: true).matches(other.plain, .whole)
    case (false, true): other.mayMeet(self)
    case (true, true): true
    }
  }
}

extension FilterExpression.Interval {
  /// Whether a number lies in both.
  fileprivate func meets(_ other: Self) -> Bool {
    let (low, high) = (max(lower, other.lower), min(upper, other.upper))
    return low < high || low == high && contains(low) && other.contains(low)
  }
}
