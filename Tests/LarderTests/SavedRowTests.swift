import TestSupport
import Testing

@Suite struct SavedRowTests {
  @Test func `rows saved from feeds of every form stay in mine, whatever is saved next`() throws {
    let place = try Workplace()
    let feeds = [
      try place.file("dishes.json", SampleFeed.dishes),
      try place.file(
        "pie.jsonld", #"{"@context":"https://schema.org","@type":"Recipe","name":"Pie"}"#),
      try place.file("feed.json", #"{"version":"1.1","items":[{"id":"1","title":"News"}]}"#),
      try place.file("keyed.json", #"{"a":{"name":"Soup"},"b":{"name":"Stew"}}"#),
    ]
    for feed in feeds {
      let run = try place.larder(feed, "-c", "save 1")
      #expect(run.status == 0, "\(run.errors)")
    }
    let run = try place.larder("mine", "--format", "json", "-c", "list")
    #expect(try run.rows().map(\.name) == ["News", "Pie", "Ragù", "Soup"], "\(run.errors)")
  }

  @Test func `rows of two feeds that have the same id stay two in mine`() throws {
    let place = try Workplace()
    for (file, name) in [("one.json", "Cake"), ("two.json", "Stew")] {
      let feed = try place.file(file, #"[{"id":1,"name":"\#(name)"}]"#)
      // What is there already is not saved again.
      _ = try place.larder(feed, "-c", "save 1")
      let run = try place.larder(feed, "-c", "save 1")
      #expect(run.errors.contains("is in mine already"))
    }
    for commands in ["note Cake less sugar", "note Stew more salt", "unfavorite Stew"] {
      _ = try place.larder("mine", "-c", commands)
    }
    let favorites = try place.larder("mine", "-c", "favorites")
    #expect(favorites.output.contains("Cake") && !favorites.output.contains("Stew"))
    let run = try place.larder("mine", "-c", "notes Cake")
    #expect(run.output.contains("less sugar"), "\(run.output)")
    #expect(!run.output.contains("more salt"))
    #expect(
      try place.text(of: place.home + "/data/mine/Stew.md")
        == "---\nsaved-from: \(place.path)/two.json\nid: \(place.path)/two.json#1\n---\n\n# Stew\n\n---\n"
    )
  }

  @Test func `a row is saved once, whatever has become of the others`() throws {
    let place = try Workplace()
    let feeds = [
      try place.file("one.json", #"[{"id":1,"name":"Cake"}]"#),
      try place.file("two.json", #"[{"id":1,"name":"Stew"}]"#),
    ]
    for feed in feeds { _ = try place.larder(feed, "-c", "save 1") }
    // What is left is the other one with its id.
    #expect(try place.script("rm $home/data/mine/Cake.md").status == 0)
    let run = try place.larder(feeds[1], "-c", "save 1")
    #expect(run.errors.contains("is in mine already"), "\(run.errors)")
  }

  @Test func `rows from standard input are of a feed of their own each time`() throws {
    let place = try Workplace()
    for name in ["Cake", "Stew", "Soup"] {
      for _ in 1...2 {
        _ = try place.larder("-", "-c", "save 1", input: #"[{"id":1,"name":"\#(name)"}]"#)
      }
    }
    _ = try place.larder("mine", "-c", "favorite Cake")
    let run = try place.larder("mine", "-c", "count; favorites")
    #expect(run.lines.first == "3", "\(run.output)")
    #expect(!run.output.contains("Stew") && !run.output.contains("Soup"), "\(run.output)")
  }

  @Test func `several rows and whole views are saved, and removed again`() throws {
    let place = try Workplace()
    let feed = try place.file("dishes.json", SampleFeed.dishes)
    let several = try place.larder(feed, "-c", "save 2-3")
    #expect(several.errors.contains("2 rows are saved in mine (2 in all)"), "\(several.errors)")
    let view = try place.larder(feed, "--yes", "-c", "save")
    #expect(
      view.errors.contains("6 rows are saved in mine (8 in all); 2 others were there already"))
    #expect(try place.larder(feed, "-c", "save").status != 0)
    let gone = try place.larder(feed, "--yes", "-c", "unsave 2-3")
    #expect(gone.errors.contains("2 rows are no longer in mine (6 in all)"), "\(gone.errors)")
    let mine = try place.larder("mine", "--yes", "-c", "unsave 1; count")
    #expect(mine.lines.last == "5", "\(mine.output)\(mine.errors)")
    #expect(try place.larder("mine", "-c", "unsave 1").status != 0)
    #expect(try place.larder("mine", "-c", "count").lines == ["5"])
  }

  @Test func `a row saved from the demo keeps its picture`() throws {
    let place = try Workplace()
    _ = try place.larder("demo", "-c", "save Lasagne")
    let run = try place.larder("mine", "-c", "picture 1")
    #expect(run.output.contains("Lasagne · PNG 320 × 240"), "\(run.output)\(run.errors)")
  }

  @Test func `a saved row and an export are read back as they were`() throws {
    let place = try Workplace()
    let feed = try place.file(
      "links.json",
      #"[{"id":"https://a.example/1","name":"Cake"},{"id":"https://a.example/2","name":"Pie"}]"#)
    #expect(try place.larder(feed, "-c", "fields").output.contains("link "))
    _ = try place.larder(feed, "-c", "save 1; export json \(place.path)/out.json")
    for source in ["mine", place.path + "/out.json"] {
      let fields = try place.larder(source, "--format", "ndjson", "-c", "fields").output
      #expect(fields.contains(#""field":"id""#) && fields.contains(#""field":"link""#))
      for field in ["id-2", "row-2", "favorite-2", "notes-2", "link-2"] {
        #expect(!fields.contains(field), "\(fields)")
      }
    }
  }

  @Test func `a record of an overwritten file is neither shown nor saved`()
    throws
  {
    let place = try Workplace()
    let terminal = try place.dishes()
    let swapped = SampleFeed.dishes.replacing("Scones", with: "Donuts")
    overwrite(place.path + "/dishes.json", with: Array(swapped.utf8))
    for command in ["raw Scones", "save Scones"] {
      try terminal.enter(command)
      try terminal.expect(line: "error: dishes has changed since it was loaded")
      try terminal.expect(text: "reload reads it as it is now")
    }
    #expect(try place.filesAtHome().allSatisfy { !$0.contains("/mine/") })
    try terminal.enter("reload")
    try terminal.write("raw Donuts\r")
    try terminal.expect(text: "\"name\": \"Donuts\"")
  }
}
