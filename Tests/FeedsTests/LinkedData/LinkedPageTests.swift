import Feeds
import Testing

private let pie = #"{"@type":"Recipe","name":"Pie"}"#

@Test(arguments: [
  "<script type=\"application/ld+json\">\(pie)</script>",
  "<SCRIPT data-x='>' Type = 'Application/LD+JSON; charset=utf-8' id=x>\(pie)</SCRIPT >",
  "<script async type=application/ld+json>\(pie)</script>",
  "<script type=application/ld&#43;json>\(pie)</script>",
  "<script\ntype=\"application/ld+json\"\n/>\(pie)</script>",
  "<script type=' application/ld+json '>\n\(pie)\n</script/>",
  "<!-- <script type=\"application/ld+json\">{</script> --><script type=\"application/ld+json\">\(pie)</script>",
  "<script>if (a < b) \"<!--\"</script><script type=\"application/ld+json\">\(pie)</script>",
  "<title><!-- </title><style>a<b</style><script type=\"application/ld+json\">\(pie)</script>",
  "<script type=\"application/ld+json\">\(pie)",
  "<p>3 < 4</p><scripture><script type=\"application/ld+json\">\(pie)</script>",
  "<!--><script type=\"application/ld+json\">\(pie)</script>",
  "<script type=\"application/ld+json\">{\"@type\":\"Recipe\",\"name\":\"Pie\",\"a\":\"</scripts>\"}</script>",
  "<!----><script type=\"application/ld+json\">\(pie)</script><!-- never closed",
  "<script type=\"application/ld+json\"></script><script type=\"application/ld+json\">\(pie)</script>",
])
func `a script is found with any spelling of its tag`(html: String) throws {
  let data = try #require(LinkedData(page: Array(html.utf8)))
  #expect(data.names == ["Pie"])
  #expect(data.remarks.isEmpty)
}

@Test(arguments: [
  "", "<", "<script", "<script>", "<p>", "<script type=\"application/json\">\(pie)</script>",
  "<script>\(pie)</script>", "<!-- <script type=\"application/ld+json\">\(pie)</script> -->",
  "<!-- <script type=\"application/ld+json\">\(pie)</script>",
  "<scripts type=\"application/ld+json\">\(pie)</scripts>",
  "<script data-type=\"application/ld+json\">\(pie)</script>",
  "&lt;script type=\"application/ld+json\">\(pie)",
  "<script id=\"application/ld+json\">",
  "<script x>\"<script type='application/ld+json'>\(pie)\"</script>", pie,
])
func `a page without a JSON-LD block has no linked data`(html: String) {
  #expect(LinkedData(page: Array(html.utf8)) == nil)
}

@Test
func `paths begin with the index of the block`() throws {
  let data = try #require(
    LinkedData(page: page("{}", " ", "[\(pie), {\"@type\":\"Recipe\",\"name\":\"Soup\"}]")))
  #expect(data.records.map(\.path) == ["script[2]$[0]", "script[2]$[1]"])
}

@Test
func `a page without recipes has none`() throws {
  let data = try #require(LinkedData(page: page(#"{"@type":"WebPage"}"#, "")))
  #expect(data.records.isEmpty && data.remarks.isEmpty)
}

@Test
func `an unreadable block does not affect other blocks`() throws {
  let html = page(pie, "{\"@type\": \"Recipe\", oh}", #"{"@type":"Recipe","name":"Soup"}"#)
  let data = try #require(LinkedData(page: html))
  #expect(data.names == ["Pie", "Soup"])
  #expect(data.kinds == [.unreadable("a name in quotes was expected")])
  let offset = try #require(data.remarks.first?.offset)
  #expect(html[offset...].starts(with: "oh}".utf8))
  #expect(data.remarks.map(\.isError) == [true])
  // The block is not part of the recipe that follows.
  let feed = try Feed(html)
  let problems = try feed.problems()
  #expect(problems.map(\.path) == ["$"] && problems.map(\.offset) == [offset])
  #expect(problems.map(\.index) == [1] && feed.malformedCount == 1)
}

@Test
func `a remark after a recipe belongs to that recipe`() throws {
  let problems = try Feed(page("[\(pie),]", #"{"@type":"Recipe","name":"Soup"}"#)).problems()
  #expect(problems.map(\.index) == [0] && problems.map(\.severity) == [.note])
}

@Test(arguments: [
  (
    #"{"@type":"Recipe","@id":"a","name":"Pie"}"#,
    #"{"@type":"Recipe","@id":"a","name":"Pie","cookTime":"PT1H"}"#, true
  ),
  (
    #"{"@type":"Recipe","@id":"a","name":"Pie","x":1}"#,
    #"{"@type":"Recipe","@id":"a"  ,"name":"Tart"}"#, true
  ),
  (
    #"{"@type":"Recipe","url":"u","name":"Pie"}"#, #"{"name":"Pie","url":"u","@type":"Recipe"}"#,
    true
  ),
  (
    #"{"@type":"Recipe","url":"u","name":"Pie"}"#, #"{"@type":"Recipe","url":"u","name":"Tart"}"#,
    false
  ),
  (#"{"@type":"Recipe","name":"Pie"}"#, #"{"@type":"Recipe","name":"Pie"}"#, true),
  (#"{"@type":"Recipe","name":"Pie"}"#, #"{"@type":"Recipe","url":"u","name":"Pie"}"#, true),
  (#"{"@type":"Recipe","@id":"a","name":"Pie"}"#, #"{"@type":"Recipe","name":"Pie"}"#, true),
  (#"{"@type":"Recipe","name":"Pie"}"#, #"{"@type":"Recipe","name":"Tart"}"#, false),
  (#"{"@type":"Recipe","a":1}"#, #"{"@type":"Recipe","b":1}"#, false),
  (
    #"{"@type":"Recipe","url":"u","name":"Pie"}"#, #"{"@type":"Recipe","url":"v","name":"Pie"}"#,
    false
  ),
  (
    #"{"@type":"Recipe","@id":"a","name":"Pie"}"#, #"{"@type":"Recipe","@id":"b","name":"Pie"}"#,
    false
  ),
])
func `a recipe in two blocks counts once with its longer copy`(
  first: String, second: String, isRepeated: Bool
) throws {
  let data = try #require(LinkedData(page: page(first, second)))
  let lengths = [first.utf8.count, second.utf8.count]
  #expect(data.records.map(\.range.count) == (isRepeated ? [max(lengths[0], lengths[1])] : lengths))
  #expect(data.kinds == (isRepeated ? [.repeated] : []))
}

@Test
func `repeated recipes in a JSON file are retained`() {
  let one = #"{"@type":"Recipe","@id":"a","name":"Pie"}"#
  #expect(LinkedData(json: Array("[\(one),\(one)]".utf8))?.records.count == 2)
}
