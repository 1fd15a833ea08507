import ArgumentParser
import FeedAudit
import Shell

/// Reports problems of feeds, for their publishers and their readers.
struct LintCommand: ParsableCommand, GlobalFlags {
  static let configuration = CommandConfiguration(
    commandName: "lint", _superCommandName: "larder",
    abstract: "Audit feeds: list malformed, duplicate, blank and unsafe records with their places.",
    usage: "larder lint <feed>… [--links] [--against <baseline>] [<options>]",
    discussion: """
      A feed is a named one, a path, an address, or - for standard input. Findings go to standard output, each \
      with file, line, column, JSONPath and byte offset, rule by rule; the summary goes to standard error. The exit status is 1 \
      if there are errors or warnings (under --strict notes, too), 65, 66, 69 or 74 if a feed cannot be read.

      Rules:
      \(FeedAudit.lintRules.map { "  " + $0 }.joined(separator: "\n"))
      """)

  @Argument(help: "Feeds to audit.", completion: .file())
  var feeds: [String] = []

  @Flag(
    help: "Test every link, 4 at a time and 1 per host, and report the cache fields of pictures.")
  var links = false

  @Flag(help: "List up to 1000 findings of each rule in text, instead of the first 10.")
  var all = false

  @Option(
    help: ArgumentHelp(
      "Compare with an earlier feed, or a report that --save wrote.", valueName: "baseline"))
  var against: String?

  @Option(help: "The format of findings: text, json or junit; otherwise --format decides.")
  var report: LintForm?

  @Flag(help: "The same as --report junit.")
  var junit = false

  @Option(help: ArgumentHelp("Write the report as JSON, for a later --against.", valueName: "file"))
  var save: String?

  @Option(name: .customLong("as"), help: "The profile of the feeds; otherwise it is detected.")
  var profile: String?

  @Flag(help: "List the rules.")
  var rules = false

  @OptionGroup var output: OutputFlags
  @OptionGroup var surroundings: SurroundingFlags

  func validate() throws {
    guard rules || !feeds.isEmpty else { throw ValidationError("Name a feed.") }
    guard report == nil || report == .junit || !junit else {
      throw ValidationError("Use either --junit or --report, not both.")
    }
  }

  func run() throws {
    let shell = try choices.shell(isInteractive: false)
    if rules { return shell.feedAudit.printLintRules() }
    var request = LintRequest(feeds: feeds)
    request.profile = profile
    request.form = junit ? .junit : report
    request.triesLinks = links
    request.listsAll = all
    request.baseline = against
    request.savePath = save
    let status = shell.feedAudit.run(request)
    shell.finishFetching()
    try leave(status)
  }
}

extension LintForm: ExpressibleByArgument {}
