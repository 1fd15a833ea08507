import Catalog
import Cooking
import Diagnostics
import Feeds
import Formats
import SessionStore
import Shell
import Testing
import Text
import World

/// Recipes with every part that a record can have, and with letters that are marks of one format or another.
private let full = #"""
  [{"@context":"https://schema.org","@type":"Recipe","@id":"https://example.org/pie#recipe",
    "url":"https://example.org/pie","name":"Pie \"à la\" 100 % & more: the #1",
    "description":"A pie.\n\nIt has <3 layers & salt.","author":{"@type":"Person","name":"Ann O'Dea"},
    "recipeCuisine":["French","Basque"],"recipeCategory":"Dessert","keywords":"sweet, yes, 2024",
    "prepTime":"PT30M","cookTime":"PT1H5M","totalTime":"P1DT2H","recipeYield":["4–6","2 pies of 20 cm"],
    "image":["https://example.org/a,b/pie.jpg"],"video":{"@type":"VideoObject","contentUrl":"https://example.org/v"},
    "datePublished":"2024-02-29","aggregateRating":{"ratingValue":4.5,"ratingCount":7},
    "nutrition":{"calories":"240 kcal","proteinContent":"12.5 g","sodiumContent":"350 mg","servingSize":"1 slice (90 g)"},
    "tool":["pie tin","rolling pin"],"recipeNotes":"Keeps a week.\nIn the tin.\n\nFreezes -- well.",
    "recipeIngredient":["1 egg","Crust:","2–3 cups flour, sifted","1 ½ tbsp butter (cold), in {small} pieces",
      "salt, to taste","a pinch of @home mix","1 14-oz can milk","Filling:","3 apples","1 item #2 | or ~4"],
    "recipeInstructions":[
      {"@type":"HowToStep","text":"Heat the oven to 200 °C."},
      {"@type":"HowToSection","name":"Crust","itemListElement":[
        {"@type":"HowToStep","text":"Rub, rest for 30 minutes -- or [- less -] -- then @roll{out}."},
        {"@type":"HowToStep","text":"[Blind bake] it: = half, > half, 10\\20."}]},
      {"@type":"HowToSection","name":"Filling","itemListElement":[
        {"@type":"HowToStep","text":"Slice & bake 1 hour 20 minutes, about 45–50 minutes if small."}]}]},
   {"@type":"Recipe","name":"Tea","url":"https://example.org/tea","recipeIngredient":["Tea","water"],
    "recipeInstructions":["Boil.","= Pour.",">Wait 3 minutes.","[Serve]","Drink."]},
   {"@type":"Recipe","name":"Two parts","recipeIngredient":["For the sauce:","1 onion","For the rest:","2 eggs"],
    "recipeInstructions":["Do it all.","Chop."]},
   {"@type":"Recipe","name":"Only steps","recipeInstructions":["Cook it."],"recipeIngredient":[]},
   {"@type":"Recipe","name":"--- : -","recipeIngredient":["x"],"recipeInstructions":"Once."}]
  """#

/// The recipes of the shell's feed, in the order of their names.
private func recipes(_ shell: ShellUnderTest) -> [Recipe] {
  let catalog = shell.shell.session.catalog
  return (0..<catalog.count).map { Recipe(catalog, $0) }
}

/// Exports all rows, and returns the recipes that the export is read as, and a text that tells why there are none.
private func reread(_ shell: ShellUnderTest, as format: String, to path: String) -> [Recipe] {
  shell.run("export \(format) \(path)")
  #expect(shell.status == .success, "\(shell.takeErrors())")
  let source = path.hasSuffix("/") ? String(path.dropLast()) : path
  let other = ShellUnderTest(feed: nil, files: shell.files)
  other.run("load \(source)")
  #expect(other.status == .success, "\(other.takeErrors())")
  return recipes(other)
}

/// A recipe without what only a feed has: the fields that recipes do not share.
private func shared(_ recipe: Recipe) -> Recipe {
  var recipe = recipe
  (recipe.extras, recipe.thumbnail) = ([], nil)
  return recipe
}

/// A recipe with amounts in the notation of Cooklang: `200 g` for `200g`, and `1 1/2` for `1 ½`.
private func inNotationOfCooklang(_ recipe: Recipe) -> Recipe {
  var recipe = shared(recipe)
  recipe.setIngredients(
    recipe.ingredients.lines.map { line in
      line.replacing(/^([0-9]*) ?½/) { "\($0.output.1) 1/2".trimmingPrefix(" ") }
        .replacing(/^([0-9.\/–-]+)([a-zA-Z]+)\b/) { "\($0.output.1) \($0.output.2)" }
    })
  return recipe
}

private let feeds: [(String, [String: String])] = [
  ("demo", [:]), ("/full.json", ["/full.json": full]),
]

@Test(arguments: feeds, ["/out.json", "/out/"])
func `recipes in JSON-LD are read back as the same records`(
  feed: (String, [String: String]), path: String
) {
  let shell = ShellUnderTest(feed: feed.0, files: MemoryFileSystem(feed.1))
  let before = recipes(shell)
  let after = reread(shell, as: "schema.org", to: path)
  #expect(before.count == after.count && before.count >= 5)
  for (one, other) in zip(before, after) { #expect(shared(one) == shared(other)) }
}

@Test(arguments: feeds)
func `recipes in Cooklang are read back as the same records`(feed: (String, [String: String])) {
  let shell = ShellUnderTest(feed: feed.0, files: MemoryFileSystem(feed.1))
  let before = recipes(shell)
  let after = reread(shell, as: "cooklang", to: "/out/")
  #expect(before.count == after.count && before.count >= 5)
  for (one, other) in zip(before, after) {
    #expect(inNotationOfCooklang(one) == inNotationOfCooklang(other))
  }
}

@Test func `a recipe is made of every field of its record`() throws {
  let shell = ShellUnderTest(feed: "/full.json", files: MemoryFileSystem(["/full.json": full]))
  let pie = try #require(recipes(shell).first { $0.name.hasPrefix("Pie") })
  #expect(pie.id == "https://example.org/pie#recipe" && pie.source == "https://example.org/pie")
  #expect(pie.cuisines == ["French", "Basque"] && pie.categories == ["Dessert"])
  #expect(pie.tags == ["sweet", "yes", "2024"] && pie.equipment == ["pie tin", "rolling pin"])
  #expect([pie.prep, pie.cook, pie.total] == [30, 65, 1560])
  #expect(pie.yield == "4–6; 2 pies of 20 cm" && pie.rating == 4.5)
  #expect(pie.nutrition == [.calories: 240, .protein: 12.5, .sodium: 350])
  #expect(pie.servingSize == "1 slice (90 g)" && pie.published == "2024-02-29")
  #expect(pie.ingredients.map(\.title) == [nil, "Crust", "Filling"])
  #expect(pie.steps.map(\.title) == [nil, "Crust", "Filling"])
  #expect(pie.pictures == ["https://example.org/a,b/pie.jpg"] && pie.video != nil)
  #expect(pie.extras.isEmpty)
  let demo = try #require(recipes(ShellUnderTest()).first { $0.name == "Lasagne" })
  #expect(demo.yield == "8" && demo.total == 205 && demo.cuisines == ["Italian"])
  #expect(demo.extras.isEmpty, "\(demo.extras)")
}

@Test func `JSON-LD has the forms that importers take`() throws {
  let shell = ShellUnderTest(feed: "/full.json", files: MemoryFileSystem(["/full.json": full]))
  let text = shell.run("filter cuisine=Basque; export schema.org")
  let pie = try #require(JSONValue(json: Array(text.utf8)))
  #expect(pie["@context"] == .string("https://schema.org") && pie["@type"] == .string("Recipe"))
  #expect(pie["totalTime"] == .string("P1DT2H") && pie["cookTime"] == .string("PT1H5M"))
  #expect(pie["keywords"] == .string("sweet, yes, 2024"))
  guard case .array(let steps)? = pie["recipeInstructions"] else {
    return #expect(Bool(false), "no steps")
  }
  #expect(steps.allSatisfy { $0["@type"] == .string("HowToSection") } && steps.count == 3)
  guard
    case .array(let all)? = JSONValue(
      json: Array(shell.run("filter clear; export schema.org").utf8))
  else {
    return #expect(Bool(false), "no list")
  }
  #expect(all.count == 5)
}

@Test func `a folder gets a file for each recipe, and none is replaced unasked`() throws {
  let records = ["Pie", "pie", "Bánh mì", "con", "../x", "…", "a/b\\c:d", "泡菜"].map {
    "{\"name\":\(JSONValue.string($0).text()),\"ingredients\":[\"1 egg\"]}"
  }
  let files = MemoryFileSystem(["/f.json": "[" + records.joined(separator: ",") + "]"])
  let shell = ShellUnderTest(feed: "/f.json", files: files)
  shell.run("export cooklang /out/")
  #expect(shell.takeErrors().hasSuffix("8 recipes written to /out\n"))
  let names = try files.names(in: "/out").sorted()
  #expect(
    names == [
      "a-b-c-d.cook", "banh-mi.cook", "con-recipe.cook", "pie-2.cook", "pie.cook", "recipe.cook",
      "x.cook", "泡菜.cook",
    ])
  // The same files again need no question.
  shell.run("export cooklang /out")
  #expect(shell.status == .success)
  try files.write(Array("mine".utf8), to: "/out/pie.cook", replacing: true)
  shell.run("export cooklang /out")
  #expect(shell.status != .success)
  #expect(shell.takeErrors().contains("/out has pie.cook already. Replace it?"))
  #expect(try files.contents(of: "/out/pie.cook", limit: 100) == Array("mine".utf8))
  shell.run("export text /out/")
  #expect(shell.status == .success)
  #expect(try files.names(in: "/out").count == 16)
  shell.run("export json /out")
  #expect(shell.takeErrors().contains("`/out` is a folder"))
  shell.run("export cooklang /other.cook")
  #expect(shell.takeErrors().contains("export cooklang FOLDER/ writes a file for each"))
}

@Test func `rows that are not recipes are not exported as recipes`() {
  let shell = ShellUnderTest(
    feed: "/f.json", files: MemoryFileSystem(["/f.json": #"[{"name":"a"}]"#]))
  #expect(shell.run("export cooklang -") == "")
  #expect(shell.takeErrors().contains("there are no recipes to write"))
}

@Test func `recipes are exported for a number of people in every layout`() {
  let shell = ShellUnderTest()
  #expect(shell.run("export text - Lasagne for 2").contains("- 125 g minced beef"))
  #expect(shell.run("export cooklang - Lasagne for 2").contains("@minced beef{125%g}"))
  let linked = shell.run("export schema.org - Lasagne for 2")
  #expect(linked.contains("\"125 g minced beef\"") && linked.contains("\"recipeYield\": \"2\""))
}

@Test(arguments: ["schema.org /out.json", "cooklang /out.cook", "json /out.json", "csv /out.csv"])
func `tags, ratings and notes of one's own reach whoever gets the file`(export: String) throws {
  let shell = ShellUnderTest()
  shell.run("tag Lasagne weeknight; rate Lasagne 4; note Lasagne Less salt.")
  shell.run("export \(export) Lasagne")
  #expect(shell.status == .success, "\(shell.takeErrors())")
  let path = String(try #require(export.split(separator: " ").last))
  let file = String(decoding: try shell.files.contents(of: path, limit: 1 << 20), as: UTF8.self)
  let other = ShellUnderTest(feed: nil, files: MemoryFileSystem([path: file]))
  other.run("load \(path)")
  let recipe = try #require(recipes(other).first, "\(other.takeErrors())")
  #expect(recipe.name == "Lasagne" && recipe.comment == "Less salt.")
  #expect(recipe.tags.contains("weeknight"))
  #expect(recipe.extras.first { $0.name == "my-rating" }?.value == .number(4))
}

@Test func `an export in RecipeMD names what it has no place for`() {
  let shell = ShellUnderTest()
  shell.run("note Lasagne Less salt.")
  shell.run("export recipemd /out.md Lasagne")
  #expect(
    shell.takeErrors().contains(
      "recipemd has no place for: cuisine, times, pictures, source, video, notes\n"))
  shell.run("export cooklang /out.cook Lasagne")
  #expect(!shell.takeErrors().contains("no place"))
}

@Test(arguments: ["text /out.txt", "markdown /out.md"])
func `a recipe as people read it is read back`(export: String) throws {
  let shell = ShellUnderTest()
  shell.run("note Lasagne Less salt.")
  shell.run("export \(export) Lasagne")
  let before = try #require(recipes(shell).first { $0.name == "Lasagne" })
  let path = try #require(export.split(separator: " ").last)
  let other = ShellUnderTest(feed: nil, files: shell.files)
  other.run("load \(path)")
  let after = try #require(recipes(other).first, "\(other.takeErrors())")
  #expect(after.name == before.name && after.ingredients == before.ingredients)
  #expect(after.steps == before.steps && after.comment == "Less salt.")
  #expect([after.prep, after.cook, after.total] == [before.prep, before.cook, before.total])
  #expect(
    after.yield.flatMap { Yield($0) }?.servings == before.yield.flatMap { Yield($0) }?.servings)
  #expect(after.source == before.source)
}

@Test func `an ingredient in Cooklang has a percent sign before its unit only`() {
  let text = ShellUnderTest().run("export cooklang - \"Butter chicken\"")
  #expect(text.contains("@garam masala{2%tsp},") && text.contains("@onion{1}(chopped),"))
}

@Test(arguments: [
  (1, "PT1M"), (60, "PT1H"), (61, "PT1H1M"), (1440, "P1D"), (1501, "P1DT1H1M"), (0.2, "PT1M"),
])
func `minutes are durations of ISO 8601`(minutes: Double, text: String) throws {
  var recipe = Recipe(name: "x")
  recipe.total = minutes
  #expect(SchemaOrgWriter.value(of: recipe)["totalTime"] == .string(text))
}
