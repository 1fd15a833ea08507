import Diagnostics
import Interpreter
import SessionStore
import Shell
import TestSupport
import Testing
import World

private let feed =
  #"[{"id":"1","name":"Pie","tags":["sweet"]},{"id":"2","name":"Dal"},{"id":"3","name":"Stew"}]"#

private func shell(_ text: String = feed) -> ShellUnderTest {
  ShellUnderTest(feed: "/f.json", files: MemoryFileSystem(["/f.json": text]))
}

@Test @MainActor
func `tags of one's own filter, sort, count and complete beside those of the feed`() {
  let shell = shell()
  shell.run("tag 1-2 weeknight, for guests", "tag Stew slow")
  #expect(shell.takeErrors().contains("2 rows have your tags weeknight, for guests\n"))
  #expect(shell.run("filter tags=weeknight; count; filter clear").hasPrefix("2\n"))
  #expect(shell.run("filter tags=sweet; count; filter clear").hasPrefix("1\n"))
  #expect(shell.run("show Pie").contains("sweet · yours: weeknight, for guests"))
  #expect(shell.run("set format csv; count by tags").contains("weeknight,2"))
  #expect(shell.run("tags").contains("sweet,1,0") && shell.run("tags").contains("slow,1,1"))
  let offered = shell.shell.suggestions(for: "filter tags=", at: 12).map(\.text)
  #expect(offered.contains("weeknight") && offered.contains("sweet"))
  #expect(shell.shell.suggestions(for: "untag 1 ", at: 8).map(\.text).contains("slow"))
}

@Test @MainActor
func `a feed without tags gets the field, and keeps it when the last tag is gone`() {
  let shell = shell(#"[{"id":"1","name":"Pie"},{"id":"2","name":"Dal"}]"#)
  #expect(shell.shell.run("filter tags=quick") != .success)
  shell.run("tag Pie quick", "filter tags=quick")
  #expect(shell.run("count") == "1\n")
  shell.run("untag Pie quick")
  #expect(shell.run("reload; count") == "0\n")
}

@Test @MainActor
func `tags of the feed cannot be taken away`() {
  let shell = shell()
  shell.run("untag Pie sweet")
  let errors = shell.takeErrors()
  #expect(errors.contains("Pie does not have your tag sweet"))
  #expect(errors.contains("sweet is a tag of the feed, which cannot be changed"))
  #expect(shell.run("filter tags=sweet; count") == "1\n")
}

@Test @MainActor
func `tags, ratings and days are undone and redone`() {
  let shell = shell()
  shell.run("tag 1 quick", "rate 1 4", "rate 1 5", "cooked 1")
  _ = shell.takeErrors()
  shell.run("undo", "undo", "undo", "undo")
  #expect(
    shell.takeErrors() == """
      undo: Pie was not cooked on 2026-09-21
      undo: Pie: 4 of 5
      undo: Pie has no rating of yours
      undo: Pie no longer has your tag quick

      """)
  #expect(!shell.run("tags").contains("quick"))
  shell.run("redo", "redo")
  #expect(shell.run("tags").contains("quick"))
  #expect(shell.run("filter my-rating=4; count") == "1\n")
  shell.run("untag 1 quick", "undo")
  #expect(shell.run("filter clear; tags").contains("quick"))
}

@Test @MainActor
func `a rating is a field beside the published one`() {
  let shell = shell(
    #"[{"id":"1","name":"Pie","rating":3},{"id":"2","name":"Dal","rating":5},{"id":"3","name":"Soup"}]"#
  )
  shell.run("rate 1,3 5", "rate Dal 2", "rate Soup none")
  #expect(shell.takeErrors() == "2 rows: 5 of 5\nDal: 2 of 5\nSoup has no rating of yours\n")
  #expect(shell.run("set format csv; sort my-rating desc; list").contains("Dal"))
  #expect(shell.run("filter my-rating>=4; count; filter clear").contains("1"))
  #expect(shell.run("filter rating=5; count").contains("1"))
  for line in ["rate 1 6", "rate 1 good", "rate 1 0"] {
    #expect(shell.shell.run(line) == .failure)
    #expect(shell.takeErrors().contains("a rating is a number from 1 to 5, or none"))
  }
}

