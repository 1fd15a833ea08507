import HTTPCache
import Diagnostics
import FeedLoading
import Feeds
import SessionStore
import Text
import World

/// The feeds to compare with: an earlier feed, or the feeds of a saved report.
struct Baseline: Sendable {
  /// A feed as it was: its source, its profile, and its outline.
  struct Entry: Sendable {
    var source: String
    var profile: String?
    var outline: FeedOutline
  }

  var entries: [Entry]

  /// Returns the entry to compare a feed with; nil if there are several, none of which has that source.
  func entry(of source: String) -> Entry? {
    entries.first { $0.source == source } ?? (entries.count == 1 ? entries.first : nil)
  }

  /// Returns the changes of a feed since the baseline.
  ///
  /// - Throws: ``Failure`` if the baseline has several feeds, none of which has that source.
  func changes(to outline: FeedOutline, of source: String) throws -> [LintFinding] {
    guard let before = entry(of: source) else {
      throw Failure("the baseline has no feed \(harmless(source))", status: .noInput)
    }
    return outline.changes(since: before.outline)
  }
}

extension Baseline {
  /// Parses a report written by `larder lint --save`; nil for other documents.
  init?(report: JSONValue) {
    guard case .array(let feeds) = report["feeds"] else { return nil }
    entries = feeds.compactMap { feed in
      guard case .string(let source) = feed["source"], let outline = FeedOutline(report: feed)
      else { return nil }
      var entry = Entry(source: source, outline: outline)
      if case .string(let profile) = feed["profile"] { entry.profile = profile }
      return entry
    }
    if entries.isEmpty { return nil }
  }
}

extension FeedOutline {
  /// Parses the outline of a feed in a saved report.
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
        return Field(name, type, present: present, rejected: field["rejected"]?.count ?? 0)
      })
  }
}

extension JSONValue {
  /// The value as a count; nil if it is not one.
  fileprivate var count: Int? {
    guard case .number(let number) = self else { return nil }
    return Int(exactly: number).flatMap { $0 >= 0 ? $0 : nil }
  }
}

extension FeedAudit {
  /// The maximum size of a saved report, in bytes.
  private static let reportLimit = 64 << 20

  /// Reads the baseline from a feed or a saved report.
  func baseline(_ source: String, as profile: String?) throws -> Baseline {
    let origin = try directory.origin(of: FeedRequest(source: source))
    if !loader.isJoined(origin.location),
      let report = try savedReport(try loader.download(origin, .standard).file)
    {
      return report
    }
    var baseline = Baseline(entries: [])
    try readForLint(source, as: profile) { name, read, _ in
      do throws(FeedError) {
        let feed = try read.get()
        baseline.entries.append(
          Baseline.Entry(source: name, profile: feed.profile, outline: FeedOutline(feed)))
      } catch {
        throw Failure("the baseline \(harmless(name)): \(error.message)", status: .notAFeed)
      }
    }
    return baseline
  }

  private func savedReport(_ file: any ReadableFile) throws(FileError) -> Baseline? {
    guard file.count <= Self.reportLimit else { return nil }
    var bytes = [UInt8](repeating: 0, count: file.count)
    let count = try file.read(at: 0, into: &bytes, 0..<bytes.count)
    bytes.removeLast(bytes.count - count)
    // A report begins with its feeds. Checking for that avoids parsing a feed twice.
    guard bytes.prefix(256).firstRange(of: Array("\"feeds\"".utf8)) != nil else { return nil }
    return JSONValue(json: bytes).flatMap { Baseline(report: $0) }
  }
}
