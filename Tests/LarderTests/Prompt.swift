import TestSupport

extension Workplace {
  /// The program at its first prompt, in a terminal of its own.
  ///
  /// - Parameters:
  ///   - arguments: The feed and flags.
  ///   - name: What the prompt shows before its mark: the feed and the number of its rows.
  ///   - environment: Variables beside `TERM`, `LANG` and `HOME`, or instead of them.
  ///   - rows: The window's height.
  ///   - columns: The window's width.
  /// - Returns: The terminal.
  /// - Throws: ``PseudoTerminalError`` if the prompt does not come.
  func prompt(
    _ arguments: [String] = [], at name: String = "dishes 8", environment: [String: String] = [:],
    rows: Int = 24, columns: Int = 80
  ) throws -> PseudoTerminal {
    let standard = ["TERM": "xterm-256color", "LANG": "C.UTF-8", "HOME": home, "TMPDIR": path]
    let terminal = try PseudoTerminal(
      running: larderPath, arguments: ["--home", home] + arguments,
      environment: standard.merging(environment) { $1 }, rows: rows, columns: columns)
    terminal.surroundings = self
    try terminal.expectPrompt(name)
    return terminal
  }

  /// A prompt on the sample dishes.
  func dishes() throws -> PseudoTerminal {
    try prompt([try file("dishes.json", SampleFeed.dishes)])
  }
}

extension PseudoTerminal {
  /// Waits for an empty line after a prompt.
  func expectPrompt(_ name: String) throws {
    try expectEmptyLine(after: "\(name) ❯")
  }

  /// Types a line and waits for the prompt that follows what it did.
  func enter(_ line: String, prompt name: String = "dishes 8") throws {
    try write(line)
    try write("\r")
    try expectPrompt(name)
  }

  /// Waits for a line on the screen.
  func expect(line: String) throws {
    try expect { $0.lines.contains(line) }
  }

  /// Waits for a text somewhere on the screen, wherever its lines wrap.
  func expect(text: String) throws {
    try expect { $0.shows(text) }
  }

  /// Waits for a line that is being typed, with the cursor in it.
  func expect(typed line: String) throws {
    try expect { $0.cursorLine == line }
  }

  /// Leaves by Ctrl-D.
  func leave() throws {
    try write("\u{4}")
    guard case .status(0) = try expectEnd() else {
      throw PseudoTerminalError.closed(screen: screen.text)
    }
  }
}
