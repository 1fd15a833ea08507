import Text

/// A recipe in Cooklang.
///
/// The ending of its name is needed, since a recipe may be one plain sentence.
enum CooklangRecipe: RecordSource {
  static let name = "Cooklang"

  static func recognizes(_ file: SourceFile) -> Bool { file.ending == "cook" }

  static func records(of file: SourceFile) throws(FormatFault) -> ForeignRecords {
    let document = CooklangDocument(file.text)
    var recipe = RecipeBuilder()
    addMetadata(of: document, named: file.stem, to: &recipe)
    for section in document.sections {
      let ingredients = section.steps.flatMap(\.self).compactMap(line)
      if !section.name.isEmpty, !ingredients.isEmpty { recipe.add(ingredientHeading: section.name) }
      for line in ingredients { recipe.add(ingredient: line) }
    }
    for section in document.sections {
      let steps = section.steps.filter { !isList($0) }
      if steps.isEmpty, !section.steps.isEmpty { continue }
      recipe.add(stepHeading: section.name)
      for step in steps { recipe.add(step: step.map(text).joined()) }
    }
    var tools: [String] = []
    for case .cookware(let tool) in document.sections.flatMap(\.steps).flatMap(\.self)
    where !tools.contains(tool.name) { tools.append(tool.name) }
    recipe.set("tool", tools)
    for note in document.notes { recipe.add(comment: note) }
    return ForeignRecords([recipe.record()])
  }

  /// Whether a paragraph lists ingredients or cookware, with nothing but commas between them: it is not a step.
  private static func isList(_ step: [CooklangDocument.Item]) -> Bool {
    step.allSatisfy { item in
      switch item {
      case .ingredient, .cookware: true
      case .text(let text): text.allSatisfy { $0.isWhitespace || $0 == "," }
      case .timer: false
      }
    }
  }

  /// The line of an ingredient; nil for other parts, and for what was mentioned before or is hidden.
  private static func line(_ item: CooklangDocument.Item) -> String? {
    guard case .ingredient(let item) = item, !item.modifiers.contains("&"),
      !item.modifiers.contains("-")
    else { return nil }
    let unit = ["item", "items"].contains(item.units.lowercased()) ? "" : item.units
    let parts = [item.quantity, unit, shownName(item)].filter { !$0.isEmpty }
    let preparation = item.preparation.isEmpty ? "" : ", " + item.preparation
    return parts.joined(separator: " ") + preparation
      + (item.modifiers.contains("?") ? " (optional)" : "")
  }

  /// The name; of another recipe, without its folder; its alias, if it has one.
  private static func shownName(_ item: CooklangDocument.Component) -> String {
    let name = item.alias ?? item.name
    return name.hasPrefix("./") || name.hasPrefix("../")
      ? name.split(separator: "/").last.map(String.init) ?? name : name
  }

