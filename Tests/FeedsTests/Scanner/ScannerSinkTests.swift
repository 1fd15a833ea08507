import Catalog
import Feeds
import Synchronization
import Testing
import Text
import World

private func scanned(
  _ document: String, as profile: Profile? = nil, options: ScanOptions = ScanOptions(),
  into sink: GatheringSink
) throws -> Scan<GatheringSink>? {
  try scan(InMemoryFile(Array(document.utf8)), as: profile, options: options) { _, _ in sink }
}

@Test
func `a key that is spelled with escapes fills its slot, and a repeat is reported`() throws {
  let document = #"[{"\u0061":1,"a":2,"b":3,"\u0062":null,"x":4,"x":5}]"#
  var sink = GatheringSink(keys: ["a", "b"])
  sink.wantsOtherMembers = false
  let found = try scanned(document, into: sink)
  #expect(
    found?.sink.lines == [
      "record object@1+50'' [\"number@17+1\\'2\\'\", \"null@34+4\\'\\'\"][]"
        + "[\"text@14+1\\'a\\'\", \"escapedText@26+6\\'b\\'\"]"
    ])
}

@Test
func `a sink that needs no more ends the scan`() throws {
  let records = Array(repeating: "{\"a\":1}", count: 50).joined(separator: ",")
  let options = ScanOptions(chunkSize: 16)
  let sink = GatheringSink(keys: ["a"], enough: 2)
  let found = try scanned("[\(records), this is not JSON", options: options, into: sink)
  #expect(found?.sink.recordCount == 4)
  // A list without a profile must not hide a later list with one.
  let later = try scanned(
    "{\"x\":[\(records)],\"artObjects\":[{\"a\":2}]}", options: options, into: sink)
  #expect(later?.path == "$.artObjects")
  #expect(later?.sink.recordCount == 1)
}

@Test
func `the container of a requested profile selects the list`() throws {
  let mine = Profile(name: "mine", container: "data", mappings: [])
  let document = #"{"artObjects":[{"a":1}],"data":[{"a":2}]}"#
  let sink = GatheringSink(keys: ["a"])
  #expect(try scanned(document, as: mine, into: sink)?.path == "$.data")
  #expect(try scanned(document, into: sink)?.path == "$.artObjects")
}

/// A sink that requests the keys of the first record.
private struct LearningSink: RecordSink {
  var keys: [String] = []
  let wantsOtherMembers = true
  var shapes: [[JSONShape]] = []

  mutating func take(_ batch: RecordBatch, in text: RawSpan, at base: Int) -> Bool {
    for record in 0..<batch.count {
      shapes.append(keys.indices.map { batch.values[$0 * RecordBatch.capacity + record].shape })
    }
    if keys.isEmpty {
      keys = batch.others.map { other in
        var letters: [UInt8] = []
        decodeText(other.key, in: text, into: &letters)
        return String(decoding: letters, as: UTF8.self)
      }
    }
    return true
  }

  func sibling() -> LearningSink { LearningSink(keys: keys) }

  mutating func append(_ later: consuming LearningSink) { shapes += later.shapes }
}

@Test
func `a sink may request other keys for the next batch`() throws {
  let document = Array(#"[{"a":1,"b":""},{"b":2,"a":null},{"c":1,"b":true}]"#.utf8)
  let options = ScanOptions(chunkSize: 20, threads: 1)
  let found = try scan(InMemoryFile(document), as: nil, options: options) { _, _ in LearningSink() }
  #expect(found?.sink.shapes == [[], [.null, .number], [.absent, .yes]])
}

/// A file that reports a greater size than it has, or fails to read.
private struct BrokenFile: ReadableFile {
  let bytes = InMemoryFile(Array("[{\"a\":1},{\"a\":2}".utf8))
  let failure: FileError?
  var count: Int { 1000 }
  var identity: [UInt8]? { nil }

  func read(
    at offset: Int, into buffer: inout [UInt8], _ range: Range<Int>
  ) throws(FileError) -> Int {
    if let failure, offset > 8 { throw failure }
    return try bytes.read(at: offset, into: &buffer, range)
  }
}

@Test
func `a file that fails, shrinks or has an oversized record is rejected`() {
  let failure = FileError(path: "feed", reason: .notPermitted)
  let options = ScanOptions(chunkSize: 8)
  func fails(_ file: some ReadableFile, _ options: ScanOptions, _ expected: ScanError) {
    #expect(throws: expected) {
      try scan(file, as: nil, options: options) { _, _ in GatheringSink(keys: ["a"]) }
    }
  }
  fails(BrokenFile(failure: failure), options, .file(failure))
  fails(
    BrokenFile(failure: nil), options,
    .fault(JSONFault(offset: 16, reason: "the text ends here")))
  let long = Array("[{},{\"a\":\"\(String(repeating: "x", count: 300))\"}]".utf8)
  var narrow = ScanOptions(chunkSize: 8)
  narrow.recordLimit = 100
  fails(
    InMemoryFile(long), narrow,
    .fault(JSONFault(offset: 4, reason: "a record is longer than 0 MB")))
}

@Test(arguments: [1, 2])
func `a canceled scan stops`(threads: Int) {
  let document = Array("[\(Array(repeating: "{}", count: 5000).joined(separator: ","))]".utf8)
  let asked = Mutex(0)
  #expect(throws: ScanError.stopped) {
    try scan(
      InMemoryFile(document), as: nil,
      options: ScanOptions(chunkSize: 100, threads: threads, splitAbove: 0, recordsBeforeSplit: 10),
      isStopped: {
        asked.withLock { count in
          count += 1
          return count > 5
        }
      },
      makeSink: { _, _ in GatheringSink(keys: []) })
  }
}
