import Diagnostics
import Feeds

/// The audit of one feed.
struct LintedFeed: Sendable {
  /// The source, for display.
  var source: String
  /// The profile; nil if the feed could not be read.
  var profile: String?
  var findings = CappedList<LintFinding>()
  var outline: FeedOutline?
  /// The error if the feed could not be read, and the exit status for it.
  var failure: (message: String, status: RunStatus)?
  /// Whether the feed was compared with a baseline.
  var isCompared = false
  /// The number of links and of those checked; nil if links were not to be checked.
  var links: (tried: Int, count: Int)?
  /// Whether the user interrupted the check of links.
  var isStopped = false

  /// The rules that were checked.
  var rules: [LintRule] {
    LintRule.allCases.filter { rule in
      switch rule.group {
      case .feed: true
      case .contract: isCompared
      case .links: links.map { $0.tried > 0 || $0.count == 0 } ?? false
      }
    }
  }

  /// Returns the number of findings with a severity.
  func count(_ severity: LintSeverity) -> Int { findings.count { $0.severity == severity } }

  /// Returns the number of findings that make the audit fail.
  ///
  /// Notes do so only with `--strict`.
  func countsAgainst(isStrict: Bool) -> Int {
    // Further pages are not a defect of the feed.
    findings.count { isStrict && $0.rule != .furtherPages || $0.severity != .note }
  }
}

/// The output form of an audit.
package enum LintForm: String, Sendable, CaseIterable {
  case text, json, junit
}

/// The parameters of an audit.
package struct LintRequest: Sendable {
  package var feeds: [String]
  /// The profile to read the feeds with; nil to detect it.
  package var profile: String?
  /// The output form; nil for the format of results.
  package var form: LintForm?
  package var triesLinks = false
  /// Whether text lists all findings that reports in JSON list, not only the first of each rule.
  package var listsAll = false
  /// An earlier feed or a saved report to compare with.
  package var baseline: String?
  /// The path at which to save the report as JSON.
  package var savePath: String?

  package init(feeds: [String]) { self.feeds = feeds }
}
