import Text

/// A recipe in RecipeMD, also below a front matter: the form in which Larder writes the recipes of a person.
///
/// A value of the front matter is the field of its name; it replaces one of the text below.
package enum RecipeMD: RecordSource {
  package static let name = "RecipeMD"
  /// The name of the profile that reads the records.
  package static let profile = "recipemd"

  package static func recognizes(_ file: SourceFile) -> Bool {
    ["md", "markdown", "recipemd"].contains(file.ending) && isRecipe(file.start)
  }

  /// Whether a text has a heading, and a line of dashes or stars behind it; below a front matter, the heading is enough.
  private static func isRecipe(_ text: String) -> Bool {
    let lines = TextLines(text: text).lines
    let end = FrontMatter.end(of: lines)
    let body = lines[end...].drop { $0.isEmpty }
    guard let title = body.first,
      title.hasPrefix("# ") || body.dropFirst().first?.hasPrefix("==") ?? false
    else { return false }
    return end > 0
      || body.dropFirst().contains { line in
        let marks = line.filter { $0 != " " }
        return marks.count >= 3
          && (marks.allSatisfy { $0 == "-" } || marks.allSatisfy { $0 == "*" })
      }
  }

  package static func records(of file: SourceFile) throws(FormatFault) -> ForeignRecords {
    let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false).map {
      String($0.hasSuffix("\r") ? $0.dropLast() : $0)
    }
    let front = FrontMatter(lines)
    if let fault = front.fault { throw fault }
    let recipe = try RecipeText(
      lines[front.end...].joined(separator: "\n"), after: front.end, front.members)
    var members = recipe.members
    // A picture among the words of the description is that of the recipe.
    let hasPicture = members.contains { ["photo", "image", "picture"].contains($0.name) }
    if !hasPicture, let text = recipe.description, text.contains("!["),
      let image = try MarkdownTree(text).firstImage
    {
      members.append(.init("photo", .string(image)))
    }
    // Without an id of its own, a recipe is known by its file, so that its title can be corrected.
    if !members.contains(where: { $0.name == "id" }) {
      members.append(.init("id", .string(file.stem)))
    }
    return ForeignRecords(
      [ForeignRecord(.object(members), line: front.end + 1)], profile: profile)
  }
}

extension RecipeMD {
  /// Returns a text with another value in its front matter, under a key that is free, such as `source-2`.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - name: The key of the first such value.
  ///   - text: A recipe, with or without a front matter.
  /// - Returns: The recipe, whose other bytes are as they were.
  package static func adding(_ value: String, as name: String, to text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let front = FrontMatter(lines)
    let keys = Set(front.entries.map(\.key))
    let free = ([name] + (2...keys.count + 2).map { "\(name)-\($0)" }).first { !keys.contains($0) }
    let new = yamlText(of: [.init(free ?? name, .string(value))])
    guard front.end > 1 else { return "---\n" + new + "---\n\n" + text }
    let before = lines[..<(front.end - 1)].joined(separator: "\n")
    return before + "\n" + new + lines[(front.end - 1)...].joined(separator: "\n")
  }
}

/// A recipe as the parts of a file in RecipeMD.
package struct RecipeText: Equatable, Sendable {
  package var title: String
  package var description: String?
  package var tags: [String] = []
  package var yield: String?
  /// A line each; the heading of a group ends in a colon.
  package var ingredients: [String] = []
  /// A text each; the heading of a section ends in a colon.
  package var steps: [String] = []
  /// The values of the front matter, by the names of their fields.
  package var others: [JSONValue.Member] = []

  package init(title: String) { self.title = title }

  /// The parts as the members of a record.
  var members: [JSONValue.Member] {
    let texts: ([String]) -> JSONValue = { .array($0.map { .string($0) }) }
    var members = [JSONValue.Member("name", .string(title))]
    if let description { members.append(.init("description", .string(description))) }
    if !tags.isEmpty { members.append(.init("tags", texts(tags))) }
    if let yield { members.append(.init("yield", .string(yield))) }
    if !ingredients.isEmpty { members.append(.init("ingredients", texts(ingredients))) }
    if !steps.isEmpty { members.append(.init("instructions", texts(steps))) }
    for other in others {
      if let place = members.firstIndex(where: { $0.name == other.name }) {
        members[place] = other
      } else {
        members.append(other)
      }
    }
    return members
  }
}

extension RecipeText {
  /// Reads a document.
  ///
  /// - Parameters:
  ///   - text: The document below the front matter.
  ///   - first: The number of lines before it.
  ///   - others: The values of the front matter.
  /// - Throws: ``FormatFault`` at the first place that RecipeMD does not allow.
  init(
    _ text: String, after first: Int, _ others: [JSONValue.Member]
  ) throws(FormatFault) {
    let document = try RecipeMDDocument(text, after: first)
    self.init(title: unescaped(document.title))
    description = document.description
    tags = document.tags
    let yields = document.yields.map {
      [$0.written, $0.unit].compactMap(\.self).joined(separator: " ")
    }
    yield = yields.isEmpty ? nil : yields.joined(separator: ", ")
    ingredients = document.ingredients.map(Self.line)
    for group in document.groups { add(group) }
    steps = try document.instructions.map(Self.steps) ?? []
    self.others = others
  }

  private static func line(_ ingredient: RecipeMDDocument.Ingredient) -> String {
    let amount = ingredient.amount.map { [$0.written, $0.unit].compactMap(\.self) } ?? []
    let name = ingredient.name.split(whereSeparator: \.isNewline).map { trimmingSpace(String($0)) }
      .filter { !$0.isEmpty }
    return (amount + name.map(unescaped)).joined(separator: " ")
  }

  private mutating func add(_ group: RecipeMDDocument.Group) {
    let name = headingName(unescaped(group.title))
    if !name.isEmpty { ingredients.append(name + ":") }
    ingredients += group.ingredients.map(Self.line)
    for inner in group.groups { add(inner) }
  }

  /// The paragraphs and the items of lists as steps, and headings as those of sections.
  private static func steps(of text: String) throws(FormatFault) -> [String] {
    var steps: [String] = []
    for block in try MarkdownTree(text).blocks {
      switch block.kind {
      case .heading:
        let name = headingName(block.plainText)
        if !name.isEmpty { steps.append(name + ":") }
      case .list:
        for item in block.children {
          steps.append(item.children.map(\.plainText).joined(separator: " "))
        }
      case .thematicBreak: break
      default: steps.append(block.kind == .other ? block.text : block.plainText)
      }
    }
    return steps.map { trimmingSpace($0) }.filter { !$0.isEmpty }
  }
}

/// Returns a text without the backslashes that escape punctuation in Markdown.
func unescaped(_ text: String) -> String {
  var (plain, isEscaped) = ("", false)
  for letter in text {
    if isEscaped, !(letter.isASCII && (letter.isPunctuation || letter.isSymbol)) { plain += "\\" }
    isEscaped = !isEscaped && letter == "\\"
    if !isEscaped { plain.append(letter) }
  }
  return isEscaped ? plain + "\\" : plain
}
