import Catalog
import Feeds
import Synchronization
import Testing
import World

/// A recipes feed with some records.
private func recipes(_ records: String...) -> [UInt8] {
  Array("{\"recipes\":[\(records.joined(separator: ","))]}".utf8)
}

private let pie =
  #"{"uuid":"0c6ca6e7-e32a-4053-b824-1dbf749910d8","name":"Pie","cuisine":"British","photo_url_large":"https://x.example/l.jpg","source_url":"https://x.example/pie","youtube_url":null}"#
private let nameless = #"{"uuid":"599344f4-3c5c-4cca-b914-2210e3b3312f","cuisine":"British"}"#

@Test
func `a recipes feed is detected and mapped`() throws {
  let feed = try Feed(recipes(pie))
  #expect(feed.profile == "recipes")
  let catalog = feed.catalog
  #expect(
    catalog.schema.fields.map(\.name) == [
      "id", "name", "cuisine", "photo", "thumbnail", "source", "video",
    ])
  #expect(catalog.name(0) == "Pie")
  #expect(catalog.value(5, 0) == .text("https://x.example/pie"))
  #expect(catalog.value(6, 0) == nil)
  #expect(try feed.problems().isEmpty)
  #expect(try feed.source(of: 0).text == pie)
}

@Test
func `lenient reading accepts valid rows and locates malformed ones`() throws {
  let feed = try Feed(Array("{\n \"recipes\": [\n  \(pie),\n  \(nameless)\n ]\n}".utf8))
  #expect(feed.catalog.count == 1)
  let problem = try #require(feed.problems().first)
  #expect(problem.index == 1)
  #expect(problem.path == "$.recipes[1].name")
  #expect((problem.line, problem.column) == (4, 3))
  #expect(problem.severity == .error)
  #expect(problem.reason == "has no `name`")
  #expect(problem.found == nil)
}

@Test
func `strict reading fails and reports the first malformed record`() {
  #expect {
    try Feed(recipes(pie, nameless, nameless), FeedReading(isStrict: true))
  } throws: { error in
    guard case FeedError.strict(let problem, let count) = error else { return false }
    return problem.index == 1 && count == 2
  }
}

