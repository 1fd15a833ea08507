import Diagnostics
import FeedLoading
import Feeds
import SessionStore
import Text
import World

/// What feeds are compared with: an earlier feed, or the feeds of a saved report.
struct Baseline: Sendable {
  /// The source of each feed, and what it was like.
  var outlines: [(source: String, outline: FeedOutline)]

  /// What has changed about a feed since.
  ///
  /// - Throws: ``Failure`` if the baseline has several feeds and none by that name.
  func changes(to outline: FeedOutline, of source: String) throws -> [LintFinding] {
    let same = outlines.first { $0.source == source }
    guard let before = same ?? (outlines.count == 1 ? outlines.first : nil) else {
      throw Failure("the baseline has no feed \(harmless(source))", status: .noInput)
    }
    return outline.changes(since: before.outline)
  }
}

extension Baseline {
  /// Reads a report that `larder lint --save` wrote; nil if it is something else.
  init?(report: JSONValue) {
    guard case .array(let feeds) = report["feeds"] else { return nil }
    outlines = feeds.compactMap { feed in
      guard case .string(let source) = feed["source"], let outline = FeedOutline(report: feed)
      else { return nil }
      return (source, outline)
    }
    if outlines.isEmpty { return nil }
  }
}

extension FeedOutline {
  /// What a feed of a saved report was like.
  fileprivate init?(report feed: JSONValue) {
    guard let records = feed["records"]?.count, case .array(let fields) = feed["fields"] else {
      return nil
    }
    self.init(
      records: records, rows: feed["rows"]?.count ?? records,
      fields: fields.compactMap { field in
        guard case .string(let name) = field["name"], case .string(let type) = field["type"],
          let present = field["present"]?.count
        else { return nil }
        return Field(name, type, present: present)
      })
  }
}

extension JSONValue {
  /// The value as a number of things; nil if it is none.
  fileprivate var count: Int? {
    guard case .number(let number) = self else { return nil }
    return Int(exactly: number).flatMap { $0 >= 0 ? $0 : nil }
  }
}

extension FeedAudit {
  /// The most bytes that a saved report may have.
  private static let reportLimit = 64 << 20

  /// Reads what feeds are to be compared with.
  func baseline(_ source: String) throws -> Baseline {
    let origin = try directory.origin(of: FeedRequest(source: source))
    let file = try loader.download(origin, .asKept).file
    if let report = try savedReport(file) { return report }
    do {
      let (feed, _) = try lintableFeed(source, as: nil)
      return Baseline(outlines: [(shownSource(source), FeedOutline(feed))])
    } catch let error as FeedError {
      throw Failure("the baseline \(harmless(source)): \(error.message)", status: .notAFeed)
    }
  }

  private func savedReport(_ file: any ReadableFile) throws(FileError) -> Baseline? {
    guard file.count <= Self.reportLimit else { return nil }
    var bytes = [UInt8](repeating: 0, count: file.count)
    let count = try file.read(at: 0, into: &bytes, 0..<bytes.count)
    bytes.removeLast(bytes.count - count)
    // A report names its feeds first; a feed need not be read twice to find out that it is none.
    guard bytes.prefix(256).firstRange(of: Array("\"feeds\"".utf8)) != nil else { return nil }
    return JSONValue(json: bytes).flatMap { Baseline(report: $0) }
  }
}
