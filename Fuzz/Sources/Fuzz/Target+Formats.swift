import Catalog
import Feeds
import Formats
import Text
import World

/// Files of other programs, and archives of them.
extension Target {
  /// The records of a file are JSON, whatever its name says it is, and each row has its source.
  func readFormat(_ bytes: [UInt8]) {
    let names = ["a.cook", "a.csv", "a.json", "a.md", "a.mmf", "a.mxp", "a.rk", "a.xml", "a.html"]
    let file = SourceFile(
      name: names[Int(bytes.first ?? 0) % names.count], bytes: Array(bytes.dropFirst()))
    do throws(FormatFault) {
      guard let found = try recordSource(of: file)?.records(of: file) else { return }
      for record in found.records {
        let text = record.value.bytes()
        precondition(JSONValue(json: text) != nil, "a record is not JSON")
        precondition(record.line > 0, "a record has no line")
      }
    } catch {
      precondition(!error.reason.isEmpty, "an error does not say why")
    }
    var joiner = FeedJoiner()
    guard
      let contents = try? FileContents.of(InMemoryFile(file.bytes), named: file.name, FeedReading())
    else { return }
    joiner.add(contents, named: file.name, from: RowSource("a", scope: "a"))
    guard let feed = try? joiner.feed(FeedReading()) else { return }
    for row in 0..<feed.catalog.count {
      precondition((try? feed.source(of: row)) != nil, "a row has no source")
    }
    _ = try? feed.problems()
  }

  /// A member of an archive has a name that stays in it, and no archive unpacks to more than it may.
  func readArchive(_ bytes: [UInt8]) {
    let limit = 1 << 20
    var total = 0
    // Most inputs are damaged.
    try? Archive.visit(InMemoryFile(bytes), Archive.Budget(total: limit, members: 1000)) {
      member, read in
      precondition(!member.name.hasPrefix("/") && !member.name.isEmpty, "a name leads out")
      precondition(!member.name.split(separator: "/").contains(".."), "a name leads out")
      total += try read(1 << 16)?.count ?? 0
      precondition(total <= limit, "the budget is exceeded")
    }
  }
}
