import ArgumentParser
import Recordings
import Staging

/// Plays scripts and compares.
struct ScriptCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Play scripts, and compare all that they expect.",
    discussion: "The differences go to standard output; `patch -p0` applies them, as `update` does."
  )

  @Argument(
    help: "Scripts, or Markdown files with fenced blocks that say rcp.", completion: .file())
  var files: [String]

  @Flag(help: "Compare blanks at the ends of lines.")
  var blanks = false

  @Flag(help: "Fail if a step has no expectation, or a recorded response is not used.")
  var coverage = false

  @Flag(help: "The same as --blanks --coverage.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "Play so often more in other surroundings; all must be the same.", valueName: "n"))
  var shake = 0

  @Flag(help: "Stop at the first script that is not as it says.")
  var failFast = false

  @Option(help: "How reports are written: human, json or junit.")
  var format = ScriptReportForm.human

  private var strictness: Strictness {
    if strict { return .all }
    var strictness: Strictness = []
    if blanks { strictness.insert(.blanks) }
    if coverage { strictness.insert(.coverage) }
    return strictness
  }

  func run() throws {
    try leave(
      ScriptRun().check(
        files, strictness: strictness, shakeCount: shake, failsFast: failFast, form: format))
  }
}

extension ScriptReportForm: ExpressibleByArgument {}

/// Writes scripts again with what they do now.
struct ScriptUpdateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "update", abstract: "Play scripts, and write what they do into them.")

  @Argument(
    help: "Scripts, or Markdown files with fenced blocks that say rcp.", completion: .file())
  var files: [String]

  @Flag(help: "Change nothing; exit with 1 if something would change.")
  var dryRun = false

  @Option(help: ArgumentHelp("Change a chapter alone, or lines as in L10-40.", valueName: "part"))
  var only: String?

  @Flag(help: "Write what came of steps of which nothing is expected, too.")
  var fill = false

  @Flag(help: "Go on where CI is set, and where placeholders of a strict script are lost.")
  var force = false

  func run() throws {
    try leave(
      ScriptRun().update(files, isDry: dryRun, part: only, fills: fill, isForced: force))
  }
}

/// Asks servers again what scripts recorded.
struct ScriptVerifyNetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify-net",
    abstract: "Ask the network again, and say what is not as it was recorded.",
    discussion: """
      Each GET and HEAD of a script's bundle is sent once more, without secrets; nothing is written. It exits with 1 \
      if something is not as it was, and with 3 if there is no answer.
      """)

  @Argument(help: "Scripts with bundles.", completion: .file())
  var files: [String]

  @Option(
    help: ArgumentHelp("Warn of what was recorded more days ago.", valueName: "days"))
  var maxAge: Int?

  func run() throws {
    try leave(ScriptRun().verifyNetwork(of: files, maximumAge: maxAge))
  }
}

/// Gives scripts their one form.
struct ScriptFormatCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fmt", abstract: "Give scripts their one form, with all of the header said.")

  @Argument(help: "Scripts.", completion: .file())
  var files: [String]

  @Flag(help: "Change nothing; exit with 1 if something would change.")
  var check = false

  func run() throws {
    try leave(ScriptRun().format(files, isDry: check))
  }
}

/// Says what could be better about scripts, and what is wrong with recordings.
struct ScriptLintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint", abstract: "Say what is wrong with scripts and casts, or could be better.")

  @Argument(help: "Scripts, or .cast files.", completion: .file())
  var files: [String]

  func run() throws {
    try leave(ScriptRun().lint(files))
  }
}

/// Says in plain words what scripts would do.
struct ScriptExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Say in plain words what scripts would do, without playing them.")

  @Argument(help: "Scripts.", completion: .file())
  var files: [String]

  func run() throws {
    try leave(ScriptRun().explain(files))
  }
}
