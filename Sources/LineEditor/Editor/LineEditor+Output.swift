/// What is written to the terminal.
extension LineEditor {
  /// Writes through libedit's stream.
  func write(_ text: String) {
    if !text.isEmpty { terminal.write(text) }
  }

  func flush() { terminal.flush() }

  /// Changes what libedit draws before the line from its next redraw on.
  func showPrompt(_ prompt: Prompt) {
    libedit.setPrompt(prompt)
    shownPrompt = prompt
  }

  /// The text in dim color, where there are colors.
  func dimmed(_ text: String) -> String {
    preferences.usesColor && hasEscapes ? "\u{1B}[2m\(text)\u{1B}[0m" : text
  }
}
