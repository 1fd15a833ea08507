import Catalog
import Feeds
import Testing
import Text

/// The rows of a page, field by field.
private func rows(_ page: String) throws -> [[String: String]] {
  let catalog = try Feed(Array(page.utf8)).catalog
  return (0..<catalog.count).map { row in
    var values: [String: String] = [:]
    for (number, field) in catalog.schema.fields.enumerated() {
      guard let value = catalog.value(number, row) else { continue }
      if case .list(let items) = value {
        values[field.name] = items.joined(separator: "|")
      } else {
        values[field.name] = catalog.shownValue(number, row)
      }
    }
    return values
  }
}

private let microdata = """
  <html><body><div itemscope itemtype="http://schema.org/Recipe" itemref="more">
  <h1 itemprop="name">Leek <b>tart</b></h1>
  <span itemprop="author" itemscope itemtype="https://schema.org/Person"><i itemprop="name">Ann</i></span>
  <meta itemprop="prepTime" content="PT15M"><time itemprop="cookTime" datetime="PT30M">half an hour</time>
  <ul><li itemprop="recipeIngredient">2 leeks<li itemprop="recipeIngredient">200 g
    flour</ul>
  <div itemprop="nutrition" itemscope itemtype="https://schema.org/NutritionInformation">
    <span itemprop="calories">300 kcal</span></div>
  <ol itemprop="recipeInstructions"><li>Wash the leeks.</li><li>Bake.</li></ol>
  <a itemprop="recipeCategory" href="/main">Main</a>
  <img itemprop="image" src="data:x" data-src="https://a.example/tart.jpg">
  <a itemprop="url" href="https://a.example/tart">Here</a>
  </div><p id="more"><span itemprop="recipeYield">4 servings</span></p></body></html>
  """

@Test func `a recipe is read from microdata`() throws {
  let row = try #require(try rows(microdata).first)
  #expect(row["name"] == "Leek tart" && row["author"] == "Ann" && row["yield"] == "4 servings")
  #expect(row["ingredients"] == "2 leeks|200 g flour")
  #expect(row["instructions"] == "Wash the leeks.|Bake.")
  #expect(row["prep"] == "15 min" && row["cook"] == "30 min" && row["time"] == "45 min")
  #expect(row["calories"] == "300" && row["category"] == "Main")
  #expect(row["photo"] == "https://a.example/tart.jpg" && row["source"] == "https://a.example/tart")
  let feed = try Feed(Array(microdata.utf8))
  #expect(try feed.problems().isEmpty)
  #expect(try feed.source(of: 0).text.contains(#""name":"Leek tart""#))
}

@Test(arguments: [
  "<p itemprop=ingredients>2 leeks<br>1 egg<br/>200 g flour</p>",
  "<div itemprop=ingredients><p itemprop=recipeIngredient>2 leeks</p><p itemprop=recipeIngredient>1 egg</p><p itemprop=recipeIngredient>200 g flour</p></div>",
  "<meta itemprop=ingredient content='2 leeks\n1 egg\n200 g flour'>",
  "<span itemprop='ingredient' itemscope itemtype='x'><b itemprop=name>2 leeks</b></span><b itemprop=ingredients>1 egg</b><b itemprop=ingredients>200 g flour</b>",
  "<div typeof='sioc:Item foaf:Document' property='x'><ul><li itemprop=recipeIngredient>2 leeks<li itemprop=recipeIngredient>1 egg<li itemprop=recipeIngredient>200 g flour</ul></div>",
])
func `ingredients are found in all forms of microdata`(markup: String) throws {
  let page =
    "<div itemscope itemtype='https://schema.org/Recipe'><b itemprop=name>Tart</b>\(markup)</div>"
  #expect(try rows(page).map { $0["ingredients"] } == ["2 leeks|1 egg|200 g flour"])
}

@Test func `an ingredient that is needed twice is listed twice`() throws {
  let lines = ["salt", "1 egg", "salt"].map { "<li itemprop=recipeIngredient>\($0)" }
  let page =
    "<ul itemscope itemtype='https://schema.org/Recipe'><b itemprop=name>Tart</b>\(lines.joined())</ul>"
  #expect(try rows(page).map { $0["ingredients"] } == ["salt|1 egg|salt"])
}

