import Text

/// A recipe of Paprika 3: `.paprikarecipe`, in gzip, and in zip as `.paprikarecipes`.
enum PaprikaRecipe: JSONFormat {
  static let name = "Paprika"

  static func recognizes(_ document: JSONProbe) -> Bool {
    document.has("directions", "ingredients", "name")
      && ["photo_data", "hash", "source_url", "uid"].contains { document.keys.contains($0) }
  }

  static func recipe(_ object: inout ForeignObject) -> RecipeBuilder {
    var recipe = RecipeBuilder(name: object.text("name"))
    recipe.set("description", object.text("description"))
    for line in filledLines(object.text("ingredients") ?? "") {
      recipe.add(ingredient: withoutMarks(line))
    }
    for line in stepLines(object.text("directions") ?? "") {
      if line.hasSuffix(":"), line.count <= 60 {
        recipe.add(stepHeading: withoutMarks(line))
      } else {
        recipe.add(step: withoutMarks(line))
      }
    }
    recipe.set("recipeYield", object.text("servings"))
    recipe.set(written: "prepTime", object.text("prep_time"))
    recipe.set(written: "cookTime", object.text("cook_time"))
    recipe.set(written: "totalTime", object.text("total_time"))
    recipe.set("keywords", object.take("categories")?.names ?? [])
    recipe.set("aggregateRating", object.take("rating"))
    let source = object.text("source")
    recipe.set("url", object.text("source_url"))
    recipe.set("author", source)
    recipe.add(comment: object.text("notes"))
    recipe.add(comment: object.text("difficulty").map { "Difficulty: " + $0 })
    recipe.add(comment: object.text("nutritional_info").map { "Nutrition: " + $0 })
    for photo in object.list("photos") { recipe.add(pictureData: photo["data"]?.plainText) }
    recipe.add(pictureData: object.text("photo_large"))
    recipe.add(pictureData: object.text("photo_data"))
    recipe.add(picture: object.text("image_url", "photo_url"))
    recipe.set("dateCreated", object.text("created"))
    recipe.add(mark: "favorite", if: object.take("on_favorites"))
    recipe.add(mark: "pinned", if: object.take("is_pinned"))
    recipe.add(mark: "trash", if: object.take("in_trash"))
    object.ignore(["uid", "hash", "photo_hash", "photo"])
    return recipe
  }
}

/// Returns a text without the marks of newer versions: `**bold**`, `_italic_`, `[photo:NAME]`, `[text](address)`.
func withoutMarks(_ text: String) -> String {
  var rest = text[...]
  var plain = ""
  while let open = rest.firstIndex(of: "[") {
    plain += rest[..<open]
    let inner = rest[rest.index(after: open)...]
    guard let close = inner.firstIndex(of: "]") else {
      plain += rest[open...]
      rest = ""
      break
    }
    let words = inner[..<close]
    var end = inner.index(after: close)
    if words.hasPrefix("photo:") {
      // A picture has no words.
    } else if words.hasPrefix("recipe:") {
      plain += words.dropFirst("recipe:".count)
    } else if end < inner.endIndex, inner[end] == "(", let last = inner[end...].firstIndex(of: ")")
    {
      plain += words
      end = inner.index(after: last)
    } else {
      plain += rest[open..<end]
    }
    rest = inner[end...]
  }
  return trimmingSpace((plain + rest).replacing("**", with: ""))
}
