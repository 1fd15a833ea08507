import Text

/// Recipes of RezKonv, in German text with columns.
enum RezKonv: RecordSource {
  static let name = "RezKonv"

  static func recognizes(_ file: SourceFile) -> Bool {
    !file.start.isEmpty && file.mentions("REZKONV-Rezept")
  }

  static func records(of file: SourceFile) throws(FormatFault) -> ForeignRecords {
    let lines = TextLines(file).lines
    let starts = lines.indices.filter { lines[$0].contains("REZKONV-Rezept") }
    return ForeignRecords(
      starts.enumerated().compactMap { number, start in
        let end = number + 1 < starts.count ? starts[number + 1] : lines.count
        return recipe(lines[(start + 1)..<end], line: start + 1)
      })
  }

  private static func recipe(_ lines: ArraySlice<String>, line: Int) -> ForeignRecord? {
    var recipe = RecipeBuilder()
    var (isInSteps, isInSource) = (false, false)
    var (steps, ingredients): ([String], [String]) = ([], [])
    for line in lines {
      let words = trimmingSpace(line)
      if words.allSatisfy({ $0 == "=" }), words.count >= 5 { break }
      if !isInSteps, let (name, text) = head(words) {
        add(name, text, to: &recipe)
      } else if let name = section(words) {
        for line in ingredients { recipe.add(ingredient: line) }
        ingredients = []
        isInSource = name == "QUELLE"
        if isInSource { continue }
        if isInSteps { recipe.add(stepHeading: name) } else { recipe.add(ingredientHeading: name) }
      } else if isInSource {
        if words.isEmpty {
          (isInSource, isInSteps) = (false, true)
        } else {
          recipe.add(comment: words)
        }
      } else if isInSteps || !isIngredient(line) && !words.isEmpty && recipe.hasName {
        isInSteps = true
        steps.append(line)
      } else if !words.isEmpty {
        add(line, to: &ingredients)
      }
    }
    for line in ingredients { recipe.add(ingredient: line) }
    for paragraph in paragraphs(steps) { recipe.add(step: paragraph) }
    return recipe.hasName ? recipe.record(line: line) : nil
  }

  private static func head(_ line: String) -> (name: String, text: String)? {
    let parts = line.split(separator: ":", maxSplits: 1).map { trimmingSpace(String($0)) }
    guard parts.count == 2, ["Titel", "Kategorien", "Menge"].contains(parts[0]) else { return nil }
    return (parts[0], parts[1])
  }

  private static func add(_ name: String, _ text: String, to recipe: inout RecipeBuilder) {
    switch name {
    case "Titel": recipe.set("name", text)
    case "Kategorien": recipe.set("keywords", commaNames(text))
    default: recipe.set("recipeYield", text)
    }
  }

  private static func section(_ line: String) -> String? {
    guard line.hasPrefix("==="), line.hasSuffix("===") else { return nil }
    let name = trimmingSpace(line.filter { $0 != "=" })
    return name.isEmpty ? nil : name
  }

  private static func isIngredient(_ line: String) -> Bool {
    let amount = columns(line, 0..<7)
    return line.first?.isWhitespace ?? false
      && (line.prefix { $0.isWhitespace }.count > 1 || !amount.isEmpty)
      && amount.allSatisfy { $0.isNumber || " /.,-".contains($0) }
  }

  private static func add(_ line: String, to list: inout [String]) {
    let amount = columns(line, 0..<7)
    let words = trimmingSpace(String(line.dropFirst(7)))
    if amount.isEmpty, words.hasPrefix("-"), let last = list.popLast() {
      list.append(last + " " + trimmingSpace(String(words.drop { $0 == "-" })))
    } else {
      let text = words.split(separator: " ").joined(separator: " ")
      list.append([amount, text].filter { !$0.isEmpty }.joined(separator: " "))
    }
  }
}