@Test(arguments: [
  (
    #"{"uuid":"0c6ca6e7-e32a-4053-b824-1dbf749910d8","name":7,"cuisine":"x"}"#, "error",
    "`name` is a number, not a text", "7"
  ),
  (
    #"{"uuid":"0c6ca6e7-e32a-4053-b824-1dbf749910d8","name":"  ","cuisine":"x"}"#, "error",
    "`name` is empty", #""  ""#
  ),
  (
    #"{"uuid":"0c6ca6e7-e32a-4053-b824-1dbf749910d8","name":null,"cuisine":"x"}"#, "error",
    "`name` is null", "null"
  ),
  (
    #"{"uuid":"0c6ca6e7-e32a-4053-b824-1dbf749910d8","name":["a"],"cuisine":"x"}"#, "error",
    "`name` is a list, not a text", #"["a"]"#
  ),
  (#""text""#, "error", "is a text, not an object", #""text""#),
  (#"{"uuid":"u","name":"a","cuisine":"x"}"#, "note", "`uuid` is not a UUID", #""u""#),
  (
    #"{"uuid":"0c6ca6e7-e32a-4053-b824-1dbf749910d8","name":"a","cuisine":"x","source_url":"javascript:alert(1)"}"#,
    "note", "`source_url` is not an http or https link", #""javascript:alert(1)""#
  ),
  (
    #"{"uuid":"0c6ca6e7-e32a-4053-b824-1dbf749910d8","name":"a","name":"b","cuisine":"x"}"#, "note",
    "has `name` more than once; the last one counts", #""name""#
  ),
  (
    #"{"uuid":"0c6ca6e7-e32a-4053-b824-1dbf749910d8","name":"a","cuisine":"x","source_url":7}"#,
    "note", "`source_url` is a number, not a text", "7"
  ),
])
func `a problem has a reason and the offending text`(
  record: String, severity: String, reason: String, found: String
) throws {
  let problem = try #require(try Feed(recipes(record)).problems().first)
  #expect(problem.severity.rawValue == severity)
  #expect(problem.reason == reason)
  #expect(problem.found == found)
}

@Test
func `the last of two equal keys is used`() throws {
  let feed = try Feed(
    recipes(#"{"uuid":"0c6ca6e7-e32a-4053-b824-1dbf749910d8","name":"a","name":"b","cuisine":"x"}"#)
  )
  #expect(feed.catalog.name(0) == "b")
}

@Test(arguments: [
  (#"{"links":[{"rel":"next","href":"x"}],"results":[{"title":"A"},{"title":"B"}]}"#, ["A", "B"]),
  (#"{"warnings":[{"message":"slow"}],"facets":[{"key":"k"}],"data":[{"name":"A"}]}"#, ["A"]),
  (#"{"data":[{"name":"A"}],"included":[{"name":"B"}]}"#, ["A"]),
  (#"{"links":[{"title":"L"}],"tags":[{"name":"T"}]}"#, ["L"]),
  (#"{"links":[{"name":"L","url":"u","rel":"me"}],"tags":[{"name":"T"}]}"#, ["L"]),
  (#"{"warnings":[{"id":1,"title":"Ice"}],"regions":[{"id":1,"name":"N"}]}"#, ["Ice"]),
  (#"{"errors":[{"name":"E"}],"data":[1]}"#, ["E"]), (#"{"columns":[{"name":"C"}]}"#, ["C"]),
])
func `a side list is skipped if another list follows`(
  text: String, names: [String]
) throws {
  let catalog = try Feed(Array(text.utf8)).catalog
  #expect((0..<catalog.count).map { catalog.name($0) } == names)
}

@Test(arguments: [
  ("", "the feed has no content"), ("  \n", "the feed has no content"),
  ("<!DOCTYPE html><p>Sign in", "web page"), ("\u{FEFF}", "the feed has no content"),
  ("{}", "no list of records"), (#"{"a":1}"#, "no list of records"), ("7", "no list of records"),
  (#"{"a":[1,2]}"#, "no list of records"), ("{ \"🙀\" }", "line 1, column 7"),
  (#"{"recipes":[{"name":"a""#, "the text ends here"), ("[{}] x", "more after the end"),
  (#"[{"a":"\q"}]"#, "byte 7"), (#"[{"a":01}]"#, "byte 7"), (#"[{"a":1,}]"#, "byte 8"),
  ("[{\"a\":\"b\nc\"}]", "raw control character"), (#"[{"a":nul}]"#, "a value was expected"),
])
func `a document that is not a feed is rejected with a location`(text: String, expected: String) {
  #expect {
    try Feed(Array(text.utf8))
  } throws: { error in
    ((error as? FeedError)?.message ?? "").contains(expected)
  }
}

@Test
func `a byte that is not UTF-8 is located`() {
  let bytes = Array(#"[{"a":"ok"},{"a":"x"#.utf8) + [0xFF] + Array(#""}]"#.utf8)
  #expect(
    throws: FeedError.malformed(reason: "the text is not UTF-8", offset: 19, line: 1, column: 20)
  ) {
    try Feed(bytes)
  }
}

@Test(arguments: [1000, 100_000])
func `excessive nesting is rejected`(depth: Int) {
  let text = "[{\"a\":" + String(repeating: "[", count: depth)
  #expect(throws: FeedError.self) { try Feed(Array(text.utf8)) }
}

@Test(arguments: [
  (#""\u00e9\ud83c\udf55\/""#, "é🍕/"), (#""\ud800""#, "\u{FFFD}"),
  (#""\ud800\u0041""#, "\u{FFFD}A"),
  (#""a\tb\u0000c""#, "a\tb\u{0}c"),
])
func `escapes are decoded as RFC 8259 specifies`(json: String, expected: String) throws {
  let feed = try Feed(Array("[{\"name\":\(json)}]".utf8))
  #expect(feed.catalog.name(0) == expected)
}

/// A file that can be marked as changed.
private final class ChangingFile: ReadableFile {
  private let bytes: [UInt8]
  private let state = Atomic(false)

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var count: Int { bytes.count }
  var hasChanged: Bool { state.load(ordering: .relaxed) }

  func change() { state.store(true, ordering: .relaxed) }

  func read(
    at offset: Int, into buffer: inout [UInt8], _ range: Range<Int>
  ) throws(FileError) -> Int {
    try InMemoryFile(bytes).read(at: offset, into: &buffer, range)
  }
}

@Test(arguments: [1, 2])
func `reading from a changed document throws`(pages: Int) throws {
  let files = (0..<pages).map { _ in ChangingFile(recipes(pie, nameless)) }
  let feed = try Feed(files)
  let problem = try #require(feed.problems().first)
  #expect(try feed.source(of: 0).text == pie)
  files[pages - 1].change()
  let fault = FileError(path: "the feed", reason: .changed)
  #expect(throws: fault) { try feed.source(of: 0) }
  #expect(throws: fault) { try feed.record(of: problem) }
  #expect(throws: fault) { try feed.problems() }
}
