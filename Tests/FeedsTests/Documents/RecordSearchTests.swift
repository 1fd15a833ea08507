import Catalog
import Feeds
import Testing

/// The names of rows without a name.
private func nameless(_ count: Int) -> [String] { Array(repeating: "(no name)", count: count) }

private func feed(_ text: String) throws -> Feed { try Feed(Array(text.utf8)) }

@Test(arguments: [
  (#"{"a":{"name":"Pie"},"b":{"name":"Tart"}}"#, ["Pie", "Tart"]),
  (#"{"a":{"name":"Pie"},"b":{"name":"Tart"},"c":null}"#, ["Pie", "Tart"]),
  (#"{"v":5,"a":{"name":"Pie"},"b":{"name":"Tart","x":1}}"#, ["Pie", "Tart"]),
  (#"{"status":1,"data":{"items":[{"name":"Pie"},{"name":"Tart"}]}}"#, ["Pie", "Tart"]),
  (#"{"r":{"s":{"t":{"docs":[{"name":"Pie"}]}}}}"#, ["Pie"]),
  (#"{"data":{"items":[{"name":"Pie"}],"other":[1]},"n":[]}"#, []),
  (#"{"_embedded":{"things":[{"id":1,"name":"Pie"}]}}"#, ["Pie"]),
  (
    #"{"_embedded":{"things":[{"id":1,"name":"Pie"}]},"page":{"size":2,"sort":[{"property":"name"}]}}"#,
    ["Pie"]
  ),
  (#"{"_links":{"self":[{"href":"/"}]},"_embedded":{"a":[{"name":"Pie"}]},"n":1}"#, ["Pie"]),
])
func `records are found as members of an object and in a nested list`(
  text: String, names: [String]
) throws {
  let catalog = try feed(text).catalog
  #expect((0..<catalog.count).map { catalog.name($0) } == names)
}

@Test(arguments: [
  (#"{"meta":{"page":1},"data":{"items":[{"name":"Pie"},{"name":"Tart"}]}}"#, ["Pie", "Tart"]),
  (#"{"responseHeader":{"status":0},"response":{"n":1,"docs":[{"title":"Pie"}]}}"#, ["Pie"]),
  (#"{"meta":{"page":1},"data":{"errors":[],"result":{"items":[{"name":"Pie"}]}}}"#, ["Pie"]),
  (#"{"meta":{"status":2},"response":{"status":"ok","results":[{"title":"Pie"}]}}"#, ["Pie"]),
  (#"{"meta":{"n":1},"data":{"notes":[],"page":{"recipes":[{"name":"Pie"}]}}}"#, ["Pie"]),
  (#"{"meta":{"id":"r-1"},"data":{"items":[{"name":"Pie"}]}}"#, ["Pie"]),
  (#"{"links":{"next":null},"data":{"page":{"n":1,"recipes":[{"name":"Pie"}]}}}"#, ["Pie"]),
])
func `records are found in an envelope next to metadata`(
  text: String, names: [String]
) throws {
  let catalog = try feed(text).catalog
  #expect((0..<catalog.count).map { catalog.name($0) } == names)
}

@Test(arguments: [
  #"{"meta":{"page":1},"data":{"items":[],"facets":[{"name":"x"}]}}"#,
  #"{"meta":{"page":1},"data":{"items":[],"paging":{"next":null}}}"#,
  #"{"meta":{"page":1},"data":{"items":[]}}"#, #"{"meta":{},"response":{"page":{"docs":[]}}}"#,
])
func `an envelope without records is not a feed`(text: String) {
  #expect(throws: FeedError.self) { try feed(text) }
}

@Test(arguments: [
  (
    #"{"meta":{"page":1},"data":{"title":"Pie","parts":[{"name":"dough"}]}}"#, ["Pie", "(no name)"]
  ),
  (#"{"data":{"name":"Pie","parts":[{"name":"dough"}]},"b":{"name":"Soup"}}"#, ["Pie", "Soup"]),
  // Errors, single records and groups next to records are ambiguous, and so are many members.
  (#"{"meta":{"page":1},"data":{"errors":[{"message":"no"}]}}"#, nameless(2)),
  (
    #"{"meta":{"page":1},"data":{"recipe":{"name":"Pie","parts":[{"name":"x"}]}}}"#,
    ["Pie", "(no name)"]
  ),
  (#"{"meta":{"p":1},"data":{"kinds":[{"name":"x"}],"items":[{"name":"y"}]}}"#, nameless(2)),
  (#"{"soup":{"n":1},"query":{"n":2,"steps":[{"name":"x"}]}}"#, nameless(2)),
  (#"{"a":{"b":1},"c":{"d":1},"e":{"f":1},"g":{"h":1},"data":{"x":[{"name":"x"}]}}"#, nameless(5)),
  (#"{"soup":{"name":"S"},"data":{"x":[{"name":"x"}]}}"#, ["S", "(no name)"]),
  (#"{"pie":{"parts":[{"name":"dough"}]},"soup":{"minutes":5}}"#, ["(no name)", "(no name)"]),
])
func `a list in a record belongs to the record`(text: String, names: [String]) throws {
  let catalog = try feed(text).catalog
  #expect((0..<catalog.count).map { catalog.name($0) } == names)
}

@Test(arguments: [
  #"{"name":"Pie","photos":[]}"#, #"{"photos":[],"title":"Pie"}"#,
  #"{"name":"Pie","keywords":[{"name":"sweet"}],"steps":[{"name":"","instruction":"Bake."}]}"#,
  #"{"recipe_ingredient":[{"title":"dough","note":"salt"}],"name":"Pie","recipeYield":null}"#,
  #"{"name":"Pie","sizes":[{"cm":20},{"cm":26}]}"#, #"{"name":"Pie","tags":[{"id":1,"name":"x"}]}"#,
  #"{"recipe":{"name":"Pie","steps":[{"id":1,"text":"Bake."}]}}"#,
  #"{"recipe":{"name":"Pie"}}"#,
  #"{"ok":true,"data":{"title":"Pie","ingredients":[{"name":"salt"}]}}"#,
])
func `one object with a name is one record, whatever lists it has`(text: String) throws {
  let feed = try feed(text)
  #expect((0..<feed.catalog.count).map { feed.catalog.name($0) } == ["Pie"])
  #expect(try feed.source(of: 0).text.contains("Pie"))
}

@Test(arguments: [
  (#"{"title":"Cookbook","recipes":[]}"#, []), (#"{"name":"Search","results":[]}"#, []),
  (#"{"title":"Cakes","cakes":[{"name":"Pie"}]}"#, ["Pie"]),
  (#"{"title":"Cakes","items":[{"photo":"x"}],"steps":[{"id":1}]}"#, ["x"]),
  (#"{"cakes":[{"id":1,"title":"Pie"}],"name":"Cakes","tags":[{"name":"x"}]}"#, ["Pie"]),
])
func `a list of records in an object with a name stays a list`(text: String, names: [String]) throws
{
  let catalog = try feed(text).catalog
  #expect((0..<catalog.count).map { catalog.name($0) } == names)
}

@Test func `unnamed objects next to other values are not records`() {
  #expect(throws: FeedError.self) {
    try feed(#"{"error":{"code":1},"status":{"code":2},"ok":false}"#)
  }
}

@Test func `a record in an object of records has its key as id and retains its offset`() throws {
  let text = #"{"p 1":{"name":"Pie","link":"https://a.example/1"},"t'2":{"name":"Tart","link":7}}"#
  let feed = try feed(text)
  #expect(feed.catalog.text(.id, 0) == "p 1")
  #expect(feed.catalog.text(.id, 1) == "t'2")
  let (record, offset) = try feed.source(of: 1)
  #expect(record == #"{"name":"Tart","link":7}"#)
  #expect(text.utf8.dropFirst(offset).starts(with: record.utf8))
}

@Test func `the container of a profile can be all members or a nested list`() throws {
  func read(_ records: String, _ text: String) throws -> [String] {
    let profile = try Profile(
      toml:
        "name = \"p\"\nrecords = \"\(records)\"\n[[field]]\nname = \"name\"\nfrom = [\"n\", \"$key\"]"
    )
    let catalog = try Feed(Array(text.utf8), FeedReading(as: profile)).catalog
    return (0..<catalog.count).map { catalog.text(.name, $0) ?? catalog.value(0, $0)?.text ?? "" }
  }
  #expect(try read("*", #"{"only":{"x":1}}"#) == ["only"])
  #expect(try read("a.b", #"{"a":{"c":[],"b":[{"n":"N"}]}}"#) == ["N"])
  #expect(try read("a.*", #"{"a":{"k":{"n":null},"l":{"n":"L"}}}"#) == ["k", "L"])
  #expect(try read("a.b", #"{"a":{"b":[]}}"#).isEmpty)
  #expect(throws: FeedError.notAFeed("there are no records at `a.b` in it")) {
    try read("a.b", #"{"a":[]}"#)
  }
}

@Test(arguments: [
  ("{\n\"a\":\n {\"name\": \"Pie\"},\n\n\"b\":\n {\"nom\": 7}\n}", 6, 2),
  ("<script type='application/ld+json'>\n{\"@type\": \"Recipe\",\n\"name\": \"a\nb\",}\n", 4, 3),
])
func `problems have the line of the published document`(
  text: String, line: Int, column: Int
) throws {
  let profile = try Profile(toml: "name = \"p\"\n[[field]]\nname = \"name\"\nrequired = true")
  let reading = FeedReading(as: text.hasPrefix("<") ? nil : profile)
  let place = try #require(try Feed(Array(text.utf8), reading).problems().last)
  #expect([place.line, place.column] == [line, column])
}

@Test(arguments: [
  ("a.b", "document = [\"v\"]", #"{"v":1,"a":{"b":[{"n":"N"}]}}"#, "p"),
  ("a.*", "", #"{"a":{"k":{"n":"N"}},"b":[{"n":"M"}]}"#, "p"),
  ("*", "record = [\"n\"]", #"{"k":{"n":"N"},"l":{}}"#, "p"),
  ("*", "", #"{"k":{"n":"N"},"l":{}}"#, "records"),
  ("a.b", "document = [\"w\"]", #"{"v":1,"a":{"b":[{"n":"N"}]}}"#, "records"),
  ("a.b", "record = [\"m\"]", #"{"a":{"b":[{"n":"N"}]}}"#, "records"),
])
func `a profile is detected by its nested records`(
  records: String, signature: String, text: String, name: String
) throws {
  let profile = try Profile(
    toml: """
      name = "p"
      records = "\(records)"
      [recognize]
      \(signature)
      [[field]]
      name = "id"
      from = ["n", "$key"]
      role = "id"
      """)
  let feed = try Feed(Array(text.utf8), FeedReading(among: ProfileSet(own: [profile])))
  #expect(feed.profile == name)
  #expect(feed.catalog.text(.id, 0) == (name == "p" ? "N" : text.contains("l") ? "k" : nil))
  #expect(name == "records" || feed.catalog.schema.index(of: "key") == nil)
}

@Test func `one member that is not an object is malformed if most members are`() throws {
  let members = (0..<20).map { "\"k\($0)\":" + ($0 == 7 ? "null" : "{\"name\":\"\($0)\"}") }
  let feed = try feed("{\(members.joined(separator: ","))}")
  #expect(feed.catalog.count == 19 && feed.malformedCount == 1)
  #expect(try feed.problems().map(\.path) == ["$['k7']"])
}

@Test(arguments: [
  #"{"a":{"name":"Pie"},"b":7}"#, #"{"a":{"b":{"c":{"d":{"e":{"f":[{"name":"deep"}]}}}}}}"#, "{}",
  "7",
])
func `a document without records is not a feed`(text: String) {
  #expect(throws: FeedError.self) { try feed(text) }
}

@Test func `records have the path of their list, and the names of their members`() throws {
  func read(_ records: String, _ text: String) throws -> Feed {
    let profile = try Profile(
      toml: "name = \"p\"\nrecords = \"\(records)\"\n[[field]]\nname = \"name\"\nrequired = true")
    return try Feed(Array(text.utf8), FeedReading(as: profile))
  }
  let nested = try read("a.b", #"{"a":{"b":[{"name":"N"},{"x":1}]}}"#)
  #expect(try nested.problems().map(\.path) == ["$.a.b[1].name"])
  // A member that is no record is not counted among the names.
  let named = try read("*", #"{"a":{"name":"x"},"b":5,"c":{"name":"y"},"d":{"name":"z"}}"#).catalog
  let key = try #require(named.schema.index(of: "key"))
  let rows = named.sorted(by: .feed)
  #expect(rows.map { named.value(key, $0)?.text } == ["a", "c", "d"])
}
