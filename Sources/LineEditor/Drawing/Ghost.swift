import Interpreter

/// What a line could become, shown behind it before it is taken.
struct Ghost: Equatable {
  /// The line once it is taken.
  let line: EditedLine
  /// What is shown behind the line of now.
  let shown: String
  /// What it is.
  let description: String
  /// Whether the line of now and what is shown are the line once it is taken.
  let goesOn: Bool

  /// A whole line that begins as the one of now does.
  init?(_ whole: String, after line: EditedLine) {
    guard whole.unicodeScalars.starts(with: line.text.unicodeScalars),
      let next = whole.unicodeScalars.dropFirst(line.text.unicodeScalars.count).first,
      !next.isZeroWidth
    else { return nil }
    self.line = EditedLine(whole)
    let rest = whole.unicodeScalars.dropFirst(line.text.unicodeScalars.count)
    // It stands in one row.
    shown = String(String.UnicodeScalarView(rest.flatMap { $0 == "\n" ? [" ", "⏎", " "] : [$0] }))
    description = ""
    goesOn = true
  }

  /// What an assistant proposes.
  init?(_ proposal: Proposal, for line: EditedLine) {
    guard proposal.range.upperBound <= line.text.utf8.count else { return nil }
    let whole = line.replacing(proposal.range, with: proposal.text).text
    guard whole != line.text else { return nil }
    if let going = Ghost(whole, after: line) {
      (self.line, shown, description) = (going.line, going.shown, proposal.description)
      goesOn = true
    } else {
      self.line = EditedLine(whole)
      goesOn = false
      shown = "  → \(proposal.text.withoutControls)"
      description = proposal.description
    }
  }

  /// The line with the next word of the ghost only.
  func firstWord(after line: EditedLine) -> EditedLine {
    guard self.line.text.unicodeScalars.starts(with: line.text.unicodeScalars) else {
      return self.line
    }
    let end = EditedLine(text: self.line.text, cursor: line.count).endOfWord
    return EditedLine(self.line.slice(0..<end))
  }
}
