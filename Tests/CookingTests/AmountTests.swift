import Cooking
import Testing

/// The amounts of a line, such as `1 can; 14 oz fixed`, where `fixed` marks the size of a package.
private func amounts(_ line: String) -> String {
  IngredientLine(line).amounts.map { amount in
    let upper = amount.upper.map { "–\($0)" } ?? ""
    return "\(amount.value)\(upper) \(amount.unit.id)" + (amount.scales ? "" : " fixed")
  }.joined(separator: "; ")
}

@Suite struct AmountTests {
  @Test(arguments: [
    ("2 cups flour", "2 cup"), ("1 ½ cups flour", "3/2 cup"), ("1½ cups flour", "3/2 cup"),
    ("1 1/2 cups flour", "3/2 cup"), ("1-1/2 cups flour", "3/2 cup"), ("½ tsp salt", "1/2 tsp"),
    ("1⁄4 cup oil", "1/4 cup"), ("1 and ½ cups flour", "3/2 cup"), ("0.5 oz cocoa", "1/2 oz"),
    ("1 and a half cups milk", "3/2 cup"), ("half a cup of milk", "1/2 cup"),
    ("1,5 dl milk", "3/2 dl"),
    ("1,000 g flour", "1000 g"), ("1,000,000 g flour", "1000000 g"), ("0,125 l water", "1/8 l"),
    ("three eggs", "3 whole"), ("a pinch of salt", "1 pinch"), ("pinch nutmeg", "1 pinch"),
    ("½ a lemon", "1/2 whole"), (".5 oz yeast", "1/2 oz"),
  ])
  func `numbers are exact fractions`(line: String, expected: String) {
    #expect(amounts(line) == expected)
  }

  @Test(arguments: [
    ("2-3 carrots", "2–3 whole"), ("2 – 3 carrots", "2–3 whole"), ("2 to 3 cups broth", "2–3 cup"),
    ("2 or 3 cups sugar", "2–3 cup"), ("8 - 5 eggs", "5–8 whole"), ("1g-2G salt", "1–2 g"),
    ("2 tsp to 3 teaspoons sugar", "2–3 tsp"), ("3½- to 4-pound brisket", "7/2–4 lb"),
    ("2 through 3 cups milk", "2–3 cup"), ("3–4 — tablespoons oil", "3–4 tbsp"),
    ("Four 8- to -10 ounce trout", "4 whole; 8–10 oz fixed"), ("砂糖 小さじ(1〜)2", "1–2 tsp"),
    ("1 or 2 cups milk", "1–2 cup"),
  ])
  func `an amount that is a range keeps both ends`(line: String, expected: String) {
    #expect(amounts(line) == expected)
  }

  @Test(arguments: [
    ("1 (14 oz) can tomatoes", "1 can; 14 oz fixed"), ("1 x 400g tin beans", "1 tin; 400 g fixed"),
    ("One 2-pound slab of bacon", "1 slab; 2 lb fixed"),
    ("1 14½-ounce can corn", "1 can; 29/2 oz fixed"),
    ("2 12- ounce cans milk", "2 can; 12 oz fixed"),
    ("8 9-inch flour tortillas", "8 whole; 9 \" fixed"),
    ("14 oz can condensed milk", "14 oz fixed; 1 can"),
    ("2-inch piece ginger", "2 \" fixed; 1 piece"),
    ("an 8-ounce block of cheese", "1 block; 8 oz fixed"),
    ("1 can (15 oz) beans", "1 can; 15 oz fixed"),
    ("2 chicken breasts (6 oz each)", "2 whole; 6 oz fixed"),
    ("1 - 14 oz can tomatoes", "1 can; 14 oz fixed"), ("2-15oz cans beans", "2 can; 15 oz fixed"),
    ("1 (7 oz / 198g) tube almond paste", "1 tube; 7 oz fixed; 198 g fixed"),
    ("2 x 400g/14oz cans beans", "2 can; 400 g fixed; 14 oz fixed"),
    ("4- (8-ounce) ramekins", "4 whole; 8 oz fixed"),
    ("Six 1-inch slices bread", "6 slice; 1 \" fixed"),
    ("1 1/4-inch piece ginger", "5/4 \" fixed; 1 piece"),
    ("8 1/2-inch slices bread", "8 slice; 1/2 \" fixed"),
    ("Fourteen ½-inch-square crackers", "14 whole"),
    ("1 lb 4-lb chicken", "1 lb; 4 lb fixed"),
    ("8 x 75g/2½oz pieces cod", "8 piece; 75 g fixed; 5/2 oz fixed"),
    ("One 1 lb (450g) loaf bread", "1 loaf; 1 lb fixed; 450 g fixed"),
    ("1 x 4lb (1.8kg) ham", "1 whole; 4 lb fixed; 9/5 kg fixed"),
    ("2 x 750g/1lb 10oz lobster", "2 whole; 750 g fixed; 1 lb fixed; 10 oz fixed"),
    ("a 14 oz package noodles", "1 package; 14 oz fixed"),
    ("½ x 400g/14oz can tomatoes", "1/2 can; 400 g fixed; 14 oz fixed"),
    ("Half a 17 oz package pastry", "1/2 package; 17 oz fixed"),
    ("1 x tin 400g/14oz tomatoes", "1 tin; 400 g fixed; 14 oz fixed"),
    ("6 packages (each 8 oz/250 g) cheese", "6 package; 8 oz fixed; 250 g fixed"),
    ("Two ¼-oz/7-g packets yeast", "2 packet; 1/4 oz fixed; 7 g fixed"),
    ("Two 4-pound to 4½-pound ducks", "2 whole; 4–9/2 lb fixed"),
    ("1 (1-inch [2.5 cm]) piece ginger", "1 piece; 1 \" fixed; 5/2 cm fixed"),
    ("2 bream, weighing about 500g/1lb 2oz each", "2 whole; 500 g fixed; 1 lb fixed; 2 oz fixed"),
    ("4 x 1cm/½ inch thick slices liver", "4 slice"),
    ("10 x 20 cm sheet puff pastry", "10 cm fixed; 20 cm fixed; 1 sheet"),
    ("3 to 4 x 15ml oil", "3–4 whole; 15 ml fixed"), ("12 6-in. tortillas", "12 whole; 6 \" fixed"),
  ])
  func `the size of a package is an amount that does not scale`(line: String, expected: String) {
    #expect(amounts(line) == expected)
  }

