import Catalog

/// Something that `larder lint` has to say about a place of a feed.
package struct LintFinding: Equatable, CappedElement {
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

  /// What findings are counted under.
  package struct Group: Hashable, Comparable, Sendable {
    package var rule: LintRule
    package var severity: LintSeverity

    package init(_ rule: LintRule, _ severity: LintSeverity) {
      (self.rule, self.severity) = (rule, severity)
    }

    /// What reading a feed found.
    init(_ rule: LintRule, _ severity: Problem.Severity) {
      let own: LintSeverity =
        switch (severity, rule) {
        case (.error, _): .error
        case (.note, .missingValue), (.note, .wrongType), (.note, .brokenRecord): .warning
        case (.note, _): rule.severity
        }
      self.init(rule, own)
    }

    package static func < (first: Self, second: Self) -> Bool {
      (first.rule.rawValue, first.severity.rawValue)
        < (second.rule.rawValue, second.severity.rawValue)
    }
  }

  package var group: Group { Group(rule, severity) }

  package func precedes(_ other: LintFinding) -> Bool { offset < other.offset }

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
    severity = Group(rule, problem.severity).severity
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

extension CappedList<LintFinding> {
  /// Adds findings; of those of one rule at one place only the first counts.
  package mutating func addOthers(_ later: CappedList<LintFinding>) {
    var seen = Set(elements.map { LintPlace($0) })
    var later = later
    later.remove { !seen.insert(LintPlace($0)).inserted }
    add(later)
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

/// What a rule has against a row, before its place in the document is looked up.
package struct LintSuspicion: CappedElement {
  /// Which part of the row's record it is about.
  package enum Part: Sendable {
    case record
    /// The first text of the record that is this one, white space around it aside.
    case text(String)
  }

  package var rule: LintRule
  package var message: String
  package var row: Int
  /// Which of the good records of the document the row is, counted from 0.
  var record: Int
  package var part: Part

  package var group: LintFinding.Group { LintFinding.Group(rule, rule.severity) }

  package func precedes(_ other: LintSuspicion) -> Bool { record < other.record }

  package init(
    _ rule: LintRule, _ message: String, row: Int, in catalog: Catalog, _ part: Part = .record
  ) {
    self.rule = rule
    self.message = message
    self.row = row
    record = catalog.record(of: row)
    self.part = part
  }
}