@Test @MainActor
func `a dish that was cooked is found, and says when`() {
  let shell = shell()
  shell.run("cooked Dal", "cooked Dal")
  #expect(shell.takeErrors().contains("Dal was cooked on 2026-09-21, as noted before"))
  #expect(shell.run("filter is:cooked; count; filter clear").hasPrefix("1\n"))
  #expect(shell.run("show Dal").contains("last cooked"))
  #expect(shell.run("sort cooked desc; show 1").contains("Dal"))
}

@Test @MainActor
func `a view by tags survives a reload, and other shells' tags arrive`() throws {
  let one = shell()
  let two = ShellUnderTest(feed: "/f.json", files: one.files, library: one.library)
  one.run("tag Dal quick", "filter tags=quick", "reload")
  #expect(one.run("count") == "1\n")
  two.shell.takeBackgroundResults()
  #expect(two.run("filter tags=quick; count") == "1\n")
}

@Test @MainActor
func `an exported library carries tags, ratings and days to another`() throws {
  let one = shell()
  one.run("tag Dal quick", "rate Dal 4", "cooked Dal")
  let contents = try one.library.contents()
  #expect(contents.ownValues?.count == 3)
  let two = shell()
  _ = try two.library.add(contents)
  two.shell.takeBackgroundResults()
  #expect(two.run("filter tags=quick my-rating=4 is:cooked; count") == "1\n")
  // A rating that is there stays.
  two.run("rate Dal 2")
  _ = try two.library.add(contents)
  #expect(try two.library.ownValues().filter { $0.kind == .rating }.map(\.value) == ["2"])
}

@Test @MainActor
func `suggest proposes favorites and what is at home first, and leaves out what was cooked lately`()
{
  let shell = ShellUnderTest(
    feed: "/f.json",
    files: MemoryFileSystem([
      "/f.json": """
      [{"name":"Pie","ingredients":["3 apples","sugar"]},{"name":"Dal","ingredients":["lentils","onion"]},
      {"name":"Soup","ingredients":["leek","potato"]},{"name":"Stew","ingredients":["beef"]}]
      """
    ]))
  shell.run(
    "favorite Pie", "rate Soup 5", "cooked Stew", "pantry add lentils, onions", "set format csv")
  _ = shell.takeErrors()
  let lines = shell.run("suggest").split(separator: "\n").dropFirst().map(String.init)
  #expect(lines.count == 3 && lines[0].contains("Dal") && lines[0].contains("all is at home"))
  #expect(lines[1].contains("Pie") && lines[1].contains("a favorite"))
  #expect(lines[2].contains("Soup") && lines[2].contains("5 of 5"))
  #expect(shell.run("suggest 1").split(separator: "\n").count == 2)
  #expect(shell.shell.run("suggest none") == .failure)
}

@Test @MainActor
func `words after the whole name of a row are the tags, the note and the rating`() {
  let shell = shell(
    #"[{"id":"1","name":"Carrot"},{"id":"2","name":"Carrot Soup"},{"id":"3","name":"Carrot Cake"}]"#
  )
  shell.run("tag Carrot Soup quick, \"for guests, many\"", "rate Carrot Cake 4", "tag Carrot raw")
  shell.run("note Carrot Soup soup of \"Oma\"")
  let told = shell.takeErrors()
  #expect(told.contains("Carrot Soup has your tags quick, for guests, many\n"), "\(told)")
  #expect(told.contains("Carrot Cake: 4 of 5\n") && told.contains("Carrot has your tag raw\n"))
  #expect(told.contains("noted on Carrot Soup,"), "\(told)")
  #expect(shell.run("notes").contains("soup of \"Oma\""))
}

@Test @MainActor
func `bars of a count have the scale of all rows, also of those without a value`() {
  let rows = (1...10).map { #"{"id":"\#($0)","name":"R\#($0)"}"# }.joined(separator: ",")
  let shell = shell("[\(rows)]")
  shell.run("rate 1 5")
  let bars = shell.run("count by my-rating").split(separator: "\n").map { line in
    line.count { "█▏▎▍▌▋▊▉".contains($0) }
  }
  #expect(bars.count == 3 && bars[1] < bars[2], "\(bars)")
}
