import SessionStore
import Testing
import World

@testable import Shell

/// Settings that another shell has changed meanwhile.
@Suite @MainActor struct SharedSettingTests {
  @Test func `what is set is kept, though this shell has it so already`() throws {
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

/// Settings about services and links that nobody knows.
@Suite @MainActor struct UnknownNameTests {
  @Test func `a service has to be known`() {
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
  func `links that no feed has are told`(line: String, isTold: Bool) {
    let shell = ShellUnderTest()
    shell.run("set \(line)")
    let said = shell.takeErrors()
    #expect(said.contains("no known feed has links called vidoe") == isTold, "\(said)")
  }
}
