import Foundation
import TestSupport
import Testing

/// `larder script check`, `run`, `fmt`, `lint` and `explain` as programs call them.
@Suite struct ScriptCheckTests {
  @Test func `a correct script passes the check in any locale, terminal and environment`() throws {
    let place = try Workplace()
    let script = try place.recorded()
    _ = try place.file("home/.editrc", "bind -v\nbind ^I ed-insert\n")
    _ = try place.file("home/.inputrc", "set editing-mode vi\n")
    let worlds: [[String: String]] = [
      [:], ["TERM": "dumb", "COLUMNS": "33"], ["HOME": place.home, "TERM": "vt52"],
      ["TZ": "Pacific/Apia", "LANG": "tr_TR.UTF-8", "LC_ALL": "de_DE.UTF-8"],
      ["NO_COLOR": "1", "LINES": "3", "EDITRC": place.home + "/.editrc"],
    ]
    for world in worlds {
      let run = try place.scripts("check", script, environment: world)
      #expect(run.status == 0, "\(world): \(run.errors)\(run.output)")
      #expect(run.output == "")
      #expect(run.errors == "a.rcp: 6 steps as expected\n")
    }
    #expect(try place.filesAtHome() == [".editrc", ".inputrc"])
  }

  @Test func `check --shake reports the same output in other environments`() throws {
    let place = try Workplace()
    let run = try place.scripts("check", "--shake", "3", try place.recorded())
    #expect(run.status == 0)
    #expect(run.errors.hasSuffix("a.rcp: the same output 3 times in other environments\n"))
  }

  @Test(arguments: [
    ("builtin:nope", "a.rcp: there is no bundled feed nope; "),
    ("broken.json", "a.rcp: the feed of the script cannot be loaded: broken.json: "),
    ("https://a.invalid/f", "a.rcp: the feed is on the web, and there is no bundle"),
  ])
  func `a script whose feed cannot be loaded is an error with status 3`(feed: String, told: String)
    throws
  {
    let place = try Workplace()
    _ = try place.file("broken.json", "{\"a\": [")
    let text = SampleScript.header.replacingOccurrences(of: "builtin:demo", with: feed)
    let run = try place.scripts("check", try place.recorded(text: text + "\n> status\n"))
    #expect(run.status == 3)
    #expect(run.errors.contains(told), "\(run.errors)")
  }

