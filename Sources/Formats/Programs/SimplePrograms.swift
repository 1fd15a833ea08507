import Text

/// A recipe of Mela: `.melarecipe`, and in zip as `.melarecipes`.
enum MelaRecipe: JSONFormat {
  static let name = "Mela"

  static func recognizes(_ document: JSONProbe) -> Bool {
    document.has("title", "ingredients", "instructions")
      && ["link", "wantToCook", "yield", "images", "favorite"].count { document.keys.contains($0) }
        > 1
  }

  static func recipe(_ object: inout ForeignObject) -> RecipeBuilder {
    var recipe = RecipeBuilder(name: object.text("title"))
    recipe.set("description", object.text("text"))
    for line in filledLines(object.text("ingredients") ?? "") {
      if let heading = markdownHeading(line) {
        recipe.add(ingredientHeading: heading)
      } else {
        recipe.add(ingredient: withoutMarks(line))
      }
    }
    for line in stepLines(object.text("instructions") ?? "") {
      if let heading = markdownHeading(line) {
        recipe.add(stepHeading: heading)
      } else {
        recipe.add(step: withoutMarks(line))
      }
    }
    recipe.set("recipeYield", object.text("yield"))
    recipe.set("prepTime", object.text("prepTime"))
    recipe.set("cookTime", object.text("cookTime"))
    recipe.set("totalTime", object.text("totalTime"))
    recipe.set("keywords", object.take("categories")?.names ?? [])
    let link = object.text("link")
    recipe.set(link.map(isAddress) ?? false ? "url" : "author", link)
    recipe.add(comment: object.text("notes"))
    recipe.add(comment: object.text("nutrition").map { "Nutrition: " + $0 })
    // Seconds since 2001-01-01.
    if let seconds = object.number("date") {
      recipe.set("dateCreated", day(secondsSince1970: seconds + 978_307_200))
    }
    for image in object.list("images") { recipe.add(pictureData: image.plainText) }
    recipe.add(mark: "favorite", if: object.take("favorite"))
    recipe.add(mark: "want to cook", if: object.take("wantToCook"))
    object.ignore(["id"])
    return recipe
  }
}

/// The recipes of a household in KitchenOwl.
enum KitchenOwlRecipe: JSONFormat {
  static let name = "KitchenOwl"
  static let containers = ["recipes"]

  static func recognizes(_ document: JSONProbe) -> Bool {
    document.lists("recipes", with: "items", "yields")
      || document.has("items", "yields", "cook_time")
  }

  static func recipe(_ object: inout ForeignObject) -> RecipeBuilder {
    var recipe = RecipeBuilder(name: object.text("name"))
    for item in object.list("items") {
      let parts = [item["description"], item["name"]].compactMap { $0?.plainText }
      let isOptional = item["optional"] == .bool(true)
      recipe.add(ingredient: parts.joined(separator: " ") + (isOptional ? " (optional)" : ""))
    }
    for line in stepLines(withoutMentions(object.text("description") ?? "")) {
      if let heading = markdownHeading(line) {
        recipe.add(stepHeading: heading)
      } else {
        recipe.add(step: line)
      }
    }
    recipe.set("recipeYield", object.text("yields"))
    recipe.set(minutes: "totalTime", object.number("time"))
    recipe.set(minutes: "cookTime", object.number("cook_time"))
    recipe.set(minutes: "prepTime", object.number("prep_time"))
    recipe.set("keywords", object.take("tags")?.names ?? [])
    let source = object.text("source")
    recipe.set(source.map(isAddress) ?? false ? "url" : "author", source)
    object.ignore(["id", "created_at", "updated_at", "household_id", "photo_hash", "planned"])
    return recipe
  }

  /// Returns a text with `@Sweet_potato{500 g}` as `500 g Sweet potato`.
  private static func withoutMentions(_ text: String) -> String {
    var plain = ""
    var rest = text[...]
    while let at = rest.firstIndex(of: "@") {
      plain += rest[..<at]
      rest = rest[rest.index(after: at)...]
      let name = rest.prefix { $0.isLetter || $0.isNumber || "_-".contains($0) }
      rest = rest[name.endIndex...]
      if name.isEmpty {
        plain += "@"
      } else if rest.first == "{", let close = rest.firstIndex(of: "}") {
        plain += rest[rest.index(after: rest.startIndex)..<close] + " "
        rest = rest[rest.index(after: close)...]
      }
      plain += name.replacing("_", with: " ")
    }
    return plain + rest
  }
}

