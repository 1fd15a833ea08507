import Diagnostics
import Interpreter
import Output
import SessionStore
import Shell
import TestSupport
import Testing
import World

private let page = """
  <html><head><script type="application/ld+json">
  {"@type": "Recipe", "name": "Soup", "recipeIngredient": ["1 onion"], "recipeInstructions": "Cook."}
  </script></head></html>
  """
private let recipes = """
  [{"uuid": "74f6d4eb-da50-4901-94d1-deae2d8af1d1", "name": "Pasta", "cuisine": "Italian"},
   {"uuid": "74f6d4eb-da50-4901-94d1-deae2d8af1d2", "name": "Tacos", "cuisine": "Mexican"}]
  """
private let table = "title,cuisine,minutes\nCurry,Indian,30\nPho,Vietnamese,\n"

private func files(_ more: [String: String] = [:]) -> MemoryFileSystem {
  MemoryFileSystem(
    ["/d/soup.html": page, "/d/b/recipes.json": recipes, "/d/table.csv": table].merging(more) { $1 }
  )
}

@Test func `several sources are one feed, whose rows say where they are from`() throws {
  let shell = ShellUnderTest(files: files())
  shell.run("load /d/soup.html /d/b/recipes.json /d/table.csv")
  #expect(shell.takeErrors().contains("5 recipes from 3 files"))
  let counts = shell.run("count by from")
  #expect(counts.contains("soup") && counts.contains("recipes") && counts.contains("table"))
  #expect(shell.run("filter from=recipes; count").contains("2"))
  // Fields of the same name are one, whatever the format.
  #expect(shell.run("filter clear; filter cuisine=Indian; count").contains("1"))
  #expect(shell.run("filter clear; fields").contains("minutes"))
}

@Test func `the rows of several sources keep the order of the sources`() throws {
  let shell = ShellUnderTest(files: files())
  shell.run("set order none; load /d/table.csv /d/b/recipes.json /d/soup.html")
  let listed = shell.run("list")
  let places = ["Curry", "Pho", "Pasta", "Tacos", "Soup"].map {
    listed.firstRange(of: $0)?.lowerBound
  }
  #expect(!places.contains(nil) && places.compactMap(\.self) == places.compactMap(\.self).sorted())
}

@Test
func `a folder is loaded with the files in it, but not what systems and browsers leave there`()
  throws
{
  let shell = ShellUnderTest(
    files: files([
      "/d/.DS_Store": "x", "/d/._soup.html": "x", "/d/style.css": "x", "/d/__MACOSX/a.json": "x",
      "/d/soup_files/ad.html": "<p>", "/d/photo.jpg": "x",
    ]))
  shell.run("load /d")
  #expect(shell.takeErrors().contains("5 recipes from 3 files"))
  #expect(shell.run("problems").isEmpty)
}

@Test func `a pattern loads the files that match it, and says if none does`() throws {
  let shell = ShellUnderTest(files: files())
  shell.run("load /d/*.html; count")
  #expect(shell.takeErrors().isEmpty)
  #expect(shell.run("load '/d/**/*.json'; count").contains("2"))
  #expect(shell.run("load '/d/[st]*'; count").contains("3"))
  #expect(shell.run("load '/d/[s-t]*'; count").contains("3"))
  shell.run("load /d/*.xyz")
  #expect(shell.takeErrors().contains("no file matches it"))
}

@Test func `a file that cannot be read is named by problems, and the others are loaded`() throws {
  let shell = ShellUnderTest(
    files: files(["/d/bad.json": "{\"a\": ", "/d/other.html": "<p>no recipe</p>"]))
  shell.run("load /d")
  #expect(shell.takeErrors().contains("5 recipes from 5 files · 2 not read: see problems"))
  let listed = shell.run("problems")
  #expect(listed.contains("/d/bad.json") && listed.contains("/d/other.html"))
  #expect(listed.contains("is not read"))
  #expect(shell.run("problems 1").contains("/d/bad.json is not read"))
}

@Test func `strict reading refuses the whole if one file cannot be read`() throws {
  let shell = ShellUnderTest(
    files: files(["/d/bad.json": "{"]), options: { $0.isStrict = true })
  shell.run("load /d")
  #expect(shell.takeErrors().contains("/d/bad.json is not read"))
  #expect(shell.run("status").contains("demo"))
}

@Test func `a missing source is an error, which offers the name of a file with blanks`() throws {
  let shell = ShellUnderTest(files: files(["/d/my soup.json": recipes]))
  shell.run("load /d/my soup.json")
  #expect(shell.takeErrors().contains("did you mean \"/d/my soup.json\"?"))
  shell.run("load demo chicken")
  #expect(shell.takeErrors().contains("load demo; search chicken"))
  #expect(shell.run("status").contains("demo"))
}

