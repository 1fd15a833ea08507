import Cooking
import Text

/// A recipe in plain text or simple Markdown, divided by headings for ingredients and steps, as `export text` and
/// `export markdown` write one.
enum PlainTextRecipe: RecordSource {
  static let name = "plain text"

  static func recognizes(_ file: SourceFile) -> Bool {
    ["txt", "text", "md", "markdown"].contains(file.ending) && PlainRecipe.isDivided(file.start)
  }

  static func records(of file: SourceFile) throws(FormatFault) -> ForeignRecords {
    let isMarkdown = file.ending.hasPrefix("m")
    guard let plain = PlainRecipe(isMarkdown ? unescaped(file.text) : file.text) else {
      throw FormatFault("it has no line with letters")
    }
    var recipe = RecipeBuilder(name: plain.title)
    recipe.set("description", plain.description)
    recipe.add(yield: plain.yield.map { RecipeText.yield($0) ?? $0 })
    for line in plain.ingredients { recipe.add(ingredient: line) }
    for line in plain.steps {
      if line.hasSuffix(":") { recipe.add(stepHeading: line) } else { recipe.add(step: line) }
    }
    for (property, text) in plain.facts { recipe.set(property, text) }
    recipe.add(comment: plain.comment)
    return ForeignRecords([recipe.record()])
  }
}

extension PlainRecipe {
  /// The facts that are there, by the names of schema.org.
  fileprivate var facts: [(property: String, text: String)] {
    [
      ("prepTime", prep), ("cookTime", cook), ("totalTime", total), ("author", author),
      ("url", source), ("video", video),
    ].compactMap { property, text in text.map { (property, $0) } }
  }

  /// The facts that RecipeMD has no place for, by the names of their fields.
  package var others: [JSONValue.Member] {
    [
      ("prep", prep), ("cook", cook), ("time", total), ("author", author), ("source", source),
      ("video", video), ("comment", comment),
    ].compactMap { name, text in text.map { .init(name, .string($0)) } }
  }
}
