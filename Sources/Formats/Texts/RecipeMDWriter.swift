import Cooking
import Text

/// Writes a recipe in RecipeMD so that reading it again gives the same recipe.
///
/// A part that Markdown would change, such as a yield without a number, is written as a value of the front matter.
package struct RecipeMDWriter {
  private let recipe: RecipeText
  /// The parts that are in the front matter.
  private var inFront: Set<Part> = []

  private enum Part: CaseIterable, Hashable {
    case title, description, tags, yield, ingredients, steps
  }

  /// Returns a recipe below a front matter, which is left out if it has no values.
  package static func text(of recipe: RecipeText) -> String {
    var writer = RecipeMDWriter(recipe)
    writer.choosePlaces()
    return writer.file
  }

  /// Returns a recipe without a front matter, and the names of the values that are left out.
  package static func strictText(of recipe: RecipeText) -> (text: String, omitted: [String]) {
    var writer = RecipeMDWriter(recipe)
    writer.choosePlaces()
    return (writer.body, writer.frontMembers.map(\.name))
  }

  private init(_ recipe: RecipeText) { self.recipe = recipe }

  /// Moves the parts to the front matter that are not read as they are.
  private mutating func choosePlaces() {
    let all = Set(Part.allCases)
    inFront = all.filter { part in
      var writer = self
      writer.inFront = all.subtracting([part])
      return !writer.isRead([part])
    }
    if !isRead(all.subtracting(inFront)) { inFront = all }
  }

  /// Whether the text is read, and has some parts as they are.
  private func isRead(_ parts: Set<Part>) -> Bool {
    guard let read = try? RecipeText(body, after: 0, []) else { return false }
    return parts.allSatisfy { isEqual($0, read) }
  }

  private func isEqual(_ part: Part, _ read: RecipeText) -> Bool {
    switch part {
    case .title: read.title.utf8.elementsEqual(recipe.title.utf8)
    case .description: read.description == recipe.description
    case .tags: read.tags == recipe.tags
    case .yield: read.yield == recipe.yield
    case .ingredients: read.ingredients == recipe.ingredients
    case .steps: read.steps == recipe.steps
    }
  }

  private var frontMembers: [JSONValue.Member] {
    let texts: ([String]) -> JSONValue = { .array($0.map { .string($0) }) }
    var members: [JSONValue.Member] = []
    func add(_ part: Part, _ name: String, _ value: JSONValue?) {
      if inFront.contains(part), let value, !value.isEmpty { members.append(.init(name, value)) }
    }
    add(.title, "name", .string(recipe.title))
    add(.description, "description", recipe.description.map { .string($0) })
    add(.tags, "tags", texts(recipe.tags))
    add(.yield, "yield", recipe.yield.map { .string($0) })
    members += recipe.others
    add(.ingredients, "ingredients", texts(recipe.ingredients))
    add(.steps, "instructions", texts(recipe.steps))
    return members
  }

  private var file: String {
    let members = frontMembers
    return members.isEmpty ? body : "---\n" + yamlText(of: members) + "---\n\n" + body
  }

  private var body: String {
    var blocks = ["# " + title]
    if !inFront.contains(.description), let text = recipe.description { blocks.append(text) }
    if !inFront.contains(.tags), !recipe.tags.isEmpty {
      blocks.append("*" + recipe.tags.joined(separator: ", ") + "*")
    }
    if !inFront.contains(.yield), let yield = recipe.yield { blocks.append("**" + yield + "**") }
    blocks.append("---")
    if !inFront.contains(.ingredients) {
      blocks += list(recipe.ingredients) { lines in
        lines.map { "- " + ingredient($0) }.joined(separator: "\n")
      }
    }
    if !inFront.contains(.steps), !recipe.steps.isEmpty {
      blocks.append("---")
      var number = 0
      blocks += list(recipe.steps) { steps in
        steps.map { step in
          number += 1
          return "\(number). " + escaped(step)
        }.joined(separator: "\n")
      }
    }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private var title: String {
    guard inFront.contains(.title) else { return escaped(recipe.title) }
    let words = recipe.title.split { !$0.isLetter && !$0.isNumber }
    return words.isEmpty ? "Recipe" : words.joined(separator: " ")
  }

  /// The lines between headings as one block each.
  private func list(_ items: [String], _ block: ([String]) -> String) -> [String] {
    var (blocks, open): ([String], [String]) = ([], [])
    for item in items {
      guard let name = heading(item) else {
        open.append(item)
        continue
      }
      if !open.isEmpty { blocks.append(block(open)) }
      open = []
      blocks.append("## " + escaped(name))
    }
    if !open.isEmpty { blocks.append(block(open)) }
    return blocks
  }

  /// The name in a heading; nil for other lines.
  private func heading(_ line: String) -> String? {
    guard line.hasSuffix(":"), case let name = headingName(line), !name.isEmpty,
      line == name + ":"
    else { return nil }
    return name
  }

  private func ingredient(_ line: String) -> String {
    guard let words = IngredientLine(line).leadingAmount, line.hasPrefix(words + " "),
      let amount = RecipeMDDocument.Amount(words),
      [amount.written, amount.unit].compactMap(\.self).joined(separator: " ") == words,
      amount.unit?.allSatisfy({ $0.isLetter || $0 == "." || $0 == " " }) ?? true
    else { return escaped(line) }
    return "*\(words)* " + escaped(String(line.dropFirst(words.count + 1)))
  }
}

extension RecipeText {
  /// The parts of a recipe that RecipeMD has a place for.
  init(_ recipe: Recipe) {
    self.init(title: recipe.name)
    description = recipe.description
    tags = recipe.tags
    yield = recipe.yield.flatMap(Self.yield)
    ingredients = recipe.ingredients.lines
    steps = recipe.steps.lines
  }

  /// A yield as RecipeMD has it, with the number first; nil for a text without a number.
  package static func yield(_ text: String) -> String? {
    if RecipeMDDocument.Amount(text) != nil { return text }
    guard let yield = Yield(text) else { return nil }
    let unit = yield.isPeople ? "servings" : yield.unit
    return "\(yield.servings.written) \(unit)"
  }
}

/// Returns a line in which Markdown sees no marks.
private func escaped(_ line: String) -> String {
  let letters = Array(line)
  var text = ""
  for (place, letter) in letters.enumerated() {
    if isMark(letter, at: place, in: letters) { text += "\\" }
    text.append(letter)
  }
  return text
}

private func isMark(_ letter: Character, at place: Int, in line: [Character]) -> Bool {
  let next = place + 1 < line.count ? line[place + 1] : " "
  let isWord: (Character) -> Bool = { $0.isLetter || $0.isNumber }
  switch letter {
  case "\\", "`", "*": return true
  case "[": return line[place...].contains("]")
  case "<": return next.isLetter || "/!?".contains(next)
  case "&": return line[place...].contains(";")
  case "_": return place == 0 || !isWord(line[place - 1]) || !isWord(next)
  case "#", "+", "-", "=", ">", "~": return place == 0
  case ".", ")":
    // The number of a list.
    return 1...9 ~= place && line[..<place].allSatisfy { $0.isASCII && $0.isNumber }
  default: return false
  }
}
