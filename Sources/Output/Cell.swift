import Terminal
import Text

/// A value of a report, for people and for programs.
package struct Cell {
  package var text: StyledText
  package var value: JSONValue
  /// The words of plain output in place of the title and the text; nil for these.
  package var words: String?

  package init(_ text: StyledText, _ value: JSONValue, words: String? = nil) {
    self.text = text
    self.value = value
    self.words = words
  }

  package init(_ text: String, _ style: Style = .plain) {
    self.init(StyledText(text, style), .string(text))
  }

  package init(_ number: Int) { self.init(StyledText("\(number)"), .number(Double(number))) }

  /// Creates a cell with a text; null if it is nil.
  package init(optional text: String?) {
    self.init(StyledText(text ?? ""), text.map { .string($0) } ?? .null)
  }

  /// The value as one text; lists are joined by `; `, and null is empty.
  package var flat: String { value.flat }
}

extension JSONValue {
  /// The value as one text; lists are joined by `; `, and null is empty.
  package var flat: String {
    switch self {
    case .null: ""
    case .string(let text): text
    case .array(let items): items.map(\.flat).joined(separator: "; ")
    case .bool, .number, .object: text()
    }
  }
}
