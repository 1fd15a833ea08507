import Text

/// Recipes of Meal-Master, in text with columns.
enum MealMaster: RecordSource {
  static let name = "Meal-Master"

  static func recognizes(_ file: SourceFile) -> Bool {
    file.mentions("Meal") && file.start.split(whereSeparator: \.isNewline).contains { isStart($0) }
  }

  /// Whether a line begins a recipe: five dashes or letters M, and the name of the format.
  private static func isStart(_ line: some StringProtocol) -> Bool {
    (line.hasPrefix("-----") || line.hasPrefix("MMMMM"))
      && (line.contains("Meal-Master") || line.contains("Meal Master"))
  }

  static func records(of file: SourceFile) throws(FormatFault) -> ForeignRecords {
    let lines = TextLines(file).lines
    let starts = lines.indices.filter { isStart(lines[$0]) }
    let records = starts.enumerated().compactMap { number, start -> ForeignRecord? in
      let end = number + 1 < starts.count ? starts[number + 1] : lines.count
      return recipe(Array(lines[(start + 1)..<end]), line: start + 1)
    }
    return ForeignRecords(records)
  }

  private static func recipe(_ lines: [String], line: Int) -> ForeignRecord? {
    var recipe = RecipeBuilder()
    var (rest, steps): (ArraySlice<String>, [String]) = (lines[...], [])
    while let head = rest.first, steps.isEmpty {
      let words = trimmingSpace(head)
      let parts = words.split(separator: ":", maxSplits: 1).map { trimmingSpace(String($0)) }
      if parts.count == 2, let property = heads[parts[0].lowercased()] {
        add(parts[1], as: property, to: &recipe)
      } else if !words.isEmpty {
        break
      }
      rest = rest.dropFirst()
    }
    var body = IngredientColumns()
    for line in rest {
      if isEnd(line) { break }
      if let name = section(line) {
        flush(&steps, to: &recipe)
        body.flush(to: &recipe)
        if body.isOver {
          recipe.add(stepHeading: name)
        } else {
          recipe.add(ingredientHeading: name)
        }
      } else if !body.isOver, body.take(line) {
        continue
      } else if !trimmingSpace(line).isEmpty || !steps.isEmpty {
        body.flush(to: &recipe)
        body.isOver = true
        steps.append(line)
      }
    }
    body.flush(to: &recipe)
    flush(&steps, to: &recipe)
    return recipe.hasName ? recipe.record(line: line) : nil
  }

  private static func flush(_ steps: inout [String], to recipe: inout RecipeBuilder) {
    for paragraph in paragraphs(steps) { recipe.add(step: paragraph) }
    steps = []
  }

  private static let heads = [
    "title": "name", "categories": "keywords", "yield": "recipeYield", "servings": "recipeYield",
    "preparation time": "prepTime",
  ]

  private static func add(_ text: String, as property: String, to recipe: inout RecipeBuilder) {
    if property == "keywords" {
      recipe.set(property, commaNames(text).filter { $0.lowercased() != "none" })
    } else {
      recipe.set(property, text)
    }
  }

  private static func isEnd(_ line: String) -> Bool {
    line == "MMMMM" || line == "-----" || line.count >= 5 && line.allSatisfy { $0 == "-" }
  }

  /// The name in a line of dashes; nil for other lines.
  private static func section(_ line: String) -> String? {
    guard line.hasPrefix("-----") || line.hasPrefix("MMMMM-") else { return nil }
    let name = trimmingSpace(
      String(line.drop { $0 == "-" || $0 == "M" }.reversed().drop { $0 == "-" }.reversed()))
    return name.isEmpty ? nil : name
  }
}

/// The ingredients of Meal-Master, in one or two columns of the page.
private struct IngredientColumns {
  private var left: [String] = []
  private var right: [String] = []
  /// Whether the steps have begun.
  var isOver = false

  /// Takes a line; returns whether it is one of ingredients.
  mutating func take(_ line: String) -> Bool {
    let words = trimmingSpace(line)
    if words.isEmpty { return true }
    guard line.first?.isWhitespace ?? false || line.first?.isNumber ?? false else { return false }
    let isWide = line.count > 41 && isAmount(columns(line, 41..<48))
    let first = isWide ? String(line.prefix(41)) : line
    guard isIngredient(first) else { return false }
    add(first, to: &left)
    if isWide { add(String(line.dropFirst(41)), to: &right) }
    return true
  }

  /// Whether a line has its amount, its unit and its text in their columns.
  private func isIngredient(_ line: String) -> Bool {
    if columns(line, 0..<7).isEmpty {
      // Without an amount, the text begins in its column.
      let indent = line.prefix { $0.isWhitespace }.count
      return 7...13 ~= indent && line.count < 80
    }
    return isAmount(columns(line, 0..<7))
  }

  private func isAmount(_ text: String) -> Bool {
    text.allSatisfy { $0.isNumber || " /.-".contains($0) }
  }

  private func add(_ line: String, to list: inout [String]) {
    let amount = columns(line, 0..<7)
    let rest = trimmingSpace(String(line.dropFirst(7)))
    if amount.isEmpty, let mark = rest.first, mark == "-" || mark == ";", let last = list.popLast()
    {
      list.append(last + " " + trimmingSpace(String(rest.dropFirst())))
      return
    }
    let code = columns(line, 7..<10)
    let unit = units[code]
    let text = unit == nil ? rest : trimmingSpace(String(line.dropFirst(10)))
    let parts = [amount, unit ?? "", text].filter { !$0.isEmpty }
    if !parts.isEmpty { list.append(parts.joined(separator: " ").replacing("; ", with: ", ")) }
  }

  mutating func flush(to recipe: inout RecipeBuilder) {
    for line in left + right { recipe.add(ingredient: line) }
    (left, right) = ([], [])
  }
}

/// The units of Meal-Master; the case of `T` and `t` matters.
private let units = [
  "t": "tsp", "ts": "tsp", "tsp": "tsp", "T": "tbsp", "tb": "tbsp", "c": "cup", "pt": "pint",
  "qt": "quart", "ga": "gallon", "oz": "oz", "lb": "lb", "fl": "fl oz", "ml": "ml", "cb": "cc",
  "cl": "cl", "dl": "dl", "l": "l", "mg": "mg", "cg": "cg", "dg": "dg", "g": "g", "kg": "kg",
  "pk": "package", "pn": "pinch", "ds": "dash", "dr": "drop", "ct": "carton", "cn": "can",
  "bn": "bunch", "sl": "slice", "ea": "", "x": "", "sm": "small", "md": "medium", "lg": "large",
]
