import ArgumentParser
import Recordings
import Staging

/// Plays scripts, and compares the output with their expectations.
struct ScriptCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Play scripts, and compare the output with what they expect.",
    discussion:
      "The differences are printed as a patch; `patch -p0` applies it, and so does `larder script update`."
  )

  @Argument(
    help: "Scripts, or Markdown files with fenced blocks marked rcp.", completion: .file())
  var files: [String]

  @Flag(help: "Compare blanks at the ends of lines.")
  var blanks = false

  @Flag(help: "Fail if a step has no expectation, or a recorded response is not used.")
  var coverage = false

  @Flag(help: "The same as --blanks --coverage.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "Play each script N more times in varied surroundings; all results must be equal.",
      valueName: "n"))
  var shake = 0

  @Flag(help: "Stop at the first script that differs.")
  var failFast = false

  @Option(help: "The format of reports: human, json or junit.")
  var format = ScriptReportForm.human

  @Flag(help: "Check again each time that a file changes, until Ctrl-C.")
  var watch = false

  func validate() throws {
    guard !watch || format == .human else {
      throw ValidationError("--watch is for --format human.")
    }
  }

  private var strictness: Strictness {
    if strict { return .all }
    var strictness: Strictness = []
    if blanks { strictness.insert(.blanks) }
    if coverage { strictness.insert(.coverage) }
    return strictness
  }

  func run() throws {
    let run = ScriptRun()
    let check = {
      run.check(
        files, strictness: strictness, shakeCount: shake, failsFast: failFast, form: format)
    }
    try leave(watch ? run.watch(files, check: check) : check())
  }
}

extension ScriptReportForm: ExpressibleByArgument {}

/// Plays scripts, and writes the actual output into them.
struct ScriptUpdateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "update", abstract: "Play scripts, and write the actual output into them.")

  @Argument(
    help: "Scripts, or Markdown files with fenced blocks marked rcp.", completion: .file())
  var files: [String]

  @Flag(help: "Change nothing; exit with 1 if something would change.")
  var dryRun = false

  @Option(
    help: ArgumentHelp(
      "Update only this chapter, or these lines, such as L10-40.", valueName: "part"))
  var only: String?

  @Flag(help: "Also write the output of steps without expectations.")
  var fill = false

  @Flag(help: "Update even if CI is set, or if a strict script would lose placeholders.")
  var force = false

  func run() throws {
    try leave(
      ScriptRun().update(files, isDry: dryRun, part: only, fills: fill, isForced: force))
  }
}

/// Sends the recorded requests of scripts again, and reports responses that have changed.
struct ScriptVerifyNetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify-net",
    abstract: "Send the recorded requests again, and report responses that have changed.",
    discussion: """
      Each GET and HEAD of a script's bundle is sent again, without secrets; nothing is written. The exit status is \
      1 if a response has changed, and 3 if a server does not answer.
      """)

  @Argument(help: "Scripts with bundles.", completion: .file())
  var files: [String]

  @Option(
    help: ArgumentHelp("Warn about responses that are older than this.", valueName: "days"))
  var maxAge: Int?

  func run() throws {
    try leave(ScriptRun().verifyNetwork(of: files, maximumAge: maxAge))
  }
}

/// Writes scripts in canonical form.
struct ScriptFormatCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fmt", abstract: "Write scripts in the standard layout, with a complete header.")

  @Argument(help: "Scripts.", completion: .file())
  var files: [String]

  @Flag(help: "Change nothing; exit with 1 if something would change.")
  var check = false

  func run() throws {
    try leave(ScriptRun().format(files, isDry: check))
  }
}

/// Reports errors in scripts and casts, and possible improvements.
struct ScriptLintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint", abstract: "Report errors in scripts and casts, and possible improvements.")

  @Argument(help: "Scripts, or .cast files.", completion: .file())
  var files: [String]

  func run() throws {
    try leave(ScriptRun().lint(files))
  }
}

/// Describes what scripts would do, without playing them.
struct ScriptExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Describe what scripts would do, without playing them.")

  @Argument(help: "Scripts.", completion: .file())
  var files: [String]

  func run() throws {
    try leave(ScriptRun().explain(files))
  }
}