/// The recipes of WP Recipe Maker, exported or as posts.
enum WPRecipeMaker: JSONFormat {
  static let name = "WP Recipe Maker"

  static func recognizes(_ document: JSONProbe) -> Bool {
    document.has("ingredients_flat") || document.has("servings_unit", "ingredients")
      || document.has("recipe", "slug", "type")
  }

  static func recipe(_ object: inout ForeignObject) -> RecipeBuilder {
    if let inner = object.take("recipe"), case .object = inner {
      var recipe = ForeignObject(inner)
      object.ignore([
        "id", "date", "date_gmt", "guid", "modified", "modified_gmt", "slug", "status", "type",
        "link", "title", "template", "class_list", "_links", "content", "author", "meta",
      ])
      return self.recipe(&recipe)
    }
    var recipe = RecipeBuilder(name: object.text("name").map(withoutShortcodes))
    recipe.set("description", object.text("summary").map(withoutShortcodes))
    for value in flat(&object, "ingredients_flat", "ingredients", "ingredients") {
      let name = withoutShortcodes(value["name"]?.plainText ?? "")
      if value["type"]?.plainText == "group" {
        recipe.add(ingredientHeading: name)
        continue
      }
      let notes = value["notes"]?.plainText.map { "(\(withoutShortcodes($0)))" }
      let parts = [value["amount"]?.plainText, value["unit"]?.plainText, name, notes]
      recipe.add(ingredient: parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " "))
    }
    for value in flat(&object, "instructions_flat", "instructions", "instructions") {
      if value["type"]?.plainText == "group" {
        recipe.add(stepHeading: withoutShortcodes(value["name"]?.plainText ?? ""))
      } else {
        recipe.add(step: withoutShortcodes(value["text"]?.plainText ?? ""))
      }
    }
    let servings = [object.text("servings"), object.text("servings_unit")].compactMap(\.self)
    recipe.set("recipeYield", servings.joined(separator: " "))
    recipe.set(minutes: "prepTime", object.number("prep_time"))
    recipe.set(minutes: "cookTime", object.number("cook_time"))
    recipe.set(minutes: "totalTime", object.number("total_time"))
    if let tags = object.take("tags") {
      recipe.set("recipeCategory", tags["course"]?.names ?? [])
      recipe.set("recipeCuisine", tags["cuisine"]?.names ?? [])
      recipe.set("keywords", tags["keyword"]?.names ?? [])
    }
    recipe.set("author", object.text("author_name", "author"))
    recipe.add(picture: object.text("image_url"))
    recipe.add(comment: object.text("notes").map(withoutShortcodes))
    if let nutrition = object.take("nutrition") {
      for (key, property) in nutrients { recipe.add(nutrient: property, nutrition[key]?.plainText) }
    }
    object.ignore(["id", "type", "slug", "image_id", "parent_id", "date"])
    return recipe
  }

  private static let nutrients = [
    ("calories", "calories"), ("carbohydrates", "carbohydrateContent"),
    ("protein", "proteinContent"),
    ("fat", "fatContent"), ("saturated_fat", "saturatedFatContent"), ("sodium", "sodiumContent"),
    ("fiber", "fiberContent"), ("sugar", "sugarContent"), ("cholesterol", "cholesterolContent"),
    ("serving_size", "servingSize"),
  ]

  /// The elements of a flat list, or those of the groups of a nested one.
  private static func flat(
    _ object: inout ForeignObject, _ name: String, _ nested: String, _ inner: String
  ) -> [JSONValue] {
    let groups = object.list(nested)
    let elements = object.list(name)
    if !elements.isEmpty { return elements }
    return groups.flatMap { group -> [JSONValue] in
      guard case .array(let items)? = group[inner] else { return [group] }
      let heading = group["name"]?.plainText.map { name in
        JSONValue.object([.init("type", .string("group")), .init("name", .string(name))])
      }
      return [heading].compactMap(\.self) + items
    }
  }

  /// Returns a text without shortcodes: `[wprm-ingredient text="flour" uid="1"]` is `flour`.
  private static func withoutShortcodes(_ text: String) -> String {
    var plain = ""
    var rest = text[...]
    while let open = rest.firstRange(of: "[wprm-") ?? rest.firstRange(of: "[/wprm-"),
      let close = rest[open.upperBound...].firstIndex(of: "]")
    {
      plain += rest[..<open.lowerBound]
      let code = rest[open.upperBound..<close]
      if let text = code.firstRange(of: "text=\"") {
        plain += code[text.upperBound...].prefix { $0 != "\"" }
      } else if let value = code.firstRange(of: "value=\"") {
        let unit = code.firstRange(of: "unit=\"").map {
          code[$0.upperBound...].prefix { $0 != "\"" }
        }
        plain += code[value.upperBound...].prefix { $0 != "\"" } + (unit.map { " °\($0)" } ?? "")
      }
      rest = rest[rest.index(after: close)...]
    }
    return plain + rest
  }
}

