import Text

/// A recipe of Mealie, as its exports (snake case) and its API (camel case) write it, or a list of them.
enum MealieRecipe: JSONFormat {
  static let name = "Mealie"
  static let containers = ["items"]

  static func recognizes(_ document: JSONProbe) -> Bool {
    document.has("recipe_ingredient", "recipe_instructions")
      || document.has("recipeIngredient", "orgURL")
      || document.has("items", "per_page") && document.lists("items", with: "slug", "recipeYield")
  }

  static func recipe(_ object: inout ForeignObject) -> RecipeBuilder {
    var recipe = RecipeBuilder(name: object.text("name"))
    recipe.set("description", object.text("description"))
    for value in object.list("recipe_ingredient", "recipeIngredient") {
      add(MealieLine(value), to: &recipe)
    }
    add(steps: object.list("recipe_instructions", "recipeInstructions"), to: &recipe)
    recipe.set("recipeYield", mealieYield(&object))
    recipe.set("totalTime", object.text("total_time", "totalTime"))
    recipe.set("prepTime", object.text("prep_time", "prepTime"))
    recipe.set("cookTime", object.text("perform_time", "performTime", "cook_time", "cookTime"))
    recipe.set("keywords", object.take("tags")?.names ?? [])
    recipe.set("recipeCategory", object.take("recipe_category", "recipeCategory")?.names ?? [])
    recipe.set("recipeCuisine", object.take("recipe_cuisine", "recipeCuisine"))
    recipe.set("tool", object.take("tools")?.names ?? [])
    recipe.set("aggregateRating", object.take("rating"))
    recipe.set("url", object.text("org_url", "orgURL"))
    recipe.set("dateCreated", object.text("date_added", "dateAdded"))
    for note in object.list("notes") {
      let parts = [note["title"], note["text"]].compactMap { $0?.plainText }
      recipe.add(comment: parts.joined(separator: ": "))
    }
    addNutrition(object.take("nutrition"), to: &recipe)
    for name in mealiePictures { recipe.add(pictureFile: "images/" + name) }
    addService(&object, to: &recipe)
    addOwn(&object, to: &recipe)
    object.ignore(mealieUnused)
    return recipe
  }

  /// Adds what a server has besides: the picture, and the recipe that a list only summarizes.
  private static func addService(_ object: inout ForeignObject, to recipe: inout RecipeBuilder) {
    guard let root = object.address(upTo: "/api/") else { return }
    let id = object.text("id")
    recipe.set("@id", id)
    // The member says whether there is a picture, and changes with it.
    if let version = object.text("image"), let id {
      recipe.add(picture: root + "media/recipes/\(id)/images/original.webp?version=\(version)")
    }
    if !object.has("recipeIngredient"), let slug = object.text("slug") {
      recipe.details = root + "recipes/" + slug
    }
  }

  /// Adds what a person keeps besides: the day when it was made, and values under names of their own.
  static func addOwn(_ object: inout ForeignObject, to recipe: inout RecipeBuilder) {
    recipe.add(property: "last-made", object.text("last_made", "lastMade").map { .string($0) })
    if case .object(let extras)? = object.take("extras") {
      for extra in extras { recipe.add(property: extra.name, extra.value) }
    }
  }

  static func add(steps: [JSONValue], to recipe: inout RecipeBuilder) {
    for step in steps {
      if let title = step["title"]?.plainText { recipe.add(stepHeading: title) }
      // Of several steps, a line feed in one of them does not begin another.
      guard let text = step["text"]?.plainText else { continue }
      recipe.add(step: steps.count > 1 ? oneLine(text) : text)
    }
  }

  static func add(_ line: MealieLine, to recipe: inout RecipeBuilder) {
    if let title = line.title { recipe.add(ingredientHeading: title) }
    recipe.add(ingredient: line.text)
  }

  private static func addNutrition(_ value: JSONValue?, to recipe: inout RecipeBuilder) {
    guard case .object(let members)? = value else { return }
    for member in members {
      let words = member.name.split(separator: "_")
      let name = words.dropFirst().reduce(String(words.first ?? "")) {
        $0 + $1.prefix(1).uppercased() + $1.dropFirst()
      }
      recipe.add(nutrient: name, member.value.plainText)
    }
  }
}

