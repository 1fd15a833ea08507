import Foundation
import Testing

@Suite struct FavoriteLifeTests {
  private struct Favorite: Decodable {
    var name: String
    var state: String?
    var note: String?
  }

  let place: Workplace
  let feed: String

  init() throws {
    place = try Workplace()
    feed = try place.file("dishes.json", SampleFeed.dishes)
  }

  /// The favorites after some commands.
  private func favorites(_ commands: String..., all: Bool = false) throws -> [Favorite] {
    let words = commands.flatMap { ["-c", $0] }
    let run = try place.larder(
      [feed, "--format", "json"] + words + ["-c", all ? "favorites all" : "favorites"])
    let start = run.output.range(of: "[", options: .backwards)?.lowerBound ?? run.output.startIndex
    return try JSONDecoder().decode([Favorite].self, from: Data(run.output[start...].utf8))
  }

  @Test(arguments: [
    (["favorite 1-3"], 3), (["favorite 1-3", "undo"], 0), (["favorite 1-3", "undo", "redo"], 3),
    (["favorite 1", "favorite 2", "undo"], 1), (["favorite 1", "undo", "undo"], 0),
    (["favorite 1", "unfavorite 1"], 0), (["favorite 1", "unfavorite 1", "undo"], 1),
    (["note 1 thyme"], 1), (["note 1 thyme", "undo"], 0), (["favorite 2", "note 2 a", "undo"], 1),
    (["favorite 1,1,1"], 1), (["favorite Ragù"], 1),
    (["favorite #00000000-0000-4000-8000-000000000001"], 1),
    (["favorite 1", "filter cuisine=French", "undo", "undo"], 0), (["favorite 9"], 0),
    (["favorite 1,9"], 0), (["favorite 3-1"], 0), (["favorite"], 0),
  ])
  func `favorites can be taken back and brought back`(commands: [String], count: Int) throws {
    let words = commands.flatMap { ["-c", $0] }
    _ = try place.larder([feed, "--keep-going"] + words)
    #expect(try favorites().count == count)
  }

  @Test func `a note that was deleted comes back by undo`() throws {
    _ = try place.larder(
      feed, "--yes", "-c", "note 1 thyme\nnote 1 sage\nnote delete 1 1\nundo")
    let notes = try place.larder(feed, "-c", "notes 1").output
    #expect(notes.contains("thyme") && notes.contains("sage"))
  }

  @Test func `undo goes through views and favorites in one order`() throws {
    let run = try place.larder(
      feed, "-c", "filter cuisine=British; favorite 1; sort name; undo; undo; count; undo; count")
    #expect(run.lines == ["3", "8"])
    #expect(try favorites().isEmpty)
  }

  @Test func `a favorite that the feed dropped is listed as gone with its note`() throws {
    _ = try place.larder(feed, "-c", "favorite 2,3; note 2 with cinnamon")
    let rest = SampleFeed.dishes.split(separator: "\n").filter { !$0.contains("Apple Pie") }
    _ = try place.file("dishes.json", rest.joined(separator: "\n"))
    let kept = try favorites()
    #expect(kept.map(\.name).sorted() == ["Apple Pie", "Crème Brûlée"])
    #expect(kept.first { $0.name == "Apple Pie" }?.state == "gone")
    #expect(kept.first { $0.name == "Apple Pie" }?.note == "with cinnamon")
    #expect(kept.first { $0.name == "Crème Brûlée" }?.state == nil)
    #expect(try place.larder(feed, "-c", "unfavorite Apple Pie").status == 0)
    #expect(try favorites().map(\.name) == ["Crème Brûlée"])
  }

