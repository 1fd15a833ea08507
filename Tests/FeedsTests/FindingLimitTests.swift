import Catalog
import TestSupport
import Testing
import Text
import World

@testable import Feeds

/// A feed of some records, read by one thread, or in sections by two.
private func feed(_ records: [String], threads: Int = 1) throws -> Feed {
  let options = ScanOptions(
    chunkSize: 4000, threads: threads, splitAbove: 0, recordsBeforeSplit: 50, sections: 4)
  return try Feed(document(records), FeedReading(options: options))
}

private func document(_ records: [String]) -> InMemoryFile {
  InMemoryFile(Array("{\"recipes\":[\n\(records.joined(separator: ",\n"))\n]}".utf8))
}

/// A valid recipe with further members.
private func record(_ number: Int, _ members: String...) -> String {
  let id = "0c6ca6e7-e32a-4053-b824-1dbf74\(100_000 + number)"
  let name = members.contains { $0.hasPrefix("\"name\"") } ? [] : ["\"name\":\"Dish \(number)\""]
  let all = ["\"uuid\":\"\(id)\"", "\"cuisine\":\"Thai\""] + name + members
  return "{\(all.joined(separator: ","))}"
}

@Test(arguments: [1, 2])
func `of 5000 malformed records the first 1000 are located and all are counted`(
  threads: Int
) throws {
  // A second thread starts only after the first batch, which determines the record separator.
  let records = (0..<6000).map { $0 < 100 || $0 % 10 == 0 ? record($0) : "7" }
  let bad = records.indices.filter { records[$0] == "7" }
  let feed = try feed(records, threads: threads)
  let problems = try feed.problems()
  #expect(problems.map(\.index) == Array(bad.prefix(1000)))
  #expect(
    problems.allSatisfy { $0.line == ($0.index ?? 0) + 2 && $0.column == 1 && $0.found == "7" })
  #expect(
    feed.omittedProblems == [
      OmittedProblems(rule: .brokenRecord, severity: .error, count: bad.count - 1000)
    ])
  #expect(feed.malformedCount == bad.count && feed.recordCount == 6000)
  #expect(feed.report.findings.count == 1000)
  let rows = (0..<feed.catalog.count).map { feed.index(of: $0) }
  #expect(rows.sorted() == records.indices.filter { records[$0] != "7" })
}

@Test func `a feed with 1000 problems of a kind lists them all`() throws {
  let feed = try feed((0..<1000).map { _ in "7" })
  #expect(try feed.problems().count == 1000)
  #expect(feed.omittedProblems.isEmpty && feed.malformedCount == 1000)
}

@Test(arguments: [1, 2])
func `problems of one kind do not displace those of another`(threads: Int) throws {
  let records =
    (0..<5000).map { number in
      switch number % 5 {
      case 0: record(number, "\"cuisine\":\"Thai\"")
      case 1: record(number, "\"name\":null")
      case 2: record(number, "\"source_url\":\"/dish\"")
      case 3: record(number, "\"more\":1", "\"more\":2")
      default: record(number)
      }
    } + [record(5000, "\"name\":\" \""), "[]"]
  let feed = try feed(records, threads: threads)
  let kinds = Dictionary(grouping: try feed.problems(), by: \.kind).mapValues(\.count)
  #expect(kinds == [.repeated: 1000, .null: 1000, .relativeLink: 1000, .empty: 1, .notAnObject: 1])
  #expect(
    feed.omittedProblems == [OmittedProblems(rule: .repeatedKey, severity: .note, count: 1000)])
  #expect(feed.malformedCount == 1002 && feed.noteCount == 3000)
}

