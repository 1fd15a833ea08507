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
    (["1 (14 oz) can tomatoes", "2 (14 oz) cans tomatoes"], "tomatoes: 3 can of 14 oz"),
    (["300 g / 10½ oz beef", "200 g beef"], "beef: 500 g"), (["salt", "salt to taste"], "salt: "),
    (["2 cloves garlic", "3 garlic cloves"], "garlic: 2 clove + 3"),
    (["60 g parmesan", "parmesan, to serve"], "parmesan: 60 g + some"),
    (["butter, for the tin", "100 g butter"], "butter: 100 g + some"),
    (["1-2 carrots", "1 carrot"], "carrots: 2–3"),
    (["2 scallions", "1 spring onion"], "scallions: 3"),
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

  @Test func `an aisle file decides aisles and common names`() {
    let aisles = Aisles(cooklang: "[veg]\nonion | shallot // both\n\n[dry]\nflour\n")
    #expect(
      list([("A", ["1 onion", "2 shallots", "1 cup flour"])], aisles: aisles) == [
        "onion: 3", "flour: 1 cup",
      ])
  }
}
