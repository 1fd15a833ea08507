/// Something that `larder lint` has to say about a place of a feed.
package struct LintFinding: Equatable, Sendable {
  package var rule: LintRule
  package var severity: LintSeverity
  /// What is wrong, in a clause.
  package var message: String
  /// Where in the document, as a JSONPath (RFC 9535).
  package var path: String
  /// How many bytes stand before the place.
  package var offset: Int
  /// The line of the place, counted from 1.
  package var line: Int
  /// The column of the place in characters, counted from 1.
  package var column: Int
  /// Which record, counted from 0; nil if it is about the feed.
  package var record: Int?
  /// What was there; nil if nothing was.
  package var found: String?

  /// A finding about a feed as a whole, at its beginning unless a place is known.
  package init(
    _ rule: LintRule, _ message: String, severity: LintSeverity? = nil, offset: Int = 0,
    line: Int = 1, column: Int = 1
  ) {
    self.rule = rule
    self.severity = severity ?? rule.severity
    self.message = message
    path = "$"
    (self.offset, self.line, self.column) = (offset, line, column)
  }

  /// What reading a feed found, as a finding.
  init(_ problem: Problem) {
    rule = problem.rule
    severity =
      switch (problem.severity, rule) {
      case (.error, _): .error
      case (.note, .missingValue), (.note, .wrongType), (.note, .brokenRecord): .warning
      case (.note, _): rule.severity
      }
    message = problem.reason
    path = problem.path
    (offset, line, column) = (problem.offset, problem.line, problem.column)
    record = problem.index
    found = problem.found
  }

  /// What makes a document no feed; nil if that was not the document's fault.
  package init?(_ error: FeedError) {
    switch error {
    case .malformed(let reason, let offset, let line, let column):
      self.init(.notAFeed, "not JSON: \(reason)", offset: offset, line: line, column: column)
    case .notAFeed(let reason): self.init(.notAFeed, reason)
    case .unreadable, .stopped, .strict: return nil
    }
  }
}

extension Array where Element == LintFinding {
  /// The findings by their places; of those of one rule at one place only the first.
  package var inOrder: [LintFinding] {
    var seen: Set<LintPlace> = []
    return filter { seen.insert(LintPlace($0)).inserted }.enumerated()
      .sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }.map(\.element)
  }
}

/// What two findings share that say the same.
private struct LintPlace: Hashable {
  var rule: LintRule
  var offset: Int
  var path: String
  /// Where more than one thing may be said under a rule: what it is.
  var message: String

  init(_ finding: LintFinding) {
    (rule, offset, path) = (finding.rule, finding.offset, finding.path)
    let isOne = finding.record != nil && ![.malformedRecord, .readingNote].contains(finding.rule)
    message = isOne ? "" : finding.message
  }
}
