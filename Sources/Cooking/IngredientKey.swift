/// A normalized name of an ingredient: `2 large Onions, chopped` and `onion` have the same key.
package struct IngredientKey: Hashable, Sendable {
  /// The words in lower case and singular, such as `red onion`; empty if there are none.
  package let text: String

  /// Creates the key of the name of an ingredient.
  package init(_ name: String) { text = GoodName(name).key }

  /// Creates the key with a text.
  package init(stored text: String) { self.text = text }

  /// The words of a name that steps of a recipe may repeat, in the singular.
  static func words(of name: String) -> [String] {
    let tokens = LineTokens(name)
    let table = GoodTable.standard
    return (0..<tokens.count).filter { tokens.isWord($0) }.map { tokens.lowercased($0) }.filter {
      !WordList.with($0).contains(.of) && !GoodTable.isPhrase($0, in: table.silent)
        && !GoodTable.isPhrase($0, in: table.said)
    }.map { withoutPlural($0) }
  }

  /// Whether the good is plain water, which is not bought.
  package var isWater: Bool { water.contains(text) }

  /// Whether the good is a liquid, whose cups are millilitres.
  var isLiquid: Bool {
    let words = text.split(separator: " ")
    guard let first = words.first, let last = words.last else { return false }
    // Romance languages begin with the noun, German ends words with it.
    return liquids.contains(String(last)) || foreignLiquids.contains(String(first))
      || foreignLiquids.contains { last == $0 || $0.utf8.count > 3 && last.hasSuffix($0) }
  }

  /// Whether this ingredient is a kind of another one, or a cut or form of it: `red onion` is an onion, `chicken thigh` is
  /// chicken, and `eggplant` is not an egg.
  ///
  /// Without cuts and forms, the last words must be the same, because they name the ingredient; combinations that name
  /// another one, such as `coconut milk`, are listed in a table.
  package func isKind(of other: IngredientKey) -> Bool { isKind(of: other, whole: whole) }

  /// Whether this ingredient, which is a cut or form of a whole one, is a kind of another one.
  func isKind(of other: IngredientKey, whole: IngredientKey?) -> Bool {
    if text == other.text || whole?.text == other.text { return true }
    guard !other.text.isEmpty else { return false }
    // Lemons have juice and zest.
    if text.hasPrefix(other.text), citrus.contains(other.text) {
      return citrusParts.contains { text == other.text + " " + $0 }
    }
    guard let whole else { return text.endsKind(of: other.text) }
    // A fillet of a chicken breast is a chicken breast, too.
    if text.hasPrefix(other.text + " "), other.text.hasPrefix(whole.text) { return true }
    return text.endsKind(of: other.text) || whole.text.endsKind(of: other.text)
  }

  /// The ingredient of which this is a cut or form, such as chicken of chicken thighs; nil if it is none.
  var whole: IngredientKey? {
    if let other = kinds[text] { return IngredientKey(stored: other) }
    var rest = text[...]
    while let space = rest.lastIndex(of: " "),
      cutWords.contains(String(rest[space...].dropFirst())),
      !otherForms.contains(where: { rest == $0 || rest.hasSuffix(" " + $0) })
    {
      rest = rest[..<space]
    }
    return rest.endIndex == text.endIndex ? nil : IngredientKey(stored: String(rest))
  }
}

extension String {
  /// Whether a name ends with another one, and is no other thing, as `coconut milk` is.
  fileprivate func endsKind(of other: String) -> Bool {
    guard hasSuffix(other), utf8.dropLast(other.utf8.count).last == 0x20 else { return false }
    // Non-dairy milk is no milk, and gluten-free flour is another one; a free-range egg is an egg.
    let words = dropLast(other.count).split(separator: " ")
    if words.contains("non") || words.contains("vegan") || words.dropFirst().last == "free" {
      return false
    }
    return !otherThings.contains { self == $0 || hasSuffix(" " + $0) }
  }
}

private let citrus: Set<String> = ["lemon", "lime", "orange", "grapefruit"]
private let citrusParts = ["juice", "zest", "peel", "rind", "wedge", "slice"]

/// Combinations whose last word alone names another ingredient.
private let otherThings: Set<String> = [
  "coconut milk", "almond milk", "oat milk", "soy milk", "condensed milk", "evaporated milk",
  "buttermilk",
  "peanut butter", "almond butter", "cocoa butter", "apple butter", "nut butter", "coconut cream",
  "sour cream",
  "ice cream", "cream cheese", "spring onion", "cauliflower rice", "rice vinegar", "coconut oil",
  "sesame oil",
  "butternut squash", "water chestnut", "coconut water", "rose water", "tomato paste",
  "bell pepper", "cayenne pepper",
  "white pepper", "chili pepper", "jalapeño pepper", "serrano pepper", "red pepper", "green pepper",
  "yellow pepper",
  "sichuan pepper", "szechuan pepper", "lemon pepper", "almond flour", "rice flour", "corn flour",
  "coconut flour",
  "chickpea flour", "rye flour", "garlic salt", "celery salt", "vanilla sugar", "brown sugar",
  "powdered sugar",
  "palm sugar", "sweet potato", "egg noodle", "quail egg", "chocolate egg", "snow pea",
  "black eyed pea", "lemon grass",
  "baking soda", "club soda", "baking powder", "fish sauce",
]
