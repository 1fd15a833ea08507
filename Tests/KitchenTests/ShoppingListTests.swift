import Cooking
import Kitchen
import Testing

@Suite struct ShoppingListTests {
  private func list(
    _ dishes: [(String, [String])], _ options: ShoppingList.Options = .init()
  ) -> [String] {
    ShoppingList.sums(of: dishes.map { ($0.0, $0.1.map { IngredientLine($0) }) }, options).map {
      "\($0.name): " + $0.amounts.joined(separator: " + ")
        + ($0.remark.isEmpty ? "" : " (\($0.remark))")
        + ($0.atHome.isEmpty ? "" : ", \($0.atHome)")
    }
  }

  private func list(_ lines: [String], _ options: ShoppingList.Options = .init()) -> [String] {
    list(zip(["A", "B", "C", "D"], lines).map { ($0, [$1]) }, options)
  }

  @Test(arguments: [
    (["150 g butter", "50 g butter"], "butter: 200 g"),
    (["1 kg flour", "500 g flour"], "flour: 1.5 kg"),
    (["150 g butter", "1 tbsp butter"], "butter: 150 g + 1 tbsp"),
    (["1 tbsp oil", "1 tsp oil"], "oil: 1 ⅓ tbsp"),
    (["2 onions", "1 onion, chopped"], "onions: 3"),
    (["1 (14 oz) can tomatoes", "2 (14 oz) cans tomatoes"], "tomatoes: 3 cans of 14 oz"),
    (["300 g / 10½ oz beef", "200 g beef"], "beef: 500 g"), (["salt", "salt to taste"], "salt: "),
    (["60 g parmesan", "parmesan, to serve"], "parmesan: 60 g + some"),
    (["butter, for the tin", "100 g butter"], "butter: 100 g + some"),
    (["1-2 carrots", "1 carrot"], "carrots: 2–3"),
    (["2 scallions", "1 spring onion"], "scallions: 3"),
    (["1 cup fresh or frozen blueberries", "1 cup blueberries"], "blueberries: 2 cups"),
    (["1 cup hot milk", "1 cup cold milk"], "hot milk: 2 cups"),
    (["3 garlic cloves", "1 garlic clove"], "garlic: 4 cloves"),
    (["2 x 6 beer", "6 beer"], "beer: 18"),
    (["2 x 6 x 330 ml beer"], "beer: 12 × 330 ml"),
    (["1 cup milk", "2 tsp milk"], "milk: 1 cup + 2 tsp"),
  ])
  func `amounts of a good are added`(lines: [String], expected: String) {
    #expect(list(lines) == [expected])
  }

  // MARK: - One good

  @Test(arguments: [
    (["1 cup whole wheat flour", "1 cup flour"], "flour: 2 cups (1 of it whole wheat)"),
    (["300 g flour", "300 g whole wheat flour"], "flour: 600 g (300 of it whole wheat)"),
    (
      ["100 g unsalted butter", "250 g salted butter"],
      "butter: 350 g (100 of it unsalted, 250 of it salted)"
    ),
    (["200 g pasta", "200 g cooked pasta"], "pasta: 400 g (200 of it cooked)"),
    (["1 cup whole milk", "200 ml milk"], "milk: 1 cup + 200 ml (1 cup of it whole)"),
    (
      ["1 cup packed light brown sugar", "1 cup packed dark brown sugar"],
      "brown sugar: 2 cups (1 of it light, 1 of it dark)"
    ),
    (["100 g unsalted butter", "50 g unsalted butter"], "unsalted butter: 150 g"),
    (
      ["butter, for the tin", "1 tbsp unsalted butter"], "butter: 1 tbsp + some (1 of it unsalted)"
    ),
    (["1 large onion", "2 onions"], "onion: 3 (1 of them large)"),
    (
      ["1 tsp salt", "1 tsp coarse kosher salt"], "salt: 2 tsp (1 of it coarse kosher)"
    ),
    (
      ["1 cup chicken broth", "1 cup low-sodium chicken broth"],
      "chicken broth: 2 cups (1 of it low sodium)"
    ),
    (["2 eggs", "1 egg, room temperature"], "eggs: 3"),
    (["1 cup milk", "1 tbsp skim milk"], "milk: 1 cup + 1 tbsp (1 tbsp of it skim)"),
  ])
  func `an entry has the plain name and states which part of the sum is a variety`(
    lines: [String], expected: String
  ) {
    #expect(list(lines) == [expected])
  }

