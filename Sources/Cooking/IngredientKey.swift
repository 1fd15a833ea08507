/// A normalized name of an ingredient: `2 large Onions, chopped` and `onion` have the same key.
package struct IngredientKey: Hashable, Sendable {
  /// The words in lower case and singular, such as `red onion`; empty if there are none.
  package let text: String

  /// Creates the key of the name of an ingredient.
  package init(_ name: String) {
    let words = Self.words(of: name)
    let text = words.joined(separator: " ")
    self.text = synonyms[text] ?? text
  }

  /// Creates the key with a text.
  package init(stored text: String) { self.text = text }

  /// The words of a name that identify the ingredient.
  static func words(of name: String) -> [String] {
    let tokens = LineTokens(name)
    var words: [String] = []
    for index in 0..<tokens.count where tokens.isWord(index) {
      let word = tokens.lowercased(index)
      // Ground ginger is not bought as ginger.
      if word == "ground", isOtherGround(tokens, index + 1) {
        words.append(word)
        continue
      }
      if descriptions.contains(word) || WordList.with(word).contains(.of) || word == "the"
        || word == "a"
      {
        continue
      }
      words.append(withoutPlural(word))
    }
    // `garlic clove` is garlic, `bay leaf` is a leaf.
    if words.count == 2, words[1] == "clove" { words.removeLast() }
    return words
  }

  /// Whether the good after `ground` is another one than the same good whole.
  private static func isOtherGround(_ tokens: LineTokens, _ next: Int) -> Bool {
    groundGoods.contains(withoutPlural(tokens.lowercased(next)))
  }

  /// Whether this ingredient is a kind of another one: `red onion` is an onion, `eggplant` is not an egg.
  ///
  /// The last words must be the same, because they name the ingredient; combinations that name another one, such as
  /// `coconut milk`, are listed in a table.
  package func isKind(of other: IngredientKey) -> Bool {
    if text == other.text { return true }
    // Lemons have juice and zest.
    if citrus.contains(other.text), citrusParts.contains(where: { text == other.text + " " + $0 }) {
      return true
    }
    guard !other.text.isEmpty, text.hasSuffix(other.text),
      text.utf8.dropLast(other.text.utf8.count).last == 0x20
    else { return false }
    return !otherThings.contains { text == $0 || text.hasSuffix(" " + $0) }
  }
}

private let groundGoods: Set<String> = [
  "ginger", "chili", "chilli", "chile", "almond", "beef", "pork", "turkey", "lamb", "chicken",
  "veal",
  "meat", "mustard", "rice",
]

private let citrus: Set<String> = ["lemon", "lime", "orange", "grapefruit"]
private let citrusParts = ["juice", "zest", "peel", "rind", "wedge", "slice"]

/// Words that do not change which ingredient is meant.
private let descriptions: Set<String> = [
  "fresh", "large", "medium", "small", "big", "ripe", "organic", "freshly", "finely", "roughly",
  "coarsely", "chopped",
  "diced", "minced", "sliced", "grated", "shredded", "melted", "softened", "cold", "warm", "hot",
  "whole", "extra",
  "good", "quality", "boneless", "skinless", "peeled", "cooked", "unsalted", "salted", "free",
  "range", "lukewarm",
  "boiling", "raw", "thinly", "packed", "virgin", "low", "sodium", "plain", "natural", "unbleached",
  "fine", "coarse",
  "frozen", "ground", "kosher", "iodized", "purpose", "all", "and", "or", "thick", "thin",
  "toasted", "drained",
]

private let synonyms: [String: String] = {
  let groups = [
    "spring onion: scallion, green onion", "eggplant: aubergine", "zucchini: courgette",
    "cilantro: coriander leaf, coriander leave",
    "bell pepper: capsicum, sweet pepper",
    "powdered sugar: icing sugar, confectioners' sugar, confectioner's sugar, confectioners sugar",
    "chickpea: garbanzo bean, garbanzo", "arugula: rocket",
    "baking soda: bicarbonate soda, bicarb soda",
    "cornstarch: cornflour, corn starch", "flour: wheat flour, white flour",
    "beef: mince beef, beef mince",
    "shrimp: prawn", "parmesan: parmesan cheese, parmigiano reggiano, parmigiano",
    "sugar: granulated sugar, caster sugar, white sugar, superfine sugar",
    "salt: sea salt, table salt, flaky salt", "pepper: black pepper, peppercorn, black peppercorn",
    "heavy cream: whipping cream, double cream, heavy whipping cream",
    "beet: beetroot", "rutabaga: swede", "chili: chilli, chile, chili pepper, chilli pepper",
    "yogurt: yoghurt, natural yogurt",
    "ketchup: tomato ketchup", "soy sauce: soya sauce", "olive oil: oil olive",
    "oil: vegetable oil, cooking oil, neutral oil, sunflower oil, canola oil",
  ]
  return groups.reduce(into: [:]) { table, group in
    let parts = group.split(separator: ":")
    for word in parts[1].split(separator: ",") {
      table[String(word.drop { $0 == " " })] = String(parts[0])
    }
  }
}()

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
