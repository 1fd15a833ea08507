import Catalog
import Feeds
import Testing

@Test(arguments: [
  (#"{"name":"A","size":{"w":2,"h":{"cm":3}}}"#, ["name=A", "+size-w=2.0", "+size-h-cm=3.0"]),
  // An object is represented by the member that describes it.
  (
    #"{"name":"A","by":{"name":"Ann","site":"https://a.example/"}}"#,
    ["name=A", "by=Ann", "+by-site=https://a.example/"]
  ),
  (
    #"{"name":"A","from":{"name":"Rome","url":"https://a.example/"}}"#,
    ["name=A", "from=Rome", "+from-url=https://a.example/"]
  ),
  (#"{"name":"A","volume":{"value":20,"unit":"l"}}"#, ["name=A", "volume=20.0", "+volume-unit=l"]),
  (
    #"{"title":{"rendered":"Ham &amp; <b>eggs</b>"},"id":1}"#, ["name=Ham & eggs", "id=1"]
  ),
  (#"{"name":{"en":"Soup","fr":"Soupe"},"x":1}"#, ["name=Soup", "x=1.0", "+name-fr=Soupe"]),
  (#"{"name":{"en":"Soup"},"title":"Pie"}"#, ["name=Pie", "+name-en=Soup"]),
  // Type wrappers.
  (
    #"{"_id":{"$oid":"5f"},"name":"A","price":{"$numberDecimal":"3.50"}}"#,
    ["id=5f", "name=A", "price=3.5"]
  ),
  (
    #"{"name":"A","n":{"integerValue":"7"},"x":{"integerValue":"7 or so"}}"#,
    ["name=A", "n=7.0", "x=7 or so"]
  ),
  (
    #"{"name":"A","title":{"stringValue":"B"},"l":{"arrayValue":{"values":[{"stringValue":"c"}]}}}"#,
    ["name=A", "title=B", "+l-values=[c]"]
  ),
  (#"{"name":"A","x":{},"y":[{}]}"#, ["name=A"]),
  (#"{"name":"A","_links":{"self":"https://a.example/"}}"#, ["name=A"]),
])
func `members of an object become fields`(record: String, fields: [String]) throws {
  #expect(try shownRow("[\(record)]") == fields)
}

@Test(arguments: [
  (
    #"[{"id":"1","type":"t","attributes":{"title":"A","id":"x"}}]"#,
    ["id=1", "type=t", "name=A", "+attributes-id=x"]
  ),
  (#"[{"cursor":"c","node":{"id":1,"name":"A"}}]"#, ["cursor=c", "id=1", "name=A"]),
  (#"[{"score":0.5,"show":{"id":1,"name":"A"}}]"#, ["score=0.5", "id=1", "name=A"]),
  (
    #"[{"kind":"b","volumeInfo":{"title":"A"},"sale":{"country":"US"}}]"#,
    ["kind=b", "name=A", "+sale-country=US"]
  ),
  // The name of an author is not that of a text.
  (#"[{"body":"Nice!","by":{"name":"Ann"}}]"#, ["name=Nice!", "by=Ann"]),
  (#"[{"to":{"name":"Bob"},"by":{"name":"Ann"}}]"#, ["name=Bob", "by=Ann"]),
])
func `an envelope adds no prefix to keys`(feed: String, fields: [String]) throws {
  #expect(try shownRow(feed) == fields)
}

@Test(arguments: [
  (#"[{"id":1,"name":"hot"},"mild",{"title":"wet"}]"#, "[hot|mild|wet]"),
  (#"[{"id":"9","first":"Marie"},{"x":1}]"#, "[Marie]"),
  (#"[{"id":1,"src":"https://a.example/1"}]"#, "[https://a.example/1]"),
  (#"[{"name":"","steps":[{"number":1,"step":"Boil."},{"step":"Eat."}]}]"#, "[Boil.|Eat.]"),
  (#"[{"nutrientName":"Protein","value":0.3}]"#, "[Protein]"),
  (#"[{"value":0.3},{"value":{"name":"\"x\" \\ y"}}]"#, #"[0.3|"x" \ y]"#),
  (#"[{"value":1},{"value":2}]"#, "[1|2]"),
  (#"["x",{"name":"y"}]"#, "[x|y]"), (#"["{",["x"],[{"name":"\"{"}]]"#, #"[{|x|"{]"#),
  (#"["{ \" {","x"]"#, #"[{ " {|x]"#),
])
func `a list of objects becomes a list of texts`(list: String, said: String) throws {
  #expect(try shownRow(#"[{"name":"A","x":\#(list)}]"#) == ["name=A", "x=\(said)"])
}

@Test(arguments: [
  (#"{"original":"1 tbsp butter","name":"butter"}"#, "1 tbsp butter"),
  (#"{"name":"butter","amount":1.0,"unit":"tbsp"}"#, "1 tbsp butter"),
  (#"{"food":"oil","quantity":0.5,"measure":"cup"}"#, "0.5 cup oil"),
  (#"{"name":"salt","amount":null,"unit":""}"#, "salt"),
  (#"{"ingredient":"eggs","amount":"2"}"#, "2 eggs"),
  (
    #"{"food":{"name":"flour"},"unit":{"name":"g"},"amount":200.0,"note":"sifted"}"#,
    "200 g flour (sifted)"
  ),
  (#"{"quantity":2,"unit":null,"food":{"name":"eggs"},"display":"2 eggs"}"#, "2 eggs"),
  (
    #"{"title":"Dough","note":"1 cup flour","unit":null,"food":null,"quantity":1}"#,
    "Dough:|1 cup flour"
  ),
  (#"{"quantity":3,"what":"carrots"}"#, "3 carrots"), (#"{"title":"eggs","amount":2}"#, "2 eggs"),
  (#"{"name":"flour","amount":{"value":200,"unit":"g"}}"#, "200 g flour"),
  (#"{"name":"flour","amount":{"amount":200},"unit":"g"}"#, "200 g flour"),
  // An amount of zero is unknown.
  (#"{"name":"flour","amount":0,"unit":"g"}"#, "flour"),
  (#"{"food":{"name":"salt"},"unit":null,"amount":0.0}"#, "salt"),
  (#"{"name":"Dough","items":[{"name":"flour","amount":1,"unit":"kg"}]}"#, "Dough:|1 kg flour"),
])
func `an ingredient is preceded by its amount`(ingredient: String, text: String) throws {
  for key in ["ingredients", "ingredient"] {
    let fields = try shownRow(#"[{"name":"A","\#(key)":[\#(ingredient)]}]"#)
    #expect(fields == ["name=A", "\(key)=[\(text)]"])
  }
}

@Test(arguments: [
  (#"{"name":"Step 1","text":"Chop the onions."}"#, "Chop the onions."),
  (#"{"title":"1","description":"Boil."}"#, "Boil."), (#"{"name":"Boil."}"#, "Boil."),
  (
    #"{"name":"For the sauce","steps":[{"step":"Boil milk."},"Stir."]}"#,
    "For the sauce:|Boil milk.|Stir."
  ),
  (
    #"{"@type":"HowToSection","name":"Dough:","itemListElement":[{"name":"1","text":"Knead."}]}"#,
    "Dough:|Knead."
  ),
  (#"{"name":"","steps":[{"number":1,"step":"Boil.","ingredients":[{"name":"x"}]}]}"#, "Boil."),
  (#"{"name":"Boil.","steps":[]}"#, "Boil."),
  (#"{"title":"The sauce","text":"Chop onions."}"#, "The sauce:|Chop onions."),
  (#"{"name":"Sauce","instruction":"Chop onions.","time":5}"#, "Sauce:|Chop onions."),
  (#"{"name":"Chop the onions…","text":"Chop the onions finely."}"#, "Chop the onions finely."),
])
func `a step is its text and a section its title and steps`(
  step: String, text: String
) throws {
  for key in ["steps", "instructions"] {
    #expect(
      try shownRow(#"[{"name":"A","\#(key)":[\#(step)]}]"#) == ["name=A", "\(key)=[\(text)]"])
  }
}

@Test
func `objects among texts become texts`() throws {
  let feed = try Feed(
    Array(
      #"[{"name":"A","image":"https://a.example/1"},{"name":"B","image":{"url":"https://a.example/2"}}]"#
        .utf8))
  let rows = feed.catalog.sorted(by: .feed)
  #expect(
    rows.map { feed.catalog.value(1, $0)?.text } == ["https://a.example/1", "https://a.example/2"])
  #expect(feed.catalog.schema.fields[1].kind == .link)
  #expect(feed.noteCount == 0)
}

@Test
func `an object whose keys are data becomes a list`() throws {
  let members = (0..<70).map { #""k\#($0)":{"name":"v\#($0)"}"# }.joined(separator: ",")
  let fields = try shownRow(#"[{"name":"A","map":{\#(members)}}]"#)
  #expect(fields == ["name=A", "map=[" + (0..<70).map { "v\($0)" }.joined(separator: "|") + "]"])
}

@Test
func `nested fields are found by path and follow the top-level ones`() throws {
  let feed = try Feed(
    Array(#"[{"author":{"age":30,"site":{"url":"https://a.example/"}},"name":"A","x":1}]"#.utf8))
  let schema = feed.catalog.schema
  #expect(schema.fields.map(\.name) == ["name", "x", "author-age", "author-site"])
  #expect(schema.index(of: "author.age") == 2 && schema.index(of: "author.site.url") == 3)
}

@Test
func `nested members respect the limit of fields`() throws {
  let objects = (0..<30).map { number in
    "\"o\(number)\":{" + (0..<30).map { "\"m\($0)\":1" }.joined(separator: ",") + "}"
  }
  let feed = try Feed(Array("[{\"name\":\"A\",\(objects.joined(separator: ","))}]".utf8))
  #expect(feed.catalog.schema.fields.count <= 500)
  #expect(try feed.problems().contains { $0.reason == "`o29` is an object, which only raw shows" })
}

@Test func `ingredients of steps are listed if the record lists none`() throws {
  let steps =
    #"[{"text":"Mix.","ingredients":[{"food":{"name":"flour"},"amount":2,"unit":{"name":"cup"}},"salt"]},{"text":"Bake."}]"#
  #expect(
    try shownRow(#"[{"name":"A","steps":\#(steps)}]"#) == [
      "name=A", "steps=[Mix.|Bake.]", "ingredients=[2 cup flour|salt]",
    ])
  #expect(
    try shownRow(#"[{"name":"A","extendedIngredients":["oil"],"steps":\#(steps)}]"#) == [
      "name=A", "extended-ingredients=[oil]", "steps=[Mix.|Bake.]",
    ])
}

@Test(arguments: [
  (#""recipe_ingredient":["a","b"],"method":["c","d"]"#, ["ingredients", "instructions"]),
  (#""extendedIngredients":["a","b"],"ingredients":["c"]"#, [nil, "ingredients"]),
  (#""directions":"Mix it, then bake it.","cooking-method":["c"]"#, ["instructions", nil]),
])
func `ingredients and instructions are found by their names`(
  members: String, roles: [String?]
) throws {
  let feed = try Feed(Array(#"[{"name":"A",\#(members)}]"#.utf8))
  #expect(feed.catalog.schema.fields.dropFirst().map { $0.role?.rawValue } == roles)
}
