/// What came of a step.
package struct StepOutcome: Equatable, Sendable {
  package enum Ending: Equatable, Sendable {
    case ok
    /// Not well; with the kind of the failure.
    case failed(code: String)
    /// The program ended.
    case quit
  }

  /// A line that was said.
  package struct Line: Hashable, Sendable {
    package var stream: ScriptStream
    package var text: String

    package init(_ stream: ScriptStream, _ text: String) {
      self.stream = stream
      self.text = text
    }
  }

  /// The line as it is edited, and the scalars before its cursor.
  package struct EditLine: Equatable, Sendable {
    package var text: String
    package var cursor: Int

    package init(text: String, cursor: Int) {
      self.text = text
      self.cursor = cursor
    }
  }

  package var lines: [Line]
  package var ending: Ending
  /// Nil if no line is edited any more.
  package var editLine: EditLine?

  package init(lines: [Line] = [], ending: Ending = .ok, editLine: EditLine? = nil) {
    self.lines = lines
    self.ending = ending
    self.editLine = editLine
  }
}

/// Whether a step came out as it is expected to, and what its script would have to say instead.
package struct StepVerdict: Equatable, Sendable {
  package var isMatch: Bool
  /// Whether anything was expected at all.
  package var isChecked: Bool
  /// The lines that stand behind the action when the script is written again.
  package var expectation: [String]
  /// The numbers of the lines with placeholders that do not match any more.
  package var lostPlaceholders: [Int]
  /// What is not as it is expected to be, in clauses.
  package var complaints: [String]
}
