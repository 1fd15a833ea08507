import Cooking
import Testing

@Suite struct ScaleTests {
  /// The scale and what stands before it.
  private func ending(_ text: String) -> String {
    switch Scale.ending(of: text) {
    case .none: "none"
    case .scale(let scale, let start): "\(text.utf8.prefix(start).count) \(scale)"
    case .outOfRange(let start): "\(start) out of range"
    }
  }

  @Test(arguments: [
    ("3 for 6", "2 for 6"), ("for 6 people", "0 for 6"), ("Lasagne for 2 servings", "8 for 2"),
    ("3 x2", "2 ×2"), ("3 X2", "2 ×2"), ("3 ×½", "2 ×½"), ("3 *1.5", "2 ×1 ½"), ("3 2×", "2 ×2"),
    ("3 x1/2", "2 ×½"), ("3 x 1 ½", "2 ×1 ½"), ("3 x1.5", "2 ×1 ½"), ("for 1/2", "0 for ½"),
    ("3 for two", "2 for 2"), ("3 for 5001", "2 for 5001"), ("3 x5000", "2 out of range"),
    ("3 for 48 cookies", "2 for 48 cookies"), ("Lasagne", "none"),
    ("Dinner for friends", "none"), ("Route 66", "none"), ("1-3", "none"), ("x", "none"),
    ("", "none"),
    ("1 3", "none"),
  ])
  func `a scale is read at the end of a line`(text: String, expected: String) {
    #expect(ending(text) == expected)
  }

  @Test(arguments: [
    ("6", "6", false), ("6 servings", "6", false), ("Makes 20 churros", "20", false),
    ("2 dozen", "24", false),
    ("4-6", "4", true), ("4 to 6 servings", "4", true), ("about 20 rolls", "20", false),
    ("Makes 1 Slice = 12 Pieces", "1", false),
  ])
  func `a yield has a number`(text: String, servings: String, isRange: Bool) throws {
    let yield = try #require(Yield(text))
    #expect(yield.servings.description == servings)
    #expect(yield.isRange == isRange)
  }

  @Test(arguments: [
    ("24 cookies", "24 cookies"), ("1 loaf of bread", "1 loaf"), ("750 g di crema", "750 g"),
    ("2 litres", "2 litres"), ("one 9-inch pie", "1 pie"), ("1 9x13 pan", "1 pan"),
    ("8-inch cake, 12 servings", "12"), ("1 cake; serves 10", "10"), ("four servings", "4"),
    ("4–6", "4–6"), ("Serves: 4 (main) or 6 (side)", "4"), ("8 (1 cup) servings", "8"),
    ("4人分", "4"),
    ("pour 6 personnes", "6"), ("2 x 500 ml jars", "2 jars"),
    ("24 cookies (2 per serving)", "24 cookies"),
    ("4 to 6 as a side, 2 as a main", "4–6"), ("a dozen muffins", "12 muffins"),
    ("1 Blech (20 Stück)", "1 Blech"), ("2 loaves; 4", "4"),
    ("12; about 1 dozen rolls", "12 rolls"),
    ("4,5 Portionen", "4,5"), ("approx. 30", "30"), ("1 1/2 quarts", "1 1/2 quarts"),
  ])
  func `a yield counts people or things`(text: String, expected: String) {
    #expect(Yield(text)?.text(scaledBy: .one) == expected)
  }

  @Test func `the unit of a yield stays when it scales`() throws {
    let half = try #require(Rational(1, 2))
    #expect(Yield("0.5 cups")?.text(scaledBy: half) == "¼ cup")
    #expect(Yield("24 cookies")?.text(scaledBy: half) == "12 cookies")
    #expect(Yield("4–6")?.text(scaledBy: half) == "2–3")
  }

