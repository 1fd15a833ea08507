import Diagnostics
import FoundationEssentials
import Interpreter
import Output
import SessionStore
import Terminal
import Text
import World

extension Command<ShellContext> {
  static var history: Self {
    Self(
      "history", summary: "List the lines you entered, or those that contain some words.",
      needsFeed: false,
      forms: [
        Form("delete", Context.lineNumber, summary: "Delete a line from the history.") {
          shell, number in try shell.deleteLine(number)
        },
        Form("--json", Context.lines.optional, summary: "List lines as JSON.") { shell, lines in
          shell.output.write(Format.json.text(of: shell.historyReport(lines)))
        },
        Form("", Context.lines.optional) { shell, lines in
          shell.output.print(shell.historyReport(lines))
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

extension ShellContext {
  /// The number of a line.
  fileprivate static var lineNumber: Parameter<ShellContext, Int> {
    Parameter("N") { context, argument in
      context.history.refresh()
      guard let number = ordinal(argument.text), number <= context.history.count else {
        throw Failure(
          "there is no line \(argument.text)", hint: "history shows them", at: argument.range,
          in: argument.line)
      }
      return number
    }
  }

  fileprivate static var lines: Parameter<ShellContext, WantedLines> {
    Parameter("N|TEXT", .statement) { _, argument in
      let text = argument.word.unquoted
      guard let count = Int(text) else { return .matches(text) }
      guard count > 0 else {
        throw Failure(
          "`\(text)` is not a number of lines", at: argument.range, in: argument.line)
      }
      return .latest(count)
    }
  }
}

/// The lines that `history` lists.
private enum WantedLines: Sendable {
  case latest(Int)
  /// Those that contain all words of a text.
  case matches(String)
}

extension ShellContext {
  /// The number of lines that `history` shows without an argument.
  private static let shownLines = 50

  fileprivate func historyReport(_ lines: WantedLines?) -> Report {
    let entries = wantedEntries(lines)
    if entries.isEmpty {
      output.say(lines == nil ? "nothing was entered yet" : "no line matches")
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

  private func wantedEntries(_ lines: WantedLines?) -> [HistoryFile.Entry] {
    switch lines {
    case nil:
      let all = history.entries()
      return options.isInteractive ? all.suffix(Self.shownLines) : all
    case .matches(let text):
      history.refresh()
      return history.matches(text, limit: .max).reversed().map { history.entry($0) }
    case .latest(let count): return history.entries().suffix(count)
    }
  }

  fileprivate func deleteLine(_ number: Int) throws {
    let line = history[number - 1]
    try history.delete(number - 1)
    output.say("forgotten: \(harmless(line))")
  }
}
