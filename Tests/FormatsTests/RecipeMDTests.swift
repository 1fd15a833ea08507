import Testing
import Text

@testable import Formats

@Test func `a document in RecipeMD has its groups, amounts, links and texts as they are written`()
  throws
{
  let document = try RecipeMDDocument(
    """
    # Pie

    A *good* pie.

    With two paragraphs.

    *sweet, 1,5 stars*

    **4 servings, 1 1/2 Kuchen, ½, -1.5 cm**

    ---

    - *200 g* flour
    - *1* [filling](./filling.md)

    ## Top

    1. *.5 l* milk,
       warm
       - fresh
    2. salt

    #### Deeper

    * sugar

    ***

    Mix.

    1. Bake.
    """)
  #expect(document.title == "Pie")
  #expect(document.description == "A *good* pie.\n\nWith two paragraphs.")
  #expect(document.tags == ["sweet", "1,5 stars"])
  #expect(document.yields.map(\.factor) == [4, 1.5, 0.5, -1.5])
  #expect(document.yields.map(\.unit) == ["servings", "Kuchen", nil, "cm"])
  #expect(document.ingredients.map(\.name) == ["flour", "filling"])
  #expect(document.ingredients[1].link == "./filling.md")
  let top = document.groups[0]
  #expect(
    top.title == "Top" && top.ingredients.map(\.name) == ["milk,\n   warm\n   - fresh", "salt"])
  #expect(top.ingredients[0].amount?.factor == 0.5)
  #expect(top.groups.map(\.title) == ["Deeper"])
  #expect(document.instructions == "Mix.\n\n1. Bake.")
}

@Test(arguments: [
  ("", 1), ("## Second\n\n---\n", 1), ("# A\n\n- x\n", 4), ("# A\n\n*a*\n\n*b*\n\n---\n", 5),
  ("# A\n\n**2**\n\n**3**\n\n---\n", 5), ("# A\n\n**few cups**\n\n---\n", 3),
  ("# A\n\n---\n\n- *some* salt\n", 5), ("# A\n\n---\n\n- *1*\n", 5), ("# A\n\n---\n\n-\n", 5),
  ("# A\n\n---\n\n- x\n\nText.\n", 7),
])
func `a document that is not RecipeMD is refused at its line`(text: String, line: Int) {
  do throws(FormatFault) {
    _ = try RecipeMDDocument(text)
    Issue.record("it was accepted")
  } catch {
    #expect(error.line == line, "\(error.message)")
  }
}

@Test func `a recipe in RecipeMD below a front matter is a recipe with its times and its source`()
  throws
{
  let found = try foreign(
    """
    ---
    time: 45 min
    source: https://a.example/pie
    mood: good
    ---

    # Pie

    **4 servings**

    ---

    - *2* eggs

    ## Top

    - *1/2 cup* sugar

    ---

    ## Bake

    1. Mix.
    2. Bake at **200 °C**.

    Serve.
    """, named: "pie.md", as: "RecipeMD")
  let recipe = try #require(found.records.first?.value)
  #expect(found.profile == "recipemd" && found.records[0].line == 6)
  #expect(
    recipe.text()
      == #"{"name":"Pie","yield":"4 servings","ingredients":["2 eggs","Top:","1/2 cup sugar"],"#
      + #""instructions":["Bake:","Mix.","Bake at 200 °C.","Serve."],"time":"45 min","#
      + #""source":"https://a.example/pie","mood":"good","id":"pie"}"#)
}
