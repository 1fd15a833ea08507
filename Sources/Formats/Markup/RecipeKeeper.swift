import Text

/// The recipes of Recipe Keeper: `recipes.html` of its export.
///
/// The names of its properties are not those of schema.org, and its labels are in the language of the user.
enum RecipeKeeper: RecordSource {
  static let name = "Recipe Keeper"

  static func recognizes(_ file: SourceFile) -> Bool {
    file.isMarkup && file.mentions("recipe-details") && file.mentions("recipeDirections")
  }

  static func records(of file: SourceFile) throws(FormatFault) -> ForeignRecords {
    let tree = try ElementTree(Array(file.text.utf8), isXML: false)
    return ForeignRecords(
      tree.root.all("class", "recipe-details").map { recipe($0) }.filter(\.hasName)
        .map { $0.record() })
  }

  private static func recipe(_ node: Node) -> RecipeBuilder {
    let property: (String) -> Node? = { node.first("itemprop", $0) }
    let content: (String) -> String? = { name in
      property(name)?["content"].flatMap { $0 == "0" || $0 == "PT0S" ? nil : $0 }
    }
    var recipe = RecipeBuilder(name: property("name")?.text)
    for line in lines(property("recipeIngredients")) {
      if line.isHeading {
        recipe.add(ingredientHeading: line.text)
      } else {
        recipe.add(ingredient: line.text)
      }
    }
    for line in lines(property("recipeDirections")) {
      if line.isHeading { recipe.add(stepHeading: line.text) } else { recipe.add(step: line.text) }
    }
    recipe.set("recipeYield", property("recipeYield")?.text)
    recipe.set("prepTime", content("prepTime"))
    recipe.set("cookTime", content("cookTime"))
    recipe.set("recipeCategory", node.all("itemprop", "recipeCourse").compactMap(\.text))
    recipe.set(
      "keywords",
      (node.all("itemprop", "recipeCategory") + node.all("itemprop", "recipeCollection")).compactMap
      {
        $0["content"] ?? $0.text
      })
    recipe.set(
      "aggregateRating", content("recipeRating").flatMap { Double($0) }.map { .number($0) })
    let source = property("recipeSource")
    recipe.set(
      "url", source?.first("a")?["href"] ?? source?.text.flatMap { isAddress($0) ? $0 : nil })
    recipe.set("author", source?.text.flatMap { isAddress($0) ? nil : $0 })
    recipe.add(comment: lines(property("recipeNotes")).map(\.text).joined(separator: "\n"))
    recipe.add(mark: "favorite", if: .bool(content("recipeIsFavourite") == "True"))
    let photos = node.all("class", "recipe-photo") + node.all("class", "recipe-photos")
    for photo in photos { recipe.add(pictureFile: photo["src"]) }
    for (name, target, unit) in nutrients {
      recipe.add(nutrient: target, content(name).map { $0 + unit })
    }
    return recipe
  }

  /// The nutrients: numbers without units, in kcal, g and mg.
  private static let nutrients = [
    ("recipeNutCalories", "calories", " kcal"), ("recipeNutTotalFat", "fatContent", " g"),
    ("recipeNutSaturatedFat", "saturatedFatContent", " g"),
    ("recipeNutTotalCarbohydrate", "carbohydrateContent", " g"),
    ("recipeNutDietaryFiber", "fiberContent", " g"), ("recipeNutSugars", "sugarContent", " g"),
    ("recipeNutProtein", "proteinContent", " g"), ("recipeNutSodium", "sodiumContent", " mg"),
    ("recipeNutCholesterol", "cholesterolContent", " mg"),
    ("recipeNutServingSize", "servingSize", ""),
  ]

  /// The paragraphs of a text; one in bold, or that ends in a colon, is a heading.
  private static func lines(_ node: Node?) -> [(text: String, isHeading: Bool)] {
    (node?.children("p", "li", "div") ?? []).compactMap { node in
      guard let text = node.text else { return nil }
      let bold = (node.first("b") ?? node.first("strong"))?.text
      return (text, bold == text || text.hasSuffix(":"))
    }
  }
}

/// The recipes of Copy Me That: `recipes.html` of its export, in which ids repeat.
enum CopyMeThat: RecordSource {
  static let name = "Copy Me That"

  static func recognizes(_ file: SourceFile) -> Bool {
    file.isMarkup && file.mentions("copymethat_class_id_version")
  }

  static func records(of file: SourceFile) throws(FormatFault) -> ForeignRecords {
    let tree = try ElementTree(Array(file.text.utf8), isXML: false)
    return ForeignRecords(
      tree.root.all("class", "recipe").map { recipe($0) }.filter(\.hasName).map { $0.record() })
  }

  private static func recipe(_ node: Node) -> RecipeBuilder {
    var recipe = RecipeBuilder(name: node.first("id", "name")?.text)
    recipe.set("url", node.first("id", "original_link")?["href"])
    recipe.set("description", node.first("id", "description")?.text)
    recipe.set("keywords", node.all("class", "recipeCategory").compactMap(\.text))
    recipe.set("recipeYield", node.first("id", "recipeYield")?.text)
    recipe.set(
      "aggregateRating",
      node.first("id", "ratingValue")?.text.flatMap { Double($0) }.map { .number($0) })
    for item in node.first("id", "recipeIngredients")?.children("li") ?? [] {
      if item.has("recipeIngredient_subheader", in: "class") {
        recipe.add(ingredientHeading: item.text ?? "")
      } else {
        recipe.add(ingredient: item.text ?? "")
      }
    }
    for item in node.first("id", "recipeInstructions")?.children("li") ?? [] {
      if item.has("instruction_subheader", in: "class") {
        recipe.add(stepHeading: item.text ?? "")
      } else {
        recipe.add(step: item.text ?? "")
      }
    }
    let notes = node.first("id", "recipeNotes")?.children("li") ?? []
    recipe.add(comment: notes.compactMap(\.text).joined(separator: "\n"))
    for (id, mark) in [("starred", "favorite"), ("made_this", "made")] {
      recipe.add(mark: mark, if: .bool(node.first("id", id) != nil))
    }
    if let image = node.first("class", "recipeImage")?["src"] { recipe.add(pictureAt: image) }
    return recipe
  }
}
