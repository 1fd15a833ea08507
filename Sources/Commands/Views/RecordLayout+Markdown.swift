import Catalog
import Cooking
import Kitchen
import Output
import SessionStore
import Text
import World

/// Recipes in Markdown, formatted for printing.
extension RecordLayout {
  /// Whether the rows have ingredients or instructions, so that each is a page of its own rather than a line.
  var showsRecipes: Bool {
    catalog.schema.index(of: .ingredients) != nil || catalog.schema.index(of: .instructions) != nil
  }

  /// Returns a row in Markdown: its name, facts, ingredients, instructions, links and notes.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - dish: Its ingredients and instructions.
  ///   - notes: The user's notes.
  /// - Returns: Complete lines.
  func markdown(_ row: Int, _ dish: Dish, notes: [String]) -> String {
    var parts = ["# " + markdownText(catalog.name(row))]
    parts += [summary(row, dish), tags(row)].filter { !$0.isEmpty }.map {
      markdownText($0.joined(separator: " · "))
    }
    for (number, field) in catalog.schema.fields.enumerated() where field.kind == .text {
      guard isProse(field, number, row) else { continue }
      let texts = catalog.shownValue(number, row).split(whereSeparator: \.isNewline)
      parts.append("## " + markdownText(title(field.name)))
      parts += texts.map { markdownText(String($0)) }
    }
    parts += listMarkdown(row, dish)
    parts += scaleRemarks(on: dish).map { "*\(markdownText($0))*" }
    let links = rows.linkNames(row).compactMap { name -> String? in
      guard let field = catalog.schema.fields.firstIndex(where: { $0.name == name }),
        let address = catalog.value(field, row)?.text
      else { return nil }
      return "- \(markdownText(title(name))): \(markdownLink(address))"
    }
    if !links.isEmpty { parts.append(links.joined(separator: "\n")) }
    if !notes.isEmpty {
      parts += ["## Notes", notes.map { "- " + markdownText($0) }.joined(separator: "\n")]
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// The ingredients as a list, and the instructions as numbered steps; parts of the recipe get headings.
  private func listMarkdown(_ row: Int, _ dish: Dish) -> [String] {
    [Field.Role.ingredients, .instructions].flatMap { role -> [String] in
      guard let field = catalog.schema.index(of: role), let value = catalog.value(field, row)
      else { return [] }
      var parts = ["## " + markdownText(title(catalog.schema.fields[field].name))]
      var lines: [String] = []
      var number = 0
      func endList() {
        if !lines.isEmpty { parts.append(lines.joined(separator: "\n")) }
        lines = []
      }
      let items = shownItems(items(of: value), role, dish)
      for item in items {
        if item.isHeading {
          endList()
          parts.append("### " + markdownText(stepHeading(of: item.text) ?? item.text))
          continue
        }
        number += 1
        lines.append((role == .ingredients ? "- " : "\(number). ") + markdownText(item.text))
      }
      endList()
      return parts
    }
  }
}
