import Catalog
import Terminal
import Text

/// One value of a report: as people see it, and as programs read it.
struct Cell {
  var text: StyledText
  var value: JSONValue

  init(_ text: StyledText, _ value: JSONValue) {
    self.text = text
    self.value = value
  }

  init(_ text: String, _ style: Style = .plain) {
    self.init(StyledText(text, style), .string(text))
  }

  init(_ number: Int) { self.init(StyledText("\(number)"), .number(Double(number))) }

  /// A text that may be missing.
  init(optional text: String?) {
    self.init(StyledText(text ?? ""), text.map { .string($0) } ?? .null)
  }

  /// The value as one text; lists are joined by `; `, what is missing is empty.
  var flat: String { value.flat }
}

extension JSONValue {
  /// What a row has in a field, as programs read it.
  init(_ value: Value?, of field: Field) {
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

  /// The value as one text; lists are joined by `; `, what is missing is empty.
  var flat: String {
    switch self {
    case .null: ""
    case .string(let text): text
    case .array(let items): items.map(\.flat).joined(separator: "; ")
    case .bool, .number, .object: text()
    }
  }
}
