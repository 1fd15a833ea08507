/// The value of a field in a row.
package enum Value: Equatable, Sendable {
  case text(String)
  case number(Double)
  case list([String])

  /// The value as a line of text.
  package var text: String {
    switch self {
    case .text(let text): text
    case .number(let number): shown(number)
    case .list(let items): items.joined(separator: ", ")
    }
  }

  /// Whether a value of the same field in another version of the feed is equivalent.
  ///
  /// A single text makes a column of numbers one of texts, which does not change the other values.
  package func isEquivalent(to other: Value) -> Bool {
    switch (self, other) {
    case (.text, .text), (.number, .number), (.list, .list): self == other
    default: text == other.text
    }
  }
}

extension Value? {
  /// Whether a value of the same field in another version of the feed is equivalent, or both are nil.
  package func isEquivalent(to other: Value?) -> Bool {
    guard let self, let other else { return self == other }
    return self.isEquivalent(to: other)
  }
}

/// Returns a number without an unnecessary fraction.
package func shown(_ number: Double) -> String {
  number == number.rounded() && abs(number) < 1e18 ? String(Int(number)) : String(number)
}

/// Returns a duration in its usual notation: `45 min`, `1 h 30`.
package func shownMinutes(_ minutes: Double) -> String {
  guard abs(minutes) < 1e9 else { return shown(minutes) + " min" }
  let whole = Int(minutes.rounded())
  if whole < 60 { return "\(whole) min" }
  return whole % 60 == 0 ? "\(whole / 60) h" : "\(whole / 60) h \(whole % 60)"
}
