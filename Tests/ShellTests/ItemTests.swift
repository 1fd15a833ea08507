import Diagnostics
import Output
import Shell
import Testing
import World

/// Two dishes with ids of their own.
private let numbered = """
  [{"id": "52768", "name": "Apple tart"}, {"id": "5", "name": "Pad thai"}, {"id": "52", "name": "Soup"}]
  """

/// The rows of the argument ITEM, and of its absence.
@Suite struct ItemTests {
  /// A shell with the demo, in which a dish of another feed is a favorite.
  private func shell() throws -> ShellUnderTest {
    let files = MemoryFileSystem()
    try files.write(Array(numbered.utf8), to: "/feed.json", replacing: false)
    let shell = ShellUnderTest(feed: "/feed.json", files: files)
    _ = shell.run("favorite \"Apple tart\"")
    _ = shell.run("load demo")
    _ = shell.takeErrors()
    return shell
  }

  @Test(arguments: [
    ("show 3; raw 5", 5), ("show 4; list 3", 3), ("show 3; reload", 3), ("show 4; reload fresh", 4),
    ("filter cuisine=Thai; show 2; reload", 2),
  ])
  func `without ITEM the row that was shown last is meant`(commands: String, row: Int) throws {
    let shell = ShellUnderTest()
    #expect(shell.shell.run(commands) == .success)
    let name = try #require(
      shell.run("list \(row)").split(separator: "\n").last?.split(separator: "  ").dropFirst().first
    )
    #expect(shell.shell.run(commands) == .success)
    _ = shell.takeErrors()
    _ = shell.run("favorite")
    #expect(shell.takeErrors().contains(name.drop { $0 == " " }))
  }

  @Test func `a shown favorite that is not in the feed is the current item of later commands`()
    throws
  {
    let shell = try shell()
    _ = shell.run("favorite 4", "show 4", "show \"Apple tart\"")
    _ = shell.takeErrors()
    #expect(shell.shell.run("raw") != .success)
    #expect(shell.takeErrors().contains("Apple tart, which was shown last, is not among the rows"))
    _ = shell.run("unfavorite")
    #expect(shell.takeErrors() == "☆ Apple tart\n")
    #expect(shell.run("favorites all").contains("Carbonara"))
  }

  @Test(arguments: ["random 3", "count", "filter cuisine=Thai"])
  func `the row that was shown last stays the current one until another is shown`(commands: String)
    throws
  {
    let shell = try shell()
    _ = shell.run("show \"Apple tart\"", commands)
    _ = shell.takeErrors()
    _ = shell.run("unfavorite")
    #expect(shell.takeErrors() == "☆ Apple tart\n")
  }

  @Test func `after reload the row of that name is meant, of several with one id`() throws {
    let files = MemoryFileSystem()
    let before = #"[{"id": "2", "name": "Two b"}, {"id": "2", "name": "Two c"}]"#
    try files.write(Array(before.utf8), to: "/feed.json", replacing: false)
    let shell = ShellUnderTest(feed: "/feed.json", files: files)
    _ = shell.run("show \"Two c\"", "reload")
    #expect(shell.run("raw").contains("Two c"))
  }

  @Test func `a favorite that comes back is a row again`() throws {
    let files = MemoryFileSystem()
    let whole = #"[{"id": "1", "name": "One"}, {"id": "3", "name": "Three"}]"#
    let rest = #"[{"id": "1", "name": "One"}]"#
    try files.write(Array(whole.utf8), to: "/feed.json", replacing: false)
    let shell = ShellUnderTest(feed: "/feed.json", files: files)
    _ = shell.run("favorite Three")
    try files.write(Array(rest.utf8), to: "/feed.json", replacing: true)
    _ = shell.run("reload", "show Three")
    try files.write(Array(whole.utf8), to: "/feed.json", replacing: true)
    _ = shell.run("reload")
    #expect(shell.run("raw").contains("Three"))
  }

  @Test(arguments: [
    ("#al", "One"), ("#ALPHA", "One"), ("#beta-tw", "Two"), ("#beta-three-and-more", "Three"),
    ("#beta", nil), ("#gamma", nil), ("#", nil), ("#-", nil),
  ])
  func `the start of an id that the feed has is enough, whatever its form`(
    item: String, name: String?
  ) throws {
    let records = [("alpha-one", "One"), ("beta-two", "Two"), ("beta-three-and-more", "Three")]
      .map { #"{"id": "\#($0)", "name": "\#($1)"}"# }.joined(separator: ",")
    let shell = ShellUnderTest(
      feed: "/f.json", files: MemoryFileSystem(["/f.json": "[\(records)]"]))
    let found = shell.run("raw \(item)")
    #expect(found.contains("\"name\"") == (name != nil))
    if let name { #expect(found.contains("\"\(name)\"")) }
    if item == "#beta" {
      #expect(shell.takeErrors().contains("2 rows have an id like #beta\n"))
      #expect(shell.run("raw #beta") == "")
      #expect(shell.takeErrors().contains("2 Two, 3 Three"))
    }
  }

  @Test func `a row without a shown handle is not found by its first digits, but by all of them`()
    throws
  {
    let records = (0..<300).map { #"{"id": "no-\#($0)", "name": "Dish \#($0)"}"# }
    let shell = ShellUnderTest(
      feed: "/f.json",
      files: MemoryFileSystem(["/f.json": "[\(records.joined(separator: ","))]"]))
    for digit in "0123456789abcdef" {
      _ = shell.run("raw #\(digit)")
      #expect(shell.takeErrors().contains("no row has an id like #\(digit)"))
    }
    let row = try #require(
      shell.run("filter name=\"Dish 7\"; similar 1").split(separator: "\n").last)
    let handle = try #require(row.split(separator: " ").first)
    #expect(handle.hasPrefix("#") && handle.count > 4)
    #expect(shell.run("raw \(handle)").contains("\"Dish "))
  }

  @Test(arguments: [("#52768", "Apple tart"), ("#52", "Soup"), ("#5", "Pad thai")])
  func `an id that a feed gives its rows names them`(id: String, name: String) throws {
    let shell = try shell()
    _ = shell.run("load /feed.json")
    #expect(shell.run("raw \(id)").contains("\"\(name)\""))
  }

  @Test func `an error names the feed of a row of another feed`() throws {
    let shell = try shell()
    let row = try #require(shell.run("favorites all").split(separator: "\n").last)
    let handle = try #require(row.split(separator: " ").first)
    #expect(shell.shell.run("raw \(handle)") != .success)
    let errors = shell.takeErrors()
    #expect(errors.contains("\(handle) is Apple tart, which is not among the rows"))
    #expect(errors.contains("it belongs to the feed /feed.json"))
  }

  @Test(arguments: [
    ("\"Pad thai\" 3", ["Pad thai", "Butter chicken"]),
    ("3 \"Som tam\"", ["Butter chicken", "Som tam"]),
    ("1,3 \"Som tam\", 5-6", ["Bánh mì", "Butter chicken", "Som tam", "Chana masala"]),
    ("\"Pad thai\" \"Som tam\"", ["Pad thai", "Som tam"]), ("Pad thai", ["Pad thai"]),
    ("\"Pad thai\"", ["Pad thai"]), ("\"Pad thai\",\"Som tam\"", ["Pad thai", "Som tam"]),
    ("3,\"Som tam\"", ["Butter chicken", "Som tam"]),
    ("3,“Som tam”", ["Butter chicken", "Som tam"]), ("1 1 1-2", ["Bánh mì", "Bigos"]),
    ("\"Pad thai\" Bigos", ["Pad thai", "Bigos"]), ("Bigos \"Pad thai\"", ["Bigos", "Pad thai"]),
    ("Bigos, Lasagne", ["Bigos", "Lasagne"]), ("Bigos Lasagne", ["Bigos", "Lasagne"]),
  ])
  func `a list of items may mix row numbers, ids and quoted names`(items: String, names: [String]) {
    let shell = ShellUnderTest()
    _ = shell.run("favorite \(items)")
    let stars = shell.takeErrors().split(separator: "\n").map { String($0.dropFirst(2)) }
    #expect(Array(stars.prefix(names.count)) == names)
  }

  @Test func `an ambiguous or unknown name before a number is an error`() throws {
    let files = MemoryFileSystem()
    let names = ["Pie", "Pie 12 apple", "Pie 12 cherry", #"Say \"hi\", twice"#, "Bun"]
    let records = names.map { #"{"name": "\#($0)"}"# }.joined(separator: ",")
    try files.write(Array("[\(records)]".utf8), to: "/n.json", replacing: false)
    let shell = ShellUnderTest(feed: "/n.json", files: files)
    for items in ["Pie 12", "Pie 5"] {
      #expect(shell.shell.run("favorite \(items)") != .success)
      #expect(!shell.takeErrors().contains("★"))
    }
    _ = shell.run(#"favorite "Say \"hi\", twice" Bun"#)
    #expect(
      shell.takeErrors().split(separator: "\n").prefix(2) == [#"★ Say "hi", twice"#, "★ Bun"])
  }

  @Test func `an error points at the wrong item of several`() {
    let shell = ShellUnderTest()
    #expect(shell.shell.run("favorite \"Pad thai\" 9-3") != .success)
    #expect(
      shell.takeErrors() == """
        error: the range `9-3` is backwards
          favorite "Pad thai" 9-3
                              ^^^ write the smaller number first

        """)
    #expect(shell.shell.run("favorite \"Pad thai\" Bigoz") != .success)
    #expect(
      shell.takeErrors().contains(
        "Pad thai\" Bigoz\n                      ^^^^^ did you mean Bigos?"))
  }

  /// Two feeds, each with a pie that has a note.
  private func pies() throws -> (ShellUnderTest, MemoryFileSystem) {
    let files = MemoryFileSystem()
    let pies = #"[{"id": 1, "name": "Pie"}, {"id": 2, "name": "Cake"}]"#
    for name in ["/own.json", "/other.json"] {
      try files.write(Array(pies.utf8), to: name, replacing: false)
    }
    let shell = ShellUnderTest(feed: "/other.json", files: files)
    _ = shell.run("note 1 from the other")
    _ = shell.run("load /own.json", "note 1 with cinnamon")
    _ = shell.takeErrors()
    return (shell, files)
  }

  @Test func `notes say what row and what feed they are about`() throws {
    let (shell, _) = try pies()
    let lines = shell.run("notes").split(separator: "\n").map(String.init)
    #expect(
      lines.contains {
        $0.hasPrefix("  #") && $0.contains("/other.json") && $0.hasSuffix("from the other")
      })
    #expect(
      lines.contains { $0.contains(" 1  1  Pie   /own.json") && $0.hasSuffix("with cinnamon") })
    #expect(!shell.run("notes 1").contains("/own.json"))
  }

  @Test func `by its name the favorite of the feed is meant, before those of others`() throws {
    let (shell, files) = try pies()
    try files.write(Array(#"[{"id": 2, "name": "Cake"}]"#.utf8), to: "/own.json", replacing: true)
    _ = shell.run("reload")
    #expect(shell.run("notes Pie").contains("with cinnamon"))
    #expect(!shell.run("notes Pie").contains("from the other"))
    _ = shell.run("load demo", "load /third.json")
    try files.write(Array(#"[{"id": 2, "name": "Cake"}]"#.utf8), to: "/third.json", replacing: true)
    _ = shell.run("load /third.json")
    _ = shell.takeErrors()
    #expect(shell.shell.run("notes Pie") != .success)
    let errors = shell.takeErrors()
    #expect(errors.contains("`Pie` could be 2 of the stored records"))
    #expect(errors.contains(" of /own.json") && errors.contains(" of /other.json"))
  }
}

@Test
func `of names that differ in accents the one that was typed is meant`() {
  let files = MemoryFileSystem(["/f.json": #"[{"name":"Resume"},{"name":"Résumé"}]"#])
  let shell = ShellUnderTest(feed: "/f.json", files: files) { $0.format = .ndjson }
  #expect(shell.run("show Resume").contains("\"Resume\""))
  #expect(shell.run("show Résumé").contains("\"Résumé\""))
  #expect(shell.run("show resume").isEmpty)
}

@Test
func `open with a kind of link that the row lacks names the row in its error`() {
  let files = MemoryFileSystem(["/f.json": #"[{"name":"A","source":"https://a.example/"}]"#])
  let shell = ShellUnderTest(feed: "/f.json", files: files)
  _ = shell.run("open video 1")
  #expect(shell.takeErrors().contains("A has no video"))
  _ = shell.run("open video 7")
  #expect(shell.takeErrors().contains("video 7"))
}
