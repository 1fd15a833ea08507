import Diagnostics
import Feeds
import Terminal
import Text

/// An audit in the XML format of JUnit, with a suite for each feed and a test case for each rule.
struct JUnitReport {
  let feeds: [LintedFeed]
  /// Whether notes are failures.
  let isStrict: Bool

  /// The document.
  var text: String {
    let failures = feeds.map { failedRules(of: $0).count }.reduce(0, +)
    let errors = feeds.count { !$0.isRead }
    let tests = feeds.map { self.tests(of: $0) }.reduce(0, +)
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="larder lint" tests="\(tests)" failures="\(failures)" errors="\(errors)">
      \(feeds.map { suite($0) }.joined())</testsuites>

      """
  }

  private func tests(of feed: LintedFeed) -> Int { feed.isRead ? feed.rules.count : 1 }

  private func suite(_ feed: LintedFeed) -> String {
    let cases = feed.isRead ? feed.rules.map { testCase($0, feed) }.joined() : unread(feed)
    return """
        <testsuite name="\(xml(feed.source))" tests="\(tests(of: feed))" \
      failures="\(failedRules(of: feed).count)" errors="\(feed.isRead ? 0 : 1)">
      \(cases)  </testsuite>

      """
  }

  private func failedRules(of feed: LintedFeed) -> Set<LintRule> {
    feed.isRead ? Set(feed.findings.elements.filter { isFailure($0.group) }.map(\.rule)) : []
  }

  private func isFailure(_ group: LintFinding.Group) -> Bool {
    isStrict || group.severity != .note
  }

  private func unread(_ feed: LintedFeed) -> String {
    let message = xml(feed.failure?.message ?? "")
    return """
          <testcase classname="\(xml(feed.source))" name="readable">
            <error message="\(message)"/>
          </testcase>

      """
  }

  private func testCase(_ rule: LintRule, _ feed: LintedFeed) -> String {
    let start = "    <testcase classname=\"\(xml(feed.source))\" name=\"\(rule.rawValue)\""
    let findings = feed.findings.elements.filter { $0.rule == rule }
    if findings.isEmpty { return start + "/>\n" }
    let failures = findings.filter { isFailure($0.group) }
    let notes = findings.filter { !isFailure($0.group) }
    let count = feed.findings.count { $0.rule == rule && isFailure($0) }
    let omitted = feed.findings.omitted.filter { $0.group.rule == rule }
    let failureLines = lines(failures, omitted.filter { isFailure($0.group) }, feed)
    let noteLines = lines(notes, omitted.filter { !isFailure($0.group) }, feed)
    return start + ">\n"
      + (failures.isEmpty
        ? ""
        : "      <failure message=\"\(xml(title(failures, count)))\" type=\"\(rule.rawValue)\">"
          + "\(failureLines)</failure>\n")
      + (notes.isEmpty ? "" : "      <system-out>\(noteLines)</system-out>\n")
      + "    </testcase>\n"
  }

  private func title(_ findings: [LintFinding], _ count: Int) -> String {
    count == 1 ? findings[0].message : "\(count) places: \(findings[0].message)"
  }

  private func lines(
    _ findings: [LintFinding], _ omitted: [(group: LintFinding.Group, count: Int)],
    _ feed: LintedFeed
  ) -> String {
    let lines =
      findings.map { $0.line(in: feed.source) }
      + omitted.map { $0.group.line(omitting: $0.count, in: feed.source) }
    return xml(lines.map(\.plain).joined(separator: "\n"), keepingLines: true)
  }
}

extension LintedFeed {
  /// Whether rules were checked.
  ///
  /// A document that is not a feed violates one of them.
  fileprivate var isRead: Bool { failure == nil || !findings.elements.isEmpty }
}

/// Escapes a text for XML 1.0, and replaces characters that XML does not allow.
func xml(_ text: String, keepingLines: Bool = false) -> String {
  var out = ""
  for scalar in harmless(text, keepingLines: keepingLines).unicodeScalars {
    switch scalar {
    case "&": out += "&amp;"
    case "<": out += "&lt;"
    case ">": out += "&gt;"
    case "\"": out += "&quot;"
    case "'": out += "&apos;"
    case "\u{FFFE}", "\u{FFFF}": out += "\u{FFFD}"
    default: out.unicodeScalars.append(scalar)
    }
  }
  return out
}
