import Output
import Shell
import Testing
import World

/// A shell on a feed of one's own, for people.
private func shell(_ feed: String) -> ShellUnderTest {
  ShellUnderTest(feed: "/f.json", files: MemoryFileSystem(["/f.json": feed]))
}

@Test(arguments: [
  #""steps":["Mix.","Bake."],"ingredients":["salt","flour"]"#,
  #""directions":"1. Mix.\n2. Bake.","ingredients":"salt\nflour""#,
])
func `show lists ingredients before instructions, whatever their order`(members: String) {
  let output = shell(#"[{"name":"Pie",\#(members)}]"#).run("show 1")
  let lines = output.split(separator: "\n").map { $0.drop { $0 == " " } }
  #expect(lines[1...3] == ["Ingredients", "- salt", "- flour"])
  #expect(lines[4] == "Steps" || lines[4] == "Directions")
  #expect(lines[5].hasSuffix("Mix.") && lines[6].hasSuffix("Bake."))
}

@Test func `the head of show leaves out zeros and flags that are off`() {
  let shell = shell(
    #"[{"name":"Pie","rating":0,"preptime":0,"cooktime":20,"vegan":true,"spicy":false}]"#)
  #expect(shell.run("show 1") == "1  Pie\n  cooktime 20 min · vegan\n")
}

@Test func `show does not break a long address`() {
  let link = "https://a.example/" + String(repeating: "abc-", count: 40)
  let output = shell(#"[{"name":"Pie","about":"Read \#(link) before \#(link)."}]"#).run("show 1")
  #expect(
    output.split(separator: "\n").dropFirst(2) == ["  Read", "  \(link)", "  before", "  \(link)."])
}

/// A recipe with a heading among its steps that makes things for people.
private let pancakes = #"""
  [{"name":"Pancakes","servings":"Serves 4, makes 12 pancakes","ingredients":["100 g butter"],
  "instructions":["Filling:","Melt 100 g butter."]}]
  """#

@Test func `a scaled recipe as JSON has its headings apart from the steps, and all that it makes`()
{
  let shell = ShellUnderTest(feed: "/f.json", files: MemoryFileSystem(["/f.json": pancakes])) {
    $0.format = .json
  }
  let output = shell.run("show 1 for 8")
  #expect(output.contains("\"Filling:\",\n    \"Melt 200 g butter.\""), "\(output)")
  #expect(output.contains(#""servings": "8, 24 pancakes""#))
}

@Test(arguments: [
  ("for 8", "Amounts for 8 instead of 4: × 2"), ("for 24 pancakes", "for 24 instead of 12: × 2"),
  ("for 8 rolls", "is for 4 people (Serves 4, makes 12 pancakes), and makes no rolls"),
  ("for 120000 pancakes", "Pancakes makes 12 pancakes, so it cannot be scaled for 120000"),
])
func `a recipe that gives servings and things is scaled by either`(scale: String, expected: String)
{
  let shell = shell(pancakes)
  let output = shell.run("show 1 \(scale)") + shell.takeErrors()
  #expect(output.contains(expected), "\(output)")
}

@Test func `recipes of web pages are filtered, sorted and shown by their nutrition`() {
  let shell = shell(
    #"""
    {"@context":"https://schema.org","@graph":[
    {"@type":"Recipe","name":"Pie","nutrition":{"@type":"NutritionInformation","calories":"620 kcal","fatContent":"20 g"}},
    {"@type":"Recipe","name":"Soup","nutrition":{"calories":"240 calories","proteinContent":"5,5 g","carbohydrateContent":"30g","servingSize":"1 bowl"}},
    {"@type":"Recipe","name":"Tart","nutrition":[{"calories":"1000 kJ"}]}]}
    """#)
  #expect(shell.run("filter calories<500; count").contains("2"))
  #expect(
    shell.run("filter clear; sort calories; show 3; show 2")
      .hasPrefix(
        "3  Pie\n  calories 620 · fat 20\n2  Soup\n  calories 240 · protein 5.5 · carbohydrates 30")
  )
  #expect(shell.run("filter carbs>=30; count").contains("1"))
}
