import Diagnostics
import Interpreter
import SessionStore
import Shell
import TestSupport
import Testing
import World

/// A shell at a prompt that looks at the demo.
private func prompt(_ files: MemoryFileSystem = MemoryFileSystem()) -> ShellUnderTest {
  ShellUnderTest(files: files, isInteractive: true)
}

extension ShellUnderTest {
  /// The advice on a line with the cursor at its end, or where `^` stands.
  fileprivate func advice(_ line: String) -> LineAdvice {
    let parts = line.split(separator: "^", omittingEmptySubsequences: false)
    let line = parts.joined()
    return shell.advice(on: line, at: parts.count > 1 ? parts[0].utf8.count : line.utf8.count)
  }

  /// The proposal: the resulting line, and in brackets the reason.
  fileprivate func proposed(_ line: String) -> String? {
    guard let proposal = advice(line).proposal else { return nil }
    var bytes = Array(line.filter { $0 != "^" }.utf8)
    bytes.replaceSubrange(proposal.range, with: proposal.text.utf8)
    return "\(String(decoding: bytes, as: UTF8.self)) [\(proposal.description)]"
  }
}

@Test(arguments: [
  ("filter cuisine=Italian", "command field value"), ("fil cuisine=Italian", "command field value"),
  ("filter time<30 has:video", "command field number keyword field"),
  ("filter rice or \"olive oil\"", "command value keyword quotation"),
  ("filter not (cuisine=Thai and -tag=soup)", "command keyword field value keyword field value"),
  ("filter cuisine=Thai,Mexican is:favorite", "command field value value keyword value"),
  ("filter clear", "command keyword"), ("filter drop cuisine", "command keyword value"),
  ("sort cuisine, time desc", "command field field keyword"), ("sort none", "command keyword"),
  ("show 3", "command number"), ("show Lasagne", "command value"),
  ("open video 3", "command keyword number"),
  ("count by cuisine; list all", "command keyword field command keyword"),
  ("set page-size 20", "command keyword number"),
  ("load demo as recipes", "command value keyword value"),
  ("note 3 salt; pepper", "command number value"), ("search rice", "command value"),
  ("# only words", "comment"), ("help filter", "command command"),
  ("filter (cuisine=Thai\nor rice)", "command field value keyword value"),
])
func `each word of a line has the highlighting of its syntactic kind`(
  line: String, expected: String
) {
  #expect(prompt().advice(line).spans.map(\.kind.rawValue).joined(separator: " ") == expected)
}

@Test(arguments: [
  ("filtre cuisine=Thai", "filtre"), ("filter cusine=Thai", "cusine"),
  ("filter cuisine=Thia", "Thia"),
  ("filter time<thirty", "thirty"), ("filter has:vidoe", "vidoe"), ("filter is:favrite", "favrite"),
  ("filter cuisine=^ ", ""), ("filter cuisine=Ita", ""), ("filter cuisine=^Ita", "Ita"),
  ("filter cui^=Thai", ""), ("filter c^ui=Thai", "cui"), ("filter cuisine=Thai or ", ""),
  ("filter (cuisine=Thai", ""),
  ("filter \"olive", ""), ("filter time<1h", ""), ("filter time=1..", ""),
  ("filter time=40..2", ""),
  ("filter time=40..2^0 rice", "40..20"), ("filter cusine=1 tiem<3", "cusine tiem"),
  ("filter cuisine=xyz", "xyz"), ("filter -cuisine=xyz", ""), ("sort tiem", "tiem"),
  ("sort name, tim", ""), ("sort name upwards", "upwards"), ("show 999", "999"), ("show 64", ""),
  ("show xyz", ""), ("count by cusine", "cusine"), ("set pagesize 3", "pagesize"), ("set page", ""),
  ("favorite 1,99", "1,99"), ("favorite 1,9", ""), ("list 99", "99"), ("list 5-", ""),
  ("list 9-5 ", "9-5"), ("list 10-2", ""), ("filter clear; list 99", ""), ("count; show 99", ""),
  ("load demo; filter artist=Monet", ""), ("reload; sort artist", ""),
  ("count; filter artist=Monet", "artist"), ("load demo; frob", "frob"),
  ("favorite \"1,99", ""), ("favorite \"99\"", ""), ("set disk-limit 1 ", ""),
  ("set pager \"of", ""), ("set disk-limit 1 XB; count", "1 XB"), ("list al", ""),
  ("set pager maybe", "maybe"), ("set pager o", ""),
  ("set pager of", ""), ("set pager auto", ""), ("set page-size x", ""),
  ("set page-size x; count", "x"), ("help nosuch", "nosuch"),
  ("help filt", ""), ("help keys", ""), ("reload frehs", "frehs"), ("reload fre", ""),
  ("list; frob; list", "frob"), ("filter <30", "<"),
])
func `words that make a line fail are highlighted as wrong`(line: String, expected: String) {
  let shell = prompt()
  let bytes = Array(line.filter { $0 != "^" }.utf8)
  let wrong = shell.advice(line).spans.filter { $0.kind == .wrong }
  #expect(
    wrong.map { String(decoding: bytes[$0.range], as: UTF8.self) }.joined(separator: " ")
      == expected)
}

