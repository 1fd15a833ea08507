import Diagnostics
import Interpreter
import SessionStore

extension CommandTable<CommandContext> {
  /// Every command, in the order in which help lists them.
  package static var all: [Command<CommandContext>] {
    [
      .load, .reload, .diff, .feeds, .list, .next, .previous,
      .filter, .search, .sort, .undo, .redo,
      .show, .cook, .shop, .have, .pantry, .plan,
      .picture, .pictures, .raw, .similar, .open, .favorite,
      .unfavorite, .favorites, .note, .notes, .random, .discover,
      .count, .fields, .problems, .save, .unsave, .export, .set, .alias, .cache, .prefetch, .trace,
      .offline, .online,
      .run, .record, .status, .history, .edit, .tour,
      .help, .quit,
    ]
  }

  /// The settings as a table in Markdown, for the documentation.
  package static var settingsTable: String {
    "| setting | standard | meaning |\n|---|---|---|\n"
      + Setting.all.map { setting in
        "| `\(setting.name)` | `\(setting.standard)` | \(setting.summary) |\n"
      }.joined()
  }

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
