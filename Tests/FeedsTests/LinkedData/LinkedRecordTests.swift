import Catalog
import Feeds
import Testing
import Text

private let pie = #"{"@type":"Recipe","name":"Pie"}"#
private let soup = #"{"@type":"Recipe","name":"Soup"}"#

@Test(arguments: [
  (pie, ["$"], ["Pie"]),
  ("[\(pie), \(soup)]", ["$[0]", "$[1]"], ["Pie", "Soup"]),
  (
    #"{"@context":"https://schema.org","@graph":[{"@type":"WebPage"},\#(pie)]}"#,
    ["$['@graph'][1]"], ["Pie"]
  ),
  (#"{"@type":"WebPage","mainEntity":\#(pie)}"#, ["$.mainEntity"], ["Pie"]),
  (
    #"{"@type":"ItemList","itemListElement":[{"@type":"ListItem","item":\#(pie)},{"item":\#(soup)}]}"#,
    ["$.itemListElement[0].item", "$.itemListElement[1].item"], ["Pie", "Soup"]
  ),
  ("[[\(pie)],[[\(soup)]]]", ["$[0][0]", "$[1][0][0]"], ["Pie", "Soup"]),
  (
    #"{"a b":{"it's":\#(pie)},"é\n":\#(soup)}"#, ["$['a b']['it\\'s']", "$['é\n']"],
    ["Pie", "Soup"]
  ),
  (#"{"@type":"Recipe","name":"Menu","hasPart":[\#(pie),\#(soup)]}"#, ["$"], ["Menu"]),
  (#"{"hasPart":[\#(pie)],"name":"Menu","@type":["CreativeWork","Recipe"]}"#, ["$"], ["Menu"]),
  (#"{"a":1,"\#(String(repeating: "k", count: 300))":[\#(pie)]}"#, ["$['…'][0]"], ["Pie"]),
])
func `recipes are found anywhere in a document`(json: String, paths: [String], names: [String])
  throws
{
  let data = try #require(LinkedData(json: Array(json.utf8)))
  #expect(data.records.map(\.path) == paths)
  #expect(data.names == names)
  #expect(data.remarks.isEmpty && data.text == json)
}

@Test(arguments: [
  #"{"@type":"Recipe","name":"x"}"#, #"{"name":"x","@type":"Recipe"}"#,
  #"{"@type":["Recipe"],"name":"x"}"#,
  #"{"@type":["NewsArticle","Recipe"],"name":"x"}"#,
  #"{"@type":"http://schema.org/Recipe","name":"x"}"#,
  #"{"@type":"https:\/\/schema.org\/Recipe","name":"x"}"#, #"{"@type":"schema:Recipe","name":"x"}"#,
  #"{"@context":"https://schema.org/","type":"Recipe","name":"x"}"#,
  #"{"type":"Recipe","name":"x","@context":["x",{"@vocab":"http://schema.org/"}]}"#,
  #"{"@context":{"@vocab":"http://schema.org/"},"list":[{"type":["Recipe"],"name":"x"}]}"#,
])
func `a recipe is identified by its type`(json: String) {
  #expect(LinkedData(json: Array(json.utf8))?.records.count == 1)
}

@Test(arguments: [
  "{}", "[]", #""Recipe""#, #"{"@type":"Recipes","name":"x"}"#, #"{"@type":"MyRecipe","name":"x"}"#,
  #"{"@type":"https://other.example/Recipe","name":"x"}"#, #"{"type":"Recipe","name":"x"}"#,
  #"{"@type":"Recipe","@id":"only-a-reference"}"#, #"{"name":"Recipe"}"#,
  #"{"@type":{"@id":"Recipe"},"a":1}"#,
  #"{"@type":"Recipe","name":"x""#, #"{"@type":"Recipe","name":"x"} {}"#, "", "Recipe",
  #"{"@type":"WebPage","about":["Recipe"],"@id":"Recipe"}"#,
  #"{"list":[{"@context":"http://schema.org"},{"type":"Recipe","name":"x"}]}"#,
])
func `a document without a recipe is not linked data`(json: String) {
  #expect(LinkedData(json: Array(json.utf8)) == nil)
}

@Test
func `a record is exactly the bytes of its object`() throws {
  let json = #"  {"@graph": [ {"name": "Pie", "@type": "Recipe", "tags": ["{", "}\""]} , {}]}"#
  let data = try #require(LinkedData(json: Array(json.utf8)))
  let range = try #require(data.records.first?.range)
  #expect(
    String(decoding: data.document[range], as: UTF8.self)
      == #"{"name": "Pie", "@type": "Recipe", "tags": ["{", "}\""]}"#)
}

@Test
func `references are resolved`() throws {
  let json = """
    {"@graph": [
      {"@type": "Person", "@id": "_:ann"},
      {"@type": "Recipe", "@id": "_:pie", "name": "Pie",
       "author": {"@id": "_:ann"}, "image": [{"@type": "ImageObject", "@id": "_:photo"}],
       "publisher": {"@id": "_:nobody"}, "video": {"@id": "_:ann", "name": "not a reference"}},
      {"@type": "Person", "@id": "_:ann", "name": "Ann", "knows": {"@id": "_:pie"}},
      {"@id": "_:photo", "url": "pie.jpg"}
    ]}
    """
  let data = try #require(LinkedData(json: Array(json.utf8)))
  let recipe = try #require(data.records.first.flatMap(data.value))
  #expect(recipe["author"]?["name"] == .string("Ann"))
  #expect(recipe["author"]?["knows"]?["name"] == nil)
  #expect(recipe["publisher"]?["@id"] == .string("_:nobody"))
  #expect(recipe["video"]?["name"] == .string("not a reference"))
  #expect(ValueForm.photo.value(of: recipe["image"] ?? .null) == .text("pie.jpg"))
  #expect(data.nodes.keys.sorted() == ["_:ann", "_:photo", "_:pie"])
}

@Test
func `a reference to an object beyond the budget is not resolved`() throws {
  let long = String(repeating: "a", count: 10_000)
  let json = """
    [{"@type": "Recipe", "author": {"@id": "_:ann"}, "editor": {"@id": "_:bob"}},
     {"@id": "_:ann", "name": "\(long)"}, {"@id": "_:bob", "name": "Bob"}]
    """
  let data = try #require(LinkedData(json: Array(json.utf8)))
  let recipe = try #require(data.records.first.flatMap(data.value))
  #expect(recipe["author"]?["name"] == nil)
  #expect(recipe["editor"]?["name"] == .string("Bob"))
}

@Test
func `a long path is shortened to its end`() throws {
  let lists = String(repeating: "[", count: 400)
  let ends = String(repeating: "]", count: 400)
  let json = "\(lists)0,\(pie)\(ends)"
  let path = try #require(LinkedData(json: Array(json.utf8))?.records.first?.path)
  #expect(path.hasPrefix("$…[0]") && path.hasSuffix("[0][1]") && path.utf8.count < 220)
}
