import Catalog
import Feeds
import Testing

private func feed(_ text: String) throws -> Feed { try Feed(Array(text.utf8)) }

@Test(arguments: [
  (#"[{"x":1},{"x":2.5}]"#, "x", "number"), (#"[{"time":30},{"time":45}]"#, "time", "minutes"),
  (#"[{"n":"a","x":"https://a.example/1"}]"#, "x", "link"),
  (#"[{"x":"2024-05-01"},{"x":"2023-01-02T10:00:00Z"}]"#, "x", "date"),
  (#"[{"x":["a","b"]}]"#, "x", "list"), (#"[{"x":true},{"x":false}]"#, "x", "keyword"),
  (
    #"[{"n":"1","x":"red"},{"n":"2","x":"red"},{"n":"3","x":"blue"},{"n":"4","x":"blue"}]"#, "x",
    "keyword"
  ),
  (#"[{"n":"1","x":"one of a kind"},{"n":"2","x":"another"}]"#, "x", "text"),
  (#"[{"n":"1","cuisine":"Thai"},{"n":"2","cuisine":"Greek"}]"#, "cuisine", "keyword"),
  (#"[{"x":1},{"x":"many"}]"#, "x", "text"), (#"[{"x":1},{"x":9007199254740993}]"#, "x", "text"),
  (#"[{"x":9007199254740992},{"x":-1}]"#, "x", "number"), (#"[{"x":1e400}]"#, "x", "number"),
  (#"[{"x":1},{"x":2},{"x":9007199254740993}]"#, "x", "number"),
  (#"[{"x":12345678901234567890}]"#, "x", "text"), (#"[{"x":0.12345678901234567}]"#, "x", "number"),
  (#"[{"x":1e3},{"x":-2.5E-3}]"#, "x", "number"),
])
func `the type of a field is inferred from all its values`(json: String, name: String, kind: String)
  throws
{
  let schema = try feed(json).catalog.schema
  let number = try #require(schema.index(of: name))
  #expect(schema.fields[number].kind.rawValue == kind)
}

@Test(arguments: [(9, 1, "link"), (8, 1, "text"), (90, 10, "link"), (90, 11, "text")])
func `nine of ten links make a link field`(good: Int, bad: Int, kind: String) throws {
  let links = (0..<good).map { "https://a.example/\($0)" } + (0..<bad).map { "javascript:\($0)" }
  let records = links.shuffled().map { "{\"name\":\"n\",\"x\":\"\($0)\"}" }
  let schema = try feed("[\(records.joined(separator: ","))]").catalog.schema
  #expect(schema.fields[try #require(schema.index(of: "x"))].kind.rawValue == kind)
}

@Test
func `an id that is an address is also a link`() throws {
  let catalog = try feed(
    #"[{"name":"a","url":"https://a.example/1"},{"name":"b","url":"https://a.example/2"}]"#
  ).catalog
  let schema = catalog.schema
  #expect(schema.fields.map(\.name) == ["name", "id", "url"])
  #expect(schema.fields[2].kind == .link && schema.fields[1].role == .id)
  #expect(catalog.value(2, 1)?.text == "https://a.example/2")
}

@Test(arguments: [
  ("known_for", "known-for"), ("photoURL", "photo"), ("source_url", "source"),
  ("Prep Time", "prep-time"),
  ("2nd", "field-2nd"), ("row", "row-2"),
])
func `a key becomes a field name that can be typed`(key: String, name: String) throws {
  let schema = try feed("[{\"name\":\"n\",\"\(key)\":\"https://a.example/\"}]").catalog.schema
  #expect(schema.fields.map(\.name) == ["name", name])
}

@Test(arguments: [
  (#"[{"title":"A"}]"#, "A"), (#"[{"label":"A","x":1}]"#, "A"),
  (#"[{"x":"https://a.example/","word":"A"}]"#, "A"),
  (#"{"items":[{"name":"A"}]}"#, "A"), (#"{"meta":[1],"items":[{"name":"A"}]}"#, "A"),
  (#"{"name":"A","time":5}"#, "A"), ("{\"name\":\"A\"}\n{\"name\":\"B\"}\n", "A"),
])
func `records and their names are found by shape`(json: String, name: String) throws {
  #expect(try feed(json).catalog.name(0) == name)
}

@Test
func `a malformed line of NDJSON is a problem of its own`() throws {
  let feed = try feed("{\"name\":\"A\"}\n{\"name\":\n\n[1]\n{\"name\":\"B\"} x\n{\"name\":\"C\"}")
  #expect((0..<feed.catalog.count).map { feed.catalog.name($0) } == ["A", "C"])
  #expect(try feed.problems().map(\.index) == [1, 2, 3])
  #expect((0..<feed.catalog.count).map { feed.index(of: $0) } == [0, 4])
}

@Test
func `a repeated id is a note`() throws {
  let feed = try feed(#"[{"id":1,"name":"A"},{"id":2,"name":"B"},{"id":1,"name":"C"}]"#)
  #expect(try feed.problems().map(\.reason) == ["has the same id as record 0"])
  #expect(feed.noteCount == 1 && feed.malformedCount == 0)
}

@Test
func `an empty list is a feed without rows`() throws {
  for text in ["[]", #"{"recipes":[]}"#, #"{"things": [ ]}"#] {
    #expect(try feed(text).catalog.count == 0)
  }
}

@Test(arguments: [
  (#"{"recipes":[{"id":1,"name":"A","cuisine":"X"}],"total":50}"#, "records", ["A"]),
  (#"{"recipes":[{"id":716429,"title":"A","readyInMinutes":45}]}"#, "records", ["A"]),
  (#"{"meals":[{"id":1,"name":"A"},{"id":2,"name":"B"}]}"#, "records", ["A", "B"]),
  (#"{"breeds":[{"name":"A","group":"hounds"}]}"#, "records", ["A"]),
  // The signature may match any of the first records, because the others may be malformed.
  (#"{"recipes":[{"name":"A"},null,{"uuid":"1","name":"B","cuisine":"X"}]}"#, "recipes", ["B"]),
  (#"{"meals":[{"idMeal":"1","strMeal":"A"}]}"#, "meals", ["A"]),
  (#"{"recipes":[7]}"#, "recipes", []),
])
func `a common container key alone does not select a profile`(
  json: String, profile: String, names: [String]
) throws {
  let feed = try feed(json)
  #expect(feed.profile == profile)
  #expect((0..<feed.catalog.count).map { feed.catalog.name($0) } == names)
}

@Test(arguments: [(70_000, "recipes"), (2_000_000, "records")])
func `a long first record is examined as a whole unless it is huge`(
  length: Int, profile: String
) throws {
  let blurb = String(repeating: "x", count: length)
  let text = #"{"recipes":[{"blurb":"\#(blurb)","uuid":"1","name":"A","cuisine":"X"}]}"#
  #expect(try feed(text).profile == profile)
}

@Test
func `a byte order mark is not part of the feed`() throws {
  #expect(try Feed([0xEF, 0xBB, 0xBF] + Array("[{\"name\":\"A\"}]".utf8)).catalog.name(0) == "A")
}

@Test(arguments: [
  (
    #"[{"name":"A"},{"name":"B","_links":null},{"name":"C","_links":{"y":1}}]"#,
    "`_links` is an object", 2
  ),
  (#"[{"name":"A","x":[ ]},{"name":"B","x":[ {"y":1}]}]"#, "`x` is a list of objects", 1),
  (#"[{"name":"A","x":[ {"y":1}]},{"name":"B","x":["z"]}]"#, "", 0),
  (#"[{"name":"A","x":[]},{"name":"B","x":[]}]"#, "", 0),
  (#"[{"name":"A","x":[ {"y":1}]},{"name":"B","x":{}}]"#, "`x` is a list of objects", 0),
  (#"[{"name":"A","x":[[1]]}]"#, "`x` is a list of lists", 0),
  (#"[{"name":"A","x":{"y":1}},{"name":"B","x":"text"}]"#, "", 0),
  (#"[{"name":"A","x":null},{"name":"B","x":null}]"#, "", 0),
])
func `values that no field can hold are reported once for each key`(
  json: String, what: String, index: Int
)
  throws
{
  let problems = try feed(json).problems()
  #expect(problems.map(\.reason) == (what.isEmpty ? [] : [what + ", which only raw shows"]))
  #expect(problems.allSatisfy { $0.severity == .note && $0.index == index })
}

@Test
func `a number that loses digits is reported`() throws {
  let feed = try feed(#"[{"name":"A","n":1},{"name":"B","n":2},{"name":"C","n":9007199254740993}]"#)
  let problem = try #require(try feed.problems().first)
  #expect(
    problem.reason
      == "`n` has numbers with more digits than can be represented, such as 9007199254740993")
  #expect(problem.index == 2 && problem.severity == .note)
}

@Test
func `gzip is decompressed and truncated or damaged files are rejected`() throws {
  let whole: [UInt8] = [
    0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0xFF, 0x8B, 0xAE, 0x56, 0xCA,
    0x4B, 0xCC, 0x4D, 0x55, 0xB2, 0x52, 0x72, 0x54, 0xAA, 0x8D, 0x05, 0x00, 0x95, 0xE2,
    0xF7, 0xC8, 0x0E, 0x00, 0x00, 0x00,
  ]
  #expect(try Feed(whole).catalog.name(0) == "A")
  #expect(throws: FeedError.notAFeed("the gzip file is cut off")) {
    try Feed(Array(whole.dropLast(6)))
  }
  var damaged = whole
  damaged[12] ^= 0xFF
  #expect(throws: FeedError.self) { try Feed(damaged) }
  let long = "the gzip file unpacks to more than 13 bytes, the limit for packed feeds; "
  #expect(throws: FeedError.notAFeed(long + "unpack it with gunzip")) {
    try Feed(whole, FeedReading(limit: { 13 }))
  }
  #expect(try Feed(whole, FeedReading(limit: { 14 })).catalog.name(0) == "A")
}

@Test(arguments: [
  (#"{"image":"https://a.example/1","thumb_url":"https://a.example/2"}"#, "image", "thumb"),
  (#"{"page":"https://a.example/1","pic":"https://a.example/2.JPG?w=3"}"#, "pic", nil),
  (#"{"thumbnail":"https://a.example/1.png","photo":"https://a.example/2"}"#, "photo", "thumbnail"),
  (#"{"photo":"a text","page":"https://a.example/1"}"#, nil, nil),
  // Nested pictures come after top-level ones, and portraits do not count.
  (
    #"{"by":{"name":"B","image":"https://a.example/1.png"},"hero":"https://a.example/2.png"}"#,
    "hero",
    nil
  ),
  (#"{"by":{"name":"B","image":"https://a.example/1"}}"#, "by-image", nil),
  (
    #"{"author":{"name":"B","image":"https://a.example/1.png","icon":"https://a.example/2.png"}}"#,
    nil,
    nil
  ),
])
func `picture links are detected by names or file extensions`(
  json: String, photo: String?, thumbnail: String?
) throws {
  let schema = try feed("[\(json.replacing("{", with: "{\"name\":\"n\","))]").catalog.schema
  #expect(schema.index(of: .photo).map { schema.fields[$0].name } == photo)
  #expect(schema.index(of: .thumbnail).map { schema.fields[$0].name } == thumbnail)
}

@Test func `pictures in Base64 are noted, and are not fields`() throws {
  let data = String(repeating: "iVBORw0KGgoAAAANSUhEUg", count: 12)
  let text =
    #"[{"name":"Pie","photo_data":"\#(data)","icon":"data:image/png;base64,iVBOR"},{"name":"Tart","photo_data":null}]"#
  let feed = try feed(text)
  #expect(feed.catalog.schema.fields.map(\.name) == ["name"])
  #expect(
    try feed.problems().map(\.reason)
      == ["photo_data", "icon"].map {
        "`\($0)` is a picture or other data in Base64, which only raw shows"
      })
}

@Test func `data in Base64 among other texts is shown by its size`() throws {
  let data = String(repeating: "iVBORw0KGgoAAAANSUhEUg", count: 120)
  let catalog = try feed(#"[{"name":"Pie","x":"\#(data)"},{"name":"Tart","x":"none"}]"#).catalog
  let field = try #require(catalog.schema.index(of: "x"))
  #expect((0..<2).map { catalog.shownValue(field, $0) } == ["(data, 2 KB)", "none"])
  #expect(catalog.value(field, 0) == .text(data))
}

@Test(arguments: [
  ("preptime", "10", "minutes"), ("cook_time", "90", "minutes"),
  ("readyInMinutes", "45", "minutes"),
  ("totalTime", "4000", "minutes"), ("time", "1467631500", "number"), ("prep", "-5", "number"),
])
func `numbers are minutes if their name and all values allow it`(
  key: String, value: String, kind: String
) throws {
  let schema = try feed(#"[{"name":"Pie","\#(key)":\#(value)},{"name":"Tart","\#(key)":5}]"#)
    .catalog.schema
  #expect(schema.fields.map(\.kind.rawValue) == ["text", kind])
}
