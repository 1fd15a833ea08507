import Testing
import Text

@testable import Formats

/// Returns the records of a file, which one of the formats recognizes.
func records(
  _ text: String, named name: String = "a.txt", as format: String? = nil
) throws -> [JSONValue] {
  try foreign(text, named: name, as: format).records.map(\.value)
}

func foreign(
  _ text: String, named name: String = "a.txt", as format: String? = nil
) throws -> ForeignRecords {
  let file = SourceFile(name: name, bytes: Array(text.utf8))
  let source = try #require(recordSource(of: file), "no format recognizes the file")
  if let format { #expect(source.name == format) }
  return try source.records(of: file)
}

extension JSONValue {
  /// The texts of a list.
  var texts: [String] {
    guard case .array(let items) = self else { return [] }
    return items.compactMap(\.plainText)
  }

  /// The ingredients of a recipe.
  var ingredients: [String] { self["recipeIngredient"]?.texts ?? [] }

  /// The steps of a recipe, after the names of their sections.
  var steps: [String] {
    guard case .array(let items)? = self["recipeInstructions"] else { return [] }
    return items.flatMap { item -> [String] in
      guard let name = item["name"]?.plainText, case .array(let inner)? = item["itemListElement"]
      else { return [item.plainText ?? item["text"]?.plainText ?? ""] }
      return ["# " + name] + inner.compactMap { $0["text"]?.plainText }
    }
  }

  /// The names of the values that recipes do not share.
  var properties: [String] {
    guard case .array(let items)? = self["additionalProperty"] else { return [] }
    return items.compactMap { $0["name"]?.plainText }
  }

  /// The marks of the program.
  var marks: [String] {
    guard case .array(let items)? = self["additionalProperty"] else { return [] }
    return items.first { $0["name"]?.plainText == "marks" }?.texts("value") ?? []
  }

  /// The texts under a name; a single one is a list of one.
  func texts(_ name: String) -> [String] {
    self[name].map { $0.plainText.map { [$0] } ?? $0.texts } ?? []
  }
}
