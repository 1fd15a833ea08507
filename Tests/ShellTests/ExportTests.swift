import Diagnostics
import Feeds
import Output
import Shell
import Testing
import Text
import World

private func shell(rows: Int) -> ShellUnderTest {
  let records = (1...rows).map { "{\"name\":\"Dish \($0), \\\"é\\\"\",\"kind\":\"k\\t\($0 % 7)\"}" }
  let files = MemoryFileSystem(["/f.json": "[" + records.joined(separator: ",") + "]"])
  return ShellUnderTest(feed: "/f.json", files: files)
}

/// The records of an export in JSON or NDJSON: their rows and names.
private func named(_ values: [JSONValue?]) -> [String] {
  values.map { value in
    guard case .number(let row)? = value?["row"], case .string(let name)? = value?["name"] else {
      return "?"
    }
    return "\(Int(row)) \(name)"
  }
}

@Test(arguments: [0, 1, 499, 500, 501, 1203])
func `an export is one document, however many rows there are`(count: Int) throws {
  let shell = shell(rows: 1203)
  shell.run("sort none", count == 0 ? "filter name=nothing*" : "filter name~dish")
  func export(_ format: String) -> String {
    shell.run("export \(format) -" + (count == 0 || count == 1203 ? "" : " 1-\(count)"))
  }
  let expected = (0..<count).map { "\($0 + 1) Dish \($0 + 1), \"é\"" }
  let json = try #require(JSONValue(json: Array(export("json").utf8)))
  guard case .array(let records) = json else { return #expect(Bool(false), "no list") }
  #expect(named(records) == expected)
  let lines = export("ndjson").split(separator: "\n")
  #expect(named(lines.map { JSONValue(json: Array($0.utf8)) }) == expected)
  let csv = export("csv").split(separator: "\n")
  #expect(csv.count == count + 1 && csv[0].hasPrefix("row,name,kind"))
  #expect(
    count == 0
      || csv[count].hasPrefix("\(count),\"Dish \(count), \"\"é\"\"\",k\\u0009\(count % 7),"),
    "\(csv.last ?? "")")
  let tsv = export("tsv").split(separator: "\n")
  #expect(tsv.count == count + 1)
  #expect(
    count == 0 || tsv[count].hasPrefix("\(count)\tDish \(count), \"é\"\tk\\t\(count % 7)\t"),
    "\(tsv.last ?? "")")
  #expect(export("markdown").split(separator: "\n").count == count + 2)
}

@Test
func `csv and tsv hold no formulas, unless they are asked for`() {
  let records =
    #"[{"name":"=cmd|' /C calc'!A0","note":"+1","text":"-x","at":"@SUM(1)","wide":"＝1","wider":"＋1","widest":"－1","far":"＠1","n":-3,"tags":["=1","b"]}]"#
  let shell = ShellUnderTest(feed: "/f.json", files: MemoryFileSystem(["/f.json": records]))
  let csv = shell.run("export csv -")
  for cell in [
    ",'=cmd|", ",'+1", ",'-x", ",'@SUM(1)", ",'＝1", ",'＋1", ",'－1", ",'＠1", ",-3", ",'=1; b",
  ] {
    #expect(csv.contains(cell), "\(cell): \(csv)")
  }
  #expect(shell.run("export tsv -").contains("\t'=cmd|"))
  #expect(shell.run("export csv --raw -").contains(",=cmd|"))
  #expect(shell.run("export tsv --raw").contains("\t=cmd|"))
  #expect(shell.run("export json -").contains("\"=cmd|"))
}

@Test(arguments: [
  "problems -9223372036854775808", "filter drop -9223372036854775808",
  "note delete 1 -9223372036854775808", "list -9223372036854775808",
  "history delete -9223372036854775808", "random -9223372036854775808",
  "list 9223372036854775807-9223372036854775807", "show -9223372036854775808",
  "filter drop 9223372036854775807", "list 1-9223372036854775807",
])
func `a number near the limits of 64 bits is an error and does not crash the program`(
  command: String
) {
  let shell = ShellUnderTest()
  shell.run("note 1 x", "filter cuisine=Thai")
  #expect(shell.shell.run(command) != .success)
}

@Test func `a recipe is exported for a number of people`() {
  let shell = ShellUnderTest()
  let scaled = shell.run("export markdown - Lasagne for 2")
  #expect(scaled.contains("servings 2 (published: 8)") && scaled.contains("- 125 g minced beef"))
  #expect(shell.run("export markdown - Lasagne").contains("- 500 g minced beef"))
  _ = shell.run("set servings 4")
  #expect(shell.run("export markdown - Lasagne").contains("- 250 g minced beef"))
  #expect(shell.run("export json - Lasagne").contains("500 g minced beef"))
  _ = shell.takeErrors()
  #expect(shell.run("export csv - Lasagne for 2") == "")
  #expect(shell.takeErrors().contains("only recipes are scaled, not tables"))
}

@Test func `the setting servings warns once about a recipe that it cannot scale`() throws {
  let feed = """
    [{"name":"Cookies","yield":"24 cookies","ingredients":["1 egg"],"instructions":["Bake."]},
     {"name":"Loaf","yield":"1 loaf","ingredients":["1 egg"],"instructions":["Bake."]}]
    """
  let shell = ShellUnderTest(feed: "/f.json", files: MemoryFileSystem(["/f.json": feed]))
  #expect(shell.run("set servings 4; show 1").contains("- 1 egg"))
  let said =
    "Cookies makes 24 cookies, so it is not scaled for 4: such recipes stay as published.\n"
  #expect(shell.takeErrors().hasSuffix(said))
  _ = shell.run("show 2; show 1")
  #expect(shell.takeErrors() == "")
}
