import Testing
import Text

@testable import Formats

/// Writes a recipe and reads the file.
private func reread(_ recipe: RecipeText) throws -> JSONValue {
  let text = RecipeMDWriter.text(of: recipe)
  return try records(text, named: "a.md", as: "RecipeMD")[0]
}

/// A recipe in which each text is one of some.
private func recipe(of texts: [String], _ random: inout SystemRandomNumberGenerator) -> RecipeText {
  func text() -> String { texts.randomElement(using: &random) ?? "" }
  func some() -> [String] {
    (0..<Int.random(in: 0...4, using: &random)).map { _ in text() }
  }
  // A recipe has a name.
  let title = text()
  var recipe = RecipeText(title: title.isEmpty ? "Pie" : title)
  recipe.description = Bool.random(using: &random) ? text() : nil
  recipe.yield = Bool.random(using: &random) ? text() : nil
  (recipe.tags, recipe.ingredients, recipe.steps) = (some(), some(), some())
  recipe.others = [
    .init("mood", .string(text())),
    .init("list", .array(some().map { .string($0) })), .init("id", .string("x")),
  ]
  return recipe
}

@Test func `a recipe reads as a person would write it`() throws {
  var recipe = RecipeText(title: "Shepherd's pie")
  recipe.description = "As in the pub."
  recipe.tags = ["British", "winter"]
  recipe.yield = "4 servings"
  recipe.ingredients = [
    "For the top:", "500 g potatoes", "salt", "For the bottom:", "2 big onions",
  ]
  recipe.steps = ["Boil the potatoes.", "Filling:", "Fry the onions *slowly*."]
  recipe.others = [.init("time", .string("90 min")), .init("id", .string("7"))]
  let text = RecipeMDWriter.text(of: recipe)
  #expect(
    text == """
      ---
      time: 90 min
      id: "7"
      ---

      # Shepherd's pie

      As in the pub.

      *British, winter*

      **4 servings**

      ---

      ## For the top

      - *500 g* potatoes
      - salt

      ## For the bottom

      - *2 big* onions

      ---

      1. Boil the potatoes.

      ## Filling

      2. Fry the onions \\*slowly\\*.

      """)
  #expect(try reread(recipe)["instructions"]?.texts == recipe.steps)
}

@Test func `every text is read as it was written`() throws {
  let texts = [
    "salt", "200 g flour", "2 eggs", "Sauce:", "a: b", "- dash", "# hash", "1. one", "12) twelve",
    "*stars*", "**bold**", "_under_ scores", "snake_case", "[link](http://a.example)", "[x]",
    "<b>tag</b>", "a < b", "&amp; co", "salt & pepper", "back\\slash", "`code`", "---", "***",
    "===",
    "yes", "no", "null", "1:20", "007", "3.14", "1e3", "2024-01-02", "~", "on", "'quoted'",
    "\"double\"", "ends with \\", "> quote", "+ plus", "= equal", "two  blanks", "日本語の鍋", "é",
    "e\u{301}", "🍝 pasta", "a\tb", "line\nbreak", "line\n\nblock", "trailing:", "½ cup milk",
    "1,5 l water", "!important", "%percent", "@at", "a, b", "| pipe |", "{brace}", "it's: a # test",
    " leading", "trailing ", "x\u{2028}y", "", "***:", "1 - 2 eggs", "4", "-1", "12 servings",
    "6–8",
  ]
  var random = SystemRandomNumberGenerator()
  for _ in 1...3000 {
    let recipe = recipe(of: texts, &random)
    let value = try reread(recipe)
    let expected = JSONValue.object(recipe.members.filter { !$0.value.isEmpty })
    for member in recipe.members where !member.value.isEmpty {
      #expect(value[member.name] == member.value, "\(member.name) of \(expected.text())")
    }
  }
}

@Test func `a strict recipe has no front matter, and names what it leaves out`() throws {
  var recipe = RecipeText(title: "Dal")
  recipe.yield = "a potful"
  recipe.ingredients = ["200 g lentils"]
  recipe.others = [.init("time", .string("40 min"))]
  let strict = RecipeMDWriter.strictText(of: recipe)
  #expect(strict.text == "# Dal\n\n---\n\n- *200 g* lentils\n")
  #expect(strict.omitted == ["yield", "time"])
}

@Test func `a front matter has typed values, and its faults have lines`() throws {
  let front = FrontMatter([
    "---", "time: 1:20", "rating: 4.5", "vegan: true", "tags: [a, b]", "note: |", "  one", "  two",
    "long: a text", "  that goes on", "quoted: \"5\"", "deep:", "  er: x", "---", "# A",
  ])
  #expect(front.fault == nil && front.end == 14)
  #expect(
    JSONValue.object(front.members).text()
      == #"{"time":"1:20","rating":4.5,"vegan":true,"tags":["a","b"],"note":"one\ntwo\n","#
      + #""long":"a text that goes on","quoted":"5","deep":{"er":"x"}}"#)
  #expect(front.text("long") == "a text that goes on" && front.text("deep.er") == "x")
  #expect(FrontMatter(["---", "a: 1", "b: [", "---"]).fault?.line != nil)
  // What YAML refuses is read line by line.
  let broken = FrontMatter(["---", "a: 'it''s'", "b: \"x\\n\"", "c: [", "---"])
  #expect(broken.entries.first { $0.key == "a" }?.values == ["it's"])
  #expect(FrontMatter(["---", "a: 1", "a: 2", "---"]).fault?.reason.contains("twice") ?? false)
}

@Test(arguments: [
  String(repeating: "[", count: 5000), "a: " + String(repeating: "[", count: 900),
  "a: &a [x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c]\n"
    + "e: &e [*d,*d,*d,*d,*d,*d]\nf: &f [*e,*e,*e,*e,*e,*e]\ng: [*f,*f,*f,*f,*f,*f]",
])
func `a front matter that would grow without bounds is a fault`(text: String) {
  #expect(
    FrontMatter(["---"] + text.split(separator: "\n").map(String.init) + ["---"]).fault != nil)
}
