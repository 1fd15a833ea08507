import Output
import SessionStore
import Shell
import Testing
import World

private let lines = ["count", "filter cuisine=Italian", "count", "show Crème Brûlée"]

/// A shell at a prompt at which lines were entered.
private func prompt(_ isInteractive: Bool = false) -> ShellUnderTest {
  let shell = ShellUnderTest(isInteractive: isInteractive)
  for line in lines { shell.shell.history.add(line) }
  return shell
}

@Test(arguments: [
  ("history", ["2", "3", "4"]), ("history 1", ["4"]), ("history 99", ["2", "3", "4"]),
  ("history italian", ["2"]), ("history CREME brul", ["4"]), ("history nothing", []),
])
func `history lists lines, a repeated one at its latest place`(line: String, numbers: [String]) {
  let shell = ShellUnderTest { $0.format = .csv }
  for line in lines { shell.shell.history.add(line) }
  let rows = shell.run(line).split(whereSeparator: \.isNewline).dropFirst()
  #expect(rows.map { String($0.prefix { $0 != "," }) } == numbers)
}

@Test(arguments: ["history --json 1", "history --json brulee"])
func `history has a form for programs`(line: String) {
  #expect(
    prompt().run(line) == """
      [
        {"number":4,"date":"2026-09-21T14:13:20Z","line":"show Crème Brûlée"}
      ]

      """)
}

@Test
func `a line that is deleted is gone from the file, too`() {
  let shell = prompt()
  shell.run("history delete 3")
  #expect(shell.takeErrors() == "forgotten: count\n")
  #expect(shell.shell.history.entries().map(\.number) == [1, 3])
  let text = shell.files.contentsText("/home/x/.larder/state/history")
  #expect(!text.contains("count"))
}

@Test(arguments: ["history delete 0", "history delete 5", "history delete x"])
func `only a line that is there is deleted`(line: String) {
  let shell = prompt()
  shell.run(line)
  #expect(shell.takeErrors().contains("there is no line"))
}

@Test(arguments: [
  ("load https://me:secret@example.org/f.json", false), ("set note my Password", false),
  ("feeds add x https://e.org -H 'Authorization: $T'", false), ("alias t = access_token", false),
  ("load https://example.org/a", true), ("filter cuisine=Thai", true),
])
func `lines with a secret are not kept`(line: String, isKept: Bool) {
  let shell = ShellUnderTest()
  shell.shell.history.add(line)
  #expect(shell.shell.history.entries().map(\.line) == (isKept ? [line] : []))
}

@Test(arguments: [
  ("set never-save count*, quit", ["password"]),
  ("set never-save none", ["count all", "password"]),
])
func `a setting decides which lines the history leaves out`(setting: String, kept: [String]) {
  let shell = ShellUnderTest()
  shell.run(setting)
  for line in ["count all", "password"] { shell.shell.history.add(line) }
  #expect(shell.shell.history.entries().map(\.line) == kept)
}

extension MemoryFileSystem {
  /// The text of a file that is there.
  fileprivate func contentsText(_ path: String) -> String {
    // A file that is not there has no text.
    String(decoding: (try? contents(of: path, limit: .max)) ?? [], as: UTF8.self)
  }
}
