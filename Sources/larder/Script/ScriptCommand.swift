import ArgumentParser

/// Recorded scripts.
struct ScriptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "script", _superCommandName: "larder",
    abstract: "Record, play, check and export recorded scripts (.rcp).",
    discussion: """
      A script is played in a world of its own: its feed, its clock, no network, and nothing of yours. Exit \
      statuses: 0 as the script says, 1 not so, 2 the script makes no sense, 3 the world is not the one that it \
      asks for, 4 refused, 5 a limit was reached, 64 a bad command line, 77 skipped, 130 stopped.
      """,
    subcommands: [
      ScriptRecordCommand.self, ScriptReplayCommand.self, ScriptPlayCommand.self,
      ScriptCheckCommand.self, ScriptUpdateCommand.self, ScriptExportCommand.self,
      ScriptFormatCommand.self, ScriptLintCommand.self, ScriptExplainCommand.self,
      ScriptVerifyNetCommand.self,
      ScriptLogCommand.self,
    ])

  // The flags of other subcommands are allowed, and change nothing in the world of a script.
  @OptionGroup(visibility: .hidden) var ignored: SurroundingFlags
}