  @Test func `amounts in two units are one group, and sums are two`() {
    func groups(_ line: String) -> [Int] { IngredientLine(line).amounts.map(\.group) }
    #expect(groups("300 g / 10½ oz flour") == [1, 1])
    #expect(groups("1 cup (240 ml) milk") == [1, 1])
    #expect(groups("3 medium or 2 large leeks (22 ounces total)") == [1, 1, 1])
    #expect(groups("¼ tsp plus ⅛ tsp salt") == [1, 2])
    #expect(groups("1 Dose Tomaten (400 g)") == [1, 2])
    #expect(groups("1 lb 4 oz lamb") == [1, 2])
    #expect(groups("2 x 400g/14oz cans beans") == [1, 2, 2])
    #expect(groups("750g/1lb 10oz beef") == [1, 1, 1])
    #expect(groups("½ cup parsley, plus 1 tablespoon minced") == [1, 2])
    #expect(amounts("1/4 + 1/8 teaspoon salt") == "1/4 tsp; 1/8 tsp")
  }

  @Test(arguments: [
    ("5 tablespoons (3 tablespoons and 2 tablespoons) oil", "5 tbsp"),
    ("8 ounces orzo (a scant 1 ⅓ cups)", "8 oz; 4/3 cup"),
    ("1 medium-large banana (around 100g/3½oz peeled)", "1 medium; 100 g; 7/2 oz"),
    ("¼ tsp asafetida (hing) or more to taste 1 mL", "1/4 tsp; 1 ml"),
    ("2 tsp minced gingerroot 10 mL", "2 tsp; 10 ml"),
    ("4 TBSP [56 G] UNSALTED BUTTER", "4 tbsp; 56 g"),
    ("2 pounds shrimp (about 42)", "2 lb; 42 whole"), ("1 cup (or 2 eggs) milk", "1 cup"),
    ("1 cup 2 sticks butter", "1 cup; 2 stick"), ("700g/1lb10oz mince", "700 g; 1 lb; 10 oz"),
    ("100g/3½ sirloin steak", "100 g; 7/2 oz"),
    ("1 cup minus 2 tablespoons (180 g) sugar", "1 cup; 180 g"),
    ("a couple of onions", "2 whole"), ("half a small cabbage", "1/2 small"),
    ("skin from a quarter of a lemon", "1/4 whole"), ("a few sprigs of thyme", ""),
    ("2 pounds (16 to 20 count shrimp) 4 per person", "2 lb"), ("0 As required salt", ""),
    ("less than 1 g / ¼ teaspoon saffron", "1 g; 1/4 tsp"), ("at most 3 eggs", "3 whole"),
    ("2 or more tablespoons miso", "2 tbsp"), ("2\" nub of ginger", "2 \" fixed; 1 piece"),
    ("1 e 1/2 xícara (chá) de açúcar", "3/2 cup"), ("2 gr. Zwiebeln", "2 large"),
    ("200 gr. Mehl", "200 g"),
    ("1 kl. Bund Petersilie", "1 bunch"), ("2 ст. л. сахара", "2 tbsp"),
    ("12 κ.σ. ρύζι", "12 tbsp"),
    ("大さじ2+大さじ3(60g)", "2 tbsp; 3 tbsp; 60 g"), ("豚肉 500g前後", "500 g"),
    ("3 garlic cloves", "3 clove"),
    ("Thirty-two chives", "32 whole"), ("1 and three quarter pints stock", "7/4 pint"),
  ])
  func `amounts are counted once, whatever is said around them`(line: String, expected: String) {
    #expect(amounts(line) == expected)
  }

