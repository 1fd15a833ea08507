import Text

/// Writes a recipe as plain text, for a message or a sheet of paper.
package enum PlainRecipeWriter {
  /// Returns the name, the facts, the texts, the ingredients, the steps, and where the recipe is from.
  ///
  /// - Parameter recipe: The recipe.
  /// - Returns: Complete lines, without control characters, each paragraph on one line.
  package static func text(of recipe: Recipe) -> String {
    var parts = [[recipe.name, facts(of: recipe).joined(separator: " · ")]]
    if let description = recipe.description { parts.append(lines(description)) }
    parts += list("Ingredients", recipe.ingredients) { _, line in "- " + line }
    parts += list("Steps", recipe.steps) { number, line in "\(number). " + line }
    if let comment = recipe.comment { parts.append(["Remarks"] + lines(comment)) }
    if !recipe.notes.isEmpty { parts.append(["Notes"] + recipe.notes.map { "- " + $0 }) }
    parts.append([recipe.source, recipe.source == nil ? recipe.video : nil].compactMap(\.self))
    return parts.map { $0.filter { !$0.isEmpty }.map { harmless($0) + "\n" }.joined() }
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// What a cook wants to know before: `Italian · serves 4 · prep 30 min`.
  package static func facts(of recipe: Recipe) -> [String] {
    var facts = recipe.cuisines + recipe.categories
    if let yield = recipe.yield {
      facts.append(Double(yield) == nil ? yield : "serves \(yield)")
    }
    for (name, minutes) in [("prep", recipe.prep), ("cook", recipe.cook), ("total", recipe.total)] {
      if let minutes { facts.append("\(name) \(shownMinutes(minutes))") }
    }
    if let author = recipe.author { facts.append("by \(author)") }
    return facts
  }

  private static func lines(_ text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).map(String.init)
  }

  /// Returns a title and sections with their numbered lines; each section with a heading is a part of its own.
  private static func list(
    _ title: String, _ sections: [Recipe.Section], _ line: (Int, String) -> String
  ) -> [[String]] {
    var number = 0
    return sections.enumerated().map { place, section in
      let head = (place == 0 ? [title] : []) + (section.title.map { [$0 + ":"] } ?? [])
      return head
        + section.items.map { item in
          number += 1
          return line(number, item)
        }
    }
  }
}
