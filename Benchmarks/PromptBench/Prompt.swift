import LiveWorld
import TestSupport

/// A program at its prompt, in a terminal that answers what it is asked.
final class Prompt {
  /// How long nothing comes once all is drawn.
  private static let pause = Duration.milliseconds(40)
  /// How long a program may take for anything.
  private static let patience = Duration.seconds(20)

  let program: PromptProgram
  let terminal: PseudoTerminal
  /// The time from before the program's start until its prompt was on the screen.
  private(set) var startTime = Duration.zero
  /// The queries that the program sent to the terminal until then.
  private(set) var earlyQuestions: [String] = []
  private var answered = 0

  /// Starts a program and waits for its prompt.
  init(_ program: PromptProgram) throws {
    self.program = program
    var environment = ["TERM": "xterm-256color", "LANG": "C.UTF-8"]
    for name in ["HOME", "PATH"] { environment[name] = environmentValue(name) }
    let start = ContinuousClock.now
    terminal = try PseudoTerminal(
      running: program.path, arguments: program.arguments, environment: environment)
    startTime = try waitForPrompt() - start
    earlyQuestions = terminalQuestions(in: terminal.transcript[...])
  }

  /// Waits until all is drawn, and returns when the last of it came; nil if nothing did.
  @discardableResult
  func settle() throws -> ContinuousClock.Instant? {
    var latest: ContinuousClock.Instant?
    while let moment = try terminal.readNext(within: Self.pause) {
      answer()
      latest = moment
    }
    return latest
  }

  /// Presses a key, and returns how soon anything came of it, and how soon all was drawn.
  func press(_ key: String) throws -> (echo: Duration, drawn: Duration) {
    let start = ContinuousClock.now
    try terminal.write(key)
    guard let first = try terminal.readNext(within: Self.patience) else {
      throw PseudoTerminalError.timedOut(screen: terminal.screen.text)
    }
    answer()
    return (first - start, (try settle() ?? first) - start)
  }

  /// Presses a key that may change nothing.
  func pressQuietly(_ key: String) throws {
    try terminal.write(key)
    try settle()
  }

  /// Leaves by Ctrl-D; a program that stays is ended when the terminal goes.
  func leave() {
    // Nothing is timed after this.
    _ = try? terminal.write("\u{4}")
    _ = try? terminal.expectEnd(timeout: .seconds(1))
  }

  private func waitForPrompt() throws -> ContinuousClock.Instant {
    let deadline = ContinuousClock.now + Self.patience
    while let moment = try terminal.readNext(within: deadline - .now) {
      answer()
      if terminal.screen.cursorLine.hasSuffix(program.prompt) { return moment }
    }
    throw PseudoTerminalError.timedOut(screen: terminal.screen.text)
  }

  /// Says where the cursor is, and what terminal this is, to programs that would wait for that.
  private func answer() {
    let questions = terminalQuestions(in: terminal.transcript[answered...])
    answered = terminal.transcript.count
    for question in questions {
      let (row, column) = terminal.screen.cursor
      let answer =
        switch question {
        case "[6n": "\u{1B}[\(row + 1);\(column + 1)R"
        case "[c", "[0c": "\u{1B}[?62;22c"
        default: ""
        }
      // A program that does not get its answer is slow, or seen to have ended.
      if !answer.isEmpty { try? terminal.write(answer) }
    }
  }
}
