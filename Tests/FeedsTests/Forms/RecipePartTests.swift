import Catalog
import Feeds
import TestSupport
import Testing
import Text

@Test(arguments: [
  (#"[{"qty":2,"uom":"cups","ingredient":"flour"}]"#, ["2 cups flour"]),
  (#"[{"name":"butter","grams":200}]"#, ["200 g butter"]),
  (#"[{"name":"flour","amount":1,"unit":"cup","weight":"125 g"}]"#, ["1 cup (125 g) flour"]),
  (#"[{"name":"flour","requiredQuantity":{"value":200,"unitCode":"GRM"}}]"#, ["200 g flour"]),
  (#"[{"name":"eggs","min":2,"max":3}]"#, ["2–3 eggs"]),
  (#"[{"name":"milk","quantity":{"minValue":1,"maxValue":2,"unitText":"dl"}}]"#, ["1–2 dl milk"]),
  (
    #"[{"name":"rice","amount":{"metric":{"value":200,"unit":"g"},"us":{"value":7,"unit":"oz"}}}]"#,
    ["200 g (7 oz) rice"]
  ),
  (#"[{"name":"basil","notes":"torn","amount":"a handful"}]"#, ["a handful basil (torn)"]),
  (
    #"[{"name":"Dough","type":"group"},{"amount":"1","unit":"cup","name":"water"}]"#,
    ["Dough:", "1 cup water"]
  ),
  (#"[{"purpose":"Sauce","ingredients":["1 egg","salt"]}]"#, ["Sauce:", "1 egg", "salt"]),
  (
    #"[{"food":null,"note":"chopped","display":"3 chopped","quantity":3,"originalText":"3 golden potatoes, chopped"}]"#,
    ["3 golden potatoes, chopped"]
  ),
  (#"["- 1 egg","- salt"]"#, ["1 egg", "salt"]), (#"["- 1 egg","salt"]"#, ["- 1 egg", "salt"]),
  (#"["2 leeks\n1 egg","100 g flour"]"#, ["2 leeks", "1 egg", "100 g flour"]),
  // Bullets within a text separate ingredients.
  (#""• 2 eggs • 100 g sugar""#, ["2 eggs", "100 g sugar"]),
  (#"["Dough: • 2 eggs • sugar","salt"]"#, ["Dough:", "2 eggs", "sugar", "salt"]),
  (#"["salt • pepper • oil"]"#, ["salt", "pepper", "oil"]),
  (#"["beef • minced"]"#, ["beef • minced"]),
  (
    #"[{"name":"parsley","amount":1,"unit":"tbsp","optional":true}]"#, ["1 tbsp parsley (optional)"]
  ),
  (#"[{"name":{"en":"eggs","de":"Eier"},"amount":2}]"#, ["2 eggs"]),
  (
    #"[{"name":[{"@language":"de","@value":"Eier"},{"@language":"en","@value":"eggs"}],"amount":2}]"#,
    ["2 Eier"]
  ),
  (
    #"[{"@type":"ListItem","position":2,"name":"salt"},{"@type":"ListItem","position":1,"name":"egg"}]"#,
    ["egg", "salt"]
  ),
])
func `ingredients are read where their meaning is plain`(json: String, expected: [String]) throws {
  #expect(try list(.ingredients, in: json) == expected)
}

@Test(arguments: [
  (#"[{"step":1,"description":"Mix."},{"step":2,"description":"Bake."}]"#, ["Mix.", "Bake."]),
  (#""1. Wash. 2. Slice. 3. Bake.""#, ["Wash.", "Slice.", "Bake."]),
  (#""1.Wash. 2.Slice.""#, ["Wash.", "Slice."]), (#""1.番茄洗净。2.土豆切块。""#, ["番茄洗净。", "土豆切块。"]),
  (#""1、番茄洗净 2、土豆切块""#, ["番茄洗净", "土豆切块"]),
  (#""Step 1: Wash. Step 2: Slice.""#, ["Wash.", "Slice."]),
  (#""Filling: 1. Wash. 2. Slice.""#, ["Filling:", "Wash.", "Slice."]),
  (#""①切る。②焼く。""#, ["切る。", "焼く。"]), (#"["① Wash", "② Slice"]"#, ["Wash", "Slice"]),
  (#"["⑴ Wash", "⑵. Slice"]"#, ["Wash", "Slice"]), (#""1️⃣ Wash. 2️⃣ Slice.""#, ["Wash.", "Slice."]),
  // A sign may refer to an earlier step.
  (#"["切る。", "①に水を足す。", "②を焼く。"]"#, ["切る。", "①に水を足す。", "②を焼く。"]),
  (#""• Wash • Slice""#, ["Wash", "Slice"]), (#"["Serve • eat • enjoy"]"#, ["Serve • eat • enjoy"]),
  (#"[{"position":2,"text":"Bake."},{"position":1,"text":"Mix."}]"#, ["Mix.", "Bake."]),
  (
    #"[{"position":2,"text":"Mix."},{"text":"Rest."},{"position":1,"text":"Bake."}]"#,
    ["Mix.", "Rest.", "Bake."]
  ),
  (#"["1. 1. Heat", "2. 2. Eat"]"#, ["Heat", "Eat"]), (#""1. 1. Heat""#, ["Heat"]),
  (#""<p>Wash.</p>\n, <p>Slice.</p>\n, <p>Bake.</p>""#, ["Wash.", "Slice.", "Bake."]),
  (#"["<ol><li>Wash.</li><li>Slice</li></ol>", "Bake."]"#, ["Wash.", "Slice", "Bake."]),
  (#"["Wash the\n leeks.\nSlice them.", "Bake."]"#, ["Wash the leeks.", "Slice them.", "Bake."]),
  (#""• Wash\n• Slice""#, ["Wash", "Slice"]),
  (
    #""<h4>Dough</h4><p>Mix.</p><p><strong>To serve</strong></p><p>Eat.</p>""#,
    ["Dough:", "Mix.", "To serve:", "Eat."]
  ),
  (##"[{"@type":"HowToStep","url":"#s4","image":"x.jpg"},{"text":"Mix."}]"##, ["Mix."]),
  (
    #""Line a tin with paper.Snap the chocolate.Stir well.""#,
    ["Line a tin with paper.", "Snap the chocolate.", "Stir well."]
  ),
  // Never by sentences, and not at other numbers.
  (#""Wash. Slice. Bake.""#, ["Wash. Slice. Bake."]),
  (#""Bake for 1. 5 hours at 180. 2 trays fit.""#, ["Bake for 1. 5 hours at 180. 2 trays fit."]),
  (#""1. Add 2 eggs and 3 apples.""#, ["Add 2 eggs and 3 apples."]),
  (#""Use a 3.5 cm ring.See e.g.Smith.""#, ["Use a 3.5 cm ring.See e.g.Smith."]),
  (
    #"[{"@type":"HowToSection","name":"Filling","itemListElement":[{"@type":"Recipe","name":"White sauce","recipeIngredient":["20 g butter"],"recipeInstructions":[{"text":"Melt."}]},{"text":"Fold."}]}]"#,
    ["Filling:", "White sauce:", "Melt.", "Fold."]
  ),
  (
    #"[{"name":"Dough","type":"group"},{"text":"<p>Mix.</p>","type":"instruction"}]"#,
    ["Dough:", "Mix."]
  ),
  (#"[{"text":"1. Wash.2. Slice.","name":"1. Wash.2. Slice."}]"#, ["Wash.", "Slice."]),
  (#"[{"text":"Mix.","tip":"Not too long."}]"#, ["Mix. (Not too long.)"]),
  (#"[{"do":"Mix it.","then":"Bake it."}]"#, ["Mix it.", "Bake it."]),
])
func `a text with several steps is split by numbers, blocks and lines`(
  json: String, expected: [String]
) throws {
  #expect(try list(.steps, in: json) == expected)
}

@Test(arguments: [
  (
    #"[{"name":"Dough","text":"Dough"},{"name":"Mix","text":"Stir all."},{"text":"Bake."}]"#,
    ["Dough:", "Mix:", "Stir all.", "Bake."]
  ),
  // If all texts are names, they are steps.
  (#"[{"name":"Mix","text":"Mix"},{"name":"Bake it","text":"Bake it"}]"#, ["Mix", "Bake it"]),
  (
    #"[{"name":"Add 2 eggs","text":"Add 2 eggs"},{"text":"Stir."},{"text":"Bake."}]"#,
    ["Add 2 eggs", "Stir.", "Bake."]
  ),
])
func `a step whose text is its name is a heading among others`(json: String, expected: [String])
  throws
{
  #expect(try list(.steps, in: json) == expected)
}

@Test(arguments: [
  (
    #"[{"name":"A","instructions":"1. Wash. 2. Slice."},{"name":"B","instructions":"Bake.\nEat."}]"#,
    ["[Wash.|Slice.]", "[Bake.|Eat.]"]
  ),
  (#"[{"name":"A","steps":"<ol><li>Wash.</li><li>Slice.</li></ol>"}]"#, ["[Wash.|Slice.]"]),
  (
    #"[{"name":"A","steps":["Wash."]},{"name":"B","steps":"Dough:\nMix."}]"#,
    ["[Wash.]", "[Dough:|Mix.]"]
  ),
  (#"[{"name":"A","steps":"Wash.\nSlice."}]"#, ["Wash.\nSlice."]),
])
func `a text with several steps is split in any feed`(json: String, expected: [String]) throws {
  let shown = try expected.indices.map { try shownRow(json, $0).last ?? "" }
  #expect(shown.map { String($0.split(separator: "=", maxSplits: 1).last ?? "") } == expected)
}

@Test(arguments: [
  ("total", "20 min", "1 h 5 min", "time:true"), ("prepTime", "PT20M", "PT1H5M", "time:true"),
  ("prep_time", "20", "65", "time:true"), ("whenever", "PT20M", "PT1H5M", "time:true"),
  ("total", "20 min", "until done", "time:false"), ("size", "20 m", "65 m", "time:false"),
])
func `times in words are minutes in any feed`(key: String, one: String, two: String, kind: String)
  throws
{
  let feed = try Feed(
    Array(
      #"[{"name":"A","\#(key)":"\#(one)"},{"name":"B","\#(key)":"\#(two)"},{"name":"C","\#(key)":""}]"#
        .utf8))
  let field = try #require(feed.catalog.schema.fields.last)
  #expect("time:\(field.kind == .minutes)" == kind)
  guard field.kind == .minutes else { return }
  let last = feed.catalog.schema.fields.count - 1
  #expect((0..<3).map { feed.catalog.value(last, $0) } == [.number(20), .number(65), nil])
}

@Test func `the ingredients of a recipe inside of steps are ingredients`() throws {
  let row = try shownRow(
    #"{"@type":"Recipe","name":"Tart","recipeIngredient":["2 leeks"],"recipeInstructions":[{"@type":"HowToSection","name":"Filling","itemListElement":[{"@type":"Recipe","name":"White sauce","recipeIngredient":["20 g butter"],"recipeInstructions":"Melt."}]}]}"#
  )
  #expect(row.contains("ingredients=[2 leeks|White sauce:|20 g butter]"))
}

@Test func `an unused text is noted at its place, in problems and lint`() throws {
  for start in [#"{"@type":"Recipe","name":"Tart","#, #"[{"name":"Tart","#] {
    let json =
      start
      + #""recipeInstructions":["Mix.",{"text":"Bake.","image":"https://a.example/1.jpg","@id":"_1",\#n"#
      + #""oven":{"heat":"hot and dry"},"position":2}],"recipeIngredient":[{"name":"egg","lot":17}]}"#
      + (start.hasPrefix("[") ? "]" : "")
    let feed = try Feed(Array(json.utf8))
    let problems = try feed.problems()
    let reasons = problems.map(\.reason)
    #expect(
      Set(reasons) == [
        "`recipeInstructions[1].oven.heat` is not used", "`recipeIngredient[0].lot` is not used",
      ], "\(reasons)")
    let oven = try #require(problems.first { $0.reason.contains("oven") })
    #expect(oven.line == 2 && oven.found == "\"hot and dry\"" && oven.severity == .note)
    #expect(oven.path.hasSuffix(".recipeInstructions[1].oven.heat"))
    let lint = try feed.lint().elements.filter { $0.rule == .unusedValue }
    #expect(Set(lint.map(\.message)) == Set(reasons))
    #expect(lint.allSatisfy { $0.severity == .note })
  }
}

@Test(arguments: [
  (
    #""recipeIngredient":[{"name":{"en":"eggs","de":"Eier"},"amount":2}]"#,
    ["`recipeIngredient[0].name.de` is not used"]
  ),
  (
    #""recipeInstructions":[{"position":2,"text":"Mix."},{"text":"Rest."},{"position":1,"text":"Bake."}]"#,
    ["`recipeInstructions[2].position` is not used"]
  ),
  (#""recipeInstructions":[{"position":1,"text":"Mix."},{"position":2,"text":"Bake."}]"#, []),
  (#""recipeIngredient":[{"name":"egg","optional":true}]"#, []),
  (#""prepTime":"PT0M","cookTime":"PT0S","totalTime":"PT""#, []),
  (#""prepTime":"soon""#, ["`prepTime` cannot be converted to the type of its field"]),
])
func `another language and a position that is not used are noted, and no time is not`(
  members: String, expected: [String]
) throws {
  let feed = try Feed(Array(#"{"@type":"Recipe","name":"Pie",\#(members)}"#.utf8))
  #expect(try feed.problems().map(\.reason) == expected)
}

@Test func `a record whose name is in several languages has the first one`() throws {
  let feed = try Feed(Array(#"{"@type":"Recipe","name":{"de":"Eier","en":"Eggs"}}"#.utf8))
  #expect(feed.catalog.name(0) == "Eier")
}

@Test(arguments: [
  (#"{"name":"egg",M}"#, #""k":"word""#), (#"{"name":"egg",M}"#, #""note":"word""#),
  (#"{"name":"egg",M}"#, #""k":[{"a":1,"b":"x y"}]"#),
])
func `very many members are counted, and the first are listed`(object: String, member: String)
  throws
{
  let members = (0..<20_000).map { number in
    member.replacing("k", with: "k\(number)").replacing("word", with: "word\(number)")
  }
  let value = object.replacing("M", with: members.joined(separator: ","))
  let feed = try Feed(
    Array(#"{"@type":"Recipe","name":"Pie","recipeIngredient":[\#(value)]}"#.utf8))
  #expect(try feed.problems().count { $0.kind == .unused } == findingLimit)
  #expect(feed.noteCount >= 19_000)
}

/// Random objects of random keys and words, each leaf of which is distinct.
private struct RandomParts {
  var numbers: SeededNumbers
  private(set) var leaves: [String] = []

  init(seed: Int) { numbers = SeededNumbers(seed: seed) }

  private static let keys = [
    "text", "name", "amount", "unit", "note", "step", "ingredient", "quantity", "description",
    "itemListElement", "steps", "items", "title", "display", "original", "min", "max", "weight",
    "grams", "food", "qty", "uom", "type", "group", "liquid", "value", "recipeIngredient",
    "instructions",
    "wobble", "fizz", "kettle", "tip", "ingredients", "section", "position", "time", "flavour",
  ]

  mutating func leaf() -> JSONValue {
    let number = leaves.count + 1000
    if numbers.happens(oneIn: 4) {
      leaves.append(String(number))
      return .number(Double(number))
    }
    let letters = (0..<4).map { _ in "bdfgklmnprstvz".randomElement(using: &numbers) ?? "b" }
    let word = String(letters) + "o" + String(number)
    leaves.append(word)
    return .string(numbers.happens(oneIn: 2) ? word : word + " and more")
  }

  mutating func value(_ depth: Int) -> JSONValue {
    switch numbers.below(depth > 3 ? 2 : 6) {
    case 0, 1, 2: return leaf()
    case 3: return .array((0..<numbers.below(4)).map { _ in value(depth + 1) })
    default: return object(depth + 1)
    }
  }

  mutating func object(_ depth: Int) -> JSONValue {
    var seen: Set<String> = []
    var members: [JSONValue.Member] = []
    for _ in 0..<(1 + numbers.below(5)) {
      let key = Self.keys.randomElement(using: &numbers) ?? "name"
      if seen.insert(key).inserted { members.append(JSONValue.Member(key, value(depth))) }
    }
    return .object(members)
  }
}

@Test(arguments: 0..<6, ["recipeIngredient", "recipeInstructions"])
func `each text and number of a random object is shown or noted`(seed: Int, key: String) throws {
  for linked in [true, false] {
    for round in 0..<60 {
      var parts = RandomParts(seed: seed * 1000 + round)
      let list = JSONValue.array((0..<3).map { _ in parts.object(0) })
      var members = [JSONValue.Member("name", .string("Pie")), JSONValue.Member(key, list)]
      if linked { members.insert(JSONValue.Member("@type", .string("Recipe")), at: 0) }
      let record = JSONValue.object(members)
      let json = (linked ? record : .array([record])).bytes()
      let feed = try Feed(json)
      var shown = ""
      for field in feed.catalog.schema.fields.indices {
        shown += " " + feed.catalog.shownValue(field, 0)
      }
      let noted = try feed.problems().compactMap(\.found).joined(separator: " ")
      for leaf in parts.leaves where !shown.contains(leaf) {
        #expect(noted.contains(leaf), "\(leaf) of \(record.text())")
      }
    }
  }
}
