import Interpreter
import Output
import Shell
import Testing
import World

/// A shell at a prompt that looks at the demo.
private func prompt(columns: Int = 100) -> ShellUnderTest {
  ShellUnderTest(isInteractive: true, columns: columns)
}

/// The headings of all tables of an output.
private func headings(_ output: String) -> [String] {
  output.split(separator: "\n").filter { $0.contains("#  Name") }.map {
    $0.split(separator: " ").filter { $0 != "▣" }.joined(separator: " ")
  }
}

@Test(arguments: [
  ("cuisine=Greek", "filter cuisine=Greek"), ("time < 20", "filter time < 20"),
  ("-has:video cuisine=Thai", "filter -has:video cuisine=Thai"), ("sort by time", "sort time"),
  ("count cuisine", "count by cuisine"), ("sort by cuisine, time desc", "sort cuisine, time desc"),
  ("(cuisine=Thai or rice); sort time", "filter (cuisine=Thai or rice); sort time"),
  ("cuisine=Grek", "filter cuisine=Grek"), ("cusine=Greek", "filter cusine=Greek"),
  ("alias g = cuisine=Greek; g", "filter cuisine=Greek"),
])
func `an abbreviated command does what the whole one does`(short: String, long: String) {
  let (first, second) = (prompt(), prompt())
  for part in short.split(separator: "; g") where short.hasPrefix("alias") {
    _ = first.run(String(part)) + first.takeErrors()
  }
  let output = first.run(short.hasPrefix("alias") ? "g" : short) + first.takeErrors()
  #expect(output == second.run(long) + second.takeErrors())
}

@Test func `a text that is not a condition stays an unknown command`() {
  let shell = prompt()
  for word in ["carrots=3", "carrots"] {
    #expect((shell.run(word) + shell.takeErrors()).contains("no command `\(word)`"))
  }
}

@Test func `a condition without its command is highlighted and completed`() {
  let shell = prompt().shell
  #expect(
    shell.advice(on: "cuisine=Greek", at: 13).spans.map(\.kind.rawValue) == ["field", "value"])
  #expect(shell.advice(on: "cuisine=Gree", at: 12).proposal?.text == "k")
  #expect(shell.advice(on: "cuisine=Grekk", at: 13).proposal?.range == 8..<13)
  #expect(shell.suggestions(for: "cuisine=Gre", at: 11).map(\.text) == ["Greek"])
  #expect(shell.suggestions(for: "cuisine=Gre", at: 11).map(\.range) == [8..<11])
}

@Test func `Tab after a numeric field offers comparisons`() {
  let shell = prompt().shell
  #expect(
    shell.suggestions(for: "filter time", at: 11).map(\.text)
      == ["time<", "time<=", "time=", "time>"])
  #expect(shell.suggestions(for: "filter tim", at: 10).map(\.text) == ["time"])
  #expect(shell.suggestions(for: "filter cuis", at: 11).map(\.text) == ["cuisine="])
}

@Test func `Tab offers as many values as fields counts`() throws {
  let shell = ShellUnderTest { $0.format = .csv }
  let fields = shell.run("fields").split(separator: "\n").map { $0.split(separator: ",") }
  for field in ["tags", "cuisine", "ingredients"] {
    let counted = try #require(fields.first { $0[0] == field })[3]
    let offered = shell.shell.suggestions(for: "filter \(field)=", at: 8 + field.utf8.count)
    #expect("\(offered.count)" == counted)
  }
}

@Test func `a mistyped name is proposed`() {
  let shell = prompt()
  _ = shell.run("show Lasagnne")
  #expect(shell.takeErrors().contains("did you mean Lasagne?"))
  #expect(shell.shell.advice(on: "", at: 0).proposal?.text == "show Lasagne")
  _ = shell.run("show Brulle")
  #expect(shell.shell.advice(on: "", at: 0).proposal?.text == "show brûlée")
}

@Test(arguments: [
  ("filter cuisine=Italian; sort time", 1), ("filter cuisine=Italian; list 1-2", 1),
  ("search rice; filter time<60; sort time; list", 1), ("filter cuisine=Italian; favorite 1", 1),
  ("filter cuisine=Italian; list 99", 1), ("filter cuisine=Italian", 1),
  ("filter cuisine=Italian; show 1; sort time", 2),
])
func `commands on one line list the view once`(line: String, count: Int) {
  #expect(headings(prompt().run(line)).count == count)
}

@Test func `a list shows the fields that the view asks for`() {
  let shell = prompt()
  #expect(headings(shell.run("filter time<40")) == ["# Name Cuisine Time ★ Links"])
  #expect(headings(shell.run("filter clear")) == ["# Name Cuisine ★ Links"])
  #expect(
    headings(shell.run("filter servings>2; sort time")) == ["# Name Cuisine Servings Time ★ Links"])
  #expect(
    headings(shell.run("filter clear; sort none; filter ingredients~rice")) == [
      "# Name Cuisine ★ Links"
    ])
}

@Test func `the columns of a feed are chosen once or for good`() {
  let shell = prompt()
  #expect(headings(shell.run("list columns name,time,servings")) == ["# Name Time Servings ★"])
  #expect(headings(shell.run("list")) == ["# Name Cuisine ★ Links"])
  _ = shell.run("set columns time, cuisine links")
  #expect(shell.takeErrors().hasSuffix("columns.demo: name,time,cuisine,links\n"))
  #expect(headings(shell.run("list")) == ["# Name Time Cuisine ★ Links"])
  #expect(shell.run("set columns") == "name,time,cuisine,links\n")
  _ = shell.run("set columns tmie")
  #expect(shell.takeErrors().contains("did you mean time?"))
  _ = shell.run("set columns auto")
  #expect(headings(shell.run("list")) == ["# Name Cuisine ★ Links"])
}

@Test func `links take no more room than names`() {
  let keys = ["first-page", "second-page", "third-page"]
  let links = keys.map { "\"\($0)\":\"https://a.example/\($0)\"" }.joined(separator: ",")
  let files = MemoryFileSystem(["/f.json": "[{\"name\":\"Pie\",\(links)}]"])
  let shell = ShellUnderTest(feed: "/f.json", files: files)
  #expect(
    shell.run("list").split(separator: "\n")[1]
      == "  1  Pie      first-page seco…")
}
