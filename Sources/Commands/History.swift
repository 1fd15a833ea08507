import Diagnostics
import FoundationEssentials
import Interpreter
import Output
import SessionStore
import Terminal
import Text
import World

extension Command<CommandContext> {
  static var history: Self {
    Self(
      "history", summary: "List the lines you entered, or those that contain some words.",
      needsFeed: false,
      forms: [
        Form("delete", parameters: [.lineNumber], summary: "Delete a line from the history.") {
          try $0.deleteLine($1)
        },
        Form("--json", parameters: [.lines], summary: "List lines as JSON.") { context, arguments in
          let report = try context.historyReport(arguments[.lines], in: arguments.line)
          context.output.write(Format.json.text(of: report))
        },
        Form(parameters: [.lines]) { context, arguments in
          context.output.print(try context.historyReport(arguments[.lines], in: arguments.line))
        },
      ],
      examples: [
        Example("history", prints: "nothing was entered yet"),
        Example("history 5", prints: "no line matches"),
        Example("history cuisine italian", prints: "no line matches"),
      ],
      details: [
        "N lists the latest N lines. TEXT lists the lines that contain all of its words; case and accents do not "
          + "matter. A repeated line is listed once, where it was last entered. Shells that run at the same time "
          + "share their lines.",
        "A line that begins with a space is never stored, nor is one that matches a pattern of the setting "
          + "never-save. By default, these are lines that name a password, a token, a key or an authorization, or "
          + "that contain an address with a password.",
      ])
  }
}

extension Parameter<CommandContext> {
  /// The number of a line.
  fileprivate static var lineNumber: Self {
    Parameter("N")
  }

  fileprivate static var lines: Parameter {
    Parameter("N|TEXT", .statement, isOptional: true)
  }
}

extension CommandContext {
  /// The number of lines that `history` shows without an argument.
  private static let shownLines = 50

  fileprivate func historyReport(_ word: Word?, in line: String) throws -> Report {
    let entries = try wantedEntries(word, in: line)
    if entries.isEmpty {
      output.say(word == nil ? "nothing was entered yet" : "no line matches")
    }
    return Report(
      [
        .init("number", title: "#", isNumber: true), .init("date", title: "When"),
        .init("line", title: "Line", isFlexible: true),
      ],
      entries.map { entry in
        [
          Cell(entry.number + 1),
          Cell(StyledText(world.minute(of: entry.date)), .string(entry.date.formatted(.iso8601))),
          Cell(entry.line),
        ]
      })
  }

  private func wantedEntries(_ word: Word?, in line: String) throws -> [HistoryFile.Entry] {
    guard let word else {
      let all = history.entries()
      return options.isInteractive ? all.suffix(Self.shownLines) : all
    }
    let text = word.unquoted
    guard let number = Int(text) else {
      history.refresh()
      return history.matches(text, limit: .max).reversed().map { history.entry($0) }
    }
    guard number > 0 else {
      throw Failure("`\(text)` is not a number of lines", at: word.range, in: line)
    }
    return history.entries().suffix(number)
  }

  fileprivate func deleteLine(_ arguments: Arguments) throws {
    guard let word = arguments[.lineNumber] else { return }
    history.refresh()
    guard let number = ordinal(word.text), number <= history.count else {
      throw Failure(
        "there is no line \(word.text)", hint: "history shows them", at: word.range,
        in: arguments.line)
    }
    let line = history[number - 1]
    try history.delete(number - 1)
    output.say("forgotten: \(harmless(line))")
  }
}
