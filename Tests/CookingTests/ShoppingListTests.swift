import Cooking
import Testing

@Suite struct ShoppingListTests {
  private func list(_ dishes: [(String, [String])], aisles: Aisles = .standard) -> [String] {
    ShoppingList(
      of: dishes.map { ShoppingDish(name: $0.0, lines: $0.1.map { IngredientLine($0) }) },
      aisles: aisles
    ).entries.map { "\($0.name): " + $0.amounts.joined(separator: " + ") }
  }

  @Test(arguments: [
    (["150 g butter", "50 g butter"], "butter: 200 g"),
    (["1 kg flour", "500 g flour"], "flour: 1.5 kg"),
    (["150 g butter", "1 tbsp butter"], "butter: 150 g + 1 tbsp"),
    (["1 tbsp oil", "1 tsp oil"], "oil: 1 ⅓ tbsp"),
    (["2 onions", "1 onion, chopped"], "onions: 3"),
    (["1 large onion", "2 onions"], "onion: 1 large + 2"),
    (["1 (14 oz) can tomatoes", "2 (14 oz) cans tomatoes"], "tomatoes: 3 can of 14 oz"),
    (["300 g / 10½ oz beef", "200 g beef"], "beef: 500 g"), (["salt", "salt to taste"], "salt: "),
    (["2 cloves garlic", "3 garlic cloves"], "garlic: 2 clove + 3"),
    (["1-2 carrots", "1 carrot"], "carrots: 2–3"),
    (["2 scallions", "1 spring onion"], "scallions: 3"),
  ])
  func `amounts are added where they can be exactly`(lines: [String], expected: String) {
    #expect(list([("A", [lines[0]]), ("B", [lines[1]])]) == [expected])
  }

  @Test func `entries are in the order of the shop, with their dishes`() {
    let list = ShoppingList(
      of: [
        ShoppingDish(
          name: "A",
          lines: ["1 cup flour", "2 onions", "Sauce:", "1 dragon fruit"].map { IngredientLine($0) }),
        ShoppingDish(name: "B", lines: [IngredientLine("1 onion")]),
      ], aisles: .standard)
    #expect(list.entries.map(\.name) == ["onions", "flour", "dragon fruit"])
    #expect(list.entries.map(\.aisle) == ["Fruit and vegetables", "Dry goods", "Other"])
    #expect(list.entries[0].dishes == ["A", "B"])
  }

  @Test func `an aisle file decides aisles and common names`() {
    let aisles = Aisles(cooklang: "[veg]\nonion | shallot // both\n\n[dry]\nflour\n")
    #expect(
      list([("A", ["1 onion", "2 shallots", "1 cup flour"])], aisles: aisles) == [
        "onion: 3", "flour: 1 cup",
      ])
  }
}

@Suite struct IngredientIndexTests {
  private func index(_ recipes: [[String]]) -> IngredientIndex {
    recipes.reduce(into: IngredientIndex()) { $0.add($1) }
  }

  private func keys(_ names: String...) -> [IngredientKey] { names.map { IngredientKey($0) } }

  @Test func `recipes with the fewest missing ingredients come first`() {
    let index = index([
      ["2 eggs", "1 cup rice", "1 leek"], ["3 large eggs", "salt"], ["1 kg beef"],
      ["1 egg", "200 g rice", "1 onion"],
    ])
    let fits = index.fits(
      pantry: keys("eggs", "rice", "onions"), staples: keys("salt"), among: 0..<4, limit: 10)
    #expect(fits.map(\.recipe) == [3, 1, 0])
    #expect(fits.last?.missing == ["leek"])
    #expect(index.cookable(pantry: keys("egg"), staples: keys("salt")) == [1])
  }

  @Test(arguments: [
    ("eggplant", "egg", false), ("egg yolk", "egg", false), ("red onions", "onion", true),
    ("basmati rice", "rice", true),
    ("rice vinegar", "rice", false), ("coconut milk", "milk", false), ("whole milk", "milk", true),
    ("peanut butter", "butter", false), ("unsalted butter", "butter", true),
    ("scallions", "spring onion", true),
    ("spring onions", "onion", false), ("2 courgettes", "zucchini", true),
    ("ground cumin", "cumin", true),
  ])
  func `an ingredient is had by its last words`(ingredient: String, item: String, isHad: Bool) {
    #expect(IngredientKey(IngredientLine(ingredient).name).isKind(of: IngredientKey(item)) == isHad)
  }

  @Test func `of two alternatives one is enough, and optional lines are not missing`() {
    let index = index([["1 cup butter or margarine", "1 egg", "parsley (optional)"]])
    #expect(index.cookable(pantry: keys("margarine", "egg"), staples: []) == [0])
  }
}
