import Catalog

/// A violation of a lint rule in a feed.
package struct LintFinding: Equatable, CappedElement {
  package var rule: LintRule
  package var severity: LintSeverity
  /// A description, as a clause.
  package var message: String
  /// The location in the document, as a JSONPath (RFC 9535).
  package var path: String
  /// The offset in the document, in bytes.
  package var offset: Int
  /// The line, counted from 1.
  package var line: Int
  /// The column in characters, counted from 1.
  package var column: Int
  /// The index of the record, counted from 0; nil for the feed as a whole.
  package var record: Int?
  /// The offending JSON text; nil if a value is missing.
  package var found: String?
  /// Whether the record was translated from another format: the file has the line, and neither the path nor the offset.
  package var isTranslated = false

  /// The rule and severity under which findings are counted.
  package struct Group: Hashable, Comparable, Sendable {
    package var rule: LintRule
    package var severity: LintSeverity

    package init(_ rule: LintRule, _ severity: LintSeverity) {
      (self.rule, self.severity) = (rule, severity)
    }

    /// Creates the group of a problem that was found when the feed was read.
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

  /// Creates a finding about a feed as a whole, by default at its start.
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

  /// Creates a finding from a problem that was found when the feed was read.
  init(_ problem: Problem) {
    rule = problem.rule
    severity = Group(rule, problem.severity).severity
    message = problem.reason
    path = problem.path
    (offset, line, column) = (problem.offset, problem.line, problem.column)
    record = problem.index
    found = problem.found
  }

  /// Creates a finding from the error of a document that is not a feed; nil for errors with another cause.
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
  /// Adds findings, except those with the rule and location of an earlier one.
  package mutating func addUnique(_ later: CappedList<LintFinding>) {
    var seen = Set(elements.map { FindingKey($0) })
    var later = later
    later.remove { !seen.insert(FindingKey($0)).inserted }
    add(later)
  }
}

/// The key under which two findings are duplicates.
private struct FindingKey: Hashable {
  var rule: LintRule
  var offset: Int
  var path: String
  /// The message, for rules that can report several things at one location.
  var message: String

  init(_ finding: LintFinding) {
    (rule, offset, path) = (finding.rule, finding.offset, finding.path)
    let isOne =
      finding.record != nil
      && ![.malformedRecord, .readingNote, .unusedValue].contains(finding.rule)
    message = isOne ? "" : finding.message
  }
}

/// A finding about a row that has yet to be located in the document.
package struct UnlocatedFinding: CappedElement {
  /// The part of a record that a finding is about.
  package enum Target: Sendable {
    case record
    /// The first text in the record that equals this one, ignoring white space around it.
    case text(String)
  }

  package var rule: LintRule
  package var message: String
  package var row: Int
  /// The index of the row's record among the valid records of the document, counted from 0.
  var record: Int
  package var target: Target

  package var group: LintFinding.Group { LintFinding.Group(rule, rule.severity) }

  package func precedes(_ other: UnlocatedFinding) -> Bool { record < other.record }

  package init(
    _ rule: LintRule, _ message: String, row: Int, in catalog: Catalog, _ target: Target = .record
  ) {
    self.rule = rule
    self.message = message
    self.row = row
    record = catalog.record(of: row)
    self.target = target
  }
}
