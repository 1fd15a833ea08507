import Catalog
import Feeds
import Testing
import Text

/// Returns the value of a form in a JSON text.
func value(_ form: ValueForm, in json: String) throws -> Value? {
  form.value(of: try #require(JSONValue(json: Array(json.utf8))))
}

/// Returns the text of a form; nil if the value is not a text.
func text(_ form: ValueForm, in json: String) throws -> String? {
  guard case .text(let text) = try value(form, in: json) else { return nil }
  return text
}

/// Returns the list of a form; empty if there is none.
func list(_ form: ValueForm, in json: String) throws -> [String] {
  guard case .list(let items) = try value(form, in: json) else { return [] }
  return items
}

/// Returns the number of a form; nil if the value is not a number.
func number(_ form: ValueForm, in json: String) throws -> Double? {
  guard case .number(let number) = try value(form, in: json) else { return nil }
  return number
}
