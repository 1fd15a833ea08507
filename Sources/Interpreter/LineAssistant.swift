/// Provides completion, suggestions and highlighting while a line is edited.
package protocol LineAssistant: AnyObject {
  /// Returns the completions of a line at the cursor, best first.
  ///
  /// - Parameters:
  ///   - line: The whole line.
  ///   - cursor: The UTF-8 offset of the cursor.
  /// - Returns: The completions, which can have different ranges.
  func suggestions(for line: String, at cursor: Int) -> [Suggestion]

  /// Returns the advice on an unfinished line, within a few milliseconds.
  ///
  /// - Parameters:
  ///   - line: The whole line. For an empty line, the advice is a next step.
  ///   - cursor: The UTF-8 offset of the cursor.
  /// - Returns: The advice.
  func advice(on line: String, at cursor: Int) -> LineAdvice

  /// Returns a short description of the effect of a proposed line.
  func remark(on line: String) -> String

  /// Whether a line continues on the next one, for example because a quotation is open.
  func isUnfinished(_ line: String) -> Bool
}

/// A highlighted range of a line.
package struct LineSpan: Equatable, Sendable {
  /// The syntactic kind of a range.
  package enum Kind: String, Sendable {
    case command, keyword, field, value, number, quotation, comment
    /// An error.
    case wrong
  }

  /// The range, in UTF-8 offsets.
  package var range: Range<Int>
  package var kind: Kind

  package init(_ range: Range<Int>, _ kind: Kind) {
    self.range = range
    self.kind = kind
  }
}

/// A proposed continuation or correction of a line.
package struct Proposal: Equatable, Sendable {
  /// The range to replace, in UTF-8 offsets; empty for a continuation at the end.
  package var range: Range<Int>
  /// The replacement.
  package var text: String
  /// A description; may be empty.
  package var description: String

  package init(range: Range<Int>, text: String, description: String = "") {
    self.range = range
    self.text = text
    self.description = description
  }
}

/// The advice on an unfinished line.
package struct LineAdvice: Equatable, Sendable {
  /// The highlighted ranges, in order and without overlaps.
  package var spans: [LineSpan]
  /// The best continuation, or a correction if there is an error.
  package var proposal: Proposal?
  /// The effect of the line in a few words, such as `→ 42 rows`; may be empty.
  package var remark: String

  package init(spans: [LineSpan] = [], proposal: Proposal? = nil, remark: String = "") {
    self.spans = spans
    self.proposal = proposal
    self.remark = remark
  }

  /// Whether the line has errors.
  package var isWrong: Bool { spans.contains { $0.kind == .wrong } }
}
