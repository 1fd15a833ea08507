import ArgumentParser
import Shell

/// What Tab would offer, for tests and other programs.
struct Complete: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "complete", _superCommandName: "larder",
    abstract: "Print what Tab would offer at the end of a line, as JSON.",
    usage: "larder complete <line> [--feed <feed>] [<options>]")

  @Argument(help: "The line up to the cursor.")
  var line: String?

  @Option(help: "The feed that the line is about.")
  var feed: String?

  @OptionGroup var flags: GlobalFlags

  func validate() throws {
    if line == nil { throw ValidationError("Say a line, e.g. larder complete 'filter cui'.") }
  }

  func run() throws {
    guard let line else { return }
    let shell = try flags.choices.shell(isInteractive: false)
    try leave(shell.start(feed ?? "demo"))
    try leave(shell.printSuggestions(for: line))
  }
}
