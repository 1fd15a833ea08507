import Text

/// A recipe of Crouton: `.crumb`.
enum CroutonRecipe: JSONFormat {
  static let name = "Crouton"

  static func recognizes(_ document: JSONProbe) -> Bool {
    document.has("ingredients", "steps", "uuid")
      && ["serves", "duration", "cookingDuration", "defaultScale", "webLink"].contains {
        document.keys.contains($0)
      }
  }

  static func recipe(_ object: inout ForeignObject) -> RecipeBuilder {
    var recipe = RecipeBuilder(name: object.text("name"))
    for value in ordered(object.list("ingredients")) {
      let name = value["ingredient"]?["name"]?.plainText ?? ""
      let type = value["quantity"]?["quantityType"]?.plainText ?? ""
      if type == "SECTION" {
        recipe.add(ingredientHeading: name)
      } else {
        recipe.add(ingredient: line(name, value["quantity"]))
      }
    }
    for value in ordered(object.list("steps")) {
      let text = value["step"]?.plainText ?? ""
      if value["isSection"] == .bool(true) {
        recipe.add(stepHeading: text)
      } else {
        recipe.add(step: text)
      }
    }
    recipe.set("recipeYield", object.text("serves"))
    recipe.set(minutes: "prepTime", object.number("duration"))
    recipe.set(minutes: "cookTime", object.number("cookingDuration"))
    recipe.set("url", object.text("webLink"))
    recipe.set("author", object.text("sourceName"))
    recipe.set("keywords", object.take("tags")?.names ?? [])
    recipe.set("aggregateRating", object.take("rating"))
    recipe.add(comment: object.text("notes"))
    addNutrition(object.text("neutritionalInfo") ?? "", to: &recipe)
    for image in object.list("images") { recipe.add(pictureData: image.plainText) }
    // The logo of the page it is from.
    object.ignore(["uuid", "defaultScale", "isPublicRecipe", "folderIDs", "sourceImage"])
    return recipe
  }

  private static func ordered(_ items: [JSONValue]) -> [JSONValue] {
    let orders = items.map { item -> Double in
      if case .number(let number)? = item["order"] { number } else { 0 }
    }
    return items.indices.sorted { (orders[$0], $0) < (orders[$1], $1) }.map { items[$0] }
  }

  private static func line(_ name: String, _ quantity: JSONValue?) -> String {
    guard let quantity, case .number(let amount)? = quantity["amount"], amount > 0 else {
      return name
    }
    var text = fractionText(amount)
    if case .number(let second)? = quantity["secondaryAmount"], second > 0 {
      text += "–" + fractionText(second)
    }
    let type = quantity["quantityType"]?.plainText ?? "ITEM"
    let unit = units[type] ?? type.lowercased().replacing("_", with: " ")
    return [text, unit, name].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The units of quantities, as cooks write them.
  private static let units = [
    "ITEM": "", "TEASPOON": "tsp", "TABLESPOON": "tbsp", "CUP": "cup", "MILLS": "ml",
    "CENTILITER": "cl", "DECILITER": "dl", "LITRES": "l", "GRAMS": "g", "KGS": "kg",
    "POUND": "lb", "OUNCE": "oz", "FLUID_OUNCE": "fl oz",
  ]

  private static func addNutrition(_ text: String, to recipe: inout RecipeBuilder) {
    let properties = [
      "calories": "calories", "carbohydrate": "carbohydrateContent",
      "carbohydrates": "carbohydrateContent", "fat": "fatContent", "protein": "proteinContent",
      "fiber": "fiberContent", "sugar": "sugarContent", "sodium": "sodiumContent",
      "cholesterol": "cholesterolContent", "saturated fat": "saturatedFatContent",
    ]
    for line in text.split(whereSeparator: { $0 == "," || $0.isNewline }) {
      let parts = line.split(separator: ":", maxSplits: 1).map { trimmingSpace(String($0)) }
      guard parts.count == 2, let property = properties[parts[0].lowercased()] else { continue }
      recipe.add(nutrient: property, parts[1])
    }
  }
}