  @Test(arguments: [
    ["1 cup rice", "1 cup brown rice"], ["1 cup milk", "1 cup oat milk", "1 can coconut milk"],
    ["1 cup sugar", "1 cup powdered sugar", "1 cup brown sugar"],
    ["20 g ginger", "1 tsp ground ginger"], ["200 g almonds", "200 g ground almonds"],
    ["2 tomatoes", "1 can tomatoes"], ["1 tsp pepper", "1 pepper"],
    ["200 g salmon", "200 g smoked salmon"], ["3 figs", "3 dried figs"],
    ["500 g beef", "500 g minced beef"], ["2 eggs", "2 egg whites", "2 yolks"],
    ["1 tsp cinnamon", "1 cinnamon stick"], ["1 cup coconut", "1 cup shredded coconut"],
    ["1 onion", "1 red onion", "1 spring onion"], ["100 g butter", "100 g peanut butter"],
    ["100 g flour", "100 g gluten-free flour"], ["500 ml chicken stock", "2 stock cubes"],
    ["1 tbsp oil", "1 tbsp hot chili sauce"],
    ["500 g beef", "500 g beef fillet"], ["500 g pork", "4 pork ribs", "2 lb short ribs"],
    ["1 handful coriander", "1 tsp ground coriander"],
    ["1 cup milk", "1 cup dry milk"], ["1 cup yogurt", "1 cup frozen yogurt"],
    ["1 tsp red pepper flakes", "1 red pepper"], ["1 tsp coriander seeds", "1 handful coriander"],
    ["1 cup white wine", "1 cup red wine"], ["1 tsp pepper", "1 tsp peppercorns"],
  ])
  func `goods that are bought apart have a line each`(lines: [String]) {
    let entries = list(lines)
    #expect(entries.count == lines.count, "\(entries)")
  }

  @Test(arguments: [
    (["2 cloves garlic", "3 garlic cloves", "1 clove of garlic"], "garlic: 6 cloves"),
    (["2 garlic", "6 large cloves garlic"], "garlic: 8 cloves"),
    (["1 stalk celery", "2 celery stalks", "1 stick celery"], "celery: 4 stalks"),
    (["3 slices bacon", "4 bacon slices", "1 rasher bacon"], "bacon: 8 slices"),
    (["2 sprigs rosemary", "1 rosemary sprig"], "rosemary: 3 sprigs"),
    (["1 head lettuce", "1 lettuce head"], "lettuce: 2 heads"),
    (["2 leaves basil", "5 basil leaves"], "basil: 7 leaves"),
    (["1 bay leaf", "2 bay leaves", "4 dried bay leaves"], "bay leaf: 7 (4 of them dried)"),
    (["1 chilli", "2 chillies"], "chilli: 3"),
    (["1 loaf bread", "2 loaves bread"], "bread: 3 loaves"),
    (["1 dozen eggs", "6 eggs"], "eggs: 18"),
    (["1 tin tomatoes", "2 cans tomatoes"], "tomatoes: 3 cans"),
    (["2 sticks cinnamon", "1 cinnamon stick"], "cinnamon sticks: 3"),
    (["1 bunch parsley", "1 parsley bunch"], "parsley: 2 bunches"),
    (["1 sheet nori", "2 nori sheets"], "nori: 3 sheets"),
    (["1 sprig fresh thyme", "2 fresh thyme sprigs"], "fresh thyme: 3 sprigs"),
    (["1 red pepper", "2 red bell peppers"], "red pepper: 3"),
    (["2 peppers", "1 bell pepper"], "bell peppers: 3"),
    (["100 g green pepper", "50 g green bell pepper"], "green pepper: 150 g"),
    (["1 dl mjölk", "1 msk mjölk"], "mjölk: 1.15 dl"),
    (["etwas Butter", "50 g Butter"], "Butter: 50 g + some"),
    (["8 garlic cloves chopped small", "2 cloves garlic"], "garlic: 10 cloves"),
    (["1 cup flat-leaf parsley leaves", "1 cup parsley"], "parsley: 2 cups (1 of it flat leaf)"),
    (["1 cup canola/vegetable oil", "1 cup vegetable oil"], "canola oil: 2 cups"),
    (["1 cup butter/margarine", "1 cup butter"], "butter: 2 cups"),
    (["1 tsp vanilla", "1 tsp vanilla extract"], "vanilla: 2 tsp"),
    (["1 cup fresh berries of choice", "1 cup berries"], "berries: 2 cups"),
    (["1 cookie", "2 cookies"], "cookie: 3"), (["2 cheddar", "1 cheddar cheese"], "cheddar: 3"),
    (["1 Zwiebel", "2 Zwiebeln"], "Zwiebel: 3"), (["1 Ei", "4 Eier"], "Ei: 5"),
    (["2 Zehen Knoblauch", "3 Knoblauchzehen"], "Knoblauch: 5 cloves"),
    (["1 morot", "2 morötter"], "morot: 3"), (["1 gulerod", "2 gulerødder"], "gulerod: 3"),
    (["2 st ägg", "1 ägg"], "ägg: 3"),
    (["200 g crème fraîche", "100 g creme fraiche"], "crème fraîche: 300 g"),
    (["1 tsp sugar", "1 tsp sugar\u{2063}"], "sugar: 2 tsp"),
    (["1 tsp red pepper flakes", "1 tsp crushed red pepper"], "red pepper flakes: 2 tsp"),
  ])
  func `plurals, measures behind the name and other names are one good`(
    lines: [String], expected: String
  ) {
    #expect(list(lines) == [expected])
  }

