import Text

/// A format of files that contain recipes, as other programs read them.
package enum RecipeFormat: String, CaseIterable, Sendable {
  case schemaOrg = "schema.org"
  case cooklang, recipemd, text

  /// The ending of a file's name, without the dot.
  package var ending: String {
    switch self {
    case .schemaOrg: "json"
    case .cooklang: "cook"
    case .recipemd: "md"
    case .text: "txt"
    }
  }

  /// Whether a file can have several recipes.
  package var hasLists: Bool {
    switch self {
    case .schemaOrg, .text: true
    case .cooklang, .recipemd: false
    }
  }

  /// Returns a file, and the names of the parts of the recipes that it has no place for.
  ///
  /// - Parameter recipes: The recipes; one, unless the format ``hasLists``.
  /// - Returns: Complete lines; the names in the order of a record, each once.
  package func file(of recipes: [Recipe]) -> (text: String, omitted: [String]) {
    switch self {
    case .schemaOrg: return (SchemaOrgWriter.text(of: recipes), [])
    case .cooklang: return (recipes.map(CooklangWriter.text).joined(separator: "\n"), [])
    case .text:
      return (recipes.map { PlainRecipeWriter.text(of: $0) }.joined(separator: "\n\n"), [])
    case .recipemd:
      let files = recipes.map { RecipeMDWriter.strictText(of: RecipeText($0)) }
      var names: [String] = []
      for name in zip(recipes, files).flatMap({ Self.others(of: $0) + $1.omitted })
      where !names.contains(name) { names.append(name) }
      return (files.map(\.text).joined(separator: "\n"), names)
    }
  }

  /// The names of the parts of a recipe that RecipeMD does not have.
  private static func others(of recipe: Recipe) -> [String] {
    let parts: [(String, Bool)] = [
      ("author", recipe.author != nil), ("cuisine", !recipe.cuisines.isEmpty),
      ("category", !recipe.categories.isEmpty), ("equipment", !recipe.equipment.isEmpty),
      ("times", [recipe.prep, recipe.cook, recipe.total] != [nil, nil, nil]),
      ("rating", recipe.rating != nil),
      ("nutrition", !recipe.nutrition.isEmpty || recipe.servingSize != nil),
      ("date", recipe.published != nil), ("pictures", !recipe.pictures.isEmpty),
      ("source", recipe.source != nil), ("video", recipe.video != nil),
      ("notes", recipe.remarks != nil),
    ]
    return parts.filter(\.1).map(\.0) + recipe.extras.map(\.name)
  }
}
