/// What one row has in one field.
package enum Value: Equatable, Sendable {
  case text(String)
  case number(Double)
  case list([String])

  /// The value as one line of text.
  package var text: String {
    switch self {
    case .text(let text): text
    case .number(let number): shown(number)
    case .list(let items): items.joined(separator: ", ")
    }
  }

  /// Whether another state of the same field says the same.
  ///
  /// With the first text in it a column of numbers is one of texts; the others have not changed by that.
  package func saysTheSame(as other: Value) -> Bool {
    switch (self, other) {
    case (.text, .text), (.number, .number), (.list, .list): self == other
    default: text == other.text
    }
  }
}

extension Value? {
  /// Whether another state of the same field says the same, or says nothing, either.
  package func saysTheSame(as other: Value?) -> Bool {
    guard let self, let other else { return self == other }
    return self.saysTheSame(as: other)
  }
}

/// A number without a needless fraction.
package func shown(_ number: Double) -> String {
  number == number.rounded() && abs(number) < 1e18 ? String(Int(number)) : String(number)
}

/// A number of minutes as people say it: `45 min`, `1 h 30`.
package func shownMinutes(_ minutes: Double) -> String {
  guard abs(minutes) < 1e9 else { return shown(minutes) + " min" }
  let whole = Int(minutes.rounded())
  if whole < 60 { return "\(whole) min" }
  return whole % 60 == 0 ? "\(whole / 60) h" : "\(whole / 60) h \(whole % 60)"
}
