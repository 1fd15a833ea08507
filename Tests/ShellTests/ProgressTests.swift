import Shell
import Testing
import World

private let manyRows =
  "[" + (0..<4000).map { "{\"name\":\"Dish \($0)\"}" }.joined(separator: ",") + "]"
private let wideFeed = "[{\"name\":\"Pie\"}" + String(repeating: " ", count: 17 << 20) + "]"

/// The progress of a command on a slow machine.
private func said(
  _ line: String, term: String = "xterm", showsErrors: Bool = true, stopsAt look: Int = -1
) -> String {
  let files = MemoryFileSystem(["/f.json": manyRows, "/wide.json": wideFeed])
  let shell = ShellUnderTest(
    feed: "/f.json", files: files, showsErrors: showsErrors, secondsPerLook: 0.3,
    environment: ["HOME": "/home/x", "TERM": term])
  shell.shell.world.interruptions.raise(atLook: look)
  shell.run(line)
  return shell.takeErrors()
}

@Test(arguments: [
  ("export csv /out.csv", "\r\u{1B}[Krows ██████░░░░░░░░░░░░░░░░░░ 1000/4000"),
  ("load /wide.json", "\r\u{1B}[Kreading wide "), ("load /wide.json", " MB/17.8 MB"),
])
func `a long command shows its progress, and removes it at the end`(line: String, expected: String)
{
  let text = said(line)
  #expect(text.contains(expected))
  let end = text.split(separator: "\r\u{1B}[K", omittingEmptySubsequences: false).last ?? ""
  #expect(!end.contains("░") && !end.contains("█"))
}

@Test(arguments: ["export csv /out.csv", "load /wide.json"])
func `no progress is shown without a terminal`(line: String) {
  #expect(!said(line, showsErrors: false).contains("\u{1B}"))
}

@Test
func `a terminal that only prints is told of each quarter and the end`() {
  #expect(
    said("export csv /out.csv", term: "dumb") == """
      rows: 0 %
      rows: 25 %
      rows: 50 %
      rows: 75 %
      rows: 3500/4000
      4000 rows written to /out.csv

      """)
}

@Test
func `an export that is stopped says what became of it`() {
  #expect(
    said("export csv /out.csv", stopsAt: 3).hasSuffix("error: stopped: nothing was written\n"))
}
