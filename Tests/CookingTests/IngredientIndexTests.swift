import Cooking
import Testing

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
    ("eggplant", "egg", false), ("egg yolk", "egg", true), ("red onions", "onion", true),
    ("basmati rice", "rice", true),
    ("rice vinegar", "rice", false), ("coconut milk", "milk", false), ("whole milk", "milk", true),
    ("peanut butter", "butter", false), ("unsalted butter", "butter", true),
    ("scallions", "spring onion", true),
    ("spring onions", "onion", false), ("2 courgettes", "zucchini", true),
    ("ground cumin", "cumin", true), ("2 tbsp lemon juice", "lemon", true),
    ("lime zest", "lime", true),
    ("lemon curd", "lemon", false), ("non-dairy milk", "milk", false),
    ("gluten-free flour", "flour", false), ("vegan butter", "butter", false),
    ("free-range eggs", "egg", true), ("fresh or frozen blueberries", "blueberry", true),
  ])
  func `a thing at home covers the ingredients whose names end with it`(
    ingredient: String, item: String, isHad: Bool
  ) {
    #expect(IngredientKey(IngredientLine(ingredient).name).isKind(of: IngredientKey(item)) == isHad)
  }

  @Test func `of two alternatives one is enough, and optional lines are not missing`() {
    let index = index([["1 cup butter or margarine", "1 egg", "parsley (optional)"]])
    #expect(index.cookable(pantry: keys("margarine", "egg"), staples: []) == [0])
  }
}
