import Text

/// A recipe in RecipeMD, also below a front matter.
enum RecipeMD: RecordSource {
  static let name = "RecipeMD"

  static func recognizes(_ file: SourceFile) -> Bool {
    ["md", "markdown", "recipemd"].contains(file.ending) && hasDivider(file.start)
  }

  /// Whether a text has a heading, and a line of dashes or stars behind it.
  private static func hasDivider(_ text: String) -> Bool {
    let lines = TextLines(text: text).lines
    let front = FrontMatter(lines)
    let body = lines[front.end...].drop { $0.isEmpty }
    guard let title = body.first,
      title.hasPrefix("# ") || body.dropFirst().first?.hasPrefix("==") ?? false
    else { return false }
    return body.dropFirst().contains { line in
      let marks = line.filter { $0 != " " }
      return marks.count >= 3 && (marks.allSatisfy { $0 == "-" } || marks.allSatisfy { $0 == "*" })
    }
  }

  static func records(of file: SourceFile) throws(FormatFault) -> ForeignRecords {
    let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let front = FrontMatter(lines)
    let text = lines[front.end...].joined(separator: "\n")
    let document = try RecipeMDDocument(text, after: front.end)
    var recipe = RecipeBuilder(name: document.title)
    recipe.set("description", document.description)
    recipe.set("keywords", document.tags)
    let yields = document.yields.map {
      [$0.written, $0.unit].compactMap(\.self).joined(separator: " ")
    }
    recipe.set("recipeYield", yields)
    for ingredient in document.ingredients { recipe.add(ingredient: line(ingredient)) }
    for group in document.groups { add(group, to: &recipe) }
    if let instructions = document.instructions { try addSteps(instructions, to: &recipe) }
    recipe.set("totalTime", front.text("time", "total time"))
    recipe.set("prepTime", front.text("prep", "prep time"))
    recipe.set("cookTime", front.text("cook", "cook time"))
    recipe.set("url", front.text("source", "url").flatMap { isAddress($0) ? $0 : nil })
    recipe.set("author", front.text("author"))
    recipe.add(picture: front.text("image", "picture"))
    let unused = front.unused(besides: [
      "time", "total time", "prep", "prep time", "cook", "cook time", "source", "url", "author",
      "image", "picture",
    ])
    return ForeignRecords([recipe.record(line: front.end + 1, unused: unused)])
  }

  private static func line(_ ingredient: RecipeMDDocument.Ingredient) -> String {
    let amount = ingredient.amount.map { [$0.written, $0.unit].compactMap(\.self) } ?? []
    let name = ingredient.name.split(whereSeparator: \.isNewline).map { trimmingSpace(String($0)) }
      .filter { !$0.isEmpty }
    return (amount + name).joined(separator: " ")
  }

  private static func add(_ group: RecipeMDDocument.Group, to recipe: inout RecipeBuilder) {
    recipe.add(ingredientHeading: group.title)
    for ingredient in group.ingredients { recipe.add(ingredient: line(ingredient)) }
    for inner in group.groups { add(inner, to: &recipe) }
  }

  /// Adds the paragraphs and the items of lists as steps, and headings as those of sections.
  private static func addSteps(
    _ text: String, to recipe: inout RecipeBuilder
  ) throws(FormatFault) {
    for block in try MarkdownTree(text).blocks {
      switch block.kind {
      case .heading: recipe.add(stepHeading: block.plainText)
      case .list:
        for item in block.children {
          recipe.add(step: item.children.map(\.plainText).joined(separator: " "))
        }
      case .thematicBreak: break
      default: recipe.add(step: block.kind == .other ? block.text : block.plainText)
      }
    }
  }
}
