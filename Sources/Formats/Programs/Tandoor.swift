import Text

/// A recipe of Tandoor, as its export and its API write it, or a list of them.
enum TandoorRecipe: JSONFormat {
  static let name = "Tandoor"
  static let containers = ["results"]

  static func recognizes(_ document: JSONProbe) -> Bool {
    document.has("steps", "working_time")
      || document.has("count", "results") && document.lists("results", with: "working_time")
  }

  static func recipe(_ object: inout ForeignObject) -> RecipeBuilder {
    var recipe = RecipeBuilder(name: object.text("name"))
    recipe.set("description", object.text("description"))
    recipe.set("url", object.text("source_url"))
    let steps = ordered(object.list("steps"))
    for step in steps {
      let isSection = step["show_as_header"] == .bool(true) && steps.count > 1
      let title = step["name"]?.plainText
      var ingredients: [JSONValue] = []
      if case .array(let items)? = step["ingredients"] { ingredients = ordered(items) }
      if let title, isSection, !ingredients.isEmpty { recipe.add(ingredientHeading: title) }
      for ingredient in ingredients { add(ingredient, to: &recipe) }
      if let title { recipe.add(stepHeading: title) }
      // A heading of this name is followed by the names and addresses of where the recipe is from.
      var isSource = false
      for line in stepLines(filled(step["instruction"]?.plainText ?? "", with: ingredients)) {
        if let heading = markdownHeading(line) {
          isSource = headingName(heading).lowercased() == "source"
          if !isSource { recipe.add(stepHeading: heading) }
        } else if isSource {
          recipe.add(sourceLine: line)
        } else {
          recipe.add(step: line)
        }
      }
    }
    let text = object.text("servings_text").flatMap {
      $0.hasPrefix("[") || Double($0) != nil ? nil : $0
    }
    recipe.set(
      "recipeYield", [object.text("servings"), text].compactMap(\.self).joined(separator: " "))
    let (working, waiting) = (
      object.number("working_time") ?? 0, object.number("waiting_time") ?? 0
    )
    recipe.set(minutes: "prepTime", working)
    recipe.set(minutes: "totalTime", working + waiting)
    recipe.set("keywords", object.take("keywords")?.names ?? [])
    recipe.set("aggregateRating", object.take("rating"))
    recipe.set("dateCreated", object.text("created_at"))
    recipe.add(pictureFileNamed: "image")
    recipe.add(picture: object.text("image"))
    if let root = object.address(upTo: "/api/recipe/"), let id = object.text("id") {
      recipe.set("@id", id)
      if !object.has("steps") { recipe.details = root + id + "/" }
    }
    if let nutrition = object.take("nutrition") {
      for (key, property) in [
        ("calories", "calories"), ("carbohydrates", "carbohydrateContent"),
        ("fats", "fatContent"), ("proteins", "proteinContent"),
      ] { recipe.add(nutrient: property, nutrition[key]?.plainText) }
    }
    recipe.add(property: "last-made", object.take("last_cooked"))
    object.ignore([
      "id", "created_by", "updated_at", "internal", "new", "show_ingredient_overview", "private",
      "file_path", "shared",
    ])
    return recipe
  }

  /// The elements by their `order`; those of equal order stay as they are.
  private static func ordered(_ items: [JSONValue]) -> [JSONValue] {
    let orders = items.map { item -> Double in
      if case .number(let number)? = item["order"] { number } else { 0 }
    }
    return items.indices.sorted { (orders[$0], $0) < (orders[$1], $1) }.map { items[$0] }
  }

  private static func add(_ ingredient: JSONValue, to recipe: inout RecipeBuilder) {
    let food = ingredient["food"]?["name"]?.plainText ?? ingredient["food"]?.plainText
    let note = ingredient["note"]?.plainText
    let line = text(of: ingredient)
    let isHeader = ingredient["is_header"] == .bool(true)
    if isHeader || food?.hasSuffix(":") ?? false && amount(of: ingredient) == nil {
      recipe.add(ingredientHeading: (isHeader ? note ?? food : food) ?? "")
    } else {
      recipe.add(ingredient: [line, note].compactMap(\.self).joined(separator: ", "))
    }
  }

  private static func amount(of ingredient: JSONValue) -> String? {
    guard ingredient["no_amount"] != .bool(true), case .number(let amount)? = ingredient["amount"],
      amount != 0
    else { return nil }
    return fractionText(amount)
  }

  /// An ingredient without its note; nil if it has no food.
  private static func text(of ingredient: JSONValue) -> String? {
    let amount = amount(of: ingredient)
    let unit = ingredient["unit"]?["name"]?.plainText ?? ingredient["unit"]?.plainText
    let food = ingredient["food"]?["name"]?.plainText ?? ingredient["food"]?.plainText
    let parts = [amount, amount == nil ? nil : unit, food].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// Fills the templates of a step: `{{ ingredients[0] }}`, `{{ ingredients[0].food }}` and `{{ scale(200) }}`.
  private static func filled(_ text: String, with ingredients: [JSONValue]) -> String {
    guard text.contains("{{") else { return text }
    var filled = ""
    var rest = text[...]
    while let open = rest.firstRange(of: "{{"),
      let close = rest[open.upperBound...].firstRange(of: "}}")
    {
      filled += rest[..<open.lowerBound]
      let inner = trimmingSpace(String(rest[open.upperBound..<close.lowerBound]))
      filled += value(of: inner, ingredients) ?? String(rest[open.lowerBound..<close.upperBound])
      rest = rest[close.upperBound...]
    }
    return filled + rest
  }

  private static func value(of template: String, _ ingredients: [JSONValue]) -> String? {
    if template.hasPrefix("scale("), template.hasSuffix(")") {
      return trimmingSpace(String(template.dropFirst("scale(".count).dropLast()))
    }
    guard template.hasPrefix("ingredients["), let close = template.firstIndex(of: "]"),
      let number = Int(template.dropFirst("ingredients[".count).prefix { $0 != "]" }),
      ingredients.indices.contains(number)
    else { return nil }
    let ingredient = ingredients[number]
    switch template[template.index(after: close)...] {
    case "": return text(of: ingredient)
    case ".food": return ingredient["food"]?["name"]?.plainText
    case ".unit": return ingredient["unit"]?["name"]?.plainText
    case ".amount": return amount(of: ingredient)
    case ".note": return ingredient["note"]?.plainText
    default: return nil
    }
  }
}

/// Returns the text of a heading of Markdown; nil for other lines.
func markdownHeading(_ line: String) -> String? {
  let marks = line.prefix { $0 == "#" }
  guard 1...6 ~= marks.count, line.dropFirst(marks.count).first == " " else { return nil }
  return trimmingSpace(String(line.dropFirst(marks.count)))
}
