import Diagnostics
import FeedLoading
import Feeds
import Output
import Text
import World

extension LintedFeed {
  /// The audit as JSON.
  var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("source", .string(source)), .init("profile", profile.map { .string($0) } ?? .null),
      .init("records", outline.map { .number(Double($0.records)) } ?? .null),
      .init("rows", outline.map { .number(Double($0.rows)) } ?? .null),
      .init("findings", .array(findings.elements.map(\.json))),
      .init("fields", .array((outline?.fields ?? []).map(\.json))),
    ]
    if !findings.omitted.isEmpty {
      members.append(.init("omitted", .array(findings.omitted.map { json($0.group, $0.count) })))
    }
    if let links {
      members.append(
        .init(
          "links",
          .object([
            .init("tried", .number(Double(links.tried))),
            .init("count", .number(Double(links.count))),
          ])))
    }
    if let failure { members.append(.init("error", .string(failure.message))) }
    return .object(members)
  }

  /// Returns the number of findings that are not listed, as JSON.
  private func json(_ group: LintFinding.Group, _ count: Int) -> JSONValue {
    .object([
      .init("rule", .string(group.rule.rawValue)),
      .init("severity", .string(group.severity.rawValue)), .init("count", .number(Double(count))),
    ])
  }
}

extension LintFinding {
  /// The finding as JSON.
  fileprivate var json: JSONValue {
    .object([
      .init("rule", .string(rule.rawValue)), .init("severity", .string(severity.rawValue)),
      .init("message", .string(message)), .init("line", .number(Double(line))),
      .init("column", .number(Double(column))),
      .init("offset", isTranslated ? .null : .number(Double(offset))),
      .init("path", isTranslated ? .null : .string(path)),
      .init("record", record.map { .number(Double($0)) } ?? .null),
      .init("found", found.map { .string($0) } ?? .null),
    ])
  }
}

extension FeedOutline.Field {
  fileprivate var json: JSONValue {
    .object(
      [
        .init("name", .string(name)), .init("type", .string(type)),
        .init("present", .number(Double(present))),
      ] + (rejected > 0 ? [.init("rejected", .number(Double(rejected)))] : []))
  }
}

extension FeedAudit {
  /// Returns an audit as a JSON document.
  static func document(_ feeds: [LintedFeed]) -> JSONValue {
    .object([.init("feeds", .array(feeds.map(\.json)))])
  }

  /// Saves a report as a baseline.
  ///
  /// Replacing a file that is not a report requires confirmation.
  func save(_ feeds: [LintedFeed], to path: String) throws {
    let bytes = Self.document(feeds).bytes(isPretty: true) + [0x0A]
    if path == "-" { return output.write(bytes) }
    let path = world.expandingHome(path)
    let isWritten = try world.files.writeNamed(bytes, to: path, isPrivate: true) { _ in
      try isReport(path)
        || output.confirms("\(path) exists and is not a lint report. Replace it?")
    }
    if !isWritten { throw Failure("\(harmless(path)) was not replaced") }
  }

  private func isReport(_ path: String) throws -> Bool {
    let start = try world.files.open(path, limit: FeedLoader.feedLimit)
    var bytes = [UInt8](repeating: 0, count: min(64, start.count))
    let count = try start.read(at: 0, into: &bytes, 0..<bytes.count)
    return String(decoding: bytes.prefix(count), as: UTF8.self).hasPrefix("{\n  \"feeds\": [")
  }
}
