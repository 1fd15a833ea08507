import Cooking
import Testing

private let half = Rational(1, 2) ?? .one
private let third = Rational(1, 3) ?? .one

@Suite struct ScalingTests {
  @Test(arguments: [
    ("2 cups (240 g) flour, sifted", "4 cups (480 g) flour, sifted"),
    ("2 1/2-pound chicken", "5-pound chicken"), ("300g/10½oz flour", "600g/21oz flour"),
    ("1 (14 oz) can tomatoes", "2 (14 oz) cans tomatoes"),
    ("14 oz can condensed milk", "2 × 14 oz cans condensed milk"), ("8 - 5 eggs", "16 - 10 eggs"),
    ("3 medium or 2 large leeks (22 ounces total)", "6 medium or 4 large leeks (44 ounces total)"),
    ("2 x 3-4 cups flour", "4 x 3-4 cups flour"), ("pinch of salt", "2 pinches of salt"),
    ("1,5 dl milk", "3 dl milk"), ("1,000 g flour", "2,000 g flour"), ("two eggs", "4 eggs"),
    ("1 cinnamon stick or ¼ teaspoon cinnamon", "2 cinnamon sticks or ½ teaspoon cinnamon"),
    ("1½ cups minus 1 tbsp flour", "3 cups minus 2 tbsp flour"), ("½ a lemon", "1 lemon"),
    ("½ cup orange juice (from 1 orange)", "1 cup orange juice (from 2 orange)"),
    ("2 chicken breasts (6 oz each)", "4 chicken breasts (6 oz each)"),
    (
      "1 lb thighs (8 to 12 thighs, depending on size)",
      "2 lb thighs (16 to 24 thighs, depending on size)"
    ),
    ("2 carrots and 1 celery stalk, diced", "4 carrots and 2 celery stalk, diced"),
    ("2 T butter, 1 T oil", "4 T butter, 2 T oil"), ("a quarter of a cabbage", "½ cabbage"),
    ("three quarters cup sugar", "1 ½ cups sugar"), ("half a lemon", "1 lemon"),
    ("1 - 14 oz can tomatoes", "2 - 14 oz cans tomatoes"),
    ("2-15oz cans beans", "4-15oz cans beans"),
    ("1 egg plus 1 egg yolk", "2 eggs plus 2 egg yolk"), ("砂糖 50g", "砂糖 100g"),
  ])
  func `scaling changes the amounts of a line and nothing else`(line: String, doubled: String) {
    #expect(IngredientLine(line).scaled(Rational(2)).text == doubled)
  }

  @Test(arguments: [
    ("1 cup flour", "⅓ cup flour"), ("1 1/4 cups milk", "≈3/8 cup milk"),
    ("100 g butter", "33.3 g butter"),
    ("2 g saffron", "0.667 g saffron"), ("1 kg beef", "0.333 kg beef"),
    ("1,5 dl milk", "0,5 dl milk"),
    ("4½ cups stock", "1½ cups stock"), ("4 ½ cups stock", "1 ½ cups stock"),
    ("0.75 tsp salt", "0.25 tsp salt"), ("2 eggs, beaten", "⅔ egg, about 1, beaten"),
    ("½ tsp salt", "⅙ tsp salt"),
  ])
  func `fractions are those that a cook can measure`(line: String, scaled: String) {
    #expect(IngredientLine(line).scaled(third).text == scaled)
  }

  @Test(arguments: [
    ("1 egg", "2 eggs"), ("1 large carrot, diced", "2 large carrots, diced"),
    ("1 clove garlic", "2 cloves garlic"),
    ("1 cup (240 g) flour", "2 cups (480 g) flour"), ("1-2 cloves garlic", "2-4 cloves garlic"),
    ("½ cup milk", "1 cup milk"), ("1 Zehe Knoblauch", "2 Zehen Knoblauch"), ("1 Ei", "2 Eier"),
    ("1 gousse d'ail", "2 gousses d'ail"), ("1 diente de ajo", "2 dientes de ajo"),
    ("1 red onion", "2 red onions"),
    ("2 tofu", "4 tofu"), ("1 garlic clove", "2 garlic cloves"),
    ("1 egg, or 2 yolks, and 3 cups milk", "2 eggs, or 4 yolks, and 6 cups milk"),
    ("1 leaf gelatine", "2 leaves gelatine"),
    ("1 cup cracker crumbs / 8 biscuits", "2 cups cracker crumbs / 16 biscuits"),
  ])
  func `words agree with the scaled number`(line: String, doubled: String) throws {
    let half = try #require(Rational(1, 2))
    let scaled = IngredientLine(line).scaled(Rational(2))
    #expect(scaled.text == doubled)
    #expect(scaled.scaled(half).text == line)
  }