@Test func `counts survive a snapshot and an encoded report`() throws {
  let records = (0..<5000).map { $0 % 3 == 0 ? "7" : record($0, "\"source_url\":\"x\"") }
  let file = try SnapshotFile(Array("{\"recipes\":[\(records.joined(separator: ","))]}".utf8))
  let feed = try Feed(file.document)
  let reopened = try #require(file.reopened())
  #expect(reopened.report == feed.report)
  #expect(try reopened.problems() == feed.problems())
  #expect(reopened.omittedProblems == feed.omittedProblems && feed.omittedProblems.count == 2)
  #expect(reopened.malformedCount == 1667 && reopened.noteCount == 3333)
  let encoded = feed.report.encoded
  for length in stride(from: 0, to: encoded.count, by: encoded.count / 97) {
    #expect(FeedReport(encoded: Array(encoded[..<length])) == nil)
  }
}

@Test func `texts encoded twice are listed up to the limit and all are counted`() throws {
  let records = (0..<1500).map {
    record($0, "\"name\":\"NaleÅ›niki \($0)\"", "\"note\":\"CrÃ¨me\"")
  }
  let feed = try feed(records)
  let problems = try feed.problems()
  // Both fields of a record come in succession.
  #expect(problems.map(\.index) == (0..<1000).map { $0 / 2 })
  #expect(feed.noteCount == 3000 && feed.omittedProblems.map(\.count) == [2000])
}

@Test func `repeated ids are listed up to the limit and all are counted`() throws {
  let records = (0..<2500).map { _ in record(1) }
  let feed = try feed(records)
  #expect(try feed.problems().map(\.index) == Array(1...1000))
  #expect(feed.noteCount == 2499)
  #expect(
    feed.omittedProblems == [OmittedProblems(rule: .duplicateID, severity: .note, count: 1499)])
}

@Test(arguments: [100, 4000, 1 << 20])
func `repeated keys of one record are listed up to the limit`(size: Int) throws {
  let members = (0..<5000).map { "\"name\":\"\($0)\"" }.joined(separator: ",")
  let records = [
    record(1, "\"name\":\"a\"", members), record(2, "\"name\":\"a\"", "\"name\":\"b\""),
  ]
  let sink = try #require(
    try scan(document(records), as: nil, options: ScanOptions(chunkSize: size)) { _, _ in
      RepeatSink()
    }
  ).sink
  #expect(sink.listed == 1001 && sink.further == 4000)
  let feed = try Feed(document(records), FeedReading(options: ScanOptions(chunkSize: size)))
  let problems = try feed.problems()
  #expect(problems.count == 1000 && problems.allSatisfy { $0.index == 0 })
  #expect(zip(problems, problems.dropFirst()).allSatisfy { $0.offset < $1.offset })
  #expect(feed.noteCount == 5001)
}

/// Counts repeated keys.
private struct RepeatSink: RecordSink {
  let keys = ["name"]
  let wantsOtherMembers = false
  var (listed, further) = (0, 0)

  mutating func take(_ batch: RecordBatch, in text: RawSpan, at base: Int) -> Bool {
    listed += batch.repeats.count
    further += batch.furtherRepeats.reduce(0) { $0 + $1.count }
    return true
  }

  func sibling() -> RepeatSink { RepeatSink() }

  mutating func append(_ later: consuming RepeatSink) {
    listed += later.listed
    further += later.further
  }
}

@Test func `the pages of a feed share one limit`() throws {
  let page = document((0..<800).map { $0 % 8 == 0 ? record($0) : "7" })
  let feed = try Feed([page, page])
  #expect(feed.malformedCount == 1400)
  let broken = try feed.problems().filter { $0.kind == .notAnObject }
  #expect(broken.count == 1000 && broken.last?.index == 800 + 342)
  #expect(feed.omittedProblems.map(\.count) == [400])
}

@Test func `strict reading reports the first error after any number of notes`() throws {
  let records = (0..<3000).map { record($0, "\"source_url\":\"x\"") } + ["7", "7"]
  let error = #expect(throws: FeedError.self) {
    try Feed(document(records), FeedReading(isStrict: true))
  }
  guard case .strict(let problem, let count) = error else {
    Issue.record("\(String(describing: error))")
    return
  }
  #expect(problem.index == 3000 && count == 2)
}