  @Test(arguments: [
    ("show ITEM", "https://sources.example/pie"), ("open ITEM", "https://sources.example/pie"),
    ("open url ITEM", "https://sources.example/pie"), ("notes ITEM", "with cinnamon"),
    ("note ITEM and cream\nnotes", "and cream"), ("note delete ITEM 1; notes ITEM", ""),
    ("unfavorite ITEM; favorites", ""),
  ])
  func `a favorite that is no row is called by its id or its name`(
    command: String, shown: String
  ) throws {
    let pie = "{\"id\": \"1\", \"name\": \"Pie\", \"url\": \"https://sources.example/pie\"}"
    for isById in [true, false] {
      let place = try Workplace()
      let own = try place.file("own.json", "[\(pie)]")
      let other = try place.file("other.json", "[]")
      _ = try place.larder(own, "-c", "note 1 with cinnamon")
      let all = try place.larder(other, "-c", "favorites all").output
      let id = try #require(all.firstRange(of: /#[0-9a-f]{8}/).map { String(all[$0]) })
      let line = command.replacing("ITEM", with: isById ? id : "pie")
      let run = try place.larder("--yes", other, "-c", line)
      #expect(run.status == 0, "\(line): \(run.errors)")
      #expect(shown.isEmpty ? run.output.isEmpty : run.output.contains(shown), "\(run.output)")
    }
  }

  @Test func `a show of a favorite that is gone finds a row of a similar name`() throws {
    _ = try place.larder(feed, "-c", "favorite Apple Pie")
    let rest = try place.file("rest.json", "[{\"name\": \"Apple Pies\"}]")
    let run = try place.larder(rest, "-c", "show Apple Pie")
    #expect(run.output.contains("Apple Pies"))
  }

  @Test func `a zero byte in an id or a name is a byte like others`() throws {
    let text = #"[{"id":"a","name":"Plain"},{"id":"a\u0000b","name":"x\u0000y"},{"id":"a\u0000c"}]"#
    let feed = try place.file("zeros.json", text)
    _ = try place.larder(feed, "-c", "favorite 2")
    let rows = try place.larder(feed, "--format", "json", "-c", "filter is:favorite").rows()
    #expect(rows.map(\.name) == ["x\u{0}y"])
    let kept = try place.larder(feed, "--format", "json", "-c", "favorites")
    #expect(
      kept.output.contains("\"row\":2") && kept.output.contains("x\u{FFFD}y"), "\(kept.output)")
  }

  @Test func `an id that is a UUID is one in every feed`() throws {
    _ = try place.larder(feed, "-c", "favorite 2")
    let copy = try place.file("copy.json", SampleFeed.dishes)
    let run = try place.larder(copy, "--format", "json", "-c", "filter is:favorite")
    #expect(try run.rows().map(\.name) == ["Apple Pie"])
  }

  @Test func `an id that is not a UUID marks a favorite only in its own feed`() throws {
    let text = "[{\"id\": \"1\", \"name\": \"A\"}, {\"id\": \"2\", \"name\": \"B\"}]"
    let (one, other) = (try place.file("one.json", text), try place.file("other.json", text))
    _ = try place.larder(one, "-c", "favorite 1")
    #expect(try place.larder(other, "-c", "filter is:favorite; count").lines == ["0"])
    #expect(try place.larder(one, "-c", "filter is:favorite; count").lines == ["1"])
    #expect(try place.larder("-", "-c", "favorite 1", input: text).status == 1)
  }

  @Test func `saved records are a feed of their own`() throws {
    _ = try place.larder(feed, "-c", "save 4; save Ragù; save 4")
    let run = try place.larder("mine", "--format", "json", "-c", "list")
    #expect(try run.rows().map(\.name) == ["Panna Cotta", "Ragù"])
    #expect(try place.mode(of: place.home + "/data/mine") == 0o700)
    #expect(try place.mode(of: place.home + "/data/mine/Ragù.md") == 0o600)
  }

  @Test func `undo does not say that it did what another shell had done`() throws {
    let place = try Workplace()
    let terminal = try place.prompt(at: "demo 64")
    try terminal.enter("favorite Lasagne", prompt: "demo 64")
    _ = try place.larder("demo", "-c", "unfavorite Lasagne")
    try terminal.enter("undo", prompt: "demo 64")
    try terminal.expect(
      text: "Lasagne is no longer a favorite; another shell had already changed it")
  }
}
