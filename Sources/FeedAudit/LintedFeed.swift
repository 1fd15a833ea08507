import Diagnostics
import Feeds

/// What an audit has to say about one feed.
struct LintedFeed: Sendable {
  /// What was asked for, as it can be shown.
  var source: String
  /// The profile it was read by; nil if it could not be read.
  var profile: String?
  var findings = CappedList<LintFinding>()
  var outline: FeedOutline?
  /// Why the feed could not be read, if that is so, and what the run ends with for it.
  var failure: (message: String, status: RunStatus)?
  /// Whether it was compared with a baseline.
  var isCompared = false
  /// How many links there are and were tried, if they were to be.
  var links: (tried: Int, count: Int)?
  /// Whether the person stopped the trial of its links.
  var isStopped = false

  /// The rules that it was held to.
  var rules: [LintRule] {
    LintRule.allCases.filter { rule in
      switch rule.group {
      case .feed: true
      case .contract: isCompared
      case .links: links.map { $0.tried > 0 || $0.count == 0 } ?? false
      }
    }
  }

  /// How many findings are that bad.
  func count(_ severity: LintSeverity) -> Int { findings.count { $0.severity == severity } }

  /// How many findings are a reason to fail: notes are one only under `--strict`.
  func countsAgainst(isStrict: Bool) -> Int {
    // That there is more to read is nothing that a feed could mend.
    findings.count { isStrict && $0.rule != .furtherPages || $0.severity != .note }
  }
}

/// How an audit is written.
package enum LintForm: String, Sendable, CaseIterable {
  case text, json, junit
}

/// What an audit is asked for.
package struct LintRequest: Sendable {
  package var feeds: [String]
  /// The profile to read the feeds by; nil to recognise it.
  package var profile: String?
  /// How to write it; nil for what the format of results says.
  package var form: LintForm?
  package var triesLinks = false
  /// An earlier feed or a saved report to compare with.
  package var baseline: String?
  /// Where to keep the report in JSON.
  package var savePath: String?

  package init(feeds: [String]) { self.feeds = feeds }
}
