import Interpreter
import Output
import Shell
import Testing
import World

/// A shell on the demo with two notes.
private func noted(notesFavorite: String = "on") -> ShellUnderTest {
  let shell = ShellUnderTest { $0.format = .csv }
  shell.run("set notes-favorite \(notesFavorite)", "note Lasagne for a Weeknight")
  shell.run("note \"Miso soup\" weeknights", "note Lasagne less salt")
  _ = (shell.takeOutput(), shell.takeErrors())
  return shell
}

@Test(arguments: [
  ("notes~weeknight", 2), ("notes~=weeknight", 2), ("notes~=week", 0), ("note~salt", 1),
  ("notes=weeknights", 1),
  ("notes=week*", 1), ("notes!~salt is:noted", 1), ("is:noted", 2), ("has:notes", 2),
  ("no:notes", 62), ("-notes~weeknight", 62), ("notes~salt,weeknights", 2),
  ("notes~weeknight cuisine=Italian", 1),
])
func `one's own notes are filtered like a field`(filter: String, count: Int) {
  #expect(noted().run("filter \(filter); count") == "count\n\(count)\n")
}

@Test func `a comparison with notes that makes no sense is an error`() {
  let shell = noted()
  shell.run("filter notes<3")
  #expect(shell.takeErrors().contains("notes are text"))
  shell.run("filter notes~")
  #expect(shell.takeErrors().contains("needs a value"))
}

@Test(arguments: [("on", 2), ("off", 0)])
func `a note makes a favorite if that is set`(setting: String, count: Int) {
  let shell = noted(notesFavorite: setting)
  #expect(shell.run("filter is:favorite; count") == "count\n\(count)\n")
  #expect(shell.run("filter clear; filter is:noted; count") == "count\n2\n")
  shell.run("favorite Carbonara", "note Carbonara good")
  #expect(shell.run("filter clear; filter is:favorite; count") == "count\n\(count + 1)\n")
}
