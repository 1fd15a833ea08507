import Text

/// Any table with a header, as records of its columns.
enum PlainTable: RecordSource {
  static let name = "table"

  static func recognizes(_ file: SourceFile) -> Bool {
    ["csv", "tsv", "tab"].contains(file.ending)
  }

  static func records(of file: SourceFile) throws(FormatFault) -> ForeignRecords {
    let table = try DelimitedTable(file.bytes)
    return ForeignRecords(
      table.objects.map { ForeignRecord($0.value, line: $0.line) }, profile: "records")
  }
}

/// The recipes of MyRecipeBox in a table.
enum MyRecipeBoxTable: RecordSource {
  static let name = "MyRecipeBox table"

  static func recognizes(_ file: SourceFile) -> Bool {
    file.start.hasPrefix("title,description,preparationTime,")
      || file.start.hasPrefix("\u{FEFF}title,description,preparationTime,")
  }

  static func records(of file: SourceFile) throws(FormatFault) -> ForeignRecords {
    try translated(file) { MyRecipeBoxRecipe.recipe(&$0) }
  }
}

/// The recipes of Plan to Eat in a table.
enum PlanToEatTable: RecordSource {
  static let name = "Plan to Eat"

  static func recognizes(_ file: SourceFile) -> Bool {
    let header = file.start.prefix { !$0.isNewline }
    return header.contains("Title,") && header.contains("Main Ingredient")
      && header.contains("Directions")
  }

  static func records(of file: SourceFile) throws(FormatFault) -> ForeignRecords {
    try translated(file) { recipe(&$0) }
  }

  private static func recipe(_ object: inout ForeignObject) -> RecipeBuilder {
    var recipe = RecipeBuilder(name: object.text("Title"))
    recipe.set("description", object.text("Description"))
    for line in filledLines(object.text("Ingredients") ?? "") {
      if line.hasPrefix(",") {
        recipe.add(ingredientHeading: String(line.dropFirst()))
      } else {
        recipe.add(ingredient: line)
      }
    }
    for line in stepLines(object.text("Directions") ?? "") {
      if line.hasPrefix(", ") {
        recipe.add(stepHeading: String(line.dropFirst()))
      } else {
        recipe.add(step: line)
      }
    }
    recipe.add(yield: object.text("Servings"))
    recipe.add(yield: object.text("Yield"))
    recipe.set(minutes: "prepTime", object.number("Prep Time"))
    recipe.set(minutes: "cookTime", object.number("Cook Time"))
    recipe.set(minutes: "totalTime", object.number("Total Time"))
    recipe.set("recipeCategory", object.text("Course"))
    recipe.set("recipeCuisine", object.text("Cuisine"))
    let tags = object.text("Tags") ?? ""
    recipe.set(
      "keywords",
      tags.split { ",^".contains($0) }.map { trimmingSpace(String($0)) }.filter { !$0.isEmpty })
    recipe.set("aggregateRating", object.take("Rating"))
    recipe.set("url", object.text("Url", "Public Url"))
    recipe.set("author", object.text("Source"))
    recipe.add(picture: object.text("Photo Url"))
    recipe.set("dateCreated", object.text("Created At"))
    for (column, property) in [
      ("Calories", "calories"), ("Fat", "fatContent"), ("Saturated Fat", "saturatedFatContent"),
      ("Cholesterol", "cholesterolContent"), ("Sodium", "sodiumContent"), ("Sugar", "sugarContent"),
      ("Carbohydrate", "carbohydrateContent"), ("Fiber", "fiberContent"),
      ("Protein", "proteinContent"),
    ] { recipe.add(nutrient: property, object.text(column)) }
    object.ignore(["Url Host", "Private", "Updated At"])
    return recipe
  }
}

/// Translates the rows of a table.
private func translated(
  _ file: SourceFile, _ recipe: (inout ForeignObject) -> RecipeBuilder
) throws(FormatFault) -> ForeignRecords {
  let table = try DelimitedTable(file.bytes)
  return ForeignRecords(
    table.objects.map { value, line in
      var object = ForeignObject(value)
      let builder = recipe(&object)
      return builder.record(line: line, unused: object.unused)
    })
}