  @Test func `things are scaled by their number, not by servings`() {
    let cookies = Yield("24 cookies")
    #expect(Scale.servings(Rational(6)).factor(from: cookies) == nil)
    #expect(Scale.things(Rational(48), "cookies").factor(from: cookies)?.description == "2")
    #expect(Scale.things(Rational(1), "cookie").factor(from: cookies)?.description == "1/24")
    #expect(Scale.things(Rational(48), "rolls").factor(from: cookies) == nil)
  }

  @Test(arguments: [
    ("Serves 4, makes 12 pancakes", 8, 24, "pancakes", "8, 24 pancakes"),
    ("4; 2 loaves", 8, 4, "loaf", "8, 4 loaves"),
    ("serves 6-8 (makes 2 litres)", 12, 4, "litres", "12–16, 4 litres"),
    ("1 cake; serves 10", 20, 2, "cakes", "20, 2 cakes"),
  ])
  func `a yield of people and things is scaled by either`(
    text: String, servings: Int, number: Int, things: String, scaled: String
  ) throws {
    let yield = Yield(text)
    let two = Rational(2)
    #expect(Scale.servings(Rational(servings)).factor(from: yield) == two)
    #expect(Scale.things(Rational(number), things).factor(from: yield) == two)
    #expect(yield?.wholeText(scaledBy: two) == scaled)
  }

  @Test(arguments: [
    "8 servings of 1 cup each", "6 servings (serving size: 1 cup)", "6 servings, 250 calories",
    "4 servings, ready in 30 minutes", "12 servings; 1/12th", "Serves 2 adults and 2 children",
  ])
  func `the size of a serving, energy and time are not what a recipe makes`(text: String) {
    #expect(Yield(text)?.isMixed == false)
  }

  @Test func `the scale limit applies to the factor and not to the number of servings`() {
    #expect(Scale.servings(Rational(5001)).factor(from: Yield("5000"))?.description == "5001/5000")
    #expect(Scale.servings(Rational(5001)).factor(from: Yield("4")) == nil)
  }

  @Test func `a text without a number is no yield`() {
    for text in [
      "", "a few", "serves many", "0", "26 cm", "Ø 26 cm", "8-inch cake", "9x13 pan", "n/a",
    ] { #expect(Yield(text) == nil) }
  }

  @Test func `servings need a yield, and factors do not`() {
    #expect(Scale.servings(Rational(6)).factor(from: Yield("4"))?.description == "3/2")
    #expect(Scale.servings(Rational(6)).factor(from: nil) == nil)
    #expect(Scale.times(Rational(3)).factor(from: nil)?.description == "3")
  }
}

/// The only step of a recipe.
private func recipeStep(_ text: String, _ lines: [IngredientLine]) -> RecipeStep {
  RecipeStep.all([text], ingredients: lines)[0]
}

@Suite struct RecipeStepTests {
  private let lines = ["500 g flour", "2 eggs", "100 g dark chocolate"].map { IngredientLine($0) }

  @Test func `amounts in steps scale where they name an ingredient`() {
    func text(_ step: String) -> String {
      recipeStep(step, lines).pieces(scaledBy: Rational(2))
        .map { $0.isReplaced ? "[\($0.text)]" : $0.text }.joined()
    }
    #expect(text("Mix 250 g of the flour with 1 egg.") == "Mix [500] g of the flour with [2] egg.")
    #expect(text("Bake 20 minutes at 180 °C.") == "Bake 20 minutes at 180 °C.")
    #expect(text("Use a 20 cm tin for 2 layers.") == "Use a 20 cm tin for 2 layers.")
    #expect(text("Add {50} g of flour.") == "Add {[100]} g of flour.")
    #expect(text("Add 2 tbsp water.") == "Add 2 tbsp water.")
  }

  @Test func `an amount in a step that repeats one of the list scales with it`() {
    let pieces = recipeStep("Die 500 g Mehl und 3 g Salz", lines).pieces(scaledBy: Rational(2))
    #expect(
      pieces.map(\.text).joined() == "Die 1000 g Mehl und 3 g (as published) Salz")
  }

