import Interpreter

/// Asks the assistant and the history about the line that is edited, and caches the advice on it.
final class LineAdviser {
  /// The maximum length of a line to ask about, in bytes.
  private static let maximumLength = 4096
  /// How many past lines are examined to find one that can be run now.
  private static let maximumPastLines = 3

  private let assistant: any LineAssistant
  private let past: PastLines
  /// The advice on the line that was asked about last.
  private var known: (line: EditedLine, advice: LineAdvice)?
  /// Whether the history was refreshed for the present line.
  private var hasFreshHistory = false

  init(_ assistant: any LineAssistant, _ past: PastLines) {
    self.assistant = assistant
    self.past = past
  }

  /// Discards what was cached for the line before.
  func beginLine() { (known, hasFreshHistory) = (nil, false) }

  /// Discards the cached advice, because the data behind it has changed.
  func forgetAdvice() { known = nil }

  /// Returns whether a line needs another one to be complete.
  func isUnfinished(_ text: String) -> Bool { assistant.isUnfinished(text) }

  /// Returns the ways to complete a line at its cursor.
  func suggestions(for line: EditedLine) -> [Suggestion] {
    let suggestions = assistant.suggestions(for: line.text, at: line.cursorOffset)
    for range in suggestions.lazy.map(\.range) {
      precondition(
        range.upperBound <= line.text.utf8.count,
        "A suggestion replaces \(range) of a line of \(line.text.utf8.count) bytes."
      )
    }
    return suggestions
  }

  /// Returns the advice on a line.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - isCommand: Whether the line is a command. About the text of a search or the answer to a question the
  ///     assistant is not asked.
  /// - Returns: The advice; empty if the assistant was not asked.
  func advice(on line: EditedLine, isCommand: Bool) -> LineAdvice {
    if let known, known.line == line { return known.advice }
    let asks = isCommand && line.text.utf8.count <= Self.maximumLength
    let advice = asks ? assistant.advice(on: line.text, at: line.cursorOffset) : LineAdvice()
    known = (line, advice)
    return advice
  }

  /// Returns the ghost text of a command: a correction, else a past line that begins with it, else what Tab
  /// would insert.
  func ghost(for line: EditedLine) -> Ghost? {
    let advice = advice(on: line, isCommand: true)
    let proposed = advice.proposal.flatMap { Ghost($0, for: line) }
    return advice.isWrong ? proposed : pastLine(after: line) ?? proposed
  }

  /// The latest past line that begins with a line and can be run now.
  private func pastLine(after line: EditedLine) -> Ghost? {
    guard !line.text.isEmpty, line.text.utf8.count <= Self.maximumLength else { return nil }
    if !hasFreshHistory { past.refresh() }
    hasFreshHistory = true
    var before = past.count
    for _ in 0..<Self.maximumPastLines {
      guard let number = past.latest(startingWith: line.text, before: before) else { return nil }
      let text = past[number]
      if !assistant.advice(on: text, at: text.utf8.count).isWrong,
        let ghost = Ghost(text, after: line)
      {
        return ghost
      }
      before = number
    }
    return nil
  }

  /// Returns the text after a line: the ghost text, what the line would do, and what the ghost is.
  func annotation(of line: EditedLine, _ ghost: Ghost?, isCommand: Bool) -> String {
    let notes = [openEnd(of: line)] + remarks(on: line, ghost, isCommand: isCommand)
    let text = notes.filter { !$0.isEmpty }.joined(separator: " · ").withoutControls
    return (ghost?.shown.withoutControls ?? "") + (text.isEmpty ? "" : "  " + text)
  }

  /// Why a line with an open quotation or parenthesis was continued on an empty one.
  private func openEnd(of line: EditedLine) -> String {
    line.text.hasSuffix("\n") && assistant.isUnfinished(line.text)
      ? "a quote or parenthesis is not closed; Enter runs the line anyway" : ""
  }

  /// The effect of the line together with ghost text that continues it, and the description of the ghost.
  private func remarks(on line: EditedLine, _ ghost: Ghost?, isCommand: Bool) -> [String] {
    let remark = advice(on: line, isCommand: isCommand).remark
    guard let ghost, ghost.continuesLine, !remark.isEmpty else {
      return [remark, ghost?.description ?? ""]
    }
    // Next to the ghost text, a remark on the line alone would be read as a remark on both.
    let whole = assistant.remark(on: ghost.line.text)
    return whole.isEmpty ? [ghost.description] : [whole]
  }
}

/// Ghost text: a proposed line, drawn after the present one until the person accepts it.
struct Ghost: Equatable {
  /// The line after the ghost is accepted.
  let line: EditedLine
  /// The text that is drawn after the present line.
  let shown: String
  /// A description of the ghost; may be empty.
  let description: String
  /// Whether the ghost continues the present line; otherwise it corrects the line.
  let continuesLine: Bool

  /// Proposes a line that begins with the present one; nil if it does not.
  init?(_ whole: String, after line: EditedLine) {
    guard whole.unicodeScalars.starts(with: line.text.unicodeScalars),
      let next = whole.unicodeScalars.dropFirst(line.text.unicodeScalars.count).first,
      !next.isZeroWidth
    else { return nil }
    self.line = EditedLine(whole)
    let rest = whole.unicodeScalars.dropFirst(line.text.unicodeScalars.count)
    // Ghost text is drawn in one row.
    shown = String(String.UnicodeScalarView(rest.flatMap { $0 == "\n" ? [" ", "⏎", " "] : [$0] }))
    description = ""
    continuesLine = true
  }

  /// Proposes what an assistant does; nil if that does not change the line.
  init?(_ proposal: Proposal, for line: EditedLine) {
    guard proposal.range.upperBound <= line.text.utf8.count else { return nil }
    let whole = line.replacing(proposal.range, with: proposal.text).text
    guard whole != line.text else { return nil }
    if let going = Ghost(whole, after: line) {
      (self.line, shown, description) = (going.line, going.shown, proposal.description)
      continuesLine = true
    } else {
      self.line = EditedLine(whole)
      continuesLine = false
      shown = "  → \(proposal.text.withoutControls)"
      description = proposal.description
    }
  }

  /// The line with only the next word of the ghost.
  func firstWord(after line: EditedLine) -> EditedLine {
    guard self.line.text.unicodeScalars.starts(with: line.text.unicodeScalars) else {
      return self.line
    }
    let end = EditedLine(text: self.line.text, cursor: line.count).endOfWord
    return EditedLine(self.line.slice(0..<end))
  }
}
