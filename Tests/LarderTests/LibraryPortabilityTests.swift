import Foundation
import TestSupport
import Testing

@Suite struct LibraryPortabilityTests {
  let place: Workplace
  let feed: String

  init() throws {
    place = try Workplace()
    feed = try place.file("dishes.json", SampleFeed.dishes)
    _ = try place.larder(
      feed, "-c",
      "favorite 1,4; note 2 less sugar; really\nset page-size 7\nalias few = list 1-2\n"
        + "feeds add own \(feed) as recipes")
  }

  @Test func `a library moves as a file`() throws {
    let file = place.path + "/library.json"
    let exported = try place.larder("library", "export", file)
    #expect(exported.status == 0, "\(exported.errors)")
    #expect(try place.mode(of: file) == 0o600)
    let other = try Workplace()
    #expect(try other.larder("library", "import", "--trust", file).status == 0)
    for command in ["favorites all", "notes", "set", "alias"] {
      let outputs = try [place, other].map {
        try $0.larder(feed, "--format", "json", "-c", command).output
      }
      #expect(outputs[0] == outputs[1])
    }
    #expect(try other.larder("own", "-c", "favorites").lines.count == 4)
  }

  @Test(arguments: [
    ["library", "export"], ["lint", "demo", "--save"], ["demo", "-c", "count", "--log"],
  ])
  func `no folder is made for a file that goes where a person says`(words: [String]) throws {
    let folder = place.path + "/mistyped"
    let run = try place.larder(words + [folder + "/file.json"])
    #expect(run.status == 74)
    #expect(run.errors.contains("\(folder): no such folder"), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test func `an import twice changes nothing the second time`() throws {
    let file = place.path + "/library.json"
    _ = try place.larder("library", "export", file)
    let before = try place.text(of: file)
    #expect(try place.larder("library", "import", "--trust", file).status == 0)
    #expect(try place.larder("library", "export", "-").output == before)
  }

  @Test func `an imported dish that cannot be read is reported, and can be removed`() throws {
    let file = place.path + "/dish.json"
    try """
    {"aliases":{},"feeds":[],"keepsakes":[],"notes":[],"settings":{},"version":1,
     "kitchen":[{"date":"2026-11-26T10:40:35Z","details":"{\\"name\\":\\"Porridge\\"}",
      "key":"feed:x#1","list":"shoppingDish"}]}
    """.write(toFile: file, atomically: true, encoding: .utf8)
    let imported = try place.larder("library", "import", "--trust", file)
    #expect(imported.errors.contains("1 entry of the kitchen's lists cannot be read"))
    let shown = try place.larder(feed, "-c", "shop")
    #expect(shown.errors.contains("1 row of the library cannot be read: 1 dish to shop for"))
    let kept = try place.larder(feed, "-c", "shop clear")
    #expect(kept.status == 1 && kept.errors.contains("1 entry that cannot be read"))
    _ = try place.larder(feed, "--yes", "-c", "shop clear")
    let after = try place.larder(feed, "-c", "shop")
    #expect(!after.errors.contains("cannot be read"))
    #expect(try !place.larder("library", "export", "-").output.contains("Porridge"))
  }

