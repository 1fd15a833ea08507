import ArgumentParser
import Shell

/// What you own, in and out.
struct LibraryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "library", _superCommandName: "larder",
    abstract: "Write or read favorites, notes, settings and feeds as JSON.",
    usage: "larder library export|import <file> [<options>]",
    subcommands: [Export.self, Import.self])

  // The subcommands take over the flags that stand before them.
  @OptionGroup(visibility: .hidden) var flags: GlobalFlags

  /// Writes the library to a file.
  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Write the library to a file.")

    @Argument(help: "The file; - is standard output.", completion: .file())
    var file: String

    @OptionGroup var flags: GlobalFlags

    func run() throws {
      try leave(flags.choices.shell(isInteractive: false).exportLibrary(to: file))
    }
  }

  /// Adds the library of a file to the own.
  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Add what a file has; what you have already stays.")

    @Argument(help: "The file; - is standard input.", completion: .file())
    var file: String

    @OptionGroup var flags: GlobalFlags

    func run() throws {
      try leave(flags.choices.shell(isInteractive: false).importLibrary(from: file))
    }
  }
}
