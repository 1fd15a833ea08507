import Foundation
import TestSupport
import Testing

/// `new`, `edit ITEM` and `new -` at a prompt, with an editor that is a script.
@Suite struct RecipeEditingTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  private func demo(editor script: String) throws -> PseudoTerminal {
    try place.prompt(
      ["demo"], at: "demo 64",
      environment: ["EDITOR": try place.program("editor", script), "TMPDIR": place.path])
  }

  private func file(_ name: String) throws -> String {
    try place.text(of: place.home + "/data/mine/" + name)
  }

  @Test func `a recipe that is written in an editor is saved under its title`() throws {
    let terminal = try demo(editor: "sed -i 's/^# .*/# Waffles/; s/flour/oat flour/' \"$1\"")
    try terminal.enter("new", prompt: "demo 64")
    try terminal.expect(text: "Waffles is saved in mine (1 in all)")
    #expect(try file("Waffles.md").contains("- *200 g* oat flour"))
  }

  @Test func `plain text in the editor is a recipe, too`() throws {
    let terminal = try demo(
      editor: #"printf 'Waffles\n2 eggs\n200 g flour\nMix everything and bake it.\n' > "$1""#)
    try terminal.enter("new", prompt: "demo 64")
    try terminal.expect(text: "Waffles is saved in mine (1 in all)")
    #expect(try file("Waffles.md").contains("- *200 g* flour"))
  }

  @Test func `a recipe of a page is saved, corrected, tagged, scaled and exported as a cookbook`()
    throws
  {
    let page = try place.file(
      "page.html",
      #"""
      <html><head><script type="application/ld+json">{"@context": "https://schema.org", "@type": "Recipe",
      "name": "Pancaeks", "recipeYield": "4 servings", "recipeIngredient": ["200 g flour", "2 eggs"],
      "recipeInstructions": ["Mix.", "Fry for 5 minutes."]}</script></head></html>
      """#)
    let terminal = try demo(editor: "sed -i 's/^# Pancaeks/# Pancakes/' \"$1\"")
    try terminal.enter("save \(page)", prompt: "demo 64")
    try terminal.expect(text: "Pancaeks is saved in mine (1 in all)")
    try terminal.enter("load mine", prompt: "mine 1")
    try terminal.enter("edit 1", prompt: "mine 1")
    try terminal.expect(text: "Pancaeks is changed")
    try terminal.enter("tag Pancakes weeknight", prompt: "mine 1")
    try terminal.enter("filter tags=weeknight", prompt: "mine 1")
    try terminal.enter("show 1 for 8", prompt: "mine 1")
    try terminal.expect(text: "400 g flour")
    try terminal.enter("export html \(place.path)/book", prompt: "mine 1")
    try terminal.expect(text: "1 recipe written to")
    let book = try place.text(of: place.path + "/book/recipes/pancakes.html")
    #expect(book.contains("<h1>Pancakes</h1>") && book.contains("200 g flour"))
    #expect(book.contains("weeknight") && book.contains(#""@type":"Recipe""#), "\(book)")
  }

  @Test func `a recipe that stays a template is not saved`() throws {
    let terminal = try demo(editor: "true")
    try terminal.enter("new Waffles", prompt: "demo 64")
    try terminal.expect(text: "nothing was changed, so nothing is saved")
    #expect(try place.filesAtHome().allSatisfy { !$0.contains("/mine/") })
  }

  @Test func `a typo in a dish of another feed is mended in a saved copy, and undo takes it back`()
    throws
  {
    let terminal = try demo(editor: "sed -i 's/^# Lasagne/# Lasagna/' \"$1\"")
    try terminal.enter("note Lasagne good", prompt: "demo 64")
    try terminal.enter("edit Lasagne", prompt: "demo 64")
    try terminal.expect(text: "Lasagne is saved in mine (1 in all)")
    try terminal.expect(text: "Lasagne is changed; undo brings the old text back")
    #expect(try file("Lasagne.md").contains("\n# Lasagna\n"))
    try terminal.enter("load mine", prompt: "mine 1")
    try terminal.enter("notes Lasagna", prompt: "mine 1")
    try terminal.expect(text: "good")
    try terminal.enter("undo", prompt: "mine 1")
    try terminal.expect(text: "undo: Lasagne is as it was before")
    #expect(try file("Lasagne.md").contains("\n# Lasagne\n"))
  }

  @Test func `a mistake is named with its line, and the editor opens again with what was typed`()
    throws
  {
    let terminal = try demo(
      editor: """
        if grep -q '^- \\*few' "$1"; then sed -i 's/^- \\*few\\*/- *3*/' "$1"
        else printf '# Tea\\n\\n---\\n\\n- *few* leaves\\n' > "$1"; fi
        """)
    try terminal.write("new\r")
    try terminal.expect(text: "line 5: an amount begins with a number")
    try terminal.write("y\r")
    try terminal.expect(text: "Tea is saved in mine (1 in all)")
    #expect(try file("Tea.md") == "# Tea\n\n---\n\n- *3* leaves\n")
  }

  @Test func `the editor's text becomes a draft when a person gives up on a mistake`() throws {
    let terminal = try demo(editor: "printf 'no title\\n' > \"$1\"")
    try terminal.write("new\r")
    try terminal.expect(text: "Go back to the editor? [y/N]")
    try terminal.write("n\r")
    try terminal.expect(text: "it is not saved yet; what you wrote is in")
    #expect(try place.text(of: place.home + "/data/drafts/draft-1.md") == "no title\n")
  }

  @Test func `a recipe is pasted at the prompt until Ctrl-D`() throws {
    let terminal = try demo(editor: "true")
    try terminal.write("new -\r")
    try terminal.expect(text: "Ctrl-D on an empty line ends it")
    for line in ["Porridge", "50 g oats", "200 ml milk", "Simmer the oats in the milk."] {
      try terminal.write(line + "\r")
    }
    try terminal.write("\u{4}")
    try terminal.expect(text: "Porridge is saved in mine (1 in all): 2 ingredients, 1 step")
    #expect(try file("Porridge.md").contains("1. Simmer the oats in the milk."))
  }

  @Test func `a file that another program changes meanwhile is not written over`() throws {
    let terminal = try demo(
      editor: "printf '# Other\\n\\n---\\n' > \(place.home)/data/mine/Lasagne.md; "
        + "sed -i 's/^# Lasagne/# Mine/' \"$1\"")
    try terminal.enter("save Lasagne", prompt: "demo 64")
    try terminal.enter("edit Lasagne", prompt: "demo 64")
    try terminal.expect(text: "changed since, and stays as it is")
    #expect(try file("Lasagne.md") == "# Other\n\n---\n")
    #expect(try place.text(of: place.home + "/data/drafts/draft-1.md").contains("# Mine"))
  }
}
