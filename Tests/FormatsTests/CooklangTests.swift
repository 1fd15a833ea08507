import Testing
import Text

@testable import Formats

/// A part of a step as a short text.
private func short(_ item: CooklangDocument.Item) -> String {
  let fields: (CooklangDocument.Component) -> String = { item in
    [item.name, item.quantity, item.units, item.preparation].joined(separator: "|")
  }
  return switch item {
  case .text(let text): "'\(text)'"
  case .ingredient(let item): "@" + fields(item)
  case .cookware(let item): "#" + fields(item)
  case .timer(let item): "~" + fields(item)
  }
}

private func steps(_ text: String) -> [[String]] {
  CooklangDocument(text).sections.flatMap(\.steps).map { $0.map(short) }
}

@Test(arguments: [
  (
    "Add @chilli{3%items} and @milk{ 1 / 2 % l }.",
    ["'Add '", "@chilli|3|items|", "' and '", "@milk|1 / 2|l|", "'.'"]
  ),
  ("Fry in #7-inch nonstick pan{ } now", ["'Fry in '", "#7-inch nonstick pan|||", "' now'"]),
  (
    "Let it ~rest, then ~{1.5%minutes}", ["'Let it '", "~rest|||", "', then '", "~|1.5|minutes|"]
  ),
  ("Cut @onion{2}(finely diced) up", ["'Cut '", "@onion|2||finely diced", "' up'"]),
  ("Write to me @ example, # 5, ~ {5}", ["'Write to me @ example, # 5, ~ {5}'"]),
  ("Add @salt⸫ then @🧂", ["'Add '", "@salt|||", "'⸫ then '", "@🧂|||"]),
  ("@thyme{2%sprigs} -- a remark\nand more", ["@thyme|2|sprigs|", "'  and more'"]),
  ("one\\\ntwo", ["'one\ntwo'"]),
  ("a [- hidden -] b", ["'a  b'"]),
  ("hello ---\nmore: text\n---", ["'hello --- more: text ---'"]),
])
func `a step of Cooklang is read as texts, ingredients, cookware and timers`(
  text: String, expected: [String]
) {
  #expect(steps(text) == [expected])
}

@Test func `a quantity of Cooklang is a number only if it is written as one`() {
  let numbers = ["3", "1/2", "1 / 2", "1.5", "01/2", "few", "7 k", "0.5", ""].map { quantity in
    CooklangDocument.Component(name: "a", quantity: quantity).number
  }
  #expect(numbers == [3, 0.5, 0.5, 1.5, nil, nil, nil, 0.5, nil])
}

@Test func `a Cooklang file with metadata, sections and notes is a recipe`() throws {
  let text = """
    ---
    servings: 2|4
    prep time: 10 min
    tags: [quick, cheap]
    source: https://example.org/a
    wine: red
    ---
    > Serve hot.

    = Dough
    Mix @flour{250%g} and @water{=1%cup} in a #bowl{}.

    == Sauce ==
    Cook @tomatoes{2%items}(peeled) and @?basil for ~{15%minutes}.
    Add @&flour{1%tsp} and @./sauces/Pesto{2%tbsp}.
    """
  let found = try foreign(text, named: "Green pie.cook", as: "Cooklang")
  let recipe = try #require(found.records.first?.value)
  #expect(recipe["name"]?.plainText == "Green pie")
  #expect(recipe["recipeYield"]?.plainText == "2")
  #expect(recipe["prepTime"]?.plainText == "10 min")
  #expect(recipe["url"]?.plainText == "https://example.org/a")
  #expect(recipe.texts("keywords") == ["quick", "cheap"])
  #expect(
    recipe.ingredients == [
      "Dough:", "250 g flour", "1 cup water", "Sauce:", "2 tomatoes, peeled", "basil (optional)",
      "2 tbsp Pesto",
    ])
  #expect(
    recipe.steps == [
      "# Dough", "Mix flour and water in a bowl.", "# Sauce",
      "Cook tomatoes and basil for 15 minutes. Add flour and Pesto.",
    ])
  #expect(recipe.texts("tool") == ["bowl"])
  #expect(recipe["recipeNotes"]?.plainText == "Serve hot.")
  #expect(recipe.properties == ["wine"] && found.records.first?.unused == [])
}

@Test func `a Cooklang file without steps is a recipe, and old metadata is read`() throws {
  let recipe = try #require(try records(">> title: Tea\n>> servings: 3", named: "x.cook").first)
  #expect(recipe["name"]?.plainText == "Tea" && recipe["recipeYield"]?.plainText == "3")
  #expect(recipe.steps.isEmpty && recipe.ingredients.isEmpty)
}

@Test func `a paragraph that only lists what a Cooklang recipe needs is not a step`() throws {
  let text = """
    @salt{}, @flour{250%g}(sifted),
    #bowl{}

    Mix @&flour{} with @salt.

    == Sauce ==

    @tomatoes{2}

    ==

    Serve.
    """
  let recipe = try #require(try records(text, named: "x.cook").first)
  #expect(
    recipe.ingredients == ["salt", "250 g flour, sifted", "salt", "Sauce:", "2 tomatoes"])
  #expect(recipe.steps == ["Mix flour with salt.", "Serve."])
  #expect(recipe.texts("tool") == ["bowl"])
}

@Test(arguments: [
  (##"Mail me \@home \#1 \~ \{x\} \\ a\-b \x"##, [##"'Mail me @home #1 ~ {x} \ a-b \x'"##]),
  (#"Add @a \{b\} \@ c{2%g}(\@ d)"#, ["'Add '", "@a {b} @ c|2|g|@ d"]),
  (#"\= not a section"#, ["'= not a section'"]), (#"\> not a note"#, ["'> not a note'"]),
  (#"a [\- b \-\- c"#, ["'a [- b -- c'"]),
])
func `a backslash makes a mark of Cooklang a letter`(text: String, expected: [String]) {
  #expect(steps(text) == [expected])
}