  private static func text(_ item: CooklangDocument.Item) -> String {
    switch item {
    case .text(let text): text
    case .ingredient(let item): shownName(item)
    case .cookware(let item): item.name
    case .timer(let timer):
      timer.quantity.isEmpty
        ? timer.name : [timer.quantity, timer.units].filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  /// Adds the metadata; keys that recipes do not share are fields of their names.
  private static func addMetadata(
    of document: CooklangDocument, named name: String, to recipe: inout RecipeBuilder
  ) {
    var taken: Set<String> = []
    let value: ([String]) -> String? = { keys in
      taken.formUnion(keys)
      return keys.lazy.compactMap { key in
        document.metadata.first { $0.key.lowercased() == key }?.value
      }.first { !$0.isEmpty }
    }
    recipe.set("name", value(["title"]) ?? name)
    recipe.set("description", value(["introduction", "description"]))
    let yield = value(["servings", "serves", "yield"])
    recipe.set("recipeYield", yield.map { String($0.prefix { $0 != "|" }) })
    recipe.set("totalTime", value(["time", "time required", "duration", "total time"]))
    recipe.set("prepTime", value(["prep time", "time.prep", "preparation time"]))
    recipe.set("cookTime", value(["cook time", "time.cook", "cooking time"]))
    recipe.set("recipeCategory", value(["course", "category"]))
    recipe.set("recipeCuisine", value(["cuisine"]))
    let tags = [value(["tags"]), value(["diet"])].compactMap(\.self).flatMap(commaNames)
    recipe.set("keywords", tags)
    let source = value(["source", "source.name"])
    let address = value(["source.url"]) ?? source.flatMap { isAddress($0) ? $0 : nil }
    recipe.set("url", address)
    recipe.set(
      "author", value(["source.author", "author"]) ?? source.flatMap { isAddress($0) ? nil : $0 })
    recipe.add(comment: value(["difficulty"]).map { "Difficulty: " + $0 })
    let pictureKeys = ["image", "images", "picture", "pictures"]
    let listed = document.front.values(among: pictureKeys)
    let old = commaNames(value(pictureKeys) ?? "")
    for picture in listed.isEmpty ? old : listed { recipe.add(pictureAt: picture) }
    // A picture has the name of its recipe.
    recipe.add(pictureFileNamed: name)
    recipe.set("@id", value(["id"]))
    recipe.set("aggregateRating", value(["rating"]))
    recipe.set("datePublished", value(["published", "date"]))
    recipe.set("video", value(["video"]))
    for nutrient in Recipe.Nutrient.allCases {
      recipe.add(nutrient: nutrient.property, value(["nutrition." + nutrient.rawValue]))
    }
    recipe.add(nutrient: "servingSize", value(["nutrition.serving-size"]))
    for (key, text) in document.metadata
    where !taken.contains(key.lowercased()) && key != "locale" {
      let typed = document.front.members.first { $0.name == key }?.value
      recipe.add(property: key, typed ?? .string(text))
    }
  }
}

/// A recipe of Chowdown: a front matter with the layout `recipe`.
enum ChowdownRecipe: RecordSource {
  static let name = "Chowdown"

  static func recognizes(_ file: SourceFile) -> Bool {
    file.start.hasPrefix("---") && file.mentions("layout: recipe")
  }

  static func records(of file: SourceFile) throws(FormatFault) -> ForeignRecords {
    let lines = TextLines(file).lines
    let front = FrontMatter(lines)
    var recipe = RecipeBuilder(name: front.text("title") ?? file.stem)
    for line in front.values("ingredients") { recipe.add(ingredient: line) }
    for line in front.values("directions") { recipe.add(step: line) }
    recipe.set("keywords", front.values("tags").flatMap(commaNames))
    let components = front.values("components").map { "Made of " + $0 }
    for line in components { recipe.add(comment: line) }
    let body = lines[front.end...].joined(separator: "\n")
    recipe.set("description", trimmingSpace(body))
    recipe.set("url", front.text("source").flatMap { isAddress($0) ? $0 : nil })
    let known: Set = [
      "title", "layout", "ingredients", "directions", "tags", "components", "source", "image",
    ]
    if let image = front.text("image") {
      recipe.add(pictureAt: image)
      // Recipes are in a folder next to that of the pictures.
      if !isAddress(image) { recipe.add(pictureFile: "../images/" + image) }
    }
    return ForeignRecords([recipe.record(unused: front.unused(besides: known))])
  }
}

/// A recipe of Umami in Markdown.
enum UmamiRecipe: RecordSource {
  static let name = "Umami"

  static func recognizes(_ file: SourceFile) -> Bool {
    file.start.hasPrefix("# ") && file.mentions("\n## Ingredients")
      && file.mentions("\n## Directions")
  }

  static func records(of file: SourceFile) throws(FormatFault) -> ForeignRecords {
    var recipe = RecipeBuilder()
    var section = ""
    var comment: [String] = []
    for line in TextLines(file).lines {
      if line.hasPrefix("# "), !recipe.hasName {
        recipe.set("name", String(line.dropFirst(2)))
      } else if line.hasPrefix("## ") {
        section = trimmingSpace(String(line.dropFirst(3)))
      } else if section == "Ingredients" || section == "Directions" {
        add(line, in: section, to: &recipe)
      } else if section.isEmpty {
        addHead(line, to: &recipe)
      } else if !line.isEmpty {
        comment.append(line)
      }
    }
    recipe.add(comment: comment.joined(separator: "\n"))
    return ForeignRecords([recipe.record()])
  }

  private static func add(_ line: String, in section: String, to recipe: inout RecipeBuilder) {
    let words = trimmingSpace(line)
    if words.isEmpty { return }
    if section == "Ingredients" {
      if words.hasPrefix("- ") {
        recipe.add(ingredient: String(words.dropFirst(2)))
      } else {
        recipe.add(ingredientHeading: words.filter { !"#*".contains($0) })
      }
    } else if let number = words.firstIndex(of: "."), words[..<number].allSatisfy(\.isNumber) {
      recipe.add(step: String(words[words.index(after: number)...]))
    } else {
      recipe.add(stepHeading: words.filter { !"#*".contains($0) })
    }
  }

  private static func addHead(_ line: String, to recipe: inout RecipeBuilder) {
    if line.hasPrefix("!["), let open = line.firstIndex(of: "("),
      let close = line.lastIndex(of: ")")
    {
      return recipe.add(pictureAt: String(line[line.index(after: open)..<close]))
    }
    guard let colon = line.firstIndex(of: ":") else {
      return recipe.set("description", line)
    }
    let value = trimmingSpace(line[line.index(after: colon)...].filter { $0 != "*" })
    switch line[..<colon] {
    case "Servings": recipe.set("recipeYield", value)
    case "Active Time", "Prep Time": recipe.set("prepTime", value)
    case "Cook Time": recipe.set("cookTime", value)
    case "Total Time": recipe.set("totalTime", value)
    case "Recipe Book": recipe.set("recipeCategory", value)
    case "Source": recipe.set(isAddress(value) ? "url" : "author", value)
    case "Tags": recipe.set("keywords", commaNames(value))
    default: recipe.set("description", line)
    }
  }
}
