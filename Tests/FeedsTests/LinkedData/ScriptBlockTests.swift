import Catalog
import Feeds
import Testing
import Text

private let pie = #"{"@type":"Recipe","name":"Pie"}"#
private let soup = #"{"@type":"Recipe","name":"Soup"}"#

@Test(arguments: [
  ("\(pie)}", ["Pie"]), ("\(pie)]", ["Pie"]), ("\(pie),", ["Pie"]), ("\(pie)}}]]>", ["Pie"]),
  ("\(pie)\(soup)", ["Pie", "Soup"]), ("\(pie),\(soup)", ["Pie", "Soup"]),
  ("\(pie)\n\(soup)\(pie.replacing("Pie", with: "Tart"))", ["Pie", "Soup", "Tart"]),
  ("[\(pie)] [\(soup)]", ["Pie", "Soup"]), ("\(pie) and more", ["Pie"]),
  ("{} \(soup)", ["Soup"]), ("\(pie){\"@type\":\"Recipe\",", ["Pie"]),
])
func `text behind the data of a script is read or noted`(block: String, names: [String]) throws {
  let bytes = page(block)
  let data = try #require(LinkedData(page: bytes))
  #expect(Set(data.names) == Set(names) && data.names.count == names.count)
  #expect(data.kinds == [.leftover])
  let feed = try Feed(bytes)
  #expect(feed.catalog.count == names.count && feed.malformedCount == 0)
  for row in names.indices {
    let source = try feed.source(of: row).text
    #expect(JSONValue(json: Array(source.utf8))?["@type"] == .string("Recipe"))
  }
  #expect(
    try feed.problems().map(\.reason) == ["something else follows the data of the script"])
  // A file has one value, or a value a line.
  #expect(LinkedData(json: Array(block.utf8)) == nil)
}

@Test(arguments: [
  #"{"@type":"recipe","name":"x"}"#, #"{"@type":"RECIPE","name":"x"}"#,
  #"{"@Type":"Recipe","Name":"x"}"#, #"{"@type":["article","recipe"],"name":"x"}"#,
  #"{"@type":"https://schema.org/recipe","NAME":"x"}"#,
])
func `types and keys are compared without case`(json: String) throws {
  #expect(try #require(LinkedData(page: page(json))).names == ["x"])
}

@Test func `keys in other capitals are read, and the source shows them as published`() throws {
  let json =
    #"{"@type":"Recipe","Name":"Tart","RecipeIngredient":["2 leeks"],"recipeyield":"4","#
    + #""recipeInstructions":[{"@type":"HowToSection","name":"Dough","ItemListElement":["#
    + #"{"@type":"howtostep","Text":"Knead."}]},{"@type":"HowToSection","name":"Filling","#
    + #""Itemlistelement":[{"text":"Wash."}]}],"TotalTime":"PT20M"}"#
  let feed = try Feed(page(json))
  let row = feed.catalog
  func shown(_ name: String) -> String {
    row.schema.fields.firstIndex { $0.name == name }.map { row.shownValue($0, 0) } ?? ""
  }
  #expect(shown("name") == "Tart" && shown("yield") == "4" && shown("ingredients") == "2 leeks")
  #expect(shown("instructions") == "Dough:, Knead., Filling:, Wash.")
  #expect(shown("time") == "20 min")
  #expect(try feed.problems().isEmpty)
}

@Test func `copies of a recipe are one, with the fields of all`() throws {
  let first = #"{"@type":"Recipe","name":"Leek tart","recipeYield":"4","prepTime":"PT5M"}"#
  let second =
    #"{"@type":"Recipe","name":"LEEK\u00a0Tart","recipeIngredient":["2 leeks","1 egg","200 g flour"],"cookTime":"PT20M"}"#
  let feed = try Feed(page(first, second))
  #expect(feed.catalog.count == 1)
  #expect(try feed.problems().map(\.reason) == ["the page has this recipe more than once"])
  let names = feed.catalog.schema.fields.map(\.name)
  func value(_ name: String) -> String {
    names.firstIndex(of: name).map { feed.catalog.shownValue($0, 0) } ?? ""
  }
  #expect(value("ingredients") == "2 leeks, 1 egg, 200 g flour" && value("yield") == "4")
  // The times of both copies add up.
  #expect(value("prep") == "5 min" && value("cook") == "20 min" && value("time") == "25 min")
}

@Test(arguments: [
  (#""totalTime":"PT50M","prepTime":"PT5M","cookTime":"PT20M""#, "50 min", []),
  (#""prepTime":"PT5M","cookTime":"PT20M""#, "25 min", ["prep", "cook"]),
  (#""prepTime":"PT5M""#, "", []), (#""cookTime":"PT20M","totalTime":"""#, "", []),
])
func `preparation and cooking give the time that is missing, marked as a sum`(
  times: String, time: String, terms: [String]
) throws {
  let feed = try Feed(page(#"{"@type":"Recipe","name":"Pie",\#(times)}"#))
  let field = try #require(feed.catalog.schema.fields.firstIndex { $0.name == "time" })
  #expect(feed.catalog.shownValue(field, 0) == time)
  #expect(feed.terms(of: field, 0) == terms)
}

@Test(arguments: [
  (#""url":"https://a.example/1""#, "https://a.example/1"),
  (#""url":null"#, "https://a.example/2"),
  (#""mainEntityOfPage":"https://a.example/5""#, "https://a.example/2"),
])
func `a page says where it comes from, and has a picture`(member: String, source: String) throws {
  let head =
    "<link rel='alternate canonical' href=' https://a.example/2 '><meta property=og:url content='https://a.example/3'>"
    + "<meta content='https://a.example/p.jpg?a=1&amp;b=2' property='og:image'><meta property='og:image' content=x>"
  let json = #"{"@type":"Recipe","name":"Pie","image":{"@id":"https://a.example/i"},\#(member)}"#
  let feed = try Feed(Array(head.utf8) + page(json))
  func value(_ name: String) -> String {
    feed.catalog.schema.fields.firstIndex { $0.name == name }
      .map { feed.catalog.shownValue($0, 0) } ?? ""
  }
  #expect(value("source") == source)
  #expect(value("photo") == "https://a.example/p.jpg?a=1&b=2")
}