/// The recipes of MyRecipeBox (RecetteTek) in `.rtk`.
enum MyRecipeBoxRecipe: JSONFormat {
  static let name = "MyRecipeBox"

  static func recognizes(_ document: JSONProbe) -> Bool {
    document.has("preparationTime", "title")
      && ["originalPicture", "pictures", "cookingTime"].contains { document.keys.contains($0) }
  }

  static func recipe(_ object: inout ForeignObject) -> RecipeBuilder {
    var recipe = RecipeBuilder(name: object.text("title"))
    recipe.set("description", object.text("description"))
    for line in filledLines(object.text("ingredients") ?? "") {
      if line.hasSuffix(":") {
        recipe.add(ingredientHeading: line)
      } else {
        recipe.add(ingredient: line)
      }
    }
    for line in stepLines(object.text("instructions") ?? "") { recipe.add(step: line) }
    recipe.set("recipeYield", object.text("quantity"))
    recipe.set(minutes: "prepTime", object.number("preparationTime"))
    recipe.set(minutes: "cookTime", object.number("cookingTime"))
    recipe.set(minutes: "totalTime", object.number("totalTime"))
    recipe.set("recipeCategory", listed(object.take("categories")))
    recipe.set("keywords", listed(object.take("tags")) + listed(object.take("keywords")))
    recipe.set("aggregateRating", object.take("rating"))
    addAddresses(&object, to: &recipe)
    recipe.add(comment: object.text("notes"))
    for line in filledLines(object.text("nutrition") ?? "") {
      let parts = line.split(separator: ":", maxSplits: 1).map { trimmingSpace(String($0)) }
      if parts.count == 2, let property = nutrients[parts[0]] {
        recipe.add(nutrient: property, parts[1])
      } else {
        recipe.add(comment: line)
      }
    }
    // Paths on the telephone; the files are next to the list.
    for path in object.list("pictures") {
      recipe.add(pictureFile: path.plainText.flatMap(lastComponent))
    }
    recipe.add(mark: "favorite", if: object.take("favorite"))
    recipe.add(property: "inactive-time", object.take("inactiveTime"))
    object.ignore(["id", "uuid", "lastModifiedDate"])
    return recipe
  }

  /// The source, the picture and the film: in old tables they are one column to the right where there are tags.
  private static func addAddresses(_ object: inout ForeignObject, to recipe: inout RecipeBuilder) {
    let values =
      ["url", "source", "originalPicture"].compactMap { object.text($0) }
      + object.nameless().compactMap(\.plainText)
    let isPicture: (String) -> Bool = { text in
      let path = text.prefix { $0 != "?" }.lowercased()
      return isAddress(text)
        && [".jpg", ".jpeg", ".png", ".webp", ".gif"].contains { path.hasSuffix($0) }
    }
    recipe.add(picture: values.first(where: isPicture))
    recipe.set("url", values.first { isAddress($0) && !isPicture($0) })
    recipe.set("author", values.first { !isAddress($0) })
    recipe.set("video", object.text("video"))
  }

  /// Names: a list of them, objects with a title, or a text with semicolons.
  private static func listed(_ value: JSONValue?) -> [String] {
    guard let value else { return [] }
    return value.names.flatMap {
      $0.split(separator: ";").map { trimmingSpace(String($0)) }.filter { !$0.isEmpty }
    }
  }

  private static let nutrients = [
    "calories": "calories", "carbohydrate": "carbohydrateContent", "protein": "proteinContent",
    "fat": "fatContent", "saturatedFat": "saturatedFatContent", "sodium": "sodiumContent",
    "fiber": "fiberContent", "sugar": "sugarContent", "cholesterol": "cholesterolContent",
    "servingSize": "servingSize",
  ]
}