@Test func `favorites and notes of a source hold when it is one of several, and alone`() throws {
  let shell = ShellUnderTest(files: files())
  shell.run("load /d/table.csv; favorite Curry; note Curry good")
  shell.run("load /d/b/recipes.json; favorite Tacos")
  shell.run("load /d; filter is:favorite")
  #expect(shell.run("count").contains("2"))
  #expect(shell.run("notes Curry").contains("good"))
  shell.run("filter clear; favorite Pho; load /d/table.csv; filter is:favorite")
  #expect(shell.run("count").contains("2"))
}

@Test func `a named feed of several sources is added, and loaded by its name`() throws {
  let shell = ShellUnderTest(files: files())
  #expect(shell.run("feeds add all /d/table.csv demo").isEmpty)
  #expect(shell.takeErrors().contains("all is /d/table.csv demo; load all loads it"))
  shell.run("load all")
  #expect(shell.run("count by from").contains("demo"))
  #expect(shell.run("count").contains("66"))
}

@Test func `the JSON and the problems of a row are those of its own file`() throws {
  let odd = """
    {"recipes": [{"uuid": "74f6d4eb-da50-4901-94d1-deae2d8af1d3", "name": "A", "cuisine": "B",
      "source_url": "nowhere"}]}
    """
  let shell = ShellUnderTest(files: files(["/d/c/odd.json": odd]))
  shell.run("load /d")
  #expect(shell.run("raw Soup").contains("1 onion"))
  #expect(shell.run("raw Curry").contains("Indian"))
  #expect(shell.run("raw Tacos").contains("74f6d4eb-da50-4901-94d1-deae2d8af1d2"))
  let problems = shell.run("problems")
  #expect(problems.contains("/d/c/odd.json") && problems.contains("source_url"))
  #expect(shell.run("problems 1").contains("nowhere"))
}

@Test func `reload reads what has changed since, and keeps the view`() throws {
  let files = files()
  let shell = ShellUnderTest(files: files)
  shell.run("load /d; filter cuisine=Indian")
  try files.write(
    Array("title,cuisine\nDal,Indian\nCurry,Indian\n".utf8), to: "/d/table.csv", replacing: true)
  shell.run("reload")
  let listed = shell.run("list")
  #expect(listed.contains("Dal") && listed.contains("Curry") && !listed.contains("Pho"))
  #expect(!listed.contains("Soup"))
  #expect(shell.run("filter clear; count").contains("5"))
}

// MARK: Archives

