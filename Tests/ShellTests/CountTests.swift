import Output
import Shell
import Testing
import World

/// `count` by one field and by two, on the bundled demo.
@Suite struct CountTests {
  @Test func `times are counted in ranges, with the quartiles below`() {
    let shell = ShellUnderTest()
    let lines = shell.run("count by time").split(separator: "\n")
    #expect(lines.count > 3 && lines.count <= 13)
    let counts = lines.dropFirst().compactMap { line in
      line.split(separator: "  ").dropFirst().first.flatMap { Int($0.filter { $0 != " " }) }
    }
    #expect(counts.reduce(0, +) == 64)
    let said = shell.takeErrors()
    #expect(said.contains("minimum ") && said.contains("median ") && said.contains("maximum "))
  }

  @Test(arguments: ["count by time --each", "count by servings", "count by cuisine --each"])
  func `each value is counted with --each, or if a field has few values`(line: String) {
    let shell = ShellUnderTest()
    #expect(!shell.run(line).isEmpty)
    #expect(!shell.takeErrors().contains("median"))
  }

  @Test func `formats for programs have each value, and each pair`() {
    let shell = ShellUnderTest { $0.format = .csv }
    #expect(shell.run("count by time").split(separator: "\n").count > 20)
    let pairs = shell.run("filter cuisine=French,Thai; count by cuisine,servings")
      .split(whereSeparator: \.isNewline)
    #expect(pairs.first == "cuisine,servings,count" && pairs.count > 2)
    #expect(pairs.dropFirst().allSatisfy { $0.hasPrefix("French,") || $0.hasPrefix("Thai,") })
  }

  @Test(arguments: [40, 80, 100])
  func `two fields make a table that fits the window`(columns: Int) {
    let shell = ShellUnderTest(isInteractive: true, columns: columns)
    let lines = shell.run("count by cuisine,tags").split(separator: "\n")
    #expect(lines[0].contains("all"))
    #expect(lines.allSatisfy { $0.unicodeScalars.count <= columns })
    #expect(shell.takeErrors().contains("more values of tags; --format csv has each pair"))
  }

  @Test(arguments: [
    ("count by cuisine,nosuch", "unknown field `nosuch`"),
    ("count by cuisine,time,tags", "`count` takes one or two fields"),
  ])
  func `a mistake in the fields is shown at its place`(line: String, message: String) {
    let shell = ShellUnderTest()
    shell.run(line)
    #expect(shell.takeErrors().contains(message))
  }
}

@Suite struct HelpSearchTests {
  @Test func `help for an unknown word lists the pages that mention the word`() {
    let shell = ShellUnderTest()
    #expect(shell.run("help mistyped").contains("help search"))
    #expect(shell.takeErrors().contains("These pages mention it"))
    // A word that resembles a command is mistyped.
    #expect(shell.run("help fliter").isEmpty)
    #expect(shell.takeErrors().contains("did you mean filter?"))
  }

  @Test func `help shows first what a command prints`() {
    let lines = ShellUnderTest().run("help cook").split(separator: "\n")
    let example = lines.firstIndex { $0.contains("cook Lasagne for 4") }
    let details = lines.firstIndex { $0.contains("Space, Enter") }
    #expect(example != nil && details != nil && (example ?? 0) < (details ?? 0))
  }

  @Test func `an error for a value in place of rows suggests the filter for that value`() {
    let shell = ShellUnderTest()
    shell.run("list Italian")
    #expect(shell.takeErrors().contains("Italian is a value of cuisine: filter cuisine=Italian"))
  }
}
