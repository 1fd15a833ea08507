import Catalog
import Feeds
import Testing
import Text

/// The value of a form in some JSON text.
func value(_ form: ValueForm, in json: String) throws -> Value? {
  form.value(of: try #require(JSONValue(json: Array(json.utf8))))
}

/// The text that a form finds, if it is one.
func text(_ form: ValueForm, in json: String) throws -> String? {
  guard case .text(let text) = try value(form, in: json) else { return nil }
  return text
}

/// The list that a form finds; empty if it finds nothing.
func list(_ form: ValueForm, in json: String) throws -> [String] {
  guard case .list(let items) = try value(form, in: json) else { return [] }
  return items
}

/// The number that a form finds, if it is one.
func number(_ form: ValueForm, in json: String) throws -> Double? {
  guard case .number(let number) = try value(form, in: json) else { return nil }
  return number
}
