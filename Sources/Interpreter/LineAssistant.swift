/// What helps a person while a line is typed: it knows how the line could go on, and what is wrong with it.
package protocol LineAssistant: AnyObject {
  /// The ways to complete a line at a cursor, the best first.
  ///
  /// - Parameters:
  ///   - line: The whole line.
  ///   - cursor: A UTF-8 offset into it.
  /// - Returns: The suggestions; all may have different ranges.
  func suggestions(for line: String, at cursor: Int) -> [Suggestion]

  /// What can be said about a line as it stands, within a few milliseconds.
  ///
  /// - Parameters:
  ///   - line: The whole line; an empty one is asked about what to do next.
  ///   - cursor: A UTF-8 offset into it.
  /// - Returns: The advice.
  func advice(on line: String, at cursor: Int) -> LineAdvice

  /// What a line would do, in a few words; asked about lines that are only proposed.
  func remark(on line: String) -> String

  /// Whether a line needs another one to make sense, as with a quotation that is not closed.
  func isUnfinished(_ line: String) -> Bool
}

/// A piece of a line, and what it is.
package struct LineSpan: Equatable, Sendable {
  /// What a piece of a line can be.
  package enum Kind: String, Sendable {
    case command, keyword, field, value, number, quotation, comment
    /// Something that the line cannot be run with.
    case wrong
  }

  /// UTF-8 offsets into the line.
  package var range: Range<Int>
  package var kind: Kind

  package init(_ range: Range<Int>, _ kind: Kind) {
    self.range = range
    self.kind = kind
  }
}

/// A way to go on with a line, or to mend it.
package struct Proposal: Equatable, Sendable {
  /// What is replaced: UTF-8 offsets into the line; empty at its end where the line goes on.
  package var range: Range<Int>
  /// What stands there then.
  package var text: String
  /// What it is, for somebody who decides; may be empty.
  package var description: String

  package init(range: Range<Int>, text: String, description: String = "") {
    self.range = range
    self.text = text
    self.description = description
  }
}

/// What can be said about a line while it is typed.
package struct LineAdvice: Equatable, Sendable {
  /// The pieces that are known, from left to right, none inside another.
  package var spans: [LineSpan]
  /// The best way to go on; a correction where something is wrong.
  package var proposal: Proposal?
  /// What the line would do, in a few words such as `→ 42 rows`; may be empty.
  package var remark: String

  package init(spans: [LineSpan] = [], proposal: Proposal? = nil, remark: String = "") {
    self.spans = spans
    self.proposal = proposal
    self.remark = remark
  }

  /// Whether the line cannot be run as it stands.
  package var isWrong: Bool { spans.contains { $0.kind == .wrong } }
}