  @Test(arguments: [
    ("Tagliate a pezzi 13 e unite le uova", "13"), ("Put in pot 2 the flour", "2"),
    ("(3) flour", "3"),
  ])
  func `the number of a picture or a pot is no amount`(step: String, number: String) {
    let lines = ["500 g flour", "2 uova"].map { IngredientLine($0) }
    let pieces = recipeStep(step, lines).pieces(scaledBy: Rational(2))
    #expect(pieces.map(\.text).joined() == step)
  }

  @Test(arguments: [
    ("Add the creme fraiche.", [0]), ("Emincez l'oignon.", [1]), ("Ajoutez l’ail.", [2]),
    ("Die Zwiebeln schneiden.", [3]), ("Die Eier trennen.", [4]),
    ("Mix the pork with salt.", [5]), ("Add the burger seasoning.", [7]), ("Toast the buns.", [6]),
    ("Warm the burger buns.", [6]), ("Fold the whipped cream in.", []),
    ("Toast the basmati.", [11]),
    ("Beat the cream cheese.", [10]), ("Add the cheese.", [10]), ("Add the saffron.", [12]),
    ("Add allspice.", [15]),
    ("Add the stock.", [13]),
    ("Brown the chicken.", [14]),
    ("Die Kartoffel schälen und die Karotten reiben.", [8, 9]),
  ])
  func `a step shows the ingredients that it mentions`(step: String, mentioned: [Int]) {
    let lines = [
      "200 g crème fraîche", "350 g d'oignon", "3 gousses d'ail", "2 Zwiebel(n)", "2 Ei(er)",
      "500 g pork shoulder", "4 burger buns", "1 tbsp burger seasoning", "3 Kartoffeln",
      "1 Karotte", "200 g cream cheese", "1 cup basmati rice",
      "1 pinch saffron threads", "1 cup chicken stock", "500 g chicken thighs",
      "5 allspice berries",
    ].map { IngredientLine($0) }
    #expect(recipeStep(step, lines).ingredients == mentioned)
  }

  @Test(arguments: [
    ("Bake for 20 minutes.", [1200]), ("Simmer 1 hour 30 minutes", [5400]),
    ("Fry 20–25 min, rest 5 min", [1200, 300]),
    ("Wait half an hour.", [1800]), ("Let rise 1½ hours", [5400]), ("Stir 30 seconds", [30]),
    ("20 Minuten backen", [1200]), ("Cook 10 to 12 minutes.", [600]), ("Wait a minute", [60]),
    ("Serve 4.", []), ("Heat to 200 °C", []), ("Marinate 1 hour and 15 minutes", [4500]),
  ])
  func `a step has the durations that it names`(step: String, seconds: [Int]) {
    #expect(recipeStep(step, []).durations.map(\.seconds) == seconds)
  }

