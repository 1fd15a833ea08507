import Testing

/// What `cook` knows of the plan, on the bundled demo.
@Suite struct PlanCommandTests {
  let shell = ShellUnderTest()

  @Test(arguments: [
    ("plan today Carbonara for 8; cook Carbonara", "Carbonara for 8, step 1 of"),
    ("plan today Carbonara for 8; cook Carbonara for 2", "Carbonara for 2, step 1 of"),
    ("plan tomorrow Carbonara for 8; cook Carbonara", "Carbonara, step 1 of"),
    ("set servings 3; plan today Carbonara for 8; cook Carbonara", "Carbonara for 8, step 1 of"),
    ("plan today Carbonara for 8; cook today", "Carbonara for 8, step 1 of"),
  ])
  func `cook takes the typed number, then that of today's plan`(line: String, expected: String) {
    #expect(shell.run(line).contains(expected))
  }

  @Test func `cook says that a number is from the plan`() {
    _ = shell.run("plan today Carbonara for 8; cook Carbonara")
    #expect(shell.takeErrors().contains("Carbonara for 8, as planned for today.\n"))
  }

  @Test(arguments: [
    ("cook today", "nothing is planned for today"),
    ("plan today 1,2; cook today", "2 dishes are planned for today"),
    ("plan today 1; load demo-malformed; cook today", "is from the feed demo; load that first"),
  ])
  func `cook today refuses days without one dish of the feed`(line: String, expected: String) {
    _ = shell.run(line)
    #expect(shell.takeErrors().contains(expected))
  }
}
