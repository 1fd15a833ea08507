import Interpreter
import Output
import SessionStore
import Shell
import Testing
import World

/// A shell on a feed of one's own.
private func shell(_ feed: String, format: Format? = .ndjson) -> ShellUnderTest {
  ShellUnderTest(feed: "/f.json", files: MemoryFileSystem(["/f.json": feed])) { $0.format = format }
}

@Test(arguments: [
  #"[{"name":null,"title":"A","id":null,"slug":"a"},{"name":null,"title":"B","slug":"b"}]"#,
  #"[{"name":" ","title":"A","id":{},"slug":"a"},{"title":"B","slug":"b"}]"#,
  #"[{"name":{"en":"x"},"title":"A","id":"","slug":"a"},{"title":"B","slug":"b"}]"#,
  #"[{"name":["A"],"id":["a"]},{"name":["B"],"id":["b"]}]"#,
  #"[{"name":true,"id":true},{"name":"B","id":"b"}]"#,
  #"[{"Name":"x","name":"A","ID":"y","id":"a"},{"Name":"x","name":"B","ID":"y","id":"b"}]"#,
])
func `names and ids are taken from the best key that has any`(feed: String) {
  let shell = shell(feed, format: .csv)
  #expect(shell.run("filter name=B*; count") == "count\n1\n")
  let lines = shell.run("list").split(whereSeparator: \.isNewline)
  let names = lines[0].split(separator: ",").firstIndex(of: "id")
  #expect(names.map { lines[1].split(separator: ",")[$0] } == "b")
}