/// The yield: the text, or the number of servings since 2.3.
func mealieYield(_ object: inout ForeignObject) -> String? {
  let text = object.text("recipe_yield", "recipeYield")
  let servings = object.number("recipe_servings") ?? object.number("recipeServings")
  let quantity = object.number("recipe_yield_quantity") ?? object.number("recipeYieldQuantity")
  if let quantity, quantity > 0 {
    return [shownNumber(quantity), text].compactMap(\.self).joined(separator: " ")
  }
  if let servings, servings > 0, text == nil { return shownNumber(servings) + " servings" }
  return text
}

/// The files of a recipe's picture, the largest first.
let mealiePictures = ["original.webp", "min-original.webp", "tiny-original.webp"]

/// Members of a recipe that say nothing to a cook.
let mealieUnused = [
  "id", "createdAt",
  "created_at", "dateUpdated", "date_updated",
  "groupId", "group_id", "householdId", "household_id", "image", "isOcrRecipe", "is_ocr_recipe",
  "settings", "slug", "updateAt", "update_at", "updatedAt", "updated_at",
  "userId", "user_id",
]

/// An ingredient of Mealie as a line.
struct MealieLine {
  /// The name of the group that begins with it.
  private(set) var title: String?
  private(set) var text = ""

  init(_ value: JSONValue) {
    guard case .object = value else {
      text = value.plainText ?? ""
      return
    }
    title = value["title"]?.plainText
    let note = value["note"]?.plainText
    let food = value["food"]
    let original = (value["original_text"] ?? value["originalText"])?.plainText
    if value["disable_amount"] == .bool(true) || value["disableAmount"] == .bool(true) {
      text = note ?? original ?? ""
      return
    }
    guard let food, !food.isEmpty else {
      // A parser that does not know the food keeps it in the original text alone.
      text = original ?? Self.line(value, food: nil, note)
      return
    }
    text = Self.line(value, food: food, note)
  }

  private static func line(_ value: JSONValue, food: JSONValue?, _ note: String?) -> String {
    var quantity: Double?
    if case .number(let number)? = value["quantity"], number != 0 { quantity = number }
    let unit = value["unit"].flatMap { $0.isEmpty ? nil : $0 }
    // One of nothing is a default.
    if quantity == 1, unit == nil, food == nil { quantity = nil }
    let isMany = (quantity ?? 0) > 1
    let isShort =
      unit?["use_abbreviation"] == .bool(true) || unit?["useAbbreviation"] == .bool(true)
    let unitName =
      (isShort ? unit?["abbreviation"]?.plainText : nil)
      ?? (isMany ? (unit?["plural_name"] ?? unit?["pluralName"])?.plainText : nil)
      ?? unit?["name"]?.plainText ?? unit?.plainText
    let foodName =
      (isMany && unit == nil ? (food?["plural_name"] ?? food?["pluralName"])?.plainText : nil)
      ?? food?["name"]?.plainText ?? food?.plainText
    let parts = [quantity.map(fractionText), unitName, foodName].compactMap(\.self)
    let line = parts.joined(separator: " ")
    guard let note else { return line }
    return foodName == nil ? (line.isEmpty ? note : line + " " + note) : line + ", " + note
  }
}

/// Returns a number as a fraction, if its denominator is common in kitchens.
func fractionText(_ number: Double) -> String {
  let whole = number.rounded(.down)
  let rest = number - whole
  if rest < 0.005 { return shownNumber(whole) }
  for denominator in [2.0, 3, 4, 8, 6, 16, 5] {
    let numerator = (rest * denominator).rounded()
    guard numerator > 0, numerator < denominator, abs(rest - numerator / denominator) < 0.004 else {
      continue
    }
    let text = "\(Int(numerator))/\(Int(denominator))"
    return whole == 0 ? text : shownNumber(whole) + " " + text
  }
  return shownNumber((number * 1000).rounded() / 1000)
}
