import Text

/// Recipes of MasterCook, in text with columns (`.mxp`).
enum MasterCook: RecordSource {
  static let name = "MasterCook"

  static func recognizes(_ file: SourceFile) -> Bool {
    !file.start.isEmpty && file.mentions("Exported from")
      && file.start.split(whereSeparator: \.isNewline).contains { isStart($0) }
  }

  private static func isStart(_ line: some StringProtocol) -> Bool {
    let words = line.split(separator: " ")
    return words.starts(with: ["*", "Exported", "from"]) && line.contains("MasterCook")
  }

  static func records(of file: SourceFile) throws(FormatFault) -> ForeignRecords {
    let lines = TextLines(file).lines
    let starts = lines.indices.filter { isStart(lines[$0]) }
    return ForeignRecords(
      starts.enumerated().compactMap { number, start in
        let end = number + 1 < starts.count ? starts[number + 1] : lines.count
        return recipe(lines[(start + 1)..<end], line: start + 1)
      })
  }

  private static func recipe(_ lines: ArraySlice<String>, line: Int) -> ForeignRecord? {
    var recipe = RecipeBuilder()
    var rest = lines.drop { $0.isEmpty }
    guard let title = rest.popFirst(), !title.hasPrefix("!") else { return nil }
    recipe.set("name", title)
    var categories: [String] = []
    while let line = rest.first, !line.hasPrefix("--------") {
      rest = rest.dropFirst()
      addHead(line, &categories, to: &recipe)
    }
    recipe.set("keywords", categories)
    rest = rest.dropFirst()
    addIngredients(&rest, to: &recipe)
    for paragraph in paragraphs(Array(rest.prefix { !$0.hasPrefix("- - - -") })) {
      if let note = notes.first(where: { paragraph.hasPrefix($0) }) {
        if note != "Nutr. Assoc." { recipe.add(comment: paragraph) }
      } else {
        recipe.add(step: paragraph)
      }
    }
    return recipe.record(line: line)
  }

  /// The beginnings of paragraphs behind the steps.
  private static let notes = [
    "Nutr. Assoc.", "Per serving:", "Per Serving", "NOTES :", "Notes:", "Cuisine:", "Source:",
    "Copyright:", "Serving Ideas",
  ]

  private static func addHead(
    _ line: String, _ categories: inout [String], to recipe: inout RecipeBuilder
  ) {
    guard let colon = line.firstIndex(of: ":") else { return }
    let name = trimmingSpace(String(line[..<colon]))
    let text = trimmingSpace(String(line[line.index(after: colon)...]))
    switch name {
    case "Recipe By": recipe.set("author", text)
    case "Serving Size":
      let parts = text.split(separator: " ", maxSplits: 1)
      recipe.add(yield: parts.first.map(String.init))
      guard let time = text.firstRange(of: "Preparation Time") else { return }
      let digits = text[time.upperBound...].split { !$0.isNumber }.compactMap { Double($0) }
      if digits.count == 2 { recipe.set(minutes: "prepTime", digits[0] * 60 + digits[1]) }
    case "Categories", "":
      categories += text.split(separator: "\t").flatMap { names(String($0)) }
    case "Yield": recipe.add(yield: text)
    default: if !text.isEmpty { recipe.add(comment: "\(name): \(text)") }
    }
  }

  /// The names in columns of 32 letters.
  private static func names(_ text: String) -> [String] {
    var (names, rest): ([String], Substring) = ([], text[...])
    while let gap = rest.firstRange(of: "   ") {
      names.append(trimmingSpace(String(rest[..<gap.lowerBound])))
      rest = rest[gap.upperBound...].drop { $0 == " " }
    }
    return (names + [trimmingSpace(String(rest))]).filter { !$0.isEmpty }
  }

  /// A line whose tabs are the blanks up to the next column of eight.
  private static func withoutTabs(_ line: String) -> String {
    var text = ""
    for letter in line {
      if letter == "\t" {
        text += String(repeating: " ", count: 8 - text.count % 8)
      } else {
        text.append(letter)
      }
    }
    return text
  }

  private static func addIngredients(
    _ rest: inout ArraySlice<String>, to recipe: inout RecipeBuilder
  ) {
    var last: String?
    while let line = rest.first, !trimmingSpace(line).isEmpty {
      rest = rest.dropFirst()
      let line = withoutTabs(line)
      let amount = columns(line, 0..<8)
      let unit = columns(line, 8..<24)
      let text = trimmingSpace(String(line.dropFirst(24)))
      let words = trimmingSpace(line)
      if words.hasPrefix("***"), words.hasSuffix("***") {
        if let last { recipe.add(ingredient: last) }
        last = nil
        recipe.add(ingredientHeading: words.filter { $0 != "*" })
      } else if amount.isEmpty, unit.isEmpty, let before = last, text.first?.isLowercase ?? true {
        last = before + " " + text
      } else {
        if let last { recipe.add(ingredient: last) }
        let parts = [amount, unit, text].filter { !$0.isEmpty }.joined(separator: " ")
        last = parts.replacing(" -- ", with: ", ")
      }
    }
    if let last { recipe.add(ingredient: last) }
    while let line = rest.first, trimmingSpace(line).isEmpty { rest = rest.dropFirst() }
  }
}
