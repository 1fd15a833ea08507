import Catalog

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
