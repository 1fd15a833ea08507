import ArgumentParser
import Recordings
import Staging

/// Recorded scripts.
struct ScriptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "script", _superCommandName: "larder",
    abstract: "Record, play, check and export recorded scripts (.rcp).",
    discussion: """
      A script has its own feed and clock, and no network; it does not use your settings, favorites and history. \
      Exit statuses: 0 the session is as recorded, 1 it differs, 2 the script is not valid, 3 a feed, file, \
      version or terminal that it needs is missing, 4 refused, 5 a limit was reached, 64 the command line is not valid, 77 skipped, 130 stopped.
      """,
    subcommands: [
      ScriptRecordCommand.self, ScriptReplayCommand.self, ScriptPlayCommand.self,
      ScriptCheckCommand.self, ScriptUpdateCommand.self, ScriptExportCommand.self,
      ScriptFormatCommand.self, ScriptLintCommand.self, ScriptExplainCommand.self,
      ScriptVerifyNetCommand.self,
      ScriptLogCommand.self,
    ])

  // The flags of other subcommands are allowed, but only --plain has an effect.
  @OptionGroup(visibility: .hidden) var surroundings: SurroundingFlags
}

/// Records a session at a prompt as a script.
struct ScriptRecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record", abstract: "Record a session at a separate prompt as a script.",
    discussion: """
      The recording has its own favorites, settings and clock. `record stop` or Ctrl-D ends it. The script is \
      played once before it is written; until then it is in FILE.unfinished. `record pause`, `mark`, `note` and \
      `drop` work at its prompt. With --net, responses of servers are recorded in the folder NAME.rcpd next to the \
      script.
      """)

  @Argument(help: "The script to write.", completion: .file())
  var file: String

  @Option(help: "The feed: a bundled one, a file, or an address with --net.")
  var feed = "demo"

  @Option(
    help: ArgumentHelp(
      "The size of the terminal, such as 80x24; by default, that of this one.", valueName: "size"))
  var size: String?

  @Flag(help: "Record the pressed keys of every line.")
  var keys = false

  @Flag(help: "Record pauses of more than a second.")
  var timing = false

  @Flag(help: "Allow network access, and record the responses.")
  var net = false

  @Flag(help: "Replace an existing file.")
  var force = false

  @Option(
    help: ArgumentHelp(
      "Replace a text by [..] or \"redacted\" wherever it occurs.", valueName: "text"))
  var redact: [String] = []

  @Option(
    help: ArgumentHelp(
      "Accept the secret with this fingerprint, which the refusal prints.", valueName: "fingerprint"
    ))
  var allowSecret: [String] = []

  func run() throws {
    var recording = ScriptRecording(to: file)
    recording.feed = feed
    recording.size = size
    recording.keepsKeys = keys
    recording.keepsTiming = timing
    recording.reachesNetwork = net
    recording.isReplacing = force
    recording.secrets = redact
    recording.accepted = Set(allowSecret)
    try leave(recording.start())
  }
}

/// Ends the program with the exit status of a script, unless the script matched.
func leave(_ exit: ScriptExit) throws {
  if exit != .matched { throw ExitCode(exit.rawValue) }
}
