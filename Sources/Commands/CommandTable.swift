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
  let commands: [Command<CommandOwners>]
  /// A sentence below the list of commands; nil for none.
  var note: String? = nil

  /// All topics, in the order of help.
  static let all = [
    CommandTopic(
      name: "look", summary: "Look at rows.", example: "show 3",
      commands: LookContext.commands.map { $0.within(LookContext.init) }),
    CommandTopic(
      name: "narrow", summary: "Narrow, order and count the view.",
      example: "filter cuisine=Italian",
      commands: NarrowContext.commands.map { $0.within(NarrowContext.init) }),
    CommandTopic(
      name: "kitchen", summary: "Shop and cook.", example: "shop 3 for 4",
      commands: KitchenContext.commands.map { $0.within(KitchenContext.init) }),
    CommandTopic(
      name: "remember", summary: "Remember rows.", example: "favorite 3",
      commands: RememberContext.commands.map { $0.within(RememberContext.init) }),
    CommandTopic(
      name: "collection", summary: "Keep recipes of your own.",
      example: "save 3",
      commands: RememberContext.collectionCommands.map { $0.within(RememberContext.init) }),
    CommandTopic(
      name: "give", summary: "Give rows to people and to other programs.",
      example: "export html cookbook",
      commands: GiveContext.commands.map { $0.within(GiveContext.init) }),
    CommandTopic(
      name: "sources", summary: "Load feeds, and see what is wrong with them.",
      example: "load recipes.json",
      commands: SourcesContext.commands.map { $0.within(SourcesContext.init) }),
    CommandTopic(
      name: "images", summary: "Show pictures.", example: "picture 3",
      commands: ImagesContext.commands.map { $0.within(ImagesContext.init) }),
    CommandTopic(
      name: "web", summary: "See and control what is requested.", example: "cache",
      commands: WebContext.commands.map { $0.within(WebContext.init) }),
    CommandTopic(
      name: "scripts", summary: "Play and record sessions.", example: "tour",
      commands: ScriptsContext.commands.map { $0.within(ScriptsContext.init) },
      note:
        "A script is a text file with lines to type and the output that is expected. In your own "
        + "shell, larder script --help lists what else can be done with it."),
    CommandTopic(
      name: "shell", summary: "Settings, aliases, history, help.", example: "set",
      commands: ShellContext.commands.map { $0.within(ShellContext.init) }),
  ]
}

extension CommandTable<CommandOwners> {
  /// All commands, in the order of help.
  package static var all: [Command<CommandOwners>] { CommandTopic.all.flatMap(\.commands) }

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