  @Test(arguments: [
    ("Roast 1:30 hours", [5400]), ("Microwave 1:30 minutes", [90]), ("1 h 30", [5400]),
    ("bake 1h30.", [5400]),
    ("an hour and a half", [5400]), ("a quarter of an hour", [900]), ("half an hour", [1800]),
    ("ten minutes", [600]), ("5 more minutes", [300]), ("Cook 1 hr. 15 min.", [4500]),
    ("1 Std. 20 Min.", [4800]),
    ("Stek i 1 time og 20 minutter", [4800]), ("Koken 1 u. 20 min.", [4800]), ("15分钟", [900]),
    ("45–50 min", [2700]), ("45 minutes to 1 hour", [2700]), ("a minute or two", [60]),
    ("one and a half hours", [5400]), ("Faire cuire 5 min 30.", [330]),
    ("Cook 1 h 30 g butter", [3600]),
    ("Zugedeckt 2 Stunden und 30 Minuten garen.", [9000]),
    ("Eine halbe Stunde ruhen lassen.", [1800]),
    ("Eine Viertelstunde ziehen lassen.", [900]), ("Laisser reposer une demi-heure.", [1800]),
    ("Cuire un quart d’heure.", [900]), ("Cuocere per mezz'ora.", [1800]),
    ("Laat een half uur rusten.", [1800]),
    ("Lasciate riposare 2 ore.", [7200]), ("10〜12分おく。", [600]), ("1時間30分焼く。", [5400]),
    ("2分半ゆでる。", [150]),
    ("10분간 끓인다", [600]), ("30 минут", [1800]), ("1 час 20 минут", [4800]),
    ("Ψήστε 20 λεπτά", [1200]),
    ("30 dakika", [1800]), ("20 percig sütjük", [1200]),
    ("Rest for 10 minutes before serving.", [600]),
    ("Fry 5 minutes per side.", [300]), ("Cook for another minute.", [60]),
    ("Cuocere per un paio di minuti", [120]), ("2 more minutes", [120]),
    ("20 o 25 minutos más. Dejamos", [1200]), ("Cook 1-2 minutes per side until opaque", [60]),
    ("Réservez pendant au moins 30 minutes avant de servir.", [1800]),
    ("Horneamos durante diez minutos.", [600]), ("programe 30 seg/vel 4", [30]),
    ("3 min/120°/ vel. 2", [180]), ("Laat een uurtje koken.", [3600]),
    ("Fünfzehn Minuten kochen", [900]),
  ])
  func `a duration is one time, however it is written`(step: String, seconds: [Int]) {
    #expect(recipeStep(step, []).durations.map(\.seconds) == seconds)
  }

  @Test(arguments: [
    "Add the eggs one at a time, beating well.", "Fry two at a time.", "Knock back one time.",
    "1 time",
    "Leave overnight", "once a day", "in no time", "It takes a long time", "Fold the dough 3 times",
    "Roast 20 minutes per pound.", "Cook 45 min/lb", "Make up to 2 hours ahead.", "2分の1を加える。",
    "Add the basil 5 minutes before serving.", "Sortir 2 heures avant son emploi", "20 min/kg",
    "stir every couple of minutes", "flip almost every 30 seconds",
    "2 minutes de moins que le temps du paquet", "alle 10 Minuten wenden",
    "8-12hrs after starting", "15 minutes per 500 g",
    "Cook about 1 minute less than the packet says.",
  ])
  func `other numbers and words start no timer`(step: String) {
    #expect(recipeStep(step, []).durations == [])
  }

  @Test func `a word of another language counts only in a recipe of that language`() {
    func seconds(_ step: String, in recipe: [String]) -> [Int] {
      RecipeStep.all(recipe + [step], ingredients: []).last?.durations.map(\.seconds) ?? []
    }
    let danish = ["Rør smør og sukker sammen.", "Hæv dejen på et lunt sted.", "1 time"]
    let english = [
      "Stir the butter and the sugar.", "Let the dough rise in a warm place.", "1 time",
    ]
    #expect(seconds("1 time", in: danish) == [3600])
    #expect(seconds("1 time", in: english) == [])
  }

  @Test func `one egg at a time is no amount`() {
    let pieces = recipeStep("Beat in 1 egg at a time.", lines).pieces(
      scaledBy: Rational(2))
    #expect(pieces.allSatisfy { !$0.isReplaced })
  }

  @Test func `a range keeps its longest time`() {
    let duration = recipeStep("Bake 20 to 25 minutes", []).durations.first
    #expect(duration?.longest == 1500)
    #expect(duration?.text == "20 to 25 minutes")
  }

  @Test func `a step refers to ingredients by whole words`() {
    #expect(recipeStep("Melt the chocolate.", lines).ingredients == [2])
    #expect(recipeStep("Whisk the egg into the flour.", lines).ingredients == [0, 1])
    #expect(recipeStep("Slice the eggplant.", lines).ingredients == [])
  }
}