  @Test func `salt and pepper are two goods`() {
    #expect(
      list(["salt and freshly ground black pepper", "1 tsp salt", "half and half"]) == [
        "half and half: ", "freshly ground black pepper: ", "salt: 1 tsp + some",
      ])
    #expect(list(["½ tsp salt & pepper", "1 tsp salt"]) == ["pepper: ½ tsp", "salt: 1 ½ tsp"])
    #expect(list(["200 g butter and lard"]) == ["butter and lard: 200 g"])
    #expect(list(["sel, poivre"]) == ["poivre: ", "sel: "])
    #expect(list(["salt, pepper, nutmeg"]).count == 3)
    #expect(list(["parsley, chopped", "oil, for frying"]).count == 2)
    #expect(list(["1 tsp each salt and pepper"]) == ["pepper: 1 tsp", "salt: 1 tsp"])
  }

  @Test func `canned goods are labeled as canned beside fresh ones`() {
    #expect(
      list(["2 tomatoes", "1 can diced tomatoes", "1 can crushed tomatoes"]) == [
        "tomatoes: 2", "canned tomatoes: 2 cans (1 of it diced, 1 of it crushed)",
      ])
  }

  // MARK: - Units

  @Test(arguments: [
    (["18 tbsp butter", "166 tbsp butter"], "butter: 11 ½ cups"),
    (["18 tsp oil", "18 tsp oil"], "oil: ¾ cup"), (["720 g rice", "720 g rice"], "rice: 1.44 kg"),
    (["0.5 kg rice"], "rice: 500 g"), (["0.25 l milk"], "milk: 250 ml"),
    (["900 ml milk", "200 ml milk"], "milk: 1.1 l"), (["2 dl mjölk", "3 dl mjölk"], "mjölk: 5 dl"),
    (["1 lb beef", "8 oz beef"], "beef: 1 ½ lb"), (["9 oz beef", "8 oz beef"], "beef: 17 oz"),
    (["1 tbsp honey", "1 tsp honey"], "honey: 1 ⅓ tbsp"),
    (["2 cups stock", "8 fl oz stock"], "stock: 3 cups"),
    (["2 tbsp olive oil", "30 ml olive oil"], "olive oil: ≈60 ml"),
    (["2 EL Öl", "30 ml Öl"], "Öl: 60 ml"), (["20 EL Mehl", "2 TL Mehl"], "Mehl: 20 ⅔ tbsp"),
    (["1 Tasse Milch", "100 ml Milch"], "Milch: 350 ml"), (["2 Tassen Mehl"], "Mehl: 2 cups"),
    (["1/3 onion", "1/2 onion"], "onion: ≈¾"), (["1/2 onion", "1/4 onion"], "onion: ¾"),
    (["1 lb beef", "500 g beef"], "beef: 1 lb + 500 g"), (["2 sticks butter"], "butter: 2 sticks"),
    (["2 sticks butter", "2 tbsp butter", "1 cup butter"], "butter: 2 cups + 2 tbsp"),
    (["1 stick butter", "8 oz butter"], "butter: 12 oz"),
    (["1 taza de aceite de oliva"], "aceite de oliva: 250 ml"),
    (["1 cup flour", "250 g flour"], "flour: 1 cup + 250 g"),
    (["15 to 16 tbsp milk", "1 cup milk"], "milk: ≈1 ⅞–2 cups"),
  ])
  func `sums are written in the largest unit that fits`(lines: [String], expected: String) {
    #expect(list(lines) == [expected])
  }

  @Test(arguments: [
    (["1 lb beef", "500 g beef"], "beef: 954 g", "beef: ≈2 ⅛ lb"),
    (["2 cups flour", "250 g flour"], "flour: ≈490 g", "flour: 2 cups + ≈8 ⅞ oz"),
    (["1 cup milk", "200 ml milk"], "milk: 437 ml", "milk: ≈1 ⅞ cups"),
    (["8 oz butter"], "butter: 227 g", "butter: 8 oz"),
    (["2 sticks butter"], "butter: 227 g", "butter: 2 sticks"),
    (["20 tbsp rice"], "rice: 20 tbsp", "rice: 1 ¼ cups"),
    (["40 tbsp rice"], "rice: ≈600 ml", "rice: 2 ½ cups"),
    (["40 EL Reis"], "Reis: 600 ml", "Reis: 600 ml"),
    (["2 tbsp butter"], "butter: 2 tbsp", "butter: 2 tbsp"),
    (["3 lb potatoes"], "potatoes: 1.36 kg", "potatoes: 3 lb"),
  ])
  func `sums are converted to the units of the setting`(
    lines: [String], metric: String, us: String
  ) {
    #expect(list(lines, .init(units: UnitChoice(system: .metric))) == [metric])
    #expect(list(lines, .init(units: UnitChoice(system: .us))) == [us])
  }

  // MARK: - What is at home

  @Test(arguments: [
    ("500 g spaghetti", "spaghetti: 300 g, 500 g at home", false),
    ("1 kg spaghetti", "spaghetti: 800 g, 1 kg at home", true),
    ("spaghetti", "spaghetti: 800 g, at home", true),
    ("a bag of spaghetti", "spaghetti: 800 g, 1 bag at home", false),
    ("1 lb spaghetti", "spaghetti: 346 g, 1 lb at home", false),
    ("rice", "spaghetti: 800 g", false),
  ])
  func `the list needs less of a good that is at home`(
    pantry: String, expected: String, isEnough: Bool
  ) {
    let options = ShoppingList.Options(pantry: [pantry])
    #expect(list(["800 g spaghetti"], options) == [expected])
    let entry = ShoppingList.sums(of: [("A", [IngredientLine("800 g spaghetti")])], options)[0]
    #expect(entry.isAtHome == isEnough)
  }

  @Test(arguments: ["200 ml water", "2 cups cold water", "lauwarmes Wasser", "eau", "agua"])
  func `water is bought only if it is asked for`(line: String) {
    #expect(list([line]).isEmpty)
    #expect(list(["1 l sparkling water"]).count == 1)
    #expect(ShoppingList.sums(of: [("", [IngredientLine(line)])]).count == 1)
  }

  @Test func `a need without an amount is covered by what is at home`() {
    let options = ShoppingList.Options(pantry: ["60 g parmesan", "half a lemon"])
    #expect(
      list(["parmesan, to serve", "2 lemons"], options) == [
        "lemons: 1 ½, ½ at home", "parmesan: , 60 g at home",
      ])
  }

  // MARK: - The order

  @Test func `entries are in the order of the shop, with their dishes`() {
    let entries = ShoppingList.sums(
      of: [
        ("A", ["1 cup flour", "2 onions", "Sauce:", "1 dragon fruit"].map { IngredientLine($0) }),
        ("B", [IngredientLine("1 onion")]),
      ])
    #expect(entries.map(\.name) == ["onions", "flour", "dragon fruit"])
    #expect(entries.map(\.aisle) == ["Fruit and vegetables", "Dry goods", "Other"])
    #expect(entries[0].dishes == ["A", "B"])
  }

  @Test func `an ingredient has one line, whatever the aisle file lists`() {
    let aisles = Aisles(cooklang: "[veg]\npotatoes\nonion|shallot\ncarrots\n[dry]\nflour\n")
    #expect(list(["5 banana", "2 bananas"], .init(aisles: aisles)) == ["banana: 7"])
  }

  @Test func `an aisle file is shown in its own order, by the first name of a line`() {
    let aisles = Aisles(cooklang: "[veg]\npotatoes\nonion|shallot\ncarrots|onion\n[dry]\nflour\n")
    #expect(
      list(
        [("A", ["1 cup flour", "2 carrots", "1 shallot", "3 potatoes", "1 onion"])],
        .init(aisles: aisles))
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
    ("1 can tomatoes", "Tins and jars"), ("1 tsp ground coriander", "Spices"),
    ("1 tsp ground ginger", "Spices"), ("20 g ginger", "Fruit and vegetables"),
  ])
  func `groceries of ten languages have an aisle`(line: String, aisle: String) {
    let good = Good.goods(of: IngredientLine(line))[0]
    #expect(Aisles.standard.aisle(of: good.key) == aisle)
  }

  @Test func `an aisle file decides aisles and common names`() {
    let aisles = Aisles(cooklang: "[veg]\nonion | shallot // both\n\n[dry]\nflour\n")
    #expect(
      list([("A", ["1 onion", "2 shallots", "1 cup flour"])], .init(aisles: aisles)) == [
        "onion: 3", "flour: 1 cup",
      ])
  }
}