/// A recipe of the Nextcloud Cookbook: schema.org, in which lines that begin with `##` are headings.
enum NextcloudRecipe: JSONFormat {
  static let name = "Nextcloud Cookbook"

  /// Older recipes have nothing but the name of their file that tells them from others.
  static func recognizes(_ file: SourceFile) -> Bool {
    guard let document = file.json else { return false }
    return recognizes(document)
      || file.name == "recipe.json" && document.has("@type", "recipeIngredient")
  }

  static func recognizes(_ document: JSONProbe) -> Bool {
    document.has("@type", "recipeIngredient", "dateModified")
      && (document.has("tool") || document.has("imageUrl") || document.has("printImage"))
  }

  static func recipe(_ object: inout ForeignObject) -> RecipeBuilder {
    var recipe = RecipeBuilder(name: object.text("name"))
    for text in object.list("recipeIngredient").compactMap(\.plainText) {
      if let heading = markdownHeading(text) {
        recipe.add(ingredientHeading: heading)
      } else {
        recipe.add(ingredient: text)
      }
    }
    if let text = object.text("recipeInstructions") {
      for line in stepLines(text) { recipe.add(step: line) }
    }
    for value in object.list("recipeInstructions") {
      if let heading = value.plainText.flatMap(markdownHeading) {
        recipe.add(stepHeading: heading == "HowToSection" ? "" : heading)
      } else {
        recipe.add(step: value)
      }
    }
    for property in [
      "description", "recipeYield", "prepTime", "cookTime", "totalTime", "keywords",
      "recipeCategory", "recipeCuisine", "nutrition", "url", "author", "aggregateRating", "tool",
      "video", "datePublished",
    ] { recipe.set(property, object.take(property)) }
    let created = object.text("dateCreated")
    recipe.set(
      "dateCreated", created.flatMap { Double($0) }.map { day(secondsSince1970: $0) } ?? created)
    // The picture is a file, whatever the recipe says.
    for name in ["full.jpg", "thumb.jpg", "thumb16.jpg"] { recipe.add(pictureFile: name) }
    recipe.add(picture: NextcloudStub.picture(of: &object))
    let image = object.take("image", "imageUrl")
    if let address = image?.plainText {
      recipe.add(picture: isAddress(address) ? address : nil)
    } else {
      recipe.set("image", image)
    }
    object.ignore([
      "@context", "@type", "@id", "id", "dateModified", "imagePlaceholderUrl", "printImage",
      "review",
      "mainEntityOfPage", "publisher", "isPartOf", "commentCount", "comment",
    ])
    return recipe
  }
}

/// A summary of a recipe in the list of a Nextcloud Cookbook.
enum NextcloudStub: JSONFormat {
  static let name = "Nextcloud Cookbook list"

  static func recognizes(_ document: JSONProbe) -> Bool {
    document.has("name", "imagePlaceholderUrl") && !document.has("recipeIngredient")
  }

  static func recipe(_ object: inout ForeignObject) -> RecipeBuilder {
    var recipe = RecipeBuilder(name: object.text("name"))
    recipe.set("keywords", object.text("keywords"))
    recipe.set("recipeCategory", object.text("category"))
    recipe.set("dateCreated", object.text("dateCreated"))
    let id = object.text("id", "recipe_id")
    recipe.set("@id", id)
    recipe.add(picture: picture(of: &object))
    if let list = object.address(upTo: list), let id { recipe.details = list + "/" + id }
    object.ignore(["dateModified", "imageUrl", "imagePlaceholderUrl"])
    return recipe
  }

  private static let list = "/api/v1/recipes"

  /// The address of the picture on the server; nil for a file.
  static func picture(of object: inout ForeignObject) -> String? {
    guard let list = object.address(upTo: list), let id = object.text("id", "recipe_id") else {
      return nil
    }
    return list + "/\(id)/image?size=full"
  }
}

/// Whether a text is an address on the web.
func isAddress(_ text: String) -> Bool {
  let start = text.prefix(8).lowercased()
  return (start.hasPrefix("http://") || start.hasPrefix("https://")) && !text.contains(" ")
}

/// Returns the day of a time, such as `2021-08-16`; nil for times that are no dates of recipes.
func day(secondsSince1970 seconds: Double) -> String? {
  guard seconds > 0, seconds < 4e9 else { return nil }
  return CalendarDate(daysSince1970: Int(seconds / 86_400)).description
}
