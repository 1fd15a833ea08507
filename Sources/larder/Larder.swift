import ArgumentParser
import CSQLite
import Diagnostics
import LiveWorld
import Shell
import Text
import World

/// The program's command line: the prompt, or commands without one.
@main
struct Larder: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "larder",
    abstract: "A shell for recipe feeds and other catalogues.",
    usage: """
      larder [<feed>] [-c <commands>]… [<options>]
      larder <subcommand>
      """,
    discussion: """
      At a terminal: the prompt on FEED. With -c, or commands from a pipe: their results.
      FEED is a named feed, else a path, else an address; ./name forces a path; - is standard input.
      """,
    version: "Larder \(Shell.version)",
    subcommands: [
      Complete.self, FetchCommand.self, LibraryCommand.self, LintCommand.self, ScriptCommand.self,
    ])

  @Argument(help: "A named feed, a path, an address, or - for standard input.")
  var feed: String?

  @Option(
    name: .customShort("c"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Run commands, print, and leave; may be repeated.", valueName: "commands"))
  var commands: [String] = []

  @OptionGroup var flags: GlobalFlags

  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    Interruptions.takeLostOutputAsErrors()
    csqlite_count_no_memory()
    do {
      if let unreadable = OwnProgram.unreadableWord { throw ValidationError("\(unreadable)") }
      if let run = Run(plainWords: words) {
        try run.start()
      } else {
        var command = try parsed(GlobalFlags.movedBack(words))
        try command.run()
      }
    } catch {
      leave(with: error)
    }
    if LostOutput.isThere { Self.exit(withError: ExitCode(RunStatus.disk.rawValue)) }
  }

  func run() throws {
    try Run(feed: feed, commands: commands, choices: flags.choices).start()
  }

  /// Ends the program with what an error has to say, which may repeat what was typed.
  private static func leave(with error: any Error) -> Never {
    let code = exitCode(for: error)
    let isCompletion = CommandLine.arguments.contains {
      $0.hasPrefix("--generate-completion-script")
    }
    // FEED may be a path: where bash has nothing of ours to offer, it offers files.
    let message =
      isCompletion
      ? Completed.fullMessage(for: error)
        .replacing("\ncomplete -o filenames ", with: "\ncomplete -o default -o filenames ")
      : fullMessage(for: error)
    // Run by itself, a subcommand does not know whose it is.
    let text = harmless(
      message.contains("See 'larder ") ? message : message.replacing("See '", with: "See 'larder "),
      keepingLines: true)
    let console = Console.live(environment: [:])
    let stream = code.isSuccess ? console.output : console.errors
    if !text.isEmpty { _ = stream.write(Array((text + "\n").utf8)) }
    exit(withError: code.isSuccess && LostOutput.isThere ? ExitCode(RunStatus.disk.rawValue) : code)
  }

  /// What each subcommand is called.
  static let subcommandNames = ["complete", "fetch", "library", "lint", "script"]

  /// The command that the words mean: a first word that is a subcommand is one, not a feed.
  private static func parsed(_ words: [String]) throws -> any ParsableCommand {
    switch words.first {
    case "complete": try Complete.parseAsRoot(Array(words.dropFirst()))
    case "fetch": try FetchCommand.parseAsRoot(Array(words.dropFirst()))
    case "script":
      try ScriptCommand.parseAsRoot(
        GlobalFlags.behindSubcommand(GlobalFlags.withoutEffect(on: Array(words.dropFirst()))))
    case "lint": try LintCommand.parseAsRoot(Array(words.dropFirst()))
    case "library":
      try LibraryCommand.parseAsRoot(GlobalFlags.behindSubcommand(Array(words.dropFirst())))
    case "help" where words.count > 1: try help(on: Array(words.dropFirst()))
    case "help": try parseAsRoot(["--help"])
    default: try parseAsRoot(words)
    }
  }

  /// The command that says what a subcommand is for.
  private static func help(on words: [String]) throws -> any ParsableCommand {
    guard words[0].hasPrefix("-") || subcommandNames.contains(words[0]) else {
      throw ValidationError(
        "there is no subcommand `\(words[0])`; larder -c help lists the commands of the prompt")
    }
    return try parsed(words + ["--help"])
  }

  /// The command line as shells complete it: without FEED, which would take the name of a subcommand, so that
  /// nothing was offered behind one.
  private struct Completed: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "larder", version: Larder.configuration.version,
      subcommands: Larder.configuration.subcommands)

    @Option(name: .customShort("c"), parsing: .unconditionalSingleValue)
    var commands: [String] = []

    @OptionGroup var flags: GlobalFlags
  }
}
