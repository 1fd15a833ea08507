import Catalog
import Synchronization
import TestSupport
import Testing
import Text
import World

@testable import Feeds

private let long = String(repeating: "Ä", count: 1 << 19) + "!"

private func feed(_ text: String) throws -> Feed { try Feed(Array(text.utf8)) }

@Test(arguments: [
  (#"{"name":"LONG","time":5}"#, "$[1].name", "`name`"),
  (#"{"name":"Pie","cuisine":"LONG"}"#, "$[1].cuisine", "`cuisine`"),
  (#"{"name":"Pie","tags":["a","LONG"]}"#, "$[1].tags", "`tags`"),
])
func `a name, facet or keyword of more than 1 MB makes its record malformed`(
  record: String, path: String, key: String
) throws {
  let text = "[{\"name\":\"Soup\"},\(record.replacing("LONG", with: long))]"
  let feed = try feed(text)
  #expect(feed.catalog.count == 1 && feed.malformedCount == 1)
  let problems = try feed.problems()
  #expect(problems.map(\.path) == [path] && problems.first?.severity == .error)
  #expect(problems.map(\.reason) == ["\(key) is longer than 1 MB"])
}

@Test func `a mapped name or keyword of more than 1 MB makes its record malformed`() throws {
  let id = "0c6ca6e7-e32a-4053-b824-1dbf74100000"
  let records = [
    #"{"uuid":"\#(id)","name":"LONG","cuisine":"Thai"}"#,
    #"{"uuid":"\#(id)","name":"Pie","cuisine":"LONG"}"#,
  ].map { $0.replacing("LONG", with: long) }
  let feed = try feed("{\"recipes\":[\(records.joined(separator: ","))]}")
  #expect(feed.catalog.count == 0 && feed.malformedCount == 2)
  #expect(try feed.problems().map(\.path) == ["$.recipes[0].name", "$.recipes[1].cuisine"])
}

@Test func `a long description, and a name of 1 MB, are rows`() throws {
  let name = String(repeating: "n", count: 1 << 20)
  let feed = try feed(#"[{"name":"\#(name)"},{"name":"Pie","description":"\#(long)"}]"#)
  #expect(feed.catalog.count == 2 && feed.malformedCount == 0)
  let field = try #require(feed.catalog.schema.index(of: "description"))
  #expect(feed.catalog.name(1) == "Pie" && feed.catalog.value(field, 1) == .text(long))
}

@Test func `texts that grow more than three-fold without case and accents are refused`() throws {
  // Without case and accents, this letter has 33 bytes instead of 3.
  let letters = String(repeating: "\u{FDFA}", count: 300_000)
  let fields = [
    "description": "\"\(letters)\(letters)\(letters)\"",
    "tags": "[\((1...4).map { "\"\($0)\(letters)\"" }.joined(separator: ","))]",
  ]
  for (field, value) in fields {
    let refusal = FeedError.notAFeed(
      "the texts of `\(field)` are too large to search: "
        + "their search index would exceed 4 GB, or three times their size")
    #expect(throws: refusal) { try feed(#"[{"name":"Pie","\#(field)":\#(value)}]"#) }
  }
  let accepted = try feed(#"[{"name":"Pie","description":"\#(letters)"}]"#)
  #expect(accepted.catalog.count == 1)
}

@Test func `unpacking ends soon after it was canceled`() throws {
  // Two megabytes of zeros in stored blocks (RFC 1951, section 3.2.4), unpacked in pieces of 256 KB.
  let block: [UInt8] = [0, 0xFF, 0xFF, 0, 0] + [UInt8](repeating: 0x20, count: 0xFFFF)
  var packed: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
  for _ in 0..<32 { packed += block }
  let calls = Counter()
  var reading = FeedReading()
  reading.isStopped = { calls.next() > 2 }
  #expect(throws: FeedError.stopped) { try Feed(packed, reading) }
  #expect(calls.next() == 4)
}

@Test func `reading can be canceled after the last record, too`() throws {
  let text = Array(#"[{"name":"Pie"}]"#.utf8)
  let calls = Counter()
  var reading = FeedReading()
  reading.isStopped = {
    _ = calls.next()
    return false
  }
  _ = try Feed(text, reading)
  let (count, again) = (calls.next() - 1, Counter())
  reading.isStopped = { again.next() == count }
  #expect(throws: FeedError.stopped) { try Feed(text, reading) }
}

@Test func `storing rows can be canceled at each step, and leaves no file`() throws {
  let names = (0..<6000).map { "{\"name\":\"Soup \($0 * 7919 % 6000)\",\"tags\":[\"t\($0)\"]}" }
  let document = NamedBytes(
    name: "soups", held: InMemoryFile(Array("[\(names.joined(separator: ","))]".utf8)))
  let folder = try TemporaryFolder()
  func load(stoppingAt limit: Int) throws -> Int {
    let calls = Counter()
    var reading = FeedReading()
    reading.isStopped = { calls.next() >= limit }
    let snapshot = FeedSnapshot(folder.path + "/soups.rows", of: document, reading)
    _ = try Feed(document, reading, snapshot: snapshot)
    return calls.next() - 1
  }
  let count = try load(stoppingAt: .max)
  for name in try folder.names() { removeAll(folder.path + "/" + name) }
  for step in Array(stride(from: 1, to: count, by: max(1, count / 30))) + [count] {
    #expect(throws: FeedError.stopped, "at call \(step) of \(count)") {
      try load(stoppingAt: step)
    }
  }
  #expect(try folder.names() == [])
}

/// Counts calls from any thread.
private final class Counter: Sendable {
  private let count = Mutex(0)

  func next() -> Int {
    count.withLock {
      $0 += 1
      return $0
    }
  }
}
