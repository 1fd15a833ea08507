import Diagnostics
import FoundationEssentials
import Interpreter
import Shell
import Testing
import TestSupport
import World

/// A line that help shows, and the command it shows.
struct CommandExample: CustomTestStringConvertible, Sendable {
  let command: String
  let example: Example
  var testDescription: String { example.line }

  /// Those of `edit`, `new`, `pick` and `tour` need a person, and scripts another process.
  static let all = Shell.commands.filter {
    !["edit", "new", "pick", "record", "run", "tour"].contains($0.name)
  }.flatMap { command in
    command.examples.map { CommandExample(command: command.name, example: $0) }
  }
}

@Test(arguments: CommandExample.all)
func `every example of help prints on the demo what help shows`(of: CommandExample) async throws {
  let example = of.example
  let printed = try await onOwnThread {
    let shell = ShellUnderTest(
      files: MemoryFileSystem(["./mine.json": "[]"]),
      environment: ["HOME": "/home/x", "TERM": "xterm", "CI": "true", "DISPLAY": ":0"],
      programs: ["xclip", "lp"])
    let results = shell.run(example.line)
    let messages = shell.takeErrors()
    return shell.status == .success ? results + messages : "failed: \(messages)"
  }
  #expect(example.prints != nil && example.matches(printed), "\(printed)")
}

@Test
func `every command has a sentence and an example`() {
  for command in Shell.commands {
    #expect(command.summary.hasSuffix("."), "\(command.name)")
    #expect(!command.examples.isEmpty, "\(command.name)")
    #expect(command.summary.count <= 90, "\(command.name)")
  }
}

@Test(arguments: Shell.commands.map(\.name))
func `help explains every command`(name: String) {
  let shell = ShellUnderTest()
  let text = shell.run("help \(name)")
  #expect(text.hasPrefix(name))
  let example = Shell.commands.first { $0.name == name }?.examples.first?.line ?? "no example"
  #expect(text.contains("    \(example)\n"))
}

@Test(arguments: [
  ("filters", "time<=30, time=20..40"), ("scale", "for 6, for six"), ("settings", "aisles"),
  ("units", "It can be as-published, metric, us."),
  ("servings", "For example as-published, 2, 4."), ("page-size", "The number of rows on a page"),
  ("cuisine", "count cuisine"), ("kitchen", "cook"), ("filter", "filter clear"),
])
func `help explains notations, settings and fields`(name: String, line: String) {
  #expect(ShellUnderTest().run("help \(name)").contains(line))
}

@Test
func `help lists every command`() {
  let text = ShellUnderTest().run("help")
  for command in Shell.commands { #expect(text.contains(command.name)) }
}

@Test(arguments: [
  ("sort -time", "did you mean time desc?"), ("sort name, -time", "did you mean time desc?"),
  ("open vidoe 1", "did you mean video?"), ("open vidoe Lasagne", "did you mean video?"),
  ("picture 1 smal", "did you mean small?"), ("cache clear picture", "did you mean pictures?"),
  ("cache sho x", "did you mean show?"), ("feeds chek", "did you mean check?"),
  ("record strt x", "did you mean start?"), ("count cuisin", "did you mean cuisine?"),
  ("note \"Lasagne hello", "add a quote at the end"), ("open vidoe nosuch", "search finds words"),
  ("picture nosuch smal", "search finds words"),
])
func `an error for a misspelled argument suggests the right one`(
  command: String, hint: String
) {
  let shell = ShellUnderTest()
  #expect(shell.shell.run(command) != .success)
  #expect(shell.takeErrors().contains(hint))
}
