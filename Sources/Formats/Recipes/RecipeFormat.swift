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

  /// Returns the text of a file.
  ///
  /// - Parameter recipes: The recipes; one, unless the format ``hasLists``.
  /// - Returns: Complete lines.
  package func text(of recipes: [Recipe]) -> String {
    switch self {
    case .schemaOrg: SchemaOrgWriter.text(of: recipes)
    case .cooklang: recipes.map(CooklangWriter.text).joined(separator: "\n")
    case .recipemd:
      recipes.map { RecipeMDWriter.strictText(of: RecipeText($0)).text }.joined(separator: "\n")
    case .text: recipes.map { PlainRecipeWriter.text(of: $0) }.joined(separator: "\n\n")
    }
  }
}