  @Test(arguments: [
    ("砂糖 50g", "50 g"), ("Limoni ½", "1/2 whole"), ("Lekvár: 16 ML", "16 ml"),
    ("コンソメ 小さじ1/3", "1/3 tsp"), ("Sugar -- 200 g", "200 g"), ("Parsley, 1 bunch", "1 bunch"),
    ("Latte intero 200 ml", "200 ml"), ("sugar (1 cup / 200g)", "1 cup; 200 g"),
    ("Zest of 1 lemon", "1 whole"), ("the juice of one lemon", "1 whole"),
    ("Leaves from 3 sprigs thyme", "3 sprig"), ("塩 小さじ１/２", "1/2 tsp"),
    ("小さじ1と1/2 塩", "3/2 tsp"), ("砂糖 大さじ1~2", "1–2 tbsp"), ("バター 10~20g", "10–20 g"),
  ])
  func `amounts may stand behind the name`(line: String, expected: String) {
    #expect(amounts(line) == expected)
  }

  @Test(arguments: [
    ("1c. à soupe de beurre", "1 tbsp"), ("2 c. à s. d'huile", "2 tbsp"),
    ("4 blaadje laurier", "4 leaf"),
    ("1 ss frisk ingefær", "1 tbsp"), ("1 EL Butter", "1 tbsp"), ("1 Prise Salz", "1 pinch"),
    ("2 Zehen Knoblauch", "2 clove"), ("1 colher (sopa) de manteiga", "1 tbsp"),
    ("2 cucharadas de aceite", "2 tbsp"), ("1 cucchiaino di sale", "1 tsp"),
    ("2 dl grädde", "2 dl"),
    ("1 T. cream", "1 tbsp"), ("1 t salt", "1 tsp"), ("1 C milk", "1 cup"), ("大さじ2", "2 tbsp"),
    ("½ tl zout", "1/2 tsp"), ("2 spsk olie", "2 tbsp"), ("1 pincée de sel", "1 pinch"),
  ])
  func `units of other languages are known`(line: String, expected: String) {
    #expect(amounts(line) == expected)
  }

  @Test(arguments: [
    ("1 cup sifted flour", "flour"), ("2 cloves garlic, minced", "garlic"),
    ("3 large eggs", "eggs"),
    ("2 tablespoons very thinly sliced chives", "chives"), ("1 cup butter or margarine", "butter"),
    ("1 teaspoon sweet or hot paprika", "sweet or hot paprika"), ("12 cloves of garlic", "garlic"),
    ("4 bone-in, skin-on chicken legs", "chicken legs"),
    ("1 cinnamon stick, crushed", "cinnamon stick"),
    (
      "1/3 cup (80ml) canola, vegetable, or melted coconut oil",
      "canola, vegetable, or melted coconut oil"
    ),
    ("neutral oil, for frying", "neutral oil"), ("flour for bread", "flour for bread"),
    ("1 cup cream of tartar", "cream of tartar"), ("Salt and pepper to taste", "Salt and pepper"),
    ("2 tablespoons dried minced onion", "dried onion"), ("2 cloves", "cloves"),
    ("2 gousses d’ail", "ail"), ("2 c. à s. d'huile", "huile"), ("200 g pak choi", "pak choi"),
    ("1 kg pot roast", "pot roast"), ("1/2 teaspoon plus a pinch of salt", "salt"),
    ("3 medium-size onions", "onions"), ("2 c cloves garlic", "garlic"),
    ("¼ cup flour sifted", "flour"),
    ("1 pound medium shrimp", "shrimp"), ("½ tsp ground cloves", "ground cloves"),
    ("2 cups fresh or frozen blueberries", "fresh or frozen blueberries"),
    ("1 tbsp grainy or Dijon mustard", "grainy or Dijon mustard"),
    ("freshly ground pink or black pepper", "pink or black pepper"),
    ("1 tsp ground black pepper", "ground black pepper"),
    ("50 g cheese, Cheddar or similar", "cheese"),
    ("1 kl. Bund Petersilie", "Petersilie"), ("1 alm. løg", "løg"), ("2 ст. л. сахара", "сахара"),
    ("12 κ.σ. ρύζι", "ρύζι"), ("q.b. sale", "sale"), ("ev. räkor", "räkor"),
    ("to serve: lemon wedges", "lemon wedges"), ("2 or more tablespoons miso", "miso"),
    ("2\" nub of ginger", "ginger"), ("1 Dose/n Tomaten", "Tomaten"), ("2 Zwiebel(n)", "Zwiebel"),
    ("1 e 1/2 xícara (chá) de açúcar", "açúcar"), ("12 6-in. flour tortillas", "flour tortillas"),
    ("0 As required salt", "salt"), ("20 g + q.b. burro", "burro"),
    ("1 bottle Dr. Pepper", "Dr. Pepper"),
    ("1 packet (2¼ tsp instant dry yeast)", "instant dry yeast"),
    ("2 m.-große Zwiebeln", "Zwiebeln"),
    ("400 g Bœuf en cubes de 25 g", "Bœuf en cubes"),
    ("4 whole-grain tortillas", "whole-grain tortillas"),
    ("Salz nach Belieben", "Salz"), ("sale q.b.", "sale"), ("sel au goût", "sel"), ("塩 適量", "塩"),
  ])
  func `the name has neither amount nor preparation`(line: String, name: String) {
    #expect(IngredientLine(line).name == name)
  }