  @Test func `half an egg is shown with the nearest whole number`() {
    #expect(IngredientLine("3 eggs").scaled(half).text == "1 ½ eggs, about 2")
    #expect(IngredientLine("2 eggs").scaled(half).text == "1 egg")
  }

  @Test(arguments: [
    "95% lean beef", "70% dark chocolate", "2% milk", "5-spice powder", "7-up", "V8 juice",
    "greens for 6",
    "flour Type 405", "farina tipo 1", "vitamin B12 drops", "butter for a 20 cm pan",
    "butter for a 9-inch pan",
    "20 cm springform tin", "water at 100 degrees", "water (110°F)", "oven at 350°F",
    "milk at 40°C",
    "salt to taste", "Salt and pepper", "1/4 Salt and pepper", "For the sauce:", "cooking spray",
    "shrimp 16/20 count",
    "a few sprigs of thyme", "oil, for frying (see step 2)", "omega 3 eggs", "Kosher salt",
    "0 g flour",
    "1/0 cup flour", "100% whole wheat flour", "80% lean turkey", "No 5 pasta",
    "size 10 eggs for 4",
    "ice", "", "   ", ":", "(optional)", "()", "#", "- ", "• ", "flour 00", "flour 550",
    "parchment for a 9 x 13 inch pan", "serves 4", "recipe 12", "page 7", "12% cream", "1 % milk",
    "3-ply towels", "10-grain bread", "water, 100 °C", "heat to 180 degrees", "bread at 200 grad",
    "nuts (5% salted)", "1st pressing oil", "2nd flush tea", "milk ($2.99)", "butter (€3)",
    "#10 can",
    "a 20 cm tin", "for 8 people", "para 4 personas", "für 4 Personen", "pour 6 personnes",
    "voor 4 personen",
    "olive oil (extra virgin, 0.3% acidity)", "cocoa (at least 70%)", "cheese 45% fat", "Quark 20%",
    "Sahne 30 %", "beer (5%)", "wine 12 %", "vodka 40%", "vinegar 5 %", "yeast (type 1)",
    "salad for 2",
    "a dish of 20 × 30 cm", "a 9-inch cake tin", "26 cm round tin", "8-inch square pan",
    "9 inch skillet",
    "30 cm dish", "flour type 55", "Mehl Typ 1050", "farina di tipo 0", "size 4 eggs",
    "grade 5 tuna",
    "water until 90 degrees", "sugar to 118 degrees", "99999999999999999999 g flour", "eggs for 12",
    "toothpicks for 24", "15 to 20 minutes resting dough", "4 people", "4 pers.", "1.2.3 sauce",
    "step 4", "vitamin 12",
  ])
  func `percentages, pans, temperatures and kinds stay`(line: String) {
    let amounts = IngredientLine(line).publishedAmounts.filter(\.scales)
    #expect(IngredientLine(line).scaled(Rational(2)).text == line, "\(amounts)")
  }

  @Test(arguments: [
    ("1 lb 95% lean beef", "2 lb 95% lean beef"), ("1 tsp 5-spice powder", "2 tsp 5-spice powder"),
    ("1 cup 2% milk", "2 cups 2% milk"), ("500 g Mehl Type 405", "1000 g Mehl Type 405"),
    ("1 tbsp butter, for a 9-inch pan", "2 tbsp butter, for a 9-inch pan"),
    ("1 cup water (110°F)", "2 cups water (110°F)"),
    ("1 lb shrimp (16/20 count)", "2 lb shrimp (16/20 count)"),
    ("2 onions, sliced 1/4 inch thick", "4 onions, sliced 1/4 inch thick"),
    ("1 sheet pastry (about 10 x 12 inches)", "2 sheets pastry (about 10 x 12 inches)"),
    ("3 lb chuck, cut into 1 1/2-inch cubes", "6 lb chuck, cut into 1 1/2-inch cubes"),
    ("1 pound shrimp, 21-25 per pound", "2 pounds shrimp, 21-25 per pound"),
    ("500 ml milk at 40°C", "1000 ml milk at 40°C"), ("1. 2 eggs", "1. 4 eggs"),
  ])
  func `numbers around the amount stay`(line: String, doubled: String) {
    #expect(IngredientLine(line).scaled(Rational(2)).text == doubled)
  }

