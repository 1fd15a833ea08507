import SessionStore
import Shell
import Testing

/// `search` on the bundled demo with words that are mistyped.
@Suite struct ForgivingSearchCommandTests {
  let shell = ShellUnderTest()

  @Test(arguments: [
    ("search chiken", "No row has chiken; 8 have chicken."),
    ("search lasange", "No row has lasange; 1 has lasagne."),
    ("search chicken", ""), ("search! chiken", "No rows."), ("search \"chiken\"", "No rows."),
    ("search chikenxyzw", "No rows."),
  ])
  func `a word that no row has is looked for with mistakes, and that is said`(
    line: String, message: String
  ) {
    let text = shell.run(line)
    let said = shell.takeErrors()
    #expect(message.isEmpty ? !said.contains("No row") : said.contains(message), "\(said)")
    #expect(text.isEmpty == (message == "No rows."))
  }

  @Test func `an exact search is shown as one, and a filter keeps it`() {
    shell.run("search! rice; filter cuisine=Japanese")
    #expect(shell.takeErrors().contains("search! rice"))
    #expect(shell.shell.session.view.search?.isExact == true)
    shell.run("undo; undo; search rice")
    #expect(shell.shell.session.view.search?.isExact == false)
  }

  @Test func `undo and a filter keep the rows of a mistyped search`() {
    let first = shell.run("search chiken")
    #expect(shell.run("sort time; undo") == first)
  }
}
