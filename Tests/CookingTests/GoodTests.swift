import Cooking
import Testing

@Suite struct GoodTests {
  @Test(arguments: [
    ("chicken thighs", "chicken", true), ("boneless, skinless chicken breasts", "chicken", true),
    ("chicken breast fillets", "chicken", true), ("chicken breast fillets", "chicken breast", true),
    ("ground beef", "beef", true),
    ("beef mince", "beef", true), ("pork shoulder", "pork", true), ("lamb neck", "lamb", true),
    ("lemon juice", "lemon", true), ("basil leaves", "basil", true),
    ("broccoli florets", "broccoli", true), ("smoked salmon fillets", "salmon", true),
    ("chicken stock", "chicken", false), ("chicken broth", "chicken", false),
    ("chicken stock cube", "chicken", false), ("beef dripping", "beef", false),
    ("garlic powder", "garlic", false), ("tomato paste", "tomato", false),
    ("curry leaves", "curry", false), ("egg yolk", "egg", true), ("egg white", "eggs", true),
    ("egg", "egg yolk", false),
    ("Eigelb", "Eier", true), ("jaunes d'œufs", "œufs", true), ("tuorli", "uova", true),
    ("æggeblommer", "æg", true), ("soup pasta without egg", "egg", false),
    ("Nudeln ohne Ei", "Ei", false), ("pasta free of egg", "egg", false),
    ("soup pasta without egg", "pasta", true), ("egg-free noodles", "egg", false),
    ("tomato juice", "tomato", false), ("black peppercorns", "pepper", true),
    ("chicken", "chicken thighs", false), ("coconut milk", "coconut", false),
  ])
  func `a cut or form of an ingredient is of its kind, but stock and powder are not`(
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
    ("200 g soup pasta without egg", "soup pasta", "without egg"),
  ])
  func `an ingredient line is divided into the key of a good and its variety`(
    line: String, key: String, variety: String
  ) {
    let good = Good.goods(of: IngredientLine(line))[0]
    #expect(good.key.text == key)
    #expect(good.variety == variety)
  }

  @Test(arguments: [
    "½", "200/250 g di Fontina", "salt", "1", "a few", "1 (14 oz) can", "and",
    "of the best",
    "fresh", "chopped", "2 large", "optional", "玉ねぎ 1個", "塩 少々", "1 cup", "or", "the", "jus d'",
    "x",
    "salt & pepper", "1 cup butter or margarine", "1/2", "100%", "3 - 4 x 15ml", "cloves", "2 cans",
  ])
  func `a line of any wording that names an ingredient yields a named good`(line: String) {
    let goods = Good.goods(of: IngredientLine(line))
    #expect(!goods.isEmpty && goods.allSatisfy { !$0.key.text.isEmpty && !$0.name.isEmpty })
  }

  @Test(arguments: [
    "", " ", "---", "Sauce:", "• • •", "to taste", "Taste", "nach Geschmack", "q.b.",
  ])
  func `headings, lines of marks and lines that only say how much are no goods`(line: String) {
    #expect(Good.goods(of: IngredientLine(line)).isEmpty)
  }
}