  @Test(arguments: [
    ("3 large eggs", "large"), ("1 pound medium shrimp", "medium"), ("2 onions, large", "large"),
    ("2 small celery stalks", "small"), ("3 medium-size onions", "medium"),
    ("2 kl. Zwiebeln", "small"),
    ("2 eggs", ""),
  ])
  func `the size is known wherever a line says it`(line: String, size: String) {
    #expect(IngredientLine(line).size == size)
  }

  @Test(arguments: [
    ("1 cup butter or margarine", ["butter", "margarine"]),
    ("1 tbsp grainy or Dijon mustard", ["grainy mustard", "Dijon mustard"]),
    ("1 cup canola, vegetable, or coconut oil", ["canola oil", "vegetable oil", "coconut oil"]),
    ("1 red or green tart apple", ["red apple", "green tart apple"]),
    (
      "cooked sticky rice or short-grain brown rice",
      ["cooked sticky rice", "short-grain brown rice"]
    ),
    ("soft black Italian or Greek olives", ["soft black Italian olives", "Greek olives"]),
    ("1 lb ground beef or ground turkey", ["ground beef", "ground turkey"]),
    ("150 g brown or white bread", ["brown bread", "white bread"]),
    ("2 red / green peppers", ["red peppers", "green peppers"]),
    ("1 cup milk / water", ["milk", "water"]), ("1 cup crumbs / 8 biscuits", []),
    ("2 eggs", []),
  ])
  func `alternatives are a list`(line: String, expected: [String]) {
    #expect(IngredientLine(line).alternatives == expected)
  }

  @Test func `headings and optional lines are marked`() {
    #expect(IngredientLine("For the sauce:").isHeading)
    for text in [
      "For the sauce", "FOR THE SAUCE", "**Topping**", "【たれ】", "# Dough", "[Dough]", "## Filling",
    ] {
      #expect(IngredientLine(text).isHeading, "\(text)")
    }
    #expect(!IngredientLine("2 eggs").isHeading)
    #expect(!IngredientLine("For the table, some bread").isHeading)
    #expect(IngredientLine("(1 egg)").isOptional)
    #expect(IngredientLine("½ cup almonds (optional)").isOptional)
    #expect(!IngredientLine("1 egg").isOptional)
  }
}

@Suite struct RationalTests {
  @Test func `an operation on fractions whose result does not fit returns nil`() throws {
    let large = Rational(.max)
    #expect(large.times(Rational(2)) == nil)
    #expect(large.plus(large) == nil)
    #expect(Rational(1, 0) == nil)
    #expect(Rational(.min, -1) == nil)
    #expect(Rational(1).over(.zero) == nil)
    #expect(try #require(Rational(6, -4)).description == "-3/2")
    #expect(try #require(Rational(-3, 2)).floor == -2)
    #expect(try #require(Rational("2.50")).description == "5/2")
    #expect(Rational("1/0") == nil && Rational("1.") == nil && Rational("a") == nil)
  }
}
