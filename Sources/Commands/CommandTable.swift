import Diagnostics
import Interpreter
import SessionStore

/// A group of commands with a common purpose, for help.
struct CommandTopic: Sendable {
  /// The word that is typed after `help`.
  let name: String
  let summary: String
  /// A line to try.
  let example: String
  let commands: [Command<CommandContext>]
  /// A sentence below the list of commands; nil for none.
  var note: String? = nil

  /// All topics, in the order of help.
  static let all = [
    CommandTopic(
      name: "look", summary: "Look at rows.", example: "show 3",
      commands: [.list, .next, .previous, .show, .raw, .similar, .open, .random, .discover]),
    CommandTopic(
      name: "narrow", summary: "Narrow, order and count the view.",
      example: "filter cuisine=Italian",
      commands: [.filter, .search, .sort, .count, .fields, .undo, .redo]),
    CommandTopic(
      name: "kitchen", summary: "Shop and cook.", example: "shop 3 for 4",
      commands: [.cook, .shop, .have, .pantry, .plan]),
    CommandTopic(
      name: "remember", summary: "Remember rows, and write them to files.", example: "favorite 3",
      commands: [.favorite, .unfavorite, .favorites, .note, .notes, .save, .unsave, .export]),
    CommandTopic(
      name: "sources", summary: "Load feeds, and see what is wrong with them.",
      example: "load recipes.json", commands: [.load, .reload, .diff, .feeds, .problems]),
    CommandTopic(
      name: "images", summary: "Show pictures.", example: "picture 3",
      commands: [.picture, .pictures, .prefetch]),
    CommandTopic(
      name: "web", summary: "See and control what is requested.", example: "cache",
      commands: [.cache, .trace, .offline, .online]),
    CommandTopic(
      name: "scripts", summary: "Play and record sessions.", example: "tour",
      commands: [.run, .record, .tour],
      note:
        "A script is a text file with lines to type and the output that is expected. In your own "
        + "shell, larder script --help lists what else can be done with it."),
    CommandTopic(
      name: "shell", summary: "Settings, aliases, history, help.", example: "set",
      commands: [.set, .alias, .status, .history, .edit, .help, .quit]),
  ]
}

extension CommandTable<CommandContext> {
  /// All commands, in the order of help.
  package static var all: [Command<CommandContext>] { CommandTopic.all.flatMap(\.commands) }

  /// The settings as a table in Markdown, for the documentation.
  package static var settingsTable: String {
    "| setting | default | meaning |\n|---|---|---|\n"
      + Setting.all.map { setting in
        "| `\(setting.name)` | `\(setting.standard)` | \(setting.summary) |\n"
      }.joined()
  }

  /// The notations that help explains, as tables in Markdown, for the documentation.
  package static var notationTables: [String] { HelpPage.all.map(\.table) }

  /// The commands as a table in Markdown, for the documentation.
  package static var commandsTable: String {
    "| command | does |\n|---|---|\n"
      + all.map { command in
        let usage = command.usage.map { "`\($0)`" }.joined(separator: " · ")
        return
          "| \(usage.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")) | \(command.summary) |\n"
      }.joined()
  }
}
