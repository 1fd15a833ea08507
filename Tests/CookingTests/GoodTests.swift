import Cooking
import Testing

@Suite struct GoodTests {
  @Test(arguments: [
    ("chicken thighs", "chicken", true), ("boneless, skinless chicken breasts", "chicken", true),
    ("chicken breast fillets", "chicken", true), ("ground beef", "beef", true),
    ("beef mince", "beef", true), ("pork shoulder", "pork", true), ("lamb neck", "lamb", true),
    ("lemon juice", "lemon", true), ("basil leaves", "basil", true),
    ("broccoli florets", "broccoli", true), ("smoked salmon fillets", "salmon", true),
    ("chicken stock", "chicken", false), ("chicken broth", "chicken", false),
    ("chicken stock cube", "chicken", false), ("beef dripping", "beef", false),
    ("garlic powder", "garlic", false), ("tomato paste", "tomato", false),
    ("curry leaves", "curry", false), ("egg yolk", "egg", false),
    ("tomato juice", "tomato", false), ("black peppercorns", "pepper", true),
    ("chicken", "chicken thighs", false), ("coconut milk", "coconut", false),
  ])
  func `cuts and forms of a thing are that thing, but stock is not`(
    ingredient: String, item: String, isHad: Bool
  ) {
    #expect(IngredientKey(ingredient).isKind(of: IngredientKey(item)) == isHad)
  }

  @Test(arguments: [
    ("2 cups low-sodium chicken broth", "chicken broth", "low sodium"),
    ("1 cup extra-virgin olive oil", "olive oil", "extra virgin"),
    ("2 large eggs", "egg", "large"), ("3 eggs, room temperature", "egg", ""),
    ("100 g butter salted", "butter", "salted"), ("1 cup hot sauce", "hot sauce", ""),
    ("200 g cold unsalted butter", "butter", "unsalted"), ("whole", "whole", ""),
    ("2 chicken parts", "chicken", ""), ("1 cup fresh or frozen peas", "pea", ""),
    ("1 packet taco seasoning", "taco seasoning", ""),
  ])
  func `a name is a good and what is said of it`(line: String, key: String, variety: String) {
    let good = Good.goods(of: IngredientLine(line))[0]
    #expect(good.key.text == key)
    #expect(good.variety == variety)
  }

  @Test func `a line of numbers and marks is its own good`() {
    #expect(Good.goods(of: IngredientLine("½")).map(\.key.text) == ["½"])
    #expect(Good.goods(of: IngredientLine("Sauce:")).isEmpty)
  }
}