  @Test func `requests are traced in the order in which they began`() throws {
    let place = try Workplace()
    let script = try place.recorded(text: SampleScript.header + "\n> trace on\n> prefetch small\n")
    let first = try place.scripts("run", script)
    #expect(first.errors.components(separatedBy: "→ GET ").count == 65)
    for _ in 0..<4 { #expect(try place.scripts("run", script).errors == first.errors) }
  }

  @Test func `reports for programs tell of scripts that could not be played, too`() throws {
    let place = try Workplace()
    _ = try place.file("bad.rcp", "rcp 1\n\nnonsense\n")
    _ = try place.file("needs.rcp", "rcp 1\nneeds: wings\n\n> count\n")
    let files = [try place.recorded(), "bad.rcp", "needs.rcp", "gone.rcp"]
    let junit = try place.scripts(["check", "--format", "junit"] + files)
    #expect(junit.output.components(separatedBy: "<error message=").count == 3)
    #expect(junit.output.components(separatedBy: "<skipped message=").count == 2)
    let json = try place.scripts(["check", "--format", "json"] + files)
    let reports = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
    #expect(reports.map { $0["exit"] as? Int } == [0, 2, 77, 3])
  }

  @Test func `a check of several scripts ends with a total, and annotates on GitHub`() throws {
    let place = try Workplace()
    _ = try place.file("bad.rcp", SampleScript.header + "\n> count\n| 63\n")
    let files = ["check", try place.recorded(), "bad.rcp", "gone.rcp"]
    let run = try place.scripts(files, environment: ["GITHUB_ACTIONS": "true"])
    #expect(run.errors.hasSuffix("3 scripts: 1 as expected, 1 not as expected, 1 not played\n"))
    let line =
      SampleScript.header.split(separator: "\n", omittingEmptySubsequences: false).count + 1
    #expect(run.output.contains("::error file=bad.rcp,line=\(line)::"), "\(run.output)")
    #expect(try !place.scripts(files).output.contains("::error"))
    #expect(try !place.scripts("check", "bad.rcp").errors.contains("1 script"))
  }

  @Test func `the difference is in color at a terminal`() throws {
    let place = try Workplace()
    _ = try place.file("bad.rcp", SampleScript.header + "\n> count\n| 63\n")
    let terminal = try place.scriptTerminal(["script", "check", "bad.rcp"])
    _ = try terminal.expectEnd()
    let output = terminal.output
    #expect(output.contains("\u{1B}[1;31m-| 63\u{1B}[0m"), "\(output)")
    #expect(output.contains("\u{1B}[32m+| 64\u{1B}[0m"))
  }

  /// The lines of the sample that expect something.
  private static let expected = SampleScript.small.split(
    separator: "\n", omittingEmptySubsequences: false
  ).enumerated().filter { line in
    ["| ", "! ", "|  ", "_ ", "|~ "].contains { line.element.hasPrefix($0) }
  }.map { (number: $0.offset, line: String($0.element)) }

  @Test(arguments: expected)
  func `a single wrong letter fails the check, and the diff applies as a patch`(
    number: Int, line: String
  ) throws {
    let place = try Workplace()
    var lines = SampleScript.small.components(separatedBy: "\n")
    lines[number] = line.hasPrefix("_ ") ? "_ x" + line.dropFirst(2) : line + "x"
    let script = try place.recorded(text: lines.joined(separator: "\n"))
    let wrong = try place.scripts("check", script)
    #expect(wrong.status == 1)
    #expect(wrong.output.hasPrefix("--- a.rcp"))
    #expect(wrong.errors.contains("1 of 6 steps not as expected"))
    _ = try place.file("a.patch", wrong.output)
    #expect(try place.script("patch -s -p0 < a.patch").status == 0)
    #expect(try place.scripts("check", script).status == 0)
    #expect(try place.script("ls *.orig *.rej").output == "")
  }

  @Test func `a script whose last line has no end is patched, too`() throws {
    let place = try Workplace()
    let script = try place.recorded(text: "rcp 1\n\n> count\n| 65")
    let wrong = try place.scripts("check", script)
    #expect(wrong.output.hasSuffix("-| 65\n\\ No newline at end of file\n+| 64\n"))
    _ = try place.file("a.patch", wrong.output)
    #expect(try place.script("patch -s -p0 < a.patch").status == 0)
    #expect(try place.text(of: place.path + "/a.rcp") == "rcp 1\n\n> count\n| 64\n")
  }

  @Test func `a bundled feed is found by its bare name, as at the prompt`() throws {
    let place = try Workplace()
    let script = try place.recorded(text: "rcp 1\nfeed: demo\n\n> count\n| 64\n")
    #expect(try place.scripts("check", script).status == 0)
    _ = try place.file("demo", #"[{"name": "Pie"}]"#)
    #expect(try place.scripts("check", script).status == 0)
  }

  @Test func `a bundled feed is the one that the script means, if it says which`() throws {
    let place = try Workplace()
    func check(_ digest: String) throws -> Run {
      let text = "rcp 1\nfeed: builtin:demo sha256:\(digest)\n\n> count\n| 64\n"
      return try place.scripts("check", try place.recorded(text: text))
    }
    let other = try check(String(repeating: "0", count: 64))
    #expect(other.status == 3)
    let words = other.errors.split { " ,".contains($0) }
    let number = try #require(words.firstIndex(of: "digest"))
    #expect(try check(String(words[number + 2])).status == 0)
  }

  @Test(arguments: [
    (["check", "missing.rcp"], 3), (["check", "bad.rcp"], 2), (["check", "newer.rcp"], 3),
    (["check", "digest.rcp"], 3), (["check", "outside.rcp"], 4),
    (["check", "flood.rcp"], 5), (["check", "a.rcp", "bad.rcp"], 2),
    (["check", "--fail-fast", "wrong.rcp", "bad.rcp"], 1), (["check", "wrong.rcp"], 1),
    (["check", "--strict", "loose.rcp"], 1), (["check", "--coverage", "loose.rcp"], 1),
    (["check", "--blanks", "loose.rcp"], 0), (["check", "--blanks", "blanks.rcp"], 1),
    (["check", "--coverage", "blanks.rcp"], 0), (["check", "--strict", "blanks.rcp"], 1),
    (["check", "loose.rcp"], 0),
    (["check"], 64), (["nosuch"], 64), (["export", "a.rcp", "-o", "x.jpg"], 64),
    (["replay"], 64), (["replay", "a.rcp", "--speed", "0"], 64), (["replay", "a.rcp"], 3),
    (["record", "new.rcp"], 3), (["record", "a.rcp"], 3), (["run", "a.rcp", "--until", "x"], 2),
    (["update", "--only", "x", "a.rcp"], 2), (["update", "--only", "L3-0", "a.rcp"], 2),
    (["fmt", "--check", "a.rcp"], 1), (["fmt", "bad.rcp"], 2), (["lint", "missing.rcp"], 3),
    (["explain", "a.rcp"], 0), (["explain", "bad.rcp"], 2), (["lint", "bad.cast"], 2),
    (["export", "bad.rcp", "-o", "-", "--format", "txt"], 2), (["update", "bad.rcp"], 2),
    (["export", "flood.rcp", "-o", "x.txt"], 5), (["update", "flood.rcp"], 5),
    (["check", "long.rcp"], 2), (["fmt", "long.rcp"], 2), (["update", "long.rcp"], 2),
  ])
  func `the exit status of a check follows its result`(words: [String], status: Int) throws {
    let place = try Workplace()
    _ = try place.recorded()
    func write(_ name: String, _ header: String, _ body: String = "> count\n| 64") throws {
      _ = try place.file(name + ".rcp", "rcp 1\n\(header)\n\n\(body)\n")
    }
    try write("bad", "size: 80x24", "| orphan")
    try write("newer", "app: >=99.0")
    try write("digest", "feed: feed.json sha256:" + String(repeating: "0", count: 64))
    try write("outside", "feed: ../feed.json")
    try write("flood", "limit: step-output=10B", "> list")
    try write("wrong", "size: 80x24", "> count\n| 65")
    try write("loose", "size: 80x24", "> count")
    try write("blanks", "size: 80x24", "> count\n| 64 ")
    _ = try place.file("long.rcp", String(repeating: "#\n", count: 1 << 19) + "#")
    _ = try place.file("feed.json", "[]")
    _ = try place.file("bad.cast", "{\"version\": 2}\n")
    let run = try place.scripts(words)
    #expect(run.status == status, "\(run.errors)")
    #expect(run.status == 0 || !(words[0] == "lint" ? run.output + run.errors : run.errors).isEmpty)
    #expect(try place.text(of: place.path + "/a.rcp") == SampleScript.small)
    #expect(try !place.script("ls x.* new.rcp").output.contains("x"))
  }

  @Test(arguments: [["script", "run", "a.rcp"], ["a.rcp"]])
  func `script run without a terminal prints the results of the steps`(words: [String]) throws {
    let place = try Workplace()
    _ = try place.recorded()
    let run = try place.run(larderPath, words)
    #expect(run.status == 0)
    #expect(run.lines.first == "64" && run.lines.count == 6)
    let remarks = run.errors.split(separator: "\n")
    #expect(remarks.contains("== One") && remarks.contains("> count"))
  }

  @Test func `an interrupt stops script run at once`() throws {
    let place = try Workplace()
    let steps = String(repeating: "> list all\n\n", count: 1900)
    _ = try place.recorded(text: SampleScript.header + "\n" + steps)
    let terminal = try place.scriptTerminal(["script", "run", "a.rcp"])
    try terminal.expect(text: "> list all")
    terminal.process.send(2)
    #expect(try terminal.expectEnd() == .signal(2))
  }

  @Test func `fmt keeps a formatted script, and lint accepts scripts and casts`() throws {
    let place = try Workplace()
    let script = try place.recorded()
    #expect(try place.scripts("fmt", script).status == 0)
    #expect(try place.scripts("fmt", "--check", script).status == 0)
    #expect(try place.scripts("check", script).status == 0)
    #expect(try place.scripts("export", script, "-o", "a.cast").status == 0)
    let lint = try place.scripts("lint", script, "a.cast")
    #expect(lint.status == 0, "\(lint.output)")
    #expect(try place.scripts("explain", script).output.contains("use the network"))
  }

  @Test func `a check shows invisible characters, and its patch has them unchanged`()
    throws
  {
    let place = try Workplace()
    let text = SampleScript.header + "\n== Ch\u{202E}apter\n> count\n| 6\u{202E}4\n"
    let script = try place.recorded(text: text)
    let explained = try place.scripts("explain", script)
    #expect(explained.output.contains("show the chapters: Ch\\u202eapter"), "\(explained.output)")
    #expect(try place.scripts("check", script).output.contains("\n-| 6\u{202E}4\n"))
    let terminal = try place.scriptTerminal(["script", "check", script])
    try terminal.expect(text: "-| 6\\u202e4")
    #expect(try terminal.expectEnd() == .status(1))
  }

  @Test(arguments: ["demo-slow", "demo-stale"])
  func `a script that waits for a picture on the virtual clock prints no hint about Ctrl-C`(
    feed: String
  ) throws {
    let place = try Workplace()
    let header = SampleScript.header.replacing("builtin:demo", with: "builtin:\(feed)")
    _ = try place.recorded(text: header + "\n> picture 1 small\n")
    let run = try place.scripts("run", "a.rcp")
    #expect(run.status == 0, "\(run.errors)")
    #expect(!run.errors.contains("^C stops"))
  }

  @Test func `an update reports steps with random results`()
    throws
  {
    let place = try Workplace()
    let text = SampleScript.header + "\n@ repeat 2\n> next\n@ end\n"
    let update = try place.scripts("update", "--fill", try place.recorded(text: text))
    #expect(update.status == 1)
    #expect(update.errors.contains("the step has different output when it is repeated"))
  }
}
