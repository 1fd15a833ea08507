import FoundationEssentials
import SessionStore
import Testing
import World

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

  /// What the shell says after a line.
  private func message(_ line: String) -> String {
    _ = shell.takeErrors()
    _ = shell.run(line)
    return shell.takeErrors()
  }

  // MARK: - The shopping list

  @Test(arguments: [
    ("shop today", ["Carbonara for 8"]), ("shop tomorrow", ["Lasagne for 4"]),
    ("shop today-tomorrow", ["Carbonara for 8", "Lasagne for 4"]),
  ])
  func `shop takes the planned dishes of days`(line: String, titles: [String]) {
    _ = shell.run("plan today Carbonara for 8; plan tomorrow Lasagne for 4")
    let message = message(line)
    for title in ["Carbonara for 8", "Lasagne for 4"] {
      #expect(message.contains("\(title) is on the list") == titles.contains(title), "\(title)")
    }
  }

  @Test func `a range of days ends on the first such day after its start`() {
    _ = shell.run("plan sun Carbonara; plan sat Lasagne; plan fri Ratatouille")
    let message = message("shop sat-sun")
    #expect(message.contains("Lasagne is on the list") && !message.contains("Ratatouille"))
  }

  @Test(arguments: [
    ("shop today", "nothing is planned for today"),
    ("plan today Carbonara; shop today for 9", "`shop today` takes the numbers of the plan"),
    ("plan shop", "nothing is planned"),
  ])
  func `shop refuses days without dishes, and a scale for days`(line: String, expected: String) {
    #expect(message(line).contains(expected))
  }

  @Test func `plan shop follows later changes of the plan`() {
    _ = shell.run("plan today Carbonara for 8; plan tomorrow Lasagne for 4; shop Ratatouille")
    #expect(message("plan shop").contains("Lasagne for 4 is on the list"))
    let removed = message("plan remove tomorrow Lasagne")
    #expect(removed.contains("plan shop makes it follow the plan"))
    _ = shell.run("plan today Carbonara for 2")
    let followed = message("plan shop")
    #expect(followed.contains("Carbonara for 2 is on the list now, instead of for 8."))
    #expect(followed.contains("Lasagne is not planned any more, and not on the list either."))
    let list = shell.run("shop")
    #expect(list.contains("For Ratatouille · Carbonara for 2\n"))
    _ = shell.run("undo")
    #expect(shell.run("shop").contains("Carbonara for 8"))
  }

  @Test func `plan shop keeps a dish that was put on the list by hand`() {
    _ = shell.run(
      "shop Carbonara for 2; plan today Carbonara for 8; plan tomorrow Lasagne; plan shop")
    _ = shell.run("plan clear")
    #expect(
      message("plan shop") == "Lasagne is not planned any more, and not on the list either.\n")
    #expect(shell.run("shop").contains("For Carbonara for 8\n"))
  }

  // MARK: - Which dish is meant

  @Test(arguments: [
    ("plan remove today Ragu", "could be 2 dishes of the plan"),
    ("plan remove today 2", "Ragu is not planned any more"),
    ("plan remove today \"Ragu bianco\"", "Ragu bianco is not planned any more"),
    ("plan remove today bianco", "Ragu bianco is not planned any more"),
    ("plan remove today rag", "could be 3 dishes of the plan"),
    ("plan remove today bian", "Ragu bianco is not planned any more"),
    ("plan remove today agu", "agu is not planned"),
  ])
  func `plan remove finds a dish by row, name or word, and refuses an ambiguous name`(
    line: String, expected: String
  ) {
    let feed = """
      [{"id":"a","name":"Ragu","ingredients":["1 onion"]},{"id":"b","name":"Ragu","ingredients":["2 leeks"]},
       {"id":"c","name":"Ragu bianco","ingredients":["3 eggs"]}]
      """
    let shell = ShellUnderTest(feed: "/f.json", files: MemoryFileSystem(["/f.json": feed]))
    _ = shell.run("plan today 1-3; \(line)")
    #expect(shell.takeErrors().contains(expected))
  }

  @Test func `the plan tells dishes of one name and of other feeds apart`() {
    let feed = #"[{"id":"a","name":"Ragu"},{"id":"b","name":"Ragu"}]"#
    let shell = ShellUnderTest(feed: "/f.json", files: MemoryFileSystem(["/f.json": feed]))
    let twins = shell.run("plan today 1-2; plan")
    #expect(twins.contains("1  Ragu") && twins.contains("2  Ragu") && !twins.contains("/f.json"))
    #expect(shell.run("load demo; plan").contains("/f.json"))
  }

  @Test(arguments: ["plan remove today", "shop remove"])
  func `dishes of one name are told apart by their feeds`(command: String) {
    let files = MemoryFileSystem([
      "/f.json": #"[{"id":"a","name":"Ragu","ingredients":["1 onion"]}]"#,
      "/g.json": #"[{"id":"b","name":"Ragu","ingredients":["2 leeks"]}]"#,
    ])
    let shell = ShellUnderTest(feed: "/f.json", files: files)
    _ = shell.run("plan today 1; load /g.json; plan today 1; plan shop; load demo")
    _ = shell.takeErrors()
    _ = shell.run("\(command) Ragu")
    #expect(shell.takeErrors().contains("Ragu of /f.json, Ragu of /g.json"))
    _ = shell.run("\(command) Ragu of /f.json")
    if command.hasPrefix("plan") { _ = shell.run("plan shop") }
    let list = shell.run("shop")
    #expect(list.contains("leeks") && !list.contains("onion"))
  }

  @Test(arguments: ["plan tomorrow Ragu for 2", "shop Ragu", "cook Ragu"])
  func `a planned dish of another feed is an error that names the feed`(line: String) {
    let feed = #"[{"name":"Ragu","ingredients":["1 onion"]}]"#
    let shell = ShellUnderTest(feed: "/f.json", files: MemoryFileSystem(["/f.json": feed]))
    _ = shell.run("plan today 1; load demo; \(line)")
    #expect(shell.takeErrors().contains("it is planned from the feed /f.json; load that first"))
  }

  // MARK: - Past days

  @Test func `past days stay in the plan`() throws {
    func entry(_ day: String, _ name: String) -> KitchenEntry {
      KitchenEntry(
        list: .plan, key: "\(day) \(name)",
        details: #"{"name":"\#(name)","feed":"demo","factor":"1","lines":["1 egg"]}"#,
        date: Date(timeIntervalSince1970: 1_789_000_000))
    }
    // The clock of the test stands on Monday 2026-09-21.
    _ = try shell.library.put([
      entry("2026-09-11", "Older"), entry("2026-09-16", "Past"), entry("2026-09-21", "Now"),
    ])
    let dishes = { (line: String) in
      ["Older", "Past", "Now"].filter { shell.run(line).contains($0) }
    }
    #expect(dishes("plan") == ["Now"])
    #expect(dishes("plan last week") == ["Past"])
    #expect(dishes("plan 2026-09-11") == ["Older"])
    #expect(message("plan 2026-09-11 Lasagne").contains("2026-09-11 is over"))
    #expect(message("plan remove 2026-09-16 Past").contains("Past is not planned any more"))
  }
}
