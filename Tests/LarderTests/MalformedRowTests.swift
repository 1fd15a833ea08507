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
}

extension Sequence {
  /// The elements at the end for which a condition holds.
  fileprivate func suffix(while holds: (Element) -> Bool) -> [Element] {
    reversed().prefix(while: holds).reversed()
  }
}
