import TestSupport
import Testing

/// Choosing a row for another program, which reads standard output.
@Suite struct PickTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  /// A shell script that asks for a row, and prints the result and the status.
  private func asking(_ arguments: String, before: String = "") throws -> PseudoTerminal {
    let script =
      "\(before) '\(larderPath)' --home '\(place.home)' \(arguments) > '\(place.path)/picked'; echo \"status $?\"; echo \"picked [$(cat '\(place.path)/picked')]\"; read wait"
    let terminal = try PseudoTerminal(
      running: "/bin/sh", arguments: ["-c", script],
      environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8", "HOME": place.home], rows: 24,
      columns: 100)
    terminal.surroundings = place
    return terminal
  }

  @Test func `a program gets the name of the row that the user picks at the prompt`() throws {
    let terminal = try asking("demo --pick")
    try terminal.expectPrompt("demo 64")
    try terminal.expect(text: "pick ITEM chooses a row, and so does its number; ^C leaves")
    try terminal.enter("filter cuisine=Thai", prompt: "demo 4/64")
    try terminal.write("pick 2\r")
    try terminal.expect(line: "picked [Pad thai]")
    try terminal.expect(line: "status 0")
  }

  @Test func `a number alone picks a row, and a field is printed as it is published`() throws {
    let terminal = try asking("demo --pick source")
    try terminal.expectPrompt("demo 64")
    try terminal.write("32\r")
    try terminal.expect(line: "picked [https://en.wikipedia.org/wiki/Lasagna]")
  }

  @Test(arguments: [("\u{3}", 130), ("\u{4}", 1), ("quit\r", 1)])
  func `a program gets nothing and a status if the user leaves`(keys: String, status: Int) throws {
    let terminal = try asking("demo --pick")
    try terminal.expectPrompt("demo 64")
    try terminal.write(keys)
    try terminal.expect(line: "status \(status)")
    try terminal.expect(line: "picked []")
  }

  @Test func `a feed from a pipe is chosen from at the terminal`() throws {
    let feed = try place.file("dishes.json", SampleFeed.dishes)
    let terminal = try asking("- --pick", before: "cat '\(feed)' |")
    try terminal.expect(text: "^C leaves")
    try terminal.write("pick 2\r")
    try terminal.expect(line: "status 0")
    try terminal.expect { !$0.text.contains("picked []") && $0.text.contains("picked [") }
  }

  @Test func `a field that the feed lacks is an error before the prompt`() throws {
    let terminal = try asking("demo --pick sauce")
    try terminal.expect(text: "unknown field `sauce`")
    try terminal.expect(line: "picked []")
  }

  @Test func `without a terminal, and with commands, nothing is asked`() throws {
    let none = try place.script("setsid \"$larder\" --home \"$home\" demo --pick </dev/null")
    #expect(none.status == 64 && none.errors.contains("--pick asks at a terminal"))
    let both = try place.larder("demo", "--pick", "name", "-c", "list")
    #expect(both.status == 64 && both.errors.contains("cannot be used with -c"))
  }
}