@Suite struct LintLimitTests {
  private func counts(_ feed: Feed) throws -> (listed: [LintRule: Int], all: [LintRule: Int]) {
    let findings = try feed.lint()
    let all = LintRule.allCases.map { rule in (rule, findings.count { $0.rule == rule }) }
    return (
      Dictionary(grouping: findings.elements, by: \.rule).mapValues(\.count),
      Dictionary(uniqueKeysWithValues: all.filter { $0.1 > 0 })
    )
  }

  @Test func `an audit lists the first 1000 findings of a rule and counts the others`() throws {
    let records = (0..<2500).map { number in
      record(number, "\"source_url\":\"http://a.example/\(number)\"", "\"note\":\"\"")
    }
    let feed = try feed(records)
    let findings = try feed.lint()
    let plain = findings.elements.filter { $0.rule == .plainLink }
    #expect(plain.map(\.record) == Array(0..<1000))
    #expect(plain.allSatisfy { $0.line == ($0.record ?? 0) + 2 })
    #expect(findings.omitted.first { $0.group.rule == .plainLink }?.count == 1500)
  }

  @Test(arguments: [900, 1000, 1001, 1800])
  func `findings of both reading and auditing count once`(count: Int) throws {
    let records = (0..<count).map { number in
      record(
        number, "\"source_url\":\"ftp://a.example/\(number)\"",
        "\"page\":\"http://b.example\\\\@c.example/\(number)\"",
        "\"again\":\"http://b.example\\\\@c.example/\(number)\"",
        "\"photo_url_large\":\"//p.example/\(number)\"")
    }
    let (listed, all) = try counts(feed(records))
    // The same text in two fields is reported once.
    #expect(all == [.unsafeLink: 2 * count, .relativeLink: count], "\(all)")
    #expect(listed == [.unsafeLink: 1000, .relativeLink: min(1000, count)], "\(listed)")
  }

  @Test func `blank values and records without a picture are counted beyond the limit`() throws {
    let records = (0..<2000).map { number in
      record(
        number,
        number == 0
          ? "\"photo_url_large\":\"https://p.example/1\"" : "\"source_url\":\" \"")
    }
    let (listed, all) = try counts(feed(records))
    #expect(all == [.missingPicture: 1999, .blankValue: 1999], "\(all)")
    #expect(listed == [.missingPicture: 1000, .blankValue: 1000], "\(listed)")
  }
}

@Test func `encoded runs of skipped records give the same records as a plain list`() {
  for seed in 1...40 {
    var numbers = SeededNumbers(seed: seed)
    var runs = RecordRuns()
    var skipped: [Int] = []
    var count = 0
    for _ in 0..<numbers.below(20) {
      let batch = count..<count + numbers.below(9)
      let good = batch.filter { _ in numbers.below(3) > 0 }
      if seed % 2 == 0 {
        runs.append(batch, but: good)
      } else {
        var later = RecordRuns()
        later.append(0..<batch.count, but: good.map { $0 - count })
        runs.append(later, after: count)
      }
      skipped += batch.filter { !good.contains($0) }
      count = batch.upperBound
    }
    #expect(runs.count == skipped.count)
    #expect(runs.ranges.flatMap { Array($0) } == skipped)
    let rows = (0..<count).filter { !skipped.contains($0) }
    #expect(rows.indices.map { runs.index(ofOther: $0) } == rows)
    for record in 0...count {
      #expect(runs.contains(record) == skipped.contains(record))
      #expect(runs.count(before: record) == skipped.count { $0 < record })
    }
    var writer = BinaryWriter()
    runs.put(in: &writer)
    var reader = BinaryReader(writer.bytes)
    #expect(RecordRuns(from: &reader) == runs && reader.isAtEnd)
  }
}
