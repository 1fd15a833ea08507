import Text

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

extension JSONValue {
  /// The value of a field, as programs read it.
  package init(_ value: Value?, of field: Field) {
    self =
      switch value {
      case .text(let text) where field.isFlag && ["true", "false"].contains(text):
        .bool(text == "true")
      case .text(let text): .string(text)
      case .number(let number): .number(number)
      case .list(let items): .array(items.map { .string($0) })
      case nil: .null
      }
  }
}
