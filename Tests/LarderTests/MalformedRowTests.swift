import Foundation
import TestSupport
import Testing

@Suite struct MalformedRowTests {
  private static let set = "set show-malformed on; "

  @Test func `malformed records stand at the end of a listing, without numbers, and say why`()
    throws
  {
    let place = try Workplace()
    let feed = try place.file("feed.json", SampleFeed.malformed)
    let plain = try place.larder(feed, "-c", "list")
    #expect(!plain.output.contains("✗"))
    let run = try place.larder(feed, "-c", Self.set + "list")
    let last = run.output.split(separator: "\n").suffix(while: { $0.contains("✗") })
    #expect(!last.isEmpty && last.count == run.output.split(separator: "✗").count - 1)
    #expect(
      last.allSatisfy { $0.contains("has no `") || $0.contains("not a") || $0.contains("is ") })
  }

  @Test func `no command takes a malformed record for a row, and no program sees one`() throws {
    let place = try Workplace()
    let feed = try place.file("feed.json", SampleFeed.malformed)
    let count = try place.larder(feed, "-c", "count").lines[0]
    let run = try place.larder(
      feed, "-c", Self.set + "list; show \((Int(count) ?? 0) + 1)")
    #expect(run.status == 1)
    #expect(try !place.larder(feed, "--format", "csv", "-c", "list").output.contains("✗"))
    #expect(try !place.larder(feed, "-c", "filter cuisine=Italian; list").output.contains("✗"))
  }

  @Test func `a part of a large feed ends with its malformed rows, too`() throws {
    let place = try Workplace()
    let records = (1...400).map { number -> String in
      let link = "https://x.org/" + String(repeating: "x", count: 200)
      let id = "00000000-0000-4000-8000-" + String(format: "%012d", number)
      return
        #"{"name":\#(number == 9 ? "null" : "\"Soup\""),"cuisine":"Thai","uuid":"\#(id)","source_url":"\#(link)"}"#
    }
    let feed = try place.file("feed.json", #"{"recipes":[\#(records.joined(separator: ","))]}"#)
    _ = try place.larder("demo", "-c", "set show-malformed on")
    let run = try place.larder(feed, "-c", "list 398-1000")
    #expect(run.lines.contains { $0.contains("✗") }, "\(run.output)")
  }
}

extension Sequence {
  /// The elements at the end for which a condition holds.
  fileprivate func suffix(while holds: (Element) -> Bool) -> [Element] {
    reversed().prefix(while: holds).reversed()
  }
}