@Test(arguments: [
  ("fil", "filter  [Narrow the view; without arguments, list the filters.]"),
  ("filter cuisine=It", "filter cuisine=Italian [6 rows]"),
  ("filter cuisine=it", "filter cuisine=Italian [6 rows]"),
  ("filter cui", "filter cuisine= [keyword]"),
  ("filter rice has:vi", "filter rice has:video [link]"),
  ("filter cusine=", "filter cuisine= [unknown field `cusine`]"),
  ("filter ^cusine=Thai", "filter cuisine=Thai [unknown field `cusine`]"),
  ("filtre cuisine=Thai", "filter cuisine=Thai [no command `filtre`]"),
  ("filter cuisine=Thia", "filter cuisine=Thai [no cuisine is called `Thia`]"),
  ("filter time=40..20 ", "filter time=20..40  [range is backwards]"),
  ("filter time<3", "filter time<30 []"),
  ("show Lasa", "show Lasagne [Italian]"), ("show Pad", "show Pad thai [Thai]"),
  ("show \"Pad", "show \"Pad thai\" [Thai]"), ("note Pad", "note \"Pad thai\" [Thai]"),
  ("sort cui", "sort cuisine  [keyword]"),
  ("count; fil", "count; filter  [Narrow the view; without arguments, list the filters.]"),
  ("open vid", "open video  [a kind of link]"), ("feeds ad", "feeds add  [Add a named feed.]"),
])
func `the best completion or correction of a line is proposed`(line: String, expected: String) {
  #expect(prompt().proposed(line) == expected)
}

@Test(arguments: [
  "filter", "filter ", "filter ri", "filter rice ", "fi^l", "show ", "show xyz", "note 3 sa",
  "frob", "# fil",
  "search ri", "filter cuisine=Italian",
])
func `no command is proposed if none is clearly best`(line: String) {
  #expect(prompt().proposed(line) == nil)
}

@Test
func `the most used command is proposed`() {
  let shell = prompt()
  #expect(shell.proposed("s")?.hasPrefix("set") == false)
  for line in ["set color auto", "set page-size 9", "set sound bell"] {
    shell.shell.history.add(line)
  }
  #expect(shell.shell.run("count") == .success)
  #expect(shell.proposed("s")?.hasPrefix("set") ?? false)
  #expect(shell.proposed("set ")?.hasPrefix("set color") ?? false)
}

@Test(arguments: [
  ("filter cuisine=Italian", "→ 6 rows"), ("filter cuisine=Italian time<0", "→ 0 rows"),
  ("filter name=Lasagne", "→ 1 row"), ("filter rice; count", ""),
  ("count; filter has:video", "→ 57 rows"), ("filter clear; filter has:video", ""),
  ("favorite 1; filter is:favorite", ""), ("load demo; filter has:video", ""),
  ("undo; search rice", ""), ("list; sort name; filter has:video", "→ 57 rows"),
  ("search lasagne", "→ 1 row"), ("filter cuisine=Ita", ""),
  ("filter cuisine=Itla x", "no cuisine is called `Itla`"),
  ("show 99", "there is no row 99"), ("frob 1", "no command `frob`"), ("filter cusine=x", ""),
  ("sort name", ""), ("filter", ""), ("filter is:favorite", "→ 0 rows"), ("filter clear", ""),
  ("filter cuisine=Italian or", ""), ("filter (cuisine=Thai\nor cuisine=Thai)", "→ 4 rows"),
])
func `a line that is typed tells how many rows it would leave`(line: String, expected: String) {
  #expect(prompt().advice(line).remark == expected)
}

@Test
func `the rows are counted in the present view, which stays as it is`() {
  let shell = prompt()
  shell.run("filter has:video", "search a")
  let before = shell.shell.session.rows
  for (line, narrowed) in [
    ("filter cuisine=Italian", "filter cuisine=Italian"), ("search e", "search e"),
    ("filter rice", "filter rice"), ("filter cuisine=Thai", "filter cuisine=Thai"),
  ] {
    let remark = shell.advice(line).remark
    #expect(shell.shell.session.rows == before)
    shell.run(narrowed)
    let count = shell.shell.session.rows.count
    #expect(remark == (count == 1 ? "→ 1 row" : "→ \(count) rows"), "\(line)")
    shell.run("undo")
  }
  shell.run("filter cuisine=Thai")
  #expect(shell.advice("filter cuisine=Italian").remark != "→ 0 rows")
}

@Test
func `notes are searched before the search is entered, too`() {
  let shell = prompt()
  shell.run("note 3 zebra")
  #expect(shell.advice("search zebra").remark == "→ 1 row")
}