@Test
func `a sentence that begins with a date is a text`() {
  let shell = shell(
    #"[{"name":"A","entry":"2024-01-02 lunch with Bob"},{"name":"B","entry":"2024-02-03 dinner"}]"#)
  #expect(shell.run("filter Bob; count") == "{\"count\":1}\n")
  #expect(shell.run("fields").contains(#"{"field":"entry","type":"text""#))
}

@Test(arguments: [
  "2024-01-02", "2024-01-02T03:04:05Z", "2024-01-02 03:04:05.25 +0200", "2024-01-02 03:04:05 UTC",
  "2024-01-02T03:04:05-05:00", "2024-01-02 03:04 PM", "2024-01-02T03:04:05+02:00[Europe/Berlin]",
  "2024-01-02 03:04 CET", "2024-01-02 – 2024-02-02",
])
func `a date with a time or without is a date`(text: String) {
  let shell = shell(#"[{"name":"A","day":"\#(text)"},{"name":"B","day":"2023-01-01"}]"#)
  #expect(shell.run("fields").contains(#"{"field":"day","type":"date""#))
  #expect(shell.run("filter day=2024-01; count") == "{\"count\":1}\n")
}

@Test
func `items of lists have no blanks around them, and none are blank`() {
  let shell = shell(
    #"""
    [{"name":"A","ingredients":["salt\r"],"tags":[" vegan","hot"]},
    {"name":"B","ingredients":["salt",""],"tags":["vegan"]},{"name":"C","tags":[""," "]}]
    """#)
  #expect(shell.run("filter ingredient=salt; count") == "{\"count\":2}\n")
  #expect(shell.run("filter clear; filter tag=vegan; count") == "{\"count\":2}\n")
  #expect(shell.run("filter clear; filter has:tags; count") == "{\"count\":2}\n")
  #expect(shell.run("filter clear; filter name=A; list").contains(#""tags":["vegan","hot"]"#))
}

@Test
func `a list of records may begin with null`() {
  for feed in [
    #"{"items":[null,{"name":"A"},{"name":"B"}]}"#,
    #"{"meta":{"n":2},"data":{"items":[null,{"name":"A","id":1},{"name":"B","id":2}]}}"#,
  ] {
    let shell = shell(feed)
    #expect(shell.run("count") == "{\"count\":2}\n")
    #expect(shell.run("problems").contains(#""index":0"#))
  }
  let other = shell(
    #"{"data":{"prev":[null,{"rel":"n"}],"things":[{"name":"X","id":1}]},"meta":{"a":1}}"#)
  #expect(other.run("list").contains(#""name":"X""#))
}

@Test
func `a field of less than 1 percent of the rows is not shown as 0 percent`() {
  let records = (1...300).map { #"{"name":"N\#($0)"\#($0 == 7 ? #","rare":1"# : "")}"# }
  let shell = shell("[\(records.joined(separator: ","))]", format: .table)
  #expect(shell.run("fields").contains("rare   number   <1 %"))
}

@Test
func `a count by a field named count calls its own column rows`() {
  let shell = shell(#"[{"name":"A","count":3},{"name":"B","count":3}]"#)
  #expect(shell.run("count by count") == "{\"count\":3,\"rows\":2}\n")
}

@Test
func `a text with consecutive numbers is split into steps`() {
  let feed =
    #"[{"@type":"Recipe","name":"A","recipeInstructions":"1. One 2. Two"},{"@type":"Recipe","name":"B","recipeInstructions":"1. Bake at gas mark 2."}]"#
  let shell = shell(feed)
  let rows = shell.run("list").split(separator: "\n")
  #expect(rows[0].contains(#"["One","Two"]"#))
  #expect(rows[1].contains(#"["Bake at gas mark 2."]"#))
}

@Test
func `values of dates are offered as the days that a filter knows`() {
  let feed = """
    [{"name":"A","day":"2020-01-02T03:04:05+02:00"},{"name":"B","day":"2020-01-02T09:00:00Z"},
    {"name":"C","day":"2021-05-06T09:00:00Z"}]
    """
  let shell = shell(feed)
  let offered = shell.shell.suggestions(for: "filter day=", at: 11)
  #expect(offered.map(\.text) == ["2020-01-02", "2021-05-06"])
  #expect(offered.map(\.count) == [2, 1])
  #expect(shell.run("filter day=2020-01-02; count") == "{\"count\":2}\n")
}

@Test
func `a row that has fields called as those of mine is saved with all of them`() {
  let shell = shell(#"[{"id":"1","name":"A","original":"text","saved_from":"q"}]"#)
  _ = shell.run("save 1", "load mine")
  #expect(!shell.run("problems").contains("more than once"))
  let row = shell.run("list")
  #expect(row.contains(#""original-2":"text""#) && row.contains(#""saved-from-2":"q""#), "\(row)")
  #expect(row.contains(#""saved-from":"/f.json""#))
}

@Test
func `keys beyond the limit of 500 keys are reported as a problem`() {
  let members = (1...501).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
  let shell = shell("[{\"name\":\"A\"},{\"name\":\"B\",\(members)}]")
  let problems = shell.run("problems")
  #expect(problems.contains("`k500` is one of more than 500 keys"), "\(problems)")
  #expect(problems.contains("\"index\":1"))
  #expect(shell.run("count") == "{\"count\":2}\n")
}

@Test
func `a view is there again after the feed was empty once`() throws {
  let rows = #"[{"name":"A","n":1},{"name":"B","n":2},{"name":"C","n":3}]"#
  let shell = ShellUnderTest(
    feed: "/f.json", files: MemoryFileSystem(["/f.json": rows]), isInteractive: true)
  func write(_ text: String) throws {
    try shell.files.write(Array(text.utf8), to: "/f.json", replacing: true)
    _ = shell.shell.run("reload")
  }
  for line in ["filter n>1", "sort n desc"] { _ = shell.shell.run(line) }
  _ = shell.takeErrors()
  try write("[]")
  #expect(!shell.takeErrors().contains("no longer"))
  try write("[]")
  try write(rows)
  #expect(shell.nextPrompt() == "f 2/3 ❯ ")
  #expect(shell.takeErrors().contains("n>1 · by n desc"))
  try write("[]")
  _ = shell.shell.run("filter clear")
  try write(rows)
  #expect(shell.nextPrompt() == "f 3 ❯ ")
  // What the feed has no longer is said.
  _ = shell.shell.run("sort n desc")
  _ = shell.takeErrors()
  try write(#"[{"name":"A"}]"#)
  #expect(shell.takeErrors().contains("the feed no longer has the field `n`"))
}

@Test
func `records of one name are told apart by the objects that lead to them`() {
  let shell = shell(
    #"[{"title":"A","link":{"href":"https://a.example/1"}},{"title":"A","link":{"href":"https://a.example/2"}}]"#
  )
  shell.run("favorite 1")
  #expect(shell.run("filter is:favorite; count") == "{\"count\":1}\n")
}
