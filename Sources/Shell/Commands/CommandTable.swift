import Diagnostics
import Interpreter

extension Shell {
  /// Every command, in the order in which help lists them.
  package static let commands: [Command<Shell>] = [
    .load.with(.subject), .reload.with(.subject), .diff, .feeds, .list, .next.with(.view),
    .previous,
    .filter.with(.view), .search.with(.view), .sort, .undo.with(.view), .redo.with(.view),
    .show, .picture, .pictures, .raw, .similar, .open, .favorite.with(.view),
    .unfavorite.with(.view), .favorites, .note.with(.view), .notes, .random, .discover,
    .count, .fields, .problems, .save, .export, .set.with(.view), .alias, .cache, .prefetch, .trace,
    .offline, .online,
    .run, .record, .status, .history, .edit, .tour,
    .help, .quit,
  ]

  /// The commands as a table in Markdown, for the README.
  package static var commandsTable: String {
    "| command | does |\n|---|---|\n"
      + commands.map { command in
        let usage = command.usage.map { "`\($0)`" }.joined(separator: " · ")
        return
          "| \(usage.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")) | \(command.summary) |\n"
      }.joined()
  }
}