@Test(arguments: [
  (["list"], "show 1 [Bánh mì]"), (["filter cuisine=Italian"], "show 1 [Carbonara]"),
  (["filter cuisine=Thai time<0"], "undo [go back to the view before]"),
  (["show 3"], "open 3 [Butter chicken]"), (["show 3", "open 3"], "favorite 3 [Butter chicken]"),
  (["show 3", "favorite 3"], "note 3  [write something about Butter chicken]"),
  (["favorite 3", "open 3"], nil), (["note 3 salt"], nil), (["status"], nil),
  (["set color auto"], nil),
  (["filter cusine=Thai"], "filter cuisine=Thai [unknown field `cusine`]"),
  (["count; shwo 3"], "count; show 3 [no command `shwo`]"), (["frob"], nil),
  (["load demo-failing"], "load demo-failing [try again]"),
  (["load /none.json"], "load /none.json [try again]"),
  (["load demo-empty"], "reload [the feed is empty]"),
  (["set open-prefers video", "show 3"], "open video 3 [Butter chicken]"),
  (["list 5-9"], "show 5 [Chana masala]"), (["filter cuisine=Thai", "undo"], "show 1 [Bánh mì]"),
])
func `an empty line proposes a next command that depends on the previous commands`(
  lines: [String], expected: String?
) {
  let shell = prompt()
  for line in lines { _ = shell.shell.run(line) }
  #expect(shell.proposed("") == expected)
}

@Test
func `at first a list is proposed, but not to somebody with a history`() {
  let files = MemoryFileSystem()
  let first = prompt(files)
  #expect(first.proposed("") == "list [the rows of demo]")
  first.shell.history.add("count")
  let second = prompt(files)
  #expect(second.proposed("") == nil)
  #expect(second.shell.history.count == 0, "nothing is read for that")
}

@Test
func `commands of a start file lead to no suggestion`() {
  let files = MemoryFileSystem(["/home/x/.larder/config/larderrc": "filter cuisine=Italian\n"])
  let shell = ShellUnderTest(feed: nil, files: files, isInteractive: true)
  shell.shell.history.add("count")
  shell.shell.greet("demo")
  #expect(shell.shell.session.rows.count == 6)
  #expect(shell.proposed("") == nil)
}

@Test
func `after a feed could not be loaded, and none is there, the next step is to try again`() {
  let shell = ShellUnderTest(feed: nil, isInteractive: true)
  _ = shell.shell.run("load /none.json")
  #expect(shell.proposed("") == "reload [try again]")
}

@Test(arguments: [
  "filter cuisine=", "show ", "a ", "(", "\"", "filter (", "filter cusine=x ", "set ", ";", "=",
  "親子 ",
  "filter cuisine=Thai cuisine=Thai ", "search rice ", "sort name,",
])
func `advice on the longest lines comes at once, and on longer ones there is none`(piece: String) {
  let shell = prompt()
  let line = String(repeating: piece, count: 4096 / piece.utf8.count)
  let took = threadTime { _ = shell.advice(line) }
  #expect(took < .seconds(2))
  #expect(shell.advice(line + line) == LineAdvice())
}

@Test
func `highlights and proposals of every prefix of a line lie within that prefix`() {
  let shell = prompt()
  let line =
    "filter (cuisine=\"Thai\" or -tag~“soup”) time=1h..親; note 3 a; sort name, x desc; load x as y"
  for end in 0...line.unicodeScalars.count {
    let cut = String(String.UnicodeScalarView(line.unicodeScalars.prefix(end)))
    for cursor in [0, cut.utf8.count / 2, cut.utf8.count] {
      let advice = shell.shell.advice(on: cut, at: cursor)
      #expect(
        advice.spans.allSatisfy { $0.range.upperBound <= cut.utf8.count && !$0.range.isEmpty })
      #expect(
        zip(advice.spans, advice.spans.dropFirst()).allSatisfy {
          $0.range.upperBound <= $1.range.lowerBound
        })
      if let proposal = advice.proposal { #expect(proposal.range.upperBound <= cut.utf8.count) }
    }
  }
}

@Test(arguments: [
  ("filter (cuisine=Italian\nor cuisine=Thai)", ""),
  (
    "filter (cuisine=Italian\nor cusine=Thai)",
    "error: unknown field `cusine`\n  or cusine=Thai)\n     ^^^^^^ did you mean cuisine?\n"
  ),
  (
    "filter cuisine=Italian\ncount\nfrob",
    "error: no command `frob`\n  frob\n  ^^^^ help lists all commands\n"
      + "nothing of this line was run\n"
  ),
])
func `a filter in parentheses may take several lines`(line: String, errors: String) {
  let shell = ShellUnderTest()
  shell.run(line)
  #expect(shell.takeErrors().hasSuffix(errors))
  if errors.isEmpty { #expect(shell.run("count") == "10\n") }
}