@Test func `a recipe is read from RDFa Lite`() throws {
  let page = """
    <meta property="og:title" content="Site"><div vocab="https://schema.org/" typeof="Recipe">
    <h1 property="name">Soup</h1><span property="schema:recipeYield" content="6">six</span>
    <p property="recipeIngredient">1 l stock</p><p property="recipeIngredient">salt</p>
    <div property="author" typeof="Person"><b property="name">Ann</b></div>
    <p property="recipeInstructions">Boil.</p></div>
    """
  let row = try #require(try rows(page).first)
  #expect(row["name"] == "Soup" && row["yield"] == "6" && row["author"] == "Ann")
  #expect(row["ingredients"] == "1 l stock|salt" && row["instructions"] == "Boil.")
}

@Test func `JSON-LD takes precedence over microdata, which fills in missing fields`() throws {
  let json = #"{"@type":"Recipe","name":"Tart","recipeIngredient":["3 leeks"]}"#
  let page =
    "<script type='application/ld+json'>\(json)</script>" + microdata
  let row = try rows(page)
  #expect(row.count == 1)
  #expect(row[0]["name"] == "Tart" && row[0]["ingredients"] == "3 leeks")
  #expect(row[0]["instructions"] == "Wash the leeks.|Bake." && row[0]["yield"] == "4 servings")
  // Of several recipes, the one of the same name.
  let two = #"[{"@type":"Recipe","name":"Pie"},{"@type":"Recipe","name":"LEEK TART"}]"#
  let rows = try rows("<script type='application/ld+json'>\(two)</script>" + microdata)
  #expect(
    Set(rows.map { "\($0["name"] ?? ""): \($0["yield"] ?? "")" }) == [
      "Pie: ", "LEEK TART: 4 servings",
    ])
}

@Test func `a page has each of its recipes once`() throws {
  let body = microdata.replacing("<html><body>", with: "").replacing("</body></html>", with: "")
  let soup = body.replacing("Leek <b>tart</b>", with: "Soup").replacing("more", with: "other")
  let page = body + soup + body.replacing("itemprop=\"name\"", with: "itemprop=\"NAME\"")
  #expect(try rows(page).compactMap { $0["name"] }.sorted() == ["Leek tart", "Soup"])
}

@Test(arguments: [
  (String(repeating: "<div>", count: 100_000), ""),
  ("<p " + (0..<60_000).map { "a\($0)=1 " }.joined() + ">", ""),
  (String(repeating: "<b itemprop=description itemscope>", count: 600), ""),
  (
    (0..<500).map { "<div itemprop=p\($0)>" }.joined() + String(repeating: "x", count: 4_000_000),
    String(repeating: "</div>", count: 500)
  ),
  (String(repeating: "<i itemprop=description>x</i>", count: 200_000), ""),
  ((0..<200_000).map { "<i itemprop=p\($0)>x</i>" }.joined(), ""),
  ("<i a='" + String(repeating: "x ", count: 100_000), "'>"),
  ("\0\0<!-- \0 -->", ""), ("<p itemprop=name itemref=me id=me>", ""),
])
func `a hostile page is read in bounds`(before: String, after: String) throws {
  let page =
    "<div itemscope itemtype='https://schema.org/Recipe' id=me itemref='me me'><b itemprop=name>Tart</b>"
    + "<b itemprop=recipeIngredient>1 egg</b>\(before)\(after)<b itemprop=recipeIngredient>2 leeks</b></div>"
  let row = try #require(try rows(page).first)
  #expect(row["name"]?.hasPrefix("Tart") == true)
  #expect(row["ingredients"]?.hasPrefix("1 egg") == true)
}

@Test(arguments: [
  "<div itemscope itemtype='https://schema.org/Person'><b itemprop=name>Ann</b> Recipe</div>",
  "<div itemprop=name>Recipe</div>", "<p typeof=Recipes property=name>Pie</p>",
])
func `a page without a recipe is refused`(page: String) {
  #expect(throws: FeedError.self) { try Feed(Array(page.utf8)) }
}

@Test func `an element with the old and the new name of a property has its value once`() throws {
  let page = """
    <div itemscope itemtype="http://schema.org/Recipe"><b itemprop="name">Rolls</b>
    <p itemprop="ingredients recipeIngredient">1 egg</p><p itemprop="ingredients recipeIngredient">2 onions</p></div>
    """
  #expect(try rows(page).first?["ingredients"] == "1 egg|2 onions")
}
