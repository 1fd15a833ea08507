import ArgumentParser
import Recordings
import Staging

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Plays a script on this terminal, as if it were typed.
struct ScriptReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Play a script on this terminal, as if it were typed.",
    discussion: """
      Keys: space pauses, → or PageDown goes to the next step, + and - change the speed, n and p go to the next and \
      the previous chapter, b blanks the screen, i hands you the prompt until Ctrl-D, q ends.
      """)

  @Argument(
    help: "A script, or a Markdown file with fenced blocks marked rcp.", completion: .file())
  var file: String?

  @Option(help: ArgumentHelp("The speed as a factor: 2 is twice as fast.", valueName: "times"))
  var speed = 1.0

  @Flag(help: "Wait for the → key before each step.")
  var step = false

  @Option(help: ArgumentHelp("Begin with a chapter.", valueName: "chapter"))
  var from: String?

  @Flag(help: "Start again at the end.")
  var loop = false

  @Flag(help: "Use the size of this terminal instead of the script's.")
  var fit = false

  @Option(
    help: ArgumentHelp(
      "Allow something that scripts may not do: open, to open links.", valueName: "what"))
  var allow: [String] = []

  @Option(
    help: ArgumentHelp(
      "Print remarks for the presenter (%!) on another terminal.", valueName: "tty"))
  var presenter: String?

  @Flag(
    help: "Print the output of the steps, for screen readers and for terminals that only print.")
  var plain = false

  @Flag(help: .hidden)
  var tour = false

  // A flag that `script` has, too, is taken from the line by `script`.
  @ParentCommand var script: ScriptCommand

  func validate() throws {
    guard speed >= 0.1, speed <= 50 else { throw ValidationError("--speed is from 0.1 to 50.") }
    guard file != nil || tour else { throw ValidationError("Name a script.") }
    guard allow.allSatisfy({ $0 == "open" }) else {
      throw ValidationError("--allow takes open and nothing else.")
    }
  }

  func run() throws {
    var replay = ScriptReplay(file)
    replay.speed = speed
    replay.waitsForKeys = step
    replay.chapter = from
    replay.isLooping = loop
    replay.fitsTerminal = fit
    replay.opensLinks = !allow.isEmpty
    replay.remarksPath = presenter
    replay.isTour = tour
    replay.isPlain = plain || script.surroundings.plain
    switch replay.start() {
    case .exit(let exit): try leave(exit)
    case .typed(let character): throw ExitCode(0x80 | Int32(character))
    }
  }
}

/// Plays a script, and prints the output of its steps.
struct ScriptPlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Play a script, and print the output of its steps.")

  @Argument(
    help: "A script, or a Markdown file with fenced blocks marked rcp.", completion: .file())
  var file: String

  @Option(help: ArgumentHelp("Stop before a chapter.", valueName: "chapter"))
  var until: String?

  @Flag(help: "Print only differences.")
  var quiet = false

  func run() throws {
    try leave(ScriptRun().printTranscript(of: file, until: until, isQuiet: quiet))
  }
}

/// Prints the log of a session, so that its output can be compared byte by byte.
struct ScriptLogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Print the output of a script as a list of events.",
    shouldDisplay: false)

  @Argument(help: "A script, or a Markdown file with fenced blocks marked rcp.")
  var file: String
  @Option(help: "The working folder of the run.")
  var folder: String?

  func run() throws {
    let run = ScriptRun()
    if let folder { unsafe _ = chdir(folder) }
    try leave(run.printLog(of: file))
  }
}