  @Test func `scaling there and back is the published line`() {
    for line in randomLines(3_000) {
      let parsed = IngredientLine(line)
      #expect(parsed.text == line)
      let back = parsed.scaled(Rational(2)).scaled(half)
      #expect(back == parsed)
      #expect(back.text == line)
      _ = parsed.scaled(third).text(in: UnitChoice(system: .us))
      _ = parsed.scaled(third).text(in: UnitChoice(system: .metric))
    }
  }

  @Test(arguments: [
    ("500 g block tofu", "1 × 500 g block tofu"),
    ("1 x 200 g piece parmesan", "1 x 200 g piece parmesan"),
    ("3-inch cinnamon stick", "1 × 3-inch cinnamon stick"),
    ("14 oz can milk", "1 × 14 oz can milk"),
  ])
  func `a scaled text can be read and scaled back`(line: String, again: String) throws {
    let half = try #require(Rational(1, 2))
    let doubled = IngredientLine(line).scaled(Rational(2)).text
    #expect(IngredientLine(doubled).scaled(half).text == again)
  }

  @Test func `a factor that does not fit is not applied`() {
    var line = IngredientLine("2 eggs")
    for _ in 0..<100 { line = line.scaled(Rational(1000)) }
    #expect(line.factor <= Rational(.max))
    #expect(!line.text.isEmpty)
  }

  /// Lines of pieces that a parser could stumble over, in random order.
  private func randomLines(_ count: Int) -> [String] {
    let pieces = [
      "1", "½", "1 1/2", "2-3", "(", ")", "cup", "g", "oz", "can", " ", "-", "–", "/", "x", "×",
      ",", "of", "or",
      "flour", "eggs", "plus", "14", "%", "°F", "to", "a", "half", "and", "about", "each", "大さじ",
      "砂糖", "é", "1,5",
      "1,000", "\"", "'", ":", "large", "pinch", "with", "12 oz", "+", "🥚", "\u{301}", "\u{200D}",
      "999999999",
    ]
    var state: UInt64 = 42
    func next(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    return (0..<count).map { _ in
      (0..<next(12)).map { _ in pieces[next(pieces.count)] + (next(2) == 0 ? " " : "") }.joined()
    }
  }
}

@Suite struct UnitConversionTests {
  @Test(arguments: [
    ("8 oz mushrooms", "227 g mushrooms"), ("2 lb potatoes", "907 g potatoes"),
    ("3 lb beef", "1.36 kg beef"),
    ("1 cup stock", "237 ml stock"), ("2-3 cups stock", "473–710 ml stock"),
    ("1 cup flour", "≈120 g flour"),
    ("100 g rice", "100 g rice"), ("1 tbsp oil", "1 tbsp oil"),
    ("1 cup (240 ml) stock", "1 cup (240 ml) stock"),
    ("1 (14 oz) can tomatoes", "1 (14 oz, 395 g) can tomatoes"), ("2 eggs", "2 eggs"),
    ("8 oz can milk", "8 oz (225 g) can milk"), ("1 lb. beef", "454 g beef"),
    ("1 (8-oz.) pkg. cream cheese", "1 (8-oz., 225 g) pkg. cream cheese"),
    ("2 x 400g/14oz cans tomatoes", "2 x 400g/14oz cans tomatoes"),
    ("1 quart stock", "946 ml stock"), ("1 stick butter", "113 g butter"),
    ("½ stick unsalted butter, softened", "56.7 g unsalted butter, softened"),
    ("1 cinnamon stick", "1 cinnamon stick"), ("2 sticks celery", "2 sticks celery"),
    ("1 9-inch pie crust", "1 23-cm pie crust"), ("1-inch piece ginger", "2.5-cm piece ginger"),
    ("1 cup water (110°F)", "237 ml water (43 °C)"), ("5 cups flour", "≈600 g flour"),
    // The same quantity in two units is said once in each kind of unit, exactly if one of them is exact.
    ("1 stick (1/2 cup) butter", "113 g butter"), ("½ cup (1 stick) butter", "113 g butter"),
    ("2 sticks/1 cup butter", "227 g butter"), ("1 lb or 16 oz beef", "454 g beef"),
    ("1 stick (½ cup, softened) butter", "113 g (softened) butter"),
    ("1 cup (8 oz) cheese", "237 ml (227 g) cheese"),
    ("2 cups plus 8 oz flour", "≈240 g plus 227 g flour"),
  ])
  func `metric units are shown where no amount is metric`(line: String, metric: String) {
    #expect(IngredientLine(line).text(in: UnitChoice(system: .metric)) == metric)
  }

