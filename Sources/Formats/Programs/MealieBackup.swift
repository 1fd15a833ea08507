import Text

/// The database of a backup of Mealie: tables of recipes and of their parts.
///
/// Only recipes are read; users and their secrets are never looked at.
enum MealieBackup: RecordSource {
  static let name = "Mealie backup"

  static func recognizes(_ file: SourceFile) -> Bool {
    guard let json = file.json else { return false }
    return json.listKey == "recipes" && json.listKeys.isSuperset(of: ["slug", "perform_time"])
      || json.has("recipes", "recipes_ingredients")
  }

  static func records(of file: SourceFile) throws(FormatFault) -> ForeignRecords {
    var reader = JSONReader(file.bytes)
    let document: JSONValue
    do throws(JSONFault) {
      document = try reader.readTree()
    } catch {
      throw FormatFault("this is not JSON: \(error.reason)")
    }
    let tables = Tables(document)
    return ForeignRecords(
      tables.rows("recipes").map { row in
        var object = ForeignObject(row)
        let recipe = tables.recipe(&object)
        return recipe.record(unused: object.unused)
      })
  }
}

/// The tables of a database, joined by ids that are written with or without dashes.
private struct Tables {
  private let document: JSONValue
  private var names: [String: [String: JSONValue]] = [:]
  private var parts: [String: [String: [JSONValue]]] = [:]

  init(_ document: JSONValue) {
    self.document = document
    for table in ["tags", "categories", "tools", "ingredient_units", "ingredient_foods"] {
      for row in rows(table) {
        if let id = Self.id(row["id"]) { names[table, default: [:]][id] = row }
      }
    }
    for table in [
      "recipes_ingredients", "recipe_instructions", "notes", "recipe_nutrition", "recipes_to_tags",
      "recipes_to_categories", "recipes_to_tools",
    ] {
      for row in rows(table) {
        if let id = Self.id(row["recipe_id"]) {
          parts[table, default: [:]][id, default: []].append(row)
        }
      }
    }
  }

  func rows(_ table: String) -> [JSONValue] {
    if case .array(let rows)? = document[table] { rows } else { [] }
  }

  private static func id(_ value: JSONValue?) -> String? {
    value?.plainText?.filter { $0 != "-" }.lowercased()
  }

  /// Returns an id with the dashes of a UUID, as folders have it.
  private static func dashed(_ id: String) -> String {
    var text = ""
    for (place, digit) in id.enumerated() {
      if [8, 12, 16, 20].contains(place) { text += "-" }
      text.append(digit)
    }
    return text
  }

  /// The rows of a table that belong to a recipe, by their positions.
  private func parts(_ table: String, of id: String) -> [JSONValue] {
    let rows = parts[table]?[id] ?? []
    return rows.enumerated().sorted { one, other in
      let (first, second) = (position(one.element), position(other.element))
      return first == second ? one.offset < other.offset : first < second
    }.map(\.element)
  }

  private func position(_ row: JSONValue) -> Double {
    if case .number(let number)? = row["position"] { number } else { 0 }
  }

  private func names(_ table: String, _ key: String, in links: String, of id: String) -> [String] {
    parts(links, of: id).compactMap { row in
      Self.id(row[key]).flatMap { names[table]?[$0]?["name"]?.plainText }
    }
  }

  func recipe(_ object: inout ForeignObject) -> RecipeBuilder {
    let key = Self.id(object.take("id")) ?? ""
    var recipe = RecipeBuilder(name: object.text("name"))
    recipe.set("description", object.text("description"))
    for row in parts("recipes_ingredients", of: key) {
      MealieRecipe.add(MealieLine(resolved(row)), to: &recipe)
    }
    MealieRecipe.add(steps: Array(parts("recipe_instructions", of: key)), to: &recipe)
    recipe.set("recipeYield", mealieYield(&object))
    recipe.set("totalTime", object.text("total_time"))
    recipe.set("prepTime", object.text("prep_time"))
    recipe.set("cookTime", object.text("perform_time", "cook_time"))
    recipe.set("recipeCuisine", object.text("recipeCuisine"))
    recipe.set("aggregateRating", object.take("rating"))
    recipe.set("url", object.text("org_url"))
    recipe.set("dateCreated", object.text("date_added"))
    recipe.set("keywords", names("tags", "tag_id", in: "recipes_to_tags", of: key))
    recipe.set(
      "recipeCategory", names("categories", "category_id", in: "recipes_to_categories", of: key))
    recipe.set("tool", names("tools", "tool_id", in: "recipes_to_tools", of: key))
    for row in parts("notes", of: key) {
      let parts = [row["title"], row["text"]].compactMap { $0?.plainText }
      recipe.add(comment: parts.joined(separator: ": "))
    }
    for row in parts("recipe_nutrition", of: key) {
      for (column, property) in Self.nutrients {
        recipe.add(nutrient: property, row[column]?.plainText)
      }
    }
    MealieRecipe.addOwn(&object, to: &recipe)
    for name in mealiePictures {
      recipe.add(pictureFile: "data/recipes/\(Self.dashed(key))/images/\(name)")
    }
    object.ignore(mealieUnused + ["name_normalized", "description_normalized"])
    return recipe
  }

  /// An ingredient with its unit and its food in place of their ids.
  private func resolved(_ row: JSONValue) -> JSONValue {
    guard case .object(var members) = row else { return row }
    for (key, column, table) in [
      ("unit", "unit_id", "ingredient_units"), ("food", "food_id", "ingredient_foods"),
    ] {
      let value = Self.id(row[column]).flatMap { names[table]?[$0] }
      members.append(.init(key, value ?? .null))
    }
    return .object(members)
  }

  private static let nutrients = [
    ("calories", "calories"), ("fat_content", "fatContent"), ("fiber_content", "fiberContent"),
    ("protein_content", "proteinContent"), ("carbohydrate_content", "carbohydrateContent"),
    ("sodium_content", "sodiumContent"), ("sugar_content", "sugarContent"),
  ]
}
