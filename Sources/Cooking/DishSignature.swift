import Text

/// What tells whether two recipes are of the same dish: the words of the name, and the ingredients.
package struct DishSignature: Sendable {
  /// The words of the name without accents, case and marks, in alphabetical order.
  package let name: String
  private let ingredients: Set<IngredientKey>

  /// Creates the signature of a recipe from its name and its lines of ingredients.
  package init(name: String, ingredients: [String]) {
    self.name = Self.key(of: name)
    var keys: Set<IngredientKey> = []
    for line in ingredients {
      let line = IngredientLine(line)
      if line.isHeading { continue }
      let key = IngredientKey(line.name)
      if !key.text.isEmpty { keys.insert(key) }
    }
    self.ingredients = keys
  }

  /// Returns the words of a name, which two recipes of the same dish share.
  package static func key(of name: String) -> String {
    let words = folded(name).split { !$0.isLetter && !$0.isNumber }
    return words.sorted().joined(separator: " ")
  }

  package var hasIngredients: Bool { !ingredients.isEmpty }

  /// Whether the names have the same words, and at least half of all ingredients are in both recipes.
  package func isSameDish(as other: DishSignature) -> Bool {
    guard name == other.name, !name.isEmpty else { return false }
    let all = ingredients.union(other.ingredients).count
    return 2 * ingredients.intersection(other.ingredients).count >= all
  }
}