  @Test(arguments: ["", " ", "someday id:1", "2026-11-31 id:1", "2026-11-28"])
  func `an imported dish of the plan without a day is reported, and can be removed`(
    key: String
  ) throws {
    _ = try place.larder(feed, "-c", "plan 2026-11-28 1")
    let text = try place.larder("library", "export", "-").output
    let file = try place.file(
      "plan.json", text.replacing(/"key" : "2026-11-28 [^"]*"/, with: "\"key\" : \"\(key)\""))
    let other = try Workplace()
    let imported = try other.larder("library", "import", "--trust", file)
    #expect(
      imported.errors.contains("1 entry of the kitchen's lists cannot be read"), "\(imported)")
    let shown = try other.larder(feed, "-c", "plan")
    #expect(shown.errors.contains("1 row of the library cannot be read"), "\(shown)")
    _ = try other.larder(feed, "--yes", "-c", "plan clear")
    #expect(try !other.larder(feed, "-c", "plan").errors.contains("cannot be read"))
  }

  @Test func `an export says that saved recipes are in a file of their own`() throws {
    #expect(try place.larder("library", "export", "-").errors == "")
    _ = try place.larder(feed, "-c", "save 1")
    for file in ["-", place.path + "/library.json"] {
      let run = try place.larder("library", "export", file)
      #expect(run.status == 0)
      #expect(run.errors.contains("the recipes in mine are not in it: copy the folder "))
      #expect(run.errors.contains("/mine as well"))
    }
  }

  @Test func `an import adds to what is there`() throws {
    let file = place.path + "/library.json"
    _ = try place.larder("library", "export", file)
    let other = try Workplace()
    _ = try other.larder(feed, "-c", "favorite 8; note 2 own words; set page-size 9")
    _ = try other.larder("library", "import", "--trust", file)
    let notes = try other.larder(feed, "-c", "notes 2").output
    #expect(notes.contains("own words") && notes.contains("less sugar; really"))
    #expect(try other.larder(feed, "-c", "favorites").output.contains("Eton Mess"))
  }

  @Test func `an export of a damaged library replaces nothing, and says why`() throws {
    let file = try place.file("library.json", "a good copy")
    #expect(try place.larder("demo", "-c", "favorite 1; set color never").status == 0)
    let library = URL(filePath: place.library)
    let whole = try Data(contentsOf: library)
    try (whole.prefix(4096) + Data(repeating: 0x5A, count: whole.count - 4096)).write(to: library)
    let run = try place.larder("--yes", "library", "export", file)
    #expect(run.status == 74 && run.errors.contains("the library was damaged"), "\(run)")
    #expect(try place.text(of: file) == "a good copy")
  }

  @Test func `an export does not overwrite unasked`() throws {
    let file = try place.file("library.json", "precious")
    let run = try place.larder("library", "export", file)
    #expect(run.status == 1)
    #expect(try place.text(of: file) == "precious")
    #expect(try place.larder("--yes", "library", "export", file).status == 0)
    #expect(try place.text(of: file).contains("keepsakes"))
  }

  @Test func `an import says all that it brings, and what stays as it is here`() throws {
    let other = try Workplace()
    let file = other.path + "/library.json"
    for line in [
      "alias one = count", "alias two = list 1", "feeds add far http://a.example/f.json",
      "feeds add near http://u:pw@b.example/f.json", "favorite Bigos", "set page-size 7",
    ] {
      _ = try other.larder("demo", "-c", line)
    }
    _ = try other.larder("library", "export", file)
    let own = try Workplace()
    for line in [
      "alias one = fields", "feeds add far http://c.example/", "note Bigos good",
      "unfavorite Bigos",
    ] {
      _ = try own.larder("demo", "-c", line)
    }
    let run = try own.larder("library", "import", "--trust", file)
    #expect(run.status == 0)
    for line in [
      "new: 0 records, 0 notes, 1 favorite again, 1 setting, 1 alias, 1 feed",
      "the alias one was not imported: it remains `fields`, not `count`",
      "the feed far was not imported: it remains http://c.example/, not http://a.example/f.json",
    ] {
      #expect(run.errors.contains(line + "\n"), "\(run.errors)")
    }
    #expect(!run.errors.contains("pw"))
  }

  @Test func `an import takes no feed's name that comes with Larder`() throws {
    let text =
      #"{"version":1,"keepsakes":[],"notes":[],"settings":{},"aliases":{},"feeds":[{"name":"demo","source":"file:///etc/passwd","headers":[]},{"name":"far","source":"http://a.example/","profile":"nosuch","headers":[]}]}"#
    let run = try place.larder("library", "import", "--trust", try place.file("l.json", text))
    #expect(run.status == 0)
    #expect(
      run.errors.contains(
        "demo is a built-in feed and was not replaced by file:///etc/passwd"))
    #expect(run.errors.contains("the feed far needs the profile nosuch, which is not here"))
    #expect(try place.larder("demo", "-c", "count").lines == ["64"])
  }

  @Test func `an import changes no setting that is here, and says so`() throws {
    _ = try place.larder("demo", "-c", "set page-size 5; set order none")
    let file = place.path + "/library.json"
    #expect(try place.larder("--yes", "library", "export", file).status == 0)
    _ = try place.larder("demo", "-c", "set page-size 33; set order default")
    let run = try place.larder("library", "import", "--trust", file)
    #expect(run.status == 0)
    #expect(
      run.errors.contains("the setting page-size was not imported: it remains 33, not 5"),
      "\(run.errors)")
    #expect(try place.larder("demo", "-c", "set page-size; set order").lines == ["33", "none"])
    let none = try place.larder("--ephemeral", "library", "import", "--trust", file)
    #expect(none.status == 64 && none.errors.contains("stores nothing"))
  }

  @Test(arguments: ["", "{}", "[]", "{\"version\": 99}", "not JSON", "{\"version\": \"1\"}"])
  func `a file that is no library is refused whole`(text: String) throws {
    let before = try place.larder("library", "export", "-").output
    let run = try place.larder("library", "import", try place.file("bad.json", text))
    #expect(run.status == 65, "\(run.errors)")
    #expect(run.errors.contains("bad.json"))
    #expect(try place.larder("library", "export", "-").output == before)
  }

  @Test(arguments: [
    ["--home", "HOME", "library", "export", "-"], ["library", "--home", "HOME", "export", "-"],
    ["library", "export", "--home", "HOME", "-"], ["library", "export", "-", "--home", "HOME"],
  ])
  func `global flags stand anywhere`(arguments: [String]) throws {
    let run = try place.run(larderPath, arguments.map { $0 == "HOME" ? place.home : $0 })
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("Panna Cotta"))
  }

  @Test func `every valid alias name can be imported`() throws {
    let (place, other) = (try Workplace(), try Workplace())
    for name in ["1", "-x", "_y"] {
      #expect(try place.larder("demo", "-c", "alias \(name) = count").status == 0)
    }
    let file = place.path + "/lib.json"
    #expect(try place.larder("library", "export", file).status == 0)
    let run = try other.larder("library", "import", "--trust", file)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try other.larder("demo", "-c", "1").lines == ["64"])
  }

  @Test func `an alias that another shell made is there, and is not lost`() throws {
    let place = try Workplace()
    let terminal = try place.dishes()
    try terminal.enter("alias one = count")
    _ = try place.larder("demo", "-c", "alias quick = filter time<30; sort time")
    try terminal.enter("count; quick")
    #expect(!terminal.screen.text.contains("no command"))
    // The feed has no such field; the alias was found.
    try terminal.expect(text: "count; filter time<30; sort time")
    try terminal.enter("alias")
    #expect(terminal.screen.text.contains("filter time<30; sort time"))
    try terminal.enter("alias quick =")
    #expect(terminal.screen.text.contains("quick is forgotten"))
  }

  @Test func `remembered records are told apart by their handles, and found by them`() throws {
    let place = try Workplace()
    let ids = (1...3).map { "018f2a3c-0000-7aaa-8000-00000000000\($0)" }
    let records = zip(ids, ["Soup", "Soup", "Stew"]).map { #"{"id":"\#($0)","name":"\#($1)"}"# }
    let feed = try place.file("u.json", "[\(records.joined(separator: ","))]")
    #expect(try place.larder(feed, "-c", "favorite 1,2,3").status == 0)
    let handles = try place.larder("demo", "--format", "csv", "-c", "favorites all").lines
      .dropFirst().compactMap { $0.split(separator: ",").last.map(String.init) }
    #expect(Set(handles).count == 3, "\(handles)")
    for handle in handles {
      #expect(try place.larder("demo", "-c", "unfavorite \(handle)").status == 0)
    }
    // One that no row is can be made a favorite again, too.
    let again = try place.larder("demo", "-c", "favorite \(handles[0])")
    #expect(again.status == 0 && again.errors.contains("★ "), "\(again.errors)")
  }
}
