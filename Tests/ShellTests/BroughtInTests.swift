import SessionStore
import Shell
import TestSupport
import Testing
import World

@Test func `recipes that are exported as a table are recipes again, with the same lists`() throws {
  let shell = ShellUnderTest(
    feed: "/f.json",
    files: MemoryFileSystem([
      "/f.json": #"""
      [{"id": "1", "name": "Soup", "cuisine": "French", "tags": ["quick", "warm"], "time": 30,
        "ingredients": ["2 onions", "salt; to taste"], "steps": ["Chop.", "Cook; stir often."]},
       {"id": "2", "name": "Bread", "ingredients": ["-flour", "water"], "steps": ["Bake; cool."]}]
      """#
    ]))
  let before = shell.run("show Soup; show Bread")
  shell.run("export csv /out.csv; load /out.csv")
  let after = shell.run("show Soup; show Bread")
  for line in before.split(separator: "\n") where !line.contains("Similar") {
    #expect(after.contains(line), "\(line)\n\n\(after)")
  }
  #expect(!shell.run("fields").contains("favorite"))
  #expect(shell.run("filter tags=quick; count") == "1\n")
}

@Test(arguments: [
  "Titel;Zutaten;Zubereitung;Portionen;Bewertung\nSuppe;\"2 Zwiebeln\n1 l Wasser\";\"1. Hacken.\n2. Kochen.\";4;5\n",
  "Nom,Ingrédients,Préparation,Personnes\nSoupe,\"2 oignons\n1 l d'eau\",\"Hacher.\nCuire.\",4\n",
])
func `a table with headings in another language is a table of recipes`(table: String) {
  let shell = ShellUnderTest(feed: "/t.csv", files: MemoryFileSystem(["/t.csv": table]))
  let shown = shell.run("show 1")
  #expect(shown.contains("Ingredients") && shown.contains("- 1 l"), "\(shown)")
  #expect(shown.contains("Instructions\n") && shown.contains("2. "), "\(shown)")
  #expect(shell.run("show 1 for 8").contains("4 "), "\(shown)")
}

@Test func `a table that only has a title is not renamed`() {
  let shell = ShellUnderTest(
    feed: "/t.csv", files: MemoryFileSystem(["/t.csv": "Titel,Preis\nMomo,12\n"]))
  #expect(shell.run("fields").contains("preis"))
}

@Test func `lines in capitals among the ingredients are headings, abbreviations are not`() {
  let page =
    #"{"@type": "Recipe", "name": "Pie", "recipeIngredient": ["CRUST", "200 g flour", "MSG", "FOR THE FILLING", "3 apples"]}"#
  let shell = ShellUnderTest(feed: "/p.json", files: MemoryFileSystem(["/p.json": page]))
  let shown = shell.run("show 1")
  #expect(shown.contains("  CRUST:\n") && shown.contains("  FOR THE FILLING:\n"), "\(shown)")
  #expect(shown.contains("- MSG"), "\(shown)")
}

@Test func `two recipes of one name without an id have each a favorite of their own`() {
  let shell = ShellUnderTest(
    files: MemoryFileSystem([
      "/d/a.mmf": recipe("Pie", "1    apple"), "/d/b.mmf": recipe("Pie", "2    plums"),
    ]))
  shell.run("load /d; favorite 1")
  #expect(shell.run("filter is:favorite; count") == "1\n")
  shell.run("load /d; note 2 plums are better")
  #expect(!shell.run("notes 1").contains("plums") && shell.run("notes 2").contains("plums"))
}

private func recipe(_ name: String, _ ingredient: String) -> String {
  """
  MMMMM----- Recipe via Meal-Master (tm) v8.02

        Title: \(name)
   Categories: Cakes
        Yield: 1 pie

        \(ingredient)

    Bake it.

  MMMMM
  """
}

@Test func `equal notes of many records are one line of problems with their number`() {
  let records = (1...6).map {
    #"{"name": "R\#($0)", "ingredients": "1 egg", "directions": "Cook.", "uid": "\#($0)", "new_thing": "x"}"#
  }
  let shell = ShellUnderTest(
    files: MemoryFileSystem(
      Dictionary(
        uniqueKeysWithValues: records.enumerated().map { ("/d/\($0).paprikarecipe", $1) })))
  shell.run("load /d")
  let listed = shell.run("problems")
  #expect(listed.contains("`new_thing` is not used (6 times)"), "\(listed)")
  #expect(listed.split(separator: "\n").count == 2, "\(listed)")
  #expect(shell.run("set format csv; problems").split(separator: "\n").count == 7)
}

@Test func `a backslash before a blank makes it part of a path`() {
  let shell = ShellUnderTest(
    files: MemoryFileSystem(["/d/my soup.json": #"[{"name": "Soup"}]"#]))
  shell.run(#"load /d/my\ soup.json"#)
  #expect(!shell.takeErrors().contains("error"))
  #expect(shell.run("count") == "1\n")
}

@Test func `problems report the summaries in a list of a server that was saved as a file`() {
  let list = """
    {"page": 1, "per_page": 2, "total": 2, "total_pages": 1, "items": [
      {"name": "A", "slug": "a", "recipeYield": "2 loaves"}, {"name": "B", "slug": "b", "recipeYield": null}]}
    """
  let shell = ShellUnderTest(files: MemoryFileSystem(["/d/list.json": list]))
  shell.run("load /d/list.json")
  let problems = shell.run("problems")
  #expect(
    problems.contains("it has neither ingredients nor steps; these are not in the file"),
    "\(problems)")
}

@Test func `a folder for each dish is one source, folders with several dishes are several`() {
  let dish = { (number: Int) in
    #"{"@type": "Recipe", "name": "R\#(number)", "recipeIngredient": ["1 egg"]}"#
  }
  let single = (1...30).map { ("/d/Dish \($0)/recipe.json", dish($0)) }
  let shell = ShellUnderTest(
    files: MemoryFileSystem(Dictionary(single, uniquingKeysWith: { first, _ in first })))
  #expect(!shell.run("load /d; fields").contains("from"))
  let shared = (1...30).map { ("/d/Part \($0 % 25)/\($0).json", dish($0)) }
  let other = ShellUnderTest(
    files: MemoryFileSystem(Dictionary(shared, uniquingKeysWith: { first, _ in first })))
  #expect(other.run("load /d; fields").contains("from"))
}

@Test func `the error for a text file in no known format names the supported formats`() {
  let shell = ShellUnderTest(files: MemoryFileSystem(["/d/pie.txt": "Pie\n\n1 egg\n"]))
  shell.run("load /d/pie.txt")
  #expect(shell.takeErrors().contains(".md for RecipeMD, .cook for Cooklang"))
}
