import Text

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
