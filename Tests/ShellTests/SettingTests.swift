import SessionStore
import Testing
import World

@testable import Shell

/// Settings that another shell has changed meanwhile.
@Suite @MainActor struct SharedSettingTests {
  @Test func `a setting is stored even if this shell has the value already`() throws {
    let first = ShellUnderTest(isInteractive: true)
    first.run("set page-size 5")
    let second = ShellUnderTest(library: first.library, isInteractive: true)
    second.run("set page-size 7")
    _ = first.takeErrors()
    first.run("set page-size 5")
    #expect(first.takeErrors() == "page-size: 5\n")
    #expect(try first.library.storedSettings()["page-size"] == "5")
    first.run("set page-size 5")
    #expect(first.takeErrors() == "page-size: 5, as before\n")
  }
}

@Test(arguments: [
  ("1 s", true), ("100 ms", true), ("60s", true), ("0 s", false), ("61 s", false), ("1", false),
  ("-1 s", false), ("1 min", false), ("99999999999999999999 s", false),
])
func `the patience is a time`(value: String, isValid: Bool) {
  let shell = ShellUnderTest()
  shell.run("set patience \(value)")
  #expect((shell.library.settings["patience"] == value) == isValid)
  #expect(shell.takeErrors().contains("is a time from 100 ms to 60 s") == !isValid)
}

/// Settings about services and links that nobody knows.
@Suite @MainActor struct UnknownNameTests {
  @Test func `set base with an unknown service is an error with a suggestion`() {
    let shell = ShellUnderTest()
    shell.run("set base.meels http://x.example/")
    #expect(shell.takeErrors().contains("no service is called `meels`\n  did you mean meals?"))
    shell.run("set base.meals http://x.example/")
    #expect(shell.takeErrors() == "base.meals: http://x.example/\n")
  }

  @Test(arguments: [
    ("open-prefers vidoe", true), ("opener.vidoe mpv", true), ("open-prefers video", false),
    ("opener.photo feh", false), ("open-prefers source", false),
  ])
  func `a setting for a kind of link that no known feed has prints a warning`(
    line: String, isTold: Bool
  ) {
    let shell = ShellUnderTest()
    shell.run("set \(line)")
    let said = shell.takeErrors()
    #expect(said.contains("no known feed has links called vidoe") == isTold, "\(said)")
  }
}

@Test func `text that was encoded twice is repaired unless repair is off`() {
  let shell = ShellUnderTest(
    feed: "/f.json", files: MemoryFileSystem(["/f.json": #"[{"name":"CrÃ¨me brÃ»lÃ©e"}]"#]))
  #expect(shell.run("list").contains("Crème brûlée"))
  #expect(shell.run("set repair off; reload; list").contains("CrÃ¨me brÃ»lÃ©e"))
  #expect(shell.run("set repair on; reload; list").contains("Crème brûlée"))
}
