import Assistance
import Diagnostics
import Interpreter
import Output
import SessionStore
import Terminal
import Text

extension Command<ShellContext> {
  static var help: Self {
    Self(
      "help", aliases: ["?", "man"], summary: "Explain a command or a topic, or list all topics.",
      needsFeed: false,
      forms: [
        Form("keys", summary: "List the keys of the prompt.") { context in
          context.output.print(PromptKey.report)
        },
        Form("errors", summary: "List the error codes that scripts can expect.") {
          $0.output.print(errorsReport)
        },
        Form("", Context.subject.optional) { shell, subject in try shell.explain(subject) },
      ],
      examples: [
        Example(
          "help",
          prints: """
              Topic       Commands                                                                      Try
              look        list, next, previous, show, raw, similar, open, random, discover              show 3
              narrow      filter, search, sort, count, fields, undo, redo                               filter…
            …
            """),
        Example(
          "help kitchen",
          prints: """
              Command  What it does                                                          …
              cook     Show recipes one step at a time, with their ingredients and timers.   …
            …
            """),
        Example(
          "help filter",
          prints: """
            filter clear
            filter drop N|FIELD
            filter [EXPR]
            …
            """),
        Example(
          "help keys",
          prints: """
              Key                     What it does
              Tab                     complete; again, choose in the menu (arrows, Shif…
              Enter                   take the choice of the menu, otherwise run the line
            …
            """),
      ])
  }
}

extension ShellContext {
  fileprivate static var subject: Parameter<ShellContext, HelpSubject> {
    Parameter(
      "COMMAND|TOPIC|SETTING|FIELD", examine: { $0.examineSubject($1) },
      complete: { context, request in
        request.suggestions(
          context.table.commands.map { Candidate($0.name, $0.summary) }
            + CommandTopic.all.map { Candidate($0.name, $0.summary) }
            + [Candidate("settings", "List all settings.")]
            + HelpPage.all.map { Candidate($0.names[0], "Explain how to write a \($0.title).") }
            + context.library.aliases.sorted { $0.key < $1.key }.map { Candidate($0.key, $0.value) },
          isWhole: true)
      },
      parse: { $0.subject($1) })
  }
}

/// The subject of `help`.
private enum HelpSubject {
  case alias(String, commands: String)
  case topic(CommandTopic)
  /// A notation, the settings, one of them, or a field.
  case page(print: () -> Void)
  case command(Command<CommandOwners>)
  /// A word that names nothing, with the error that says so.
  case unknown(Argument, Diagnostic)
}

extension ShellContext {
  private func subject(_ argument: Argument) -> HelpSubject {
    let name = argument.text
    if let commands = library.aliases[name] { return .alias(name, commands: commands) }
    if let topic = topic(name) { return .topic(topic) }
    if let explain = explanation(of: name) { return .page(print: explain) }
    do { return .command(try table.command(name)) } catch { return .unknown(argument, error) }
  }

  /// Examines the subject of help.
  fileprivate func examineSubject(_ argument: Argument) -> Examination {
    let word = argument.word
    guard case .unknown(_, var fault) = subject(argument) else {
      return Examination(word, .command)
    }
    let names =
      table.names + ["keys", "errors", "settings"] + HelpPage.all.flatMap(\.names)
      + CommandTopic.all.map(\.name) + library.aliases.keys
    fault.span = word.range
    fault.correction = nearest(to: word.text, among: names)
    if names.contains(where: { $0.hasPrefix(word.text) }) { fault.remedy = .letters }
    return Examination(word, .command, fault: fault)
  }

