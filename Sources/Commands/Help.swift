import Assistance
import Diagnostics
import Interpreter
import Output
import SessionStore
import Terminal
import Text

extension Command<CommandContext> {
  static var help: Self {
    Self(
      "help", aliases: ["?", "man"], summary: "Explain Larder, or one command.",
      needsFeed: false,
      forms: [
        Form("keys", summary: "List what keys do at the prompt.") { context, _ in
          context.output.print(PromptKey.report)
        },
        Form("errors", summary: "List the kinds of failures, as recorded scripts name them.") {
          context, _ in context.output.print(errorsReport)
        },
        Form(parameters: [.command]) { try $0.explain($1) },
      ],
      examples: ["help", "help filter", "help keys"])
  }
}

extension Parameter<CommandContext> {
  fileprivate static var command: Self {
    Parameter(
      "COMMAND", isOptional: true, examine: { $0.examineCommand($1) },
      complete: { context, request in
        request.suggestions(
          context.table.commands.map { Candidate($0.name, $0.summary) }
            + context.library.aliases.sorted { $0.key < $1.key }.map { Candidate($0.key, $0.value) },
          isWhole: true)
      })
  }
}
extension CommandContext {
  /// What help is asked about: whether there is such a command.
  fileprivate func examineCommand(_ word: Word) -> Examination {
    if library.aliases[word.text] != nil { return Examination(word, .command) }
    var fault = mistake { try table.command(word.text) }
    if fault != nil {
      let names = table.names + ["keys", "errors"] + library.aliases.keys
      fault?.span = word.range
      fault?.correction = nearest(to: word.text, among: names)
      if names.contains(where: { $0.hasPrefix(word.text) }) { fault?.remedy = .letters }
    }
    return Examination(word, .command, fault: fault)
  }

  fileprivate func explain(_ arguments: Arguments) throws {
    guard let word = arguments[.command] else { return output.print(commandsReport()) }
    if let commands = library.aliases[word.text] {
      return output.print(
        [StyledText("\(word.text) is your alias for: \(commands)")],
        ["name": .string(word.text), "commands": .string(commands)])
    }
    do {
      let command = try table.command(word.text)
      output.print(
        help(on: command),
        [
          "command": .string(command.name), "summary": .string(command.summary),
          "usage": .array(command.usage.map { .string($0) }),
          "aliases": .array(command.aliases.map { .string($0) }),
          "examples": .array(command.examples.map { .string($0) }),
        ])
    } catch {
      throw Failure(error.diagnostic(at: word.range, in: arguments.line))
    }
  }
}

private var errorsReport: Report {
  Report(
    [.init("code", title: "Kind", isFlexible: true), .init("meaning", title: "What it means")],
    FailureCode.allCases.map { [Cell($0.rawValue, .strong), Cell($0.meaning)] })
}

extension Error {
  /// The error as one that points at a place.
  fileprivate func diagnostic(at range: Range<Int>, in line: String) -> Diagnostic {
    var diagnostic = Failure(catching: self).diagnostic
    diagnostic.span = range
    diagnostic.source = line
    return diagnostic
  }
}

extension CommandContext {
  fileprivate func commandsReport() -> Report {
    Report(
      [
        .init("command", title: "Command", isFlexible: true),
        .init("summary", title: "What it does", isFlexible: true),
      ], table.commands.map { [Cell($0.name, .strong), Cell($0.summary)] })
  }

  fileprivate func help(on command: Command<CommandContext>) -> [StyledText] {
    let width = min(output.width ?? 80, 100)
    var lines = command.usage.map { StyledText($0, .strong) }
    lines += wrapped(command.summary, to: width - 2).map { StyledText("  " + $0) }
    for paragraph in command.details {
      lines.append("")
      lines += wrapped(paragraph, to: width - 2).map { StyledText("  " + $0) }
    }
    if !command.aliases.isEmpty {
      lines += ["", StyledText("  also: " + command.aliases.joined(separator: ", "), .faint)]
    }
    lines += ["", StyledText("  examples", .faint)]
    lines += command.examples.map { StyledText("    " + $0, .accent) }
    return lines
  }
}
