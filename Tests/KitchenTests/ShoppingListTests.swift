import Cooking
import Kitchen
import Testing

@Suite struct ShoppingListTests {
  private func list(_ dishes: [(String, [String])], aisles: Aisles = .standard) -> [String] {
    ShoppingList.sums(
      of: dishes.map { ($0.0, $0.1.map { IngredientLine($0) }) }, aisles: aisles
    ).map { "\($0.name): " + $0.amounts.joined(separator: " + ") }
  }

  @Test(arguments: [
    (["150 g butter", "50 g butter"], "butter: 200 g"),
    (["1 kg flour", "500 g flour"], "flour: 1.5 kg"),
    (["150 g butter", "1 tbsp butter"], "butter: 150 g + 1 tbsp"),
    (["1 tbsp oil", "1 tsp oil"], "oil: 1 ⅓ tbsp"),
    (["2 onions", "1 onion, chopped"], "onions: 3"),
    (["1 large onion", "2 onions"], "onion: 1 large + 2"),
    (["1 (14 oz) can tomatoes", "2 (14 oz) cans tomatoes"], "tomatoes: 3 cans of 14 oz"),
    (["300 g / 10½ oz beef", "200 g beef"], "beef: 500 g"), (["salt", "salt to taste"], "salt: "),
    (["2 cloves garlic", "3 garlic cloves"], "garlic: 5 cloves"),
    (["60 g parmesan", "parmesan, to serve"], "parmesan: 60 g + some"),
    (["butter, for the tin", "100 g butter"], "butter: 100 g + some"),
    (["1-2 carrots", "1 carrot"], "carrots: 2–3"),
    (["2 scallions", "1 spring onion"], "scallions: 3"),
    (["1 tsp ground black pepper", "2 tsp black pepper"], "ground black pepper: 3 tsp"),
    (
      ["1 cup fresh or frozen blueberries", "1 cup blueberries"],
      "fresh or frozen blueberries: 2 cups"
    ),
  ])
  func `amounts are added where they can be exactly`(lines: [String], expected: String) {
    #expect(list([("A", [lines[0]]), ("B", [lines[1]])]) == [expected])
  }

  @Test func `entries are in the order of the shop, with their dishes`() {
    let entries = ShoppingList.sums(
      of: [
        ("A", ["1 cup flour", "2 onions", "Sauce:", "1 dragon fruit"].map { IngredientLine($0) }),
        ("B", [IngredientLine("1 onion")]),
      ], aisles: .standard)
    #expect(entries.map(\.name) == ["onions", "flour", "dragon fruit"])
    #expect(entries.map(\.aisle) == ["Fruit and vegetables", "Dry goods", "Other"])
    #expect(entries[0].dishes == ["A", "B"])
  }

  @Test func `an ingredient has one line, whatever the aisle file lists`() {
    let aisles = Aisles(cooklang: "[veg]\npotatoes\nonion|shallot\ncarrots\n[dry]\nflour\n")
    #expect(list([("A", ["5 banana"]), ("B", ["2 bananas"])], aisles: aisles) == ["banana: 7"])
  }

  @Test func `ground goods have a line of their own`() {
    #expect(
      list([("A", ["20 g ginger", "1 tsp ground ginger"])]) == [
        "ginger: 20 g", "ground ginger: 1 tsp",
      ])
  }

  @Test func `an aisle file is shown in its own order, by the first name of a line`() {
    let aisles = Aisles(cooklang: "[veg]\npotatoes\nonion|shallot\ncarrots|onion\n[dry]\nflour\n")
    #expect(
      list(
        [("A", ["1 cup flour", "2 carrots", "1 shallot", "3 potatoes", "1 onion"])], aisles: aisles)
        == [
          "potatoes: 3", "onion: 2", "carrots: 2", "flour: 1 cup",
        ])
  }

  @Test(arguments: [
    ("2 rote Zwiebeln", "Fruit and vegetables"), ("200 g Bergkäse", "Dairy and eggs"),
    ("500 g Rinderhackfleisch", "Meat and fish"),
    ("2 c. à s. d'huile d'olive vierge extra", "Oils and sauces"),
    ("3 dl vispgrädde", "Dairy and eggs"), ("鶏もも肉 1枚", "Meat and fish"),
    ("しょうゆ 大さじ2", "Oils and sauces"),
    ("200 g de farine", "Dry goods"), ("1 dl vetemjöl", "Dry goods"), ("2 uova", "Dairy and eggs"),
    ("1 kg aardappelen", "Fruit and vegetables"), ("2 dientes de ajo", "Fruit and vegetables"),
  ])
  func `groceries of ten languages have an aisle`(line: String, aisle: String) {
    #expect(Aisles.standard.aisle(of: IngredientKey(IngredientLine(line).name)) == aisle)
  }

  @Test func `an aisle file decides aisles and common names`() {
    let aisles = Aisles(cooklang: "[veg]\nonion | shallot // both\n\n[dry]\nflour\n")
    #expect(
      list([("A", ["1 onion", "2 shallots", "1 cup flour"])], aisles: aisles) == [
        "onion: 3", "flour: 1 cup",
      ])
  }
}