  @Test(arguments: [
    ("200 g butter", "≈7 oz butter"), ("1 kg beef", "≈2 ¼ lb beef"), ("250 ml milk", "≈1 cup milk"),
    ("5 ml vanilla", "≈1 tsp vanilla"), ("1 cup flour", "1 cup flour"),
  ])
  func `US units are marked where they are rounded`(line: String, us: String) {
    #expect(IngredientLine(line).text(in: UnitChoice(system: .us)) == us)
  }

  @Test func `a cup has the size that the user chose`() {
    let line = IngredientLine("1 cup stock")
    #expect(line.text(in: UnitChoice(system: .metric, cup: Rational(250))) == "250 ml stock")
  }

  @Test(arguments: [
    ("Heat to 350°F.", "Heat to [175 °C]."),
    ("Bake at 350F for 25 minutes", "Bake at [175 °C] for 25 minutes"),
    ("at 350 degrees F until", "at [175 °C] until"), ("to 400 degrees.", "to [205 °C]."),
    ("375–400 °F", "[190–205 °C]"), ("350° to 375°F", "[175 °C] to [190 °C]"),
    ("Heat to 240°F", "Heat to [116 °C]"), ("gas mark 4", "[180 °C]"),
    ("a 9-by-13-inch dish", "a [23 × 33-cm] dish"), ("a 9\"x13\" pan", "a 9\"x13\" pan"),
    ("Gas Mark 4–5", "[180–190 °C]"), ("between 325 and 350°F", "between [165–175 °C]"),
    ("a 9x13x2-inch.", "a [23 × 33 × 5-cm]."), ("Add 1 lb. beef. Mix.", "Add [454 g] beef. Mix."),
    ("a 9-inch pan", "a [23-cm] pan"), ("a 9x13-inch dish", "a [23 × 33-cm] dish"),
    ("an 8- or 9-inch tin", "an [20–23-cm] tin"), ("a 9 in. pan", "a [23 cm] pan"),
    ("Mix 2 cups flour", "Mix [≈240 g] flour"), ("Add 8 oz of the milk", "Add [227 g] of the milk"),
    ("Melt 1 stick butter", "Melt [113 g] butter"),
    ("Melt 1 stick (½ cup) butter", "Melt [113 g] butter"),
  ])
  func `US units in a step are converted to metric units`(step: String, metric: String) {
    #expect(text(step, .metric) == metric)
  }

  @Test(arguments: [
    ("bake at 180 °C", "bake at [355 °F]"), ("94°C warm", "[201 °F] warm"),
    ("200 Grad vorheizen", "[390 °F] vorheizen"), ("a 20 cm tin", "a [8 in] tin"),
    ("2 cm thick", "[¾ in] thick"), ("Add 250 ml milk", "Add [≈1 cup] milk"),
    ("Add 500 ml milk", "Add [≈2 ⅛ cups] milk"),
    ("bake at 200C/gas 6", "bake at [390 °F]/gas 6"), ("a 18cm/7in tin", "a 18cm/7in tin"),
    ("gas 4", "[350 °F]"),
  ])
  func `metric units in a step are converted to US units`(step: String, us: String) {
    #expect(text(step, .us) == us)
  }

  @Test(arguments: [
    "at 180C/350F/gas 4", "to 350°F (180°C)", "180 °C, 160 °C fan, gas mark 4",
    "take vitamin C", "350Free range", "2 C flour", "add 40 g", "a 9-inch (23 cm) pan",
    "put 9 in the oven", "1 cup (240 ml) milk",
    "Cook 20 minutes", "Serve 4", "steps 1 to 3",
  ])
  func `a step that has metric units, or none, stays as it is`(step: String) {
    let stays = step == "2 C flour" ? "[≈240 g] flour" : step
    #expect(text(step, .metric) == stays)
  }

  private func text(_ step: String, _ system: UnitChoice.System) -> String {
    let lines = ["1 cup flour", "1 cup milk", "1 stick butter"].map { IngredientLine($0) }
    return RecipeStep.all([step], ingredients: lines)[0]
      .pieces(scaledBy: .one, in: UnitChoice(system: system))
      .map { $0.isReplaced ? "[\($0.text)]" : $0.text }.joined()
  }
}
