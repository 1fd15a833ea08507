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
    #expect(first.takeErrors() == "page-size is 5\n")
    #expect(try first.library.settings()["page-size"] == "5")
    first.run("set page-size 5")
    #expect(first.takeErrors() == "page-size is 5 already\n")
  }
}
