import Diagnostics
import Shell
import Testing
import World

private let demo = "larder demo -c"

@Test(arguments: [
  ("list | head -3", "Larder has no pipes; in your own shell, run: \(demo) 'list' | head -3"),
  ("count | wc -l", "Larder has no pipes; in your own shell, run: \(demo) 'count' | wc -l"),
  ("list; show 1 | less", "Larder has no pipes; in your own shell, run: \(demo) 'show 1' | less"),
  ("list|head", "Larder has no pipes; in your own shell, run: \(demo) 'list' | head"),
  ("list > x.txt", "export writes rows to a file; in your own shell: \(demo) 'list' > x.txt"),
  ("fields >> x", "export writes rows to a file; in your own shell: \(demo) 'fields' >> x"),
  ("list && count", "`;` separates commands, and the first failure ends the line"),
])
func `a pipe or a redirection is answered by what to do instead`(line: String, hint: String) {
  let shell = ShellUnderTest()
  shell.run(line)
  #expect(shell.status != .success)
  #expect(shell.takeErrors().contains(hint))
}

@Test(arguments: ["filter tme > 40", "list \"|\" 7", "lst"])
func `an error without a pipe has no hint about pipes`(line: String) {
  let shell = ShellUnderTest()
  shell.run(line)
  let errors = shell.takeErrors()
  #expect(!errors.contains("your own shell") && errors.contains("error"), "\(errors)")
}

@Test func `a folder without a feed is refused, and its files are named`() throws {
  let files = MemoryFileSystem(["/e/a.txt": "x"])
  let shell = ShellUnderTest(files: files)
  shell.run("load /e")
  #expect(shell.takeErrors().contains("error: /e/a.txt: it is in no format that Larder reads"))
}