@Test func `an archive is loaded with the recipes in it, also from archives in it`() throws {
  let files = files()
  let inner = ZipFile([("recipe.json", #"{"name":"In","steps":[],"working_time":5}"#)])
  var zip = ZipFile([
    ("My Recipes/soup.html", page), ("__MACOSX/My Recipes/._soup.html", "x"), (".DS_Store", "x"),
  ])
  zip.add("1.zip", inner.archive)
  try files.write(zip.archive, to: "/a.zip", replacing: true)
  let shell = ShellUnderTest(files: files)
  let before = Set(try files.names(in: ""))
  shell.run("load /a.zip")
  #expect(shell.takeErrors().contains("2 recipes from 2 files"))
  // Nothing is written out.
  #expect(Set(try files.names(in: "")) == before)
  #expect(shell.run("list").contains("Soup"))
  #expect(shell.run("list").contains("In"))
}

@Test func `names in an archive never lead out of it, and encrypted members are refused by name`()
  throws
{
  let files = files()
  var zip = ZipFile([("../evil.html", page), ("/abs.html", page), ("a/../../b.html", page)])
  zip.add("link.html", Array("/etc/passwd".utf8), mode: 0o120_777)
  zip.add("locked.html", Array(page.utf8), isEncrypted: true)
  zip.add("good.html", Array(page.utf8))
  try files.write(zip.archive, to: "/a.zip", replacing: true)
  let shell = ShellUnderTest(files: files)
  shell.run("load /a.zip")
  #expect(shell.takeErrors().contains("1 recipe from 2 files · 1 not read"))
  let problems = shell.run("problems")
  #expect(problems.contains("/a.zip/locked.html") && problems.contains("it needs a password"))
  #expect(!problems.contains("evil") && !problems.contains("abs"))
}

@Test func `a name that is not UTF-8 is read as old zip programs wrote it`() throws {
  let files = files()
  var zip = ZipFile()
  zip.add("", Array(page.utf8), nameBytes: [0x81] + Array("bung.html".utf8))
  zip.add("", Array("<p>".utf8), nameBytes: [0x9A] + Array("ber.html".utf8))
  try files.write(zip.archive, to: "/a.zip", replacing: true)
  let shell = ShellUnderTest(files: files)
  shell.run("load /a.zip")
  #expect(shell.run("problems").contains("Über.html"))
}

@Test func `archives deeper than three are not opened, and a damaged one is named`() throws {
  let files = files()
  var zip = ZipFile([("soup.html", page)])
  for _ in 0..<4 {
    var outer = ZipFile([("good.html", page.replacing("Soup", with: "Good"))])
    outer.add("in.zip", zip.archive)
    zip = outer
  }
  try files.write(zip.archive, to: "/deep.zip", replacing: true)
  try files.write(Array(zip.archive.prefix(40)), to: "/cut.zip", replacing: true)
  let shell = ShellUnderTest(files: files)
  shell.run("load /deep.zip")
  #expect(shell.run("problems").contains("archives are read 3 deep"))
  shell.run("load /cut.zip")
  #expect(shell.takeErrors().contains("/cut.zip"))
}

@Test func `further sources are completed behind the first, and profiles behind as`() {
  let shell = ShellUnderTest(files: files())
  let offered: (String) -> [String] = { line in
    shell.shell.suggestions(for: line, at: line.utf8.count).map(\.text)
  }
  #expect(offered("load demo /d/s").contains("/d/soup.html"))
  #expect(offered("load demo dem").contains("demo-empty"))
  #expect(offered("load demo a").contains("as") && offered("load demo a").contains("all"))
  #expect(offered("load demo as sch") == ["schema.org"])
  #expect(offered("feeds add mine2 demo /d/t").contains("/d/table.csv"))
}

// MARK: Found by owners

@Test func `a page with a class of another program keeps its recipe`() {
  let other = page.replacing(
    "<html>", with: "<html><div class='recipe-details' itemprop='recipeDirections'></div>")
  let shell = ShellUnderTest(files: files(["/p.html": other]))
  #expect(shell.run("load /p.html; load /p.html /d/table.csv; show Soup").contains("1 onion"))
}

@Test func `the lines of a cell are ingredients and steps also when tables and recipes are joined`()
{
  let dishes = "name;ingredients;directions\nStew;\"200 g lentils\n1 onion\";\"Chop.\nCook.\"\n"
  let shell = ShellUnderTest(files: files(["/t.csv": dishes]))
  shell.run("load /t.csv /d/soup.html")
  let shown = shell.run("show Stew")
  #expect(shown.contains("- 200 g lentils\n  - 1 onion") && shown.contains("2. Cook."))
}

@Test func `tables with other headings keep the names of their rows, and their favorites`() {
  let shell = ShellUnderTest(files: files(["/n.tsv": "Name\tzeit\nBrot\t5\n"]))
  shell.run("load /d/table.csv; favorite Pho; load /d/table.csv /n.tsv")
  let listed = shell.run("list")
  #expect(listed.contains("Curry") && listed.contains("Brot") && !listed.contains("(no name)"))
  #expect(shell.run("filter is:favorite; count").contains("1"))
}

@Test func `times of tables and of recipes are one field`() {
  let timed = page.replacing("\"Cook.\"", with: "\"Cook.\", \"totalTime\": \"PT40M\"")
  let shell = ShellUnderTest(
    files: files(["/t.tsv": "title\ttotal time\nToast\t5 min\n", "/s.html": timed]))
  shell.run("load /s.html /t.tsv")
  #expect(shell.run("filter time<30; list").contains("Toast"))
  #expect(shell.run("filter clear; filter time=40; list").contains("Soup"))
}

@Test func `sources with the same file name are told apart by their folders`() {
  let shell = ShellUnderTest(files: files(["/x/r.csv": table, "/y/r.csv": table]))
  shell.run("load /x/r.csv /y/r.csv")
  let counts = shell.run("count by from")
  #expect(counts.contains("x/r") && counts.contains("y/r"))
}

@Test func `a source that is given twice is read once`() {
  let shell = ShellUnderTest(files: files())
  shell.run("load /d /d/table.csv /d")
  #expect(shell.run("count").contains("5"))
}

@Test func `an empty folder among sources, and a file that is no feed, are named`() {
  let shell = ShellUnderTest(files: files(["/e/photo.jpg": "x", "/d/README.md": "Hello\n"]))
  shell.run("load /d /e")
  let problems = shell.run("problems")
  #expect(problems.contains("there is no feed in it"))
  #expect(problems.contains("it is in no format that Larder reads"))
}

@Test func `a start and a reload say which files were not read`() throws {
  let files = files(["/d/bad.json": "{"])
  let shell = ShellUnderTest(files: files)
  #expect(shell.shell.start("/d") == .success)
  #expect(shell.takeErrors().contains("1 not read: see problems"))
  try files.write(Array("{".utf8), to: "/d/table.csv", replacing: true)
  shell.run("reload")
  #expect(shell.takeErrors().contains("2 not read: see problems"))
}

@Test func `a table in a charset of the West is read, with a note`() throws {
  let files = files()
  try files.write(
    Array("name;zeit\nK".utf8) + [0xE4] + Array("se;1:30\n".utf8), to: "/k.csv", replacing: true)
  let shell = ShellUnderTest(files: files)
  shell.run("load /k.csv")
  #expect(shell.run("list").contains("Käse"))
  #expect(shell.run("problems").contains("declares no charset"))
}