  fileprivate func explain(_ subject: HelpSubject?) throws {
    switch subject {
    case nil: printOverview()
    case .alias(let name, let commands):
      output.print(
        [StyledText("\(name) is your alias for: \(commands)")],
        ["name": .string(name), "commands": .string(commands)])
    case .topic(let topic):
      output.print(report(on: topic.commands.map { (topic, $0) }))
      if let note = topic.note { output.sayBelowOutput(StyledText(note, .faint)) }
    case .page(let print): print()
    case .command(let command):
      output.print(
        help(on: command),
        [
          "command": .string(command.name), "summary": .string(command.summary),
          "usage": .array(command.usage.map { .string($0) }),
          "aliases": .array(command.aliases.map { .string($0) }),
          "examples": .array(command.examples.map { .string($0.line) }),
        ])
    case .unknown(let argument, let error): try listMentions(of: argument, error)
    }
  }

  /// Prints the pages that mention a word that names nothing.
  ///
  /// - Throws: The error that says so, if the word seems mistyped.
  private func listMentions(of argument: Argument, _ error: Diagnostic) throws {
    let (word, shown) = (argument.text, harmless(argument.text))
    let mentions = mentions(of: word)
    if let instead = commandInstead(of: word) {
      output.say(instead)
      if mentions.isEmpty { return }
      output.say("These pages mention \(shown):")
    } else if error.correction != nil || mentions.isEmpty {
      // A word that resembles a command is more likely mistyped.
      var error = error
      (error.span, error.source) = (argument.range, argument.line)
      throw Failure(error)
    } else {
      output.say("No command or topic is called \(shown). These pages mention it:")
    }
    output.print(
      Report(
        [
          .init("page", title: "Page"),
          .init("summary", title: "What it is about", isFlexible: true, isWrapped: true),
        ], mentions.map { [Cell("help \($0.page)", .strong), Cell($0.summary)] }))
  }

  /// The minimum length of a word that is looked for in the pages of help, in letters.
  private static let shortestMention = 3

  /// The pages of commands, notations and settings that contain a text.
  private func mentions(of text: String) -> [(page: String, summary: String)] {
    guard text.count >= Self.shortestMention else { return [] }
    let pattern = Pattern(text)
    func has(_ texts: [String]) -> Bool { texts.contains { pattern.matches($0, .anywhere) } }
    let commands = table.commands.filter { command in
      has([command.summary] + command.forms.compactMap(\.summary) + command.details + command.usage)
    }.map { ($0.name, $0.summary) }
    let notations = HelpPage.all.filter { page in
      has(page.rows.flatMap { $0.written + [$0.meaning] })
    }.map { ($0.names[0], "How to write a \($0.title).") }
    let settings = Setting.all.filter { has([$0.name, $0.summary] + $0.choices) }
      .map { ($0.name, "The setting: \($0.summary).") }
    return commands + notations + settings
  }
}

private var errorsReport: Report {
  Report(
    [
      .init("code", title: "Kind", isFlexible: true),
      .init("meaning", title: "What it means", isFlexible: true, isWrapped: true),
    ],
    FailureCode.allCases.map { [Cell($0.rawValue, .strong), Cell($0.meaning)] })
}

extension ShellContext {
  /// The topic with a name; nil for unknown names, and for names of commands.
  private func topic(_ name: String) -> CommandTopic? {
    isCommand(name) ? nil : CommandTopic.all.first { $0.name == name.lowercased() }
  }

  /// Prints the topics for people, or all commands for programs.
  private func printOverview() {
    guard output.format.isStyled else {
      return output.print(
        report(on: CommandTopic.all.flatMap { topic in topic.commands.map { (topic, $0) } }))
    }
    output.print(
      Report(
        [
          .init("topic", title: "Topic"),
          .init("commands", title: "Commands", isFlexible: true, isWrapped: true),
          .init("try", title: "Try"),
        ],
        CommandTopic.all.map { topic in
          [
            Cell(topic.name, .strong), Cell(topic.commands.map(\.name).joined(separator: ", ")),
            Cell(topic.example, .accent),
          ]
        }))
    output.sayBelowOutput(
      "help TOPIC lists its commands, help COMMAND explains one; "
        + "help filters, scale, marks, settings, keys, errors"
    )
  }

