import ArgumentParser
import Diagnostics
import LiveWorld
import Output
import Shell
import Text
import World

/// The program's command line: the prompt, or commands without one.
@main
struct Larder: ParsableCommand, GlobalFlags {
  static let configuration = CommandConfiguration(
    commandName: "larder",
    abstract: "A shell for recipe feeds and other catalogs.",
    usage: """
      larder [<feed>…] [-c <commands>]… [<options>]
      larder [<feed>…] --pick [<field>] [<options>]
      larder <subcommand>
      """,
    discussion: """
      At a terminal, opens a prompt on FEED. With -c, or commands from a pipe, prints their results.
      FEED is a named feed, else a path, else an address; ./name forces a path; - is standard input.
      A path may be a folder, an archive or a pattern. Several are one feed.
      """,
    version: "Larder \(Shell.version)",
    subcommands: [
      Complete.self, FetchCommand.self, IngredientsCommand.self, LibraryCommand.self,
      LintCommand.self, ScriptCommand.self,
    ])

  @Argument(help: "Named feeds, paths, addresses, or - for standard input.")
  var feed: [String] = []

  @Option(
    name: .customShort("c"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Run commands and exit; may be repeated.", valueName: "commands"))
  var commands: [String] = []

  @Option(
    name: .customLong("pick"), defaultAsFlag: "name",
    help: ArgumentHelp(
      "Let the user choose a row at the terminal, and print its name or this field.",
      valueName: "field"))
  var pick: String?

  @OptionGroup var output: OutputFlags
  @OptionGroup var surroundings: SurroundingFlags

  func validate() throws {
    if pick != nil, !commands.isEmpty {
      throw ValidationError("--pick asks for a row at a prompt, so it cannot be used with -c.")
    }
  }

  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    Interruptions.takeLostOutputAsErrors()
    if let limit = OpenFileLimit.raise() { refuse(openFiles: limit) }
    do {
      if let unreadable = OwnProgram.unreadableWord { throw ValidationError("\(unreadable)") }
      var command = try parsed(words)
      try command.run()
    } catch {
      leave(with: error)
    }
    if LostOutput.isNoted { Self.exit(withError: ExitCode(RunStatus.disk.rawValue)) }
  }

  /// Ends the program, because the limit of open files is too low.
  private static func refuse(openFiles limit: UInt) -> Never {
    let diagnostic = Diagnostic(
      "the limit of \(limit) open files is too low for Larder, which needs 64",
      hint: "ulimit -n 64 raises it")
    let text = diagnostic.lines.joined(separator: "\n") + "\n"
    // Without standard error, there is no place to report the failed write.
    _ = Console.live(environment: [:]).errors.write(Array(text.utf8))
    exit(withError: ExitCode(RunStatus.failure.rawValue))
  }

  func run() throws {
    let run = Run(feed: Shell.request(for: feed), commands: commands, choices: choices)
    if let pick { try run.pick(pick) } else { try run.start() }
  }

  /// Ends the program with the message of an error, which may repeat arguments.
  private static func leave(with error: any Error) -> Never {
    let code = exitCode(for: error)
    let isCompletion = CommandLine.arguments.contains {
      $0.hasPrefix("--generate-completion-script")
    }
    let message =
      isCompletion
      ? BashCompletion.script(Completed.fullMessage(for: error)) : fullMessage(for: error)
    // Parsed alone, a subcommand omits larder from its usage.
    let text = harmless(
      message.contains("See 'larder ") ? message : message.replacing("See '", with: "See 'larder "),
      keepingLines: true)
    let console = Console.live(environment: [:])
    let stream = code.isSuccess ? console.output : console.errors
    if !text.isEmpty { _ = stream.write(Array((text + "\n").utf8)) }
    exit(withError: code.isSuccess && LostOutput.isNoted ? ExitCode(RunStatus.disk.rawValue) : code)
  }

  /// Parses a command line: as a subcommand if one is the first word after the global flags, otherwise as this command.
  ///
  /// - Throws: An error of the parser, which it can describe.
  private static func parsed(_ words: [String]) throws -> any ParsableCommand {
    // Most command lines do not contain a subcommand, and are parsed once.
    guard words.contains(where: { $0 == "help" || subcommand($0) != nil }) else {
      return try parseAsRoot(words)
    }
    // Invalid flags are reported by the command to which they belong.
    let rest = (try? LeadingFlags.parse(words))?.rest ?? words
    guard let name = rest.first else { return try parseAsRoot(words) }
    if name == "help" { return try help(on: Array(rest.dropFirst())) }
    guard let subcommand = subcommand(name) else { return try parseAsRoot(words) }
    // A script has its own clock, files and network, which flags do not change.
    let leading = subcommand == ScriptCommand.self ? [] : words.dropLast(rest.count)
    return try subcommand.parseAsRoot(leading + rest.dropFirst())
  }

  /// The command that prints the help of a subcommand, or of the program.
  private static func help(on words: [String]) throws -> any ParsableCommand {
    guard let name = words.first else { return try parseAsRoot(["--help"]) }
    guard name.hasPrefix("-") || subcommand(name) != nil else {
      throw ValidationError(
        "there is no subcommand `\(name)`; larder -c help lists the commands of the prompt")
    }
    return try parsed(words + ["--help"])
  }

  private static func subcommand(_ name: String) -> (any ParsableCommand.Type)? {
    configuration.subcommands.first { $0.configuration.commandName == name }
  }

  /// The global flags before a subcommand, and all words from the subcommand on.
  private struct LeadingFlags: ParsableArguments {
    @OptionGroup var output: OutputFlags
    @OptionGroup var surroundings: SurroundingFlags

    @Argument(parsing: .captureForPassthrough)
    var rest: [String] = []
  }

  /// The command line for shell completion, without FEED: that would match the name of a subcommand, so that nothing
  /// would be completed after it.
  private struct Completed: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "larder", version: Larder.configuration.version,
      subcommands: Larder.configuration.subcommands)

