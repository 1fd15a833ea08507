import ArgumentParser
import Diagnostics
import FetchTool
import LiveWorld
import Shell

/// Prints the response of an address, through the cache.
struct FetchCommand: ParsableCommand, GlobalFlags {
  static let configuration = CommandConfiguration(
    commandName: "fetch", _superCommandName: "larder",
    abstract: "Fetch an address through the cache, and print status, headers, content and source.",
    usage: """
      larder fetch [-H 'Name: value']… <url> [<options>]
      larder fetch --json <request>
      larder fetch --batch
      """,
    discussion: """
      The content goes to standard output, the rest to standard error. A request in JSON has the member url, \
      and optionally id, method, headers as a list of pairs, body, cache, redirect and credentials. --batch reads one \
      request in each line, and prints one answer in each line, in the order in which they arrive.
      """)

  @Option(
    name: .customShort("H"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Send a header field; may be repeated.", valueName: "field"))
  var fields: [String] = []

  @Option(
    help: ArgumentHelp(
      "Answer one request in JSON; - reads it from standard input.", valueName: "request"))
  var json: String?

  @Flag(help: "Answer a request in each line of standard input.")
  var batch = false

  @Argument(help: "An http or https address.")
  var url: String?

  @OptionGroup var output: OutputFlags
  @OptionGroup var surroundings: SurroundingFlags

  func validate() throws {
    let ways = [url != nil, json != nil, batch].filter { $0 }.count
    guard ways == 1 else {
      throw ValidationError("Give an address, --json or --batch.")
    }
    guard fields.isEmpty || url != nil else {
      throw ValidationError("A request in JSON has its fields in `headers`.")
    }
  }

  func run() throws {
    let shell = try choices.shell(isInteractive: false)
    let status: RunStatus
    if let url {
      status = shell.fetchTool.fetch(url, fields: fields)
    } else if let json {
      status = shell.fetchTool.fetch(json: json)
    } else {
      keepFreedMemory()
      status = shell.fetchTool.fetchBatch()
    }
    shell.finishFetching()
    try leave(status)
  }
}