  private func report(on commands: [(CommandTopic, Command<CommandOwners>)]) -> Report {
    Report(
      [
        .init("command", title: "Command"),
        .init("summary", title: "What it does", isFlexible: true, isWrapped: true),
        .init("example", title: "Try", isFlexible: true), .init("topic", isShown: false),
      ],
      commands.map { topic, command in
        [
          Cell(command.name, .strong), Cell(command.summary),
          Cell(command.examples.first?.line ?? "", .accent), Cell(topic.name),
        ]
      })
  }

  fileprivate func help(on command: Command<CommandOwners>) -> [StyledText] {
    let width = min(output.width ?? 80, 100)
    var lines = command.usage.map { StyledText($0, .strong) }
    lines += wrapped(command.summary, to: width - 2).map { StyledText("  " + $0) }
    func text(of example: Example) -> [StyledText] {
      let printed = example.prints?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
      return [StyledText("    " + example.line, .accent)]
        + printed.map { StyledText("      " + $0, .faint).clipped(to: width) }
    }
    // What a command prints says most about it.
    if let first = command.examples.first { lines += [""] + text(of: first) }
    for paragraph in command.details {
      lines.append("")
      lines += wrapped(paragraph, to: width - 2).map { StyledText("  " + $0) }
    }
    if !command.aliases.isEmpty {
      lines += ["", StyledText("  also: " + command.aliases.joined(separator: ", "), .faint)]
    }
    let others = command.examples.dropFirst()
    if !others.isEmpty { lines += ["", StyledText("  more examples", .faint)] }
    lines += others.flatMap(text)
    return lines
  }
}

/// A key of the prompt with its effect; help and the documentation list them.
package struct PromptKey {
  let keys: String
  let does: String

  static let all = [
    PromptKey(keys: "Tab", does: "complete; again, choose in the menu (arrows, Shift-Tab, pages)"),
    PromptKey(keys: "Enter", does: "take the choice of the menu, otherwise run the line"),
    PromptKey(
      keys: "→, Ctrl-F, End", does: "accept the suggestion or the correction after the line"),
    PromptKey(keys: "Ctrl-→, Alt-F", does: "accept one word of the suggestion"),
    PromptKey(keys: "Up, Down", does: "recall past lines that begin like this one"),
    PromptKey(keys: "Ctrl-R", does: "search past lines; Enter runs the match, Tab edits it"),
    PromptKey(keys: "Alt-Enter", does: "continue on a new line"),
    PromptKey(keys: "Ctrl-_, Alt-/", does: "undo or redo a change of the line"),
    PromptKey(
      keys: "Ctrl-W, Ctrl-U, Ctrl-K",
      does: "cut the word before, the text before, the text after"),
    PromptKey(
      keys: "Ctrl-Y, Alt-Y", does: "paste the last cut; Alt-Y takes an earlier one"),
    PromptKey(keys: "Alt-E", does: "edit the line in your own editor"),
    PromptKey(keys: "F5", does: "reload the feed; set f5 chooses other commands"),
    PromptKey(keys: "Ctrl-L", does: "clear the screen"),
    PromptKey(keys: "Ctrl-C", does: "discard the line, or stop the running command"),
    PromptKey(keys: "Ctrl-Z", does: "suspend Larder; fg resumes it"),
    PromptKey(keys: "Ctrl-D", does: "leave, if the line is empty"),
  ]
}

extension PromptKey {
  /// The keys at the prompt as a table in Markdown, for the documentation.
  package static var keysTable: String {
    "| key | does |\n|---|---|\n" + all.map { "| \($0.keys) | \($0.does) |\n" }.joined()
  }

  /// The keys at the prompt.
  static var report: Report {
    Report(
      [
        .init("keys", title: "Key", isAlwaysShown: true),
        .init("does", title: "What it does", isFlexible: true, isWrapped: true),
      ],
      all.map { [Cell($0.keys, .strong), Cell($0.does)] })
  }
}