    @Option(name: .customShort("c"), parsing: .unconditionalSingleValue)
    var commands: [String] = []

    @Option(name: .customLong("pick"), defaultAsFlag: "name")
    var pick: String?

    @OptionGroup var output: OutputFlags
    @OptionGroup var surroundings: SurroundingFlags
  }
}

/// Prints completions, for tests and other programs.
struct Complete: ParsableCommand, GlobalFlags {
  static let configuration = CommandConfiguration(
    commandName: "complete", _superCommandName: "larder",
    abstract: "Print the completions of a line as JSON.",
    usage: "larder complete <line> [--feed <feed>] [<options>]")

  @Argument(help: "The line up to the cursor.")
  var line: String?

  @Option(help: "The feed for the completions.")
  var feed: String?

  @OptionGroup var output: OutputFlags
  @OptionGroup var surroundings: SurroundingFlags

  func validate() throws {
    if line == nil {
      throw ValidationError("A line is missing, e.g. larder complete 'filter cui'.")
    }
  }

  func run() throws {
    guard let line else { return }
    let shell = try choices.shell(isInteractive: false)
    try leave(shell.start(feed ?? "demo"))
    try leave(shell.printSuggestions(for: line))
  }
}

/// Exports and imports the library.
struct LibraryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "library", _superCommandName: "larder",
    abstract: "Export or import favorites, notes, settings, lists and feeds as JSON.",
    usage: "larder library export|import <file> [<options>]",
    subcommands: [Export.self, Import.self])

  // The subcommands receive the flags before them.
  @OptionGroup(visibility: .hidden) var output: OutputFlags
  @OptionGroup(visibility: .hidden) var surroundings: SurroundingFlags

  /// Writes the library to a file.
  struct Export: ParsableCommand, GlobalFlags {
    static let configuration = CommandConfiguration(abstract: "Write the library to a file.")

    @Argument(help: "The file; - is standard output.", completion: .file())
    var file: String

    @OptionGroup var output: OutputFlags
    @OptionGroup var surroundings: SurroundingFlags

    func run() throws {
      try leave(choices.shell(isInteractive: false).exportLibrary(to: file))
    }
  }

  /// Adds the library of a file to the user's.
  struct Import: ParsableCommand, GlobalFlags {
    static let configuration = CommandConfiguration(
      abstract: "Add the contents of a file; existing entries stay.",
      discussion: """
        Favorites and notes are always added. For settings, aliases and feeds, Larder asks at a terminal; with --yes \
        or without a terminal, they are left out.
        """)

    @Argument(help: "The file; - is standard input.", completion: .file())
    var file: String

    @Flag(help: "Also add all settings, aliases and feeds, without asking.")
    var trust = false

    @OptionGroup var output: OutputFlags
    @OptionGroup var surroundings: SurroundingFlags

    func run() throws {
      let shell = try choices.shell(isInteractive: false)
      if file != "-" { shell.askAtTerminal() }
      let saysYes = choices.options.saysYes
      try leave(shell.importLibrary(from: file, trust ? .all : saysYes ? .none : .asking))
    }
  }
}
