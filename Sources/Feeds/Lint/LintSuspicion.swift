/// What a rule has against a row, before its place in the document is looked up.
package struct LintSuspicion: Sendable {
  /// Which part of the row's record it is about.
  package enum Part: Sendable {
    case record
    /// The first text of the record that is this one, white space around it aside.
    case text(String)
  }

  package var rule: LintRule
  package var message: String
  package var row: Int
  package var part: Part

  package init(_ rule: LintRule, _ message: String, row: Int, _ part: Part = .record) {
    self.rule = rule
    self.message = message
    self.row = row
    self.part = part
  }
}
