import ArgumentParser
import Shell

/// The program's command line.
@main
struct Larder: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "larder",
    abstract: "A shell for recipe feeds and other catalogues.",
    discussion: """
      Without a subcommand: the prompt on FEED, or the COMMANDS of -c or of a pipe.
      FEED is a named feed, else a path, else an address; ./name forces a path; - is standard input.
      """,
    version: "Larder 0.1",
    subcommands: [Prompt.self, Complete.self, LibraryCommand.self],
    defaultSubcommand: Prompt.self)

  static func main() {
    do {
      var command = try parseAsRoot(GlobalFlags.movedBack(Array(CommandLine.arguments.dropFirst())))
      try command.run()
    } catch {
      exit(withError: error)
    }
  }
}
