import Foundation
import TestSupport
import Testing

/// `larder script update` and `export`: what is written, and what is not.
@Suite struct ScriptRewriteTests {
  /// The sample with two lines that are not so.
  private static let wrong = SampleScript.small
    .replacingOccurrences(of: "Butter chicken", with: "Better chicken")
    .replacingOccurrences(of: "\n| 64\n", with: "\n| 65\n")

  @Test func `an update corrects wrong steps, keeps the other lines, and is idempotent`() throws {
    let place = try Workplace()
    let script = try place.recorded(text: Self.wrong)
    let dry = try place.scripts("update", "--dry-run", script)
    #expect(dry.status == 1 && dry.output.hasPrefix("--- a.rcp"))
    #expect(try place.text(of: place.path + "/a.rcp") == Self.wrong)
    let update = try place.scripts("update", script)
    #expect(update.status == 0)
    #expect(update.errors == "a.rcp: 2 steps changed\n")
    #expect(try place.text(of: place.path + "/a.rcp") == SampleScript.small)
    let again = try place.scripts("update", script)
    #expect(again.errors == "a.rcp: nothing to change\n")
    #expect(try place.scripts("check", script).status == 0)
  }

  @Test func `a step that comes out differently when it is repeated is left as it is, and told`()
    throws
  {
    let place = try Workplace()
    let text =
      SampleScript.header + "\n@ repeat 3\n> next\n| 65\n@ end\n\n> count\n| 65\n"
    let script = try place.recorded(text: text)
    _ = try place.scripts("update", script)
    let once = try place.text(of: place.path + "/a.rcp")
    let again = try place.scripts("update", script)
    #expect(try place.text(of: place.path + "/a.rcp") == once)
    #expect(once.hasSuffix("> count\n| 64\n"))
    #expect(again.status == 1)
    #expect(again.errors.contains("not changed: the step has different output when it is repeated"))
  }

  @Test func `an update names the file that it changes, which may be one that is included`() throws
  {
    let place = try Workplace()
    let script = try place.recorded(text: SampleScript.header + "\n@ include b.rcp\n")
    _ = try place.file("b.rcp", "rcp 1\n\n> count\n| 65\n")
    let update = try place.scripts("update", script)
    #expect(update.errors == "b.rcp: 1 step changed\n", "\(update.errors)")
    #expect(try place.scripts("check", script).status == 0)
  }

  @Test func `an update fills in unchecked steps of a strict script`() throws {
    let place = try Workplace()
    let header = SampleScript.header.replacing("seed: 1", with: "seed: 1\nstrict: on")
    let script = try place.recorded(text: header + "\n> count\n")
    #expect(try place.scripts("check", script).status == 1)
    #expect(try place.scripts("update", script).errors == "a.rcp: 1 step changed\n")
    #expect(try place.text(of: place.path + "/a.rcp").hasSuffix("> count\n| 64\n"))
    #expect(try place.scripts("check", script).status == 0)
  }

  @Test func `an update reports steps that it cannot mend`() throws {
    let place = try Workplace()
    let text = SampleScript.header + "\n@ xfail \"soon\"\n> count\n| 64\n"
    let update = try place.scripts("update", try place.recorded(text: text))
    #expect(update.status == 1)
    #expect(
      update.errors.contains(
        "a.rcp:12: not changed: this step matches, although @ xfail says that it does not: soon"))
  }

  @Test func `an update of a part counts that part alone`() throws {
    let place = try Workplace()
    let text = SampleScript.header + "\n== One\n> count\n| 1\n\n== Two\n> count\n| 2\n"
    let update = try place.scripts("update", "--only", "Two", try place.recorded(text: text))
    #expect(update.errors == "a.rcp: 1 step changed\n")
  }

  @Test
  func `a placeholder of a strict script is found by its line, whatever the script is called`()
    throws
  {
    let place = try Workplace()
    let header = SampleScript.header.replacingOccurrences(
      of: "seed: 1", with: "seed: 1\nstrict: on")
    let text = header + "\n== One\n> count\n| 64\n\n== Two\n> count\n|~ [int] nothing\n"
    let script = try place.file("ü.rcp", text)
    for (part, status): (String, Int32) in [("L15-19", 4), ("L11-14", 0)] {
      #expect(try place.scripts("update", "--only", part, script).status == status, "\(part)")
      #expect(try place.text(of: script) == text)
    }
  }

  @Test func `an update and a patch keep the line endings of a script`() throws {
    let place = try Workplace()
    let text = Self.wrong.replacingOccurrences(of: "\n", with: "\r\n")
    let script = try place.recorded(text: text)
    let check = try place.scripts("check", script)
    _ = try place.scripts("update", script)
    let right = SampleScript.small.replacingOccurrences(of: "\n", with: "\r\n")
    #expect(try place.text(of: place.path + "/a.rcp") == right)
    _ = try place.recorded(text: text)
    _ = try place.file("a.patch", check.output)
    #expect(try place.script("patch --binary -s -p0 < a.patch").status == 0)
    #expect(try place.text(of: place.path + "/a.rcp") == right)
  }

  @Test func `an export refuses to overwrite its script`() throws {
    let place = try Workplace()
    let script = try place.recorded()
    for form in ["md", "svg", "cast2"] {
      let run = try place.scripts("export", script, "-o", "./a.rcp", "--format", form)
      #expect(run.status == 3)
      #expect(run.errors == "./a.rcp: is what the script is made of; name another file\n")
    }
    #expect(try place.text(of: place.path + "/a.rcp") == SampleScript.small)
  }

  @Test func `an export of a script with mismatches is written and fails with status 1`() throws {
    let place = try Workplace()
    let run = try place.scripts("export", try place.recorded(text: Self.wrong), "-o", "a.txt")
    #expect(run.status == 1)
    #expect(run.errors.contains("2 of 6 steps not as expected"))
    #expect(try place.text(of: place.path + "/a.txt").contains("Butter chicken"))
  }

  @Test func `a step of which nothing is expected is filled on demand alone`() throws {
    let place = try Workplace()
    let text = SampleScript.header + "\n> count\n"
    let script = try place.recorded(text: text)
    _ = try place.scripts("update", script)
    #expect(try place.text(of: place.path + "/a.rcp") == text)
    _ = try place.scripts("update", "--fill", script)
    #expect(try place.text(of: place.path + "/a.rcp") == text + "| 64\n")
  }

  @Test func `an update under CI needs a flag`() throws {
    let place = try Workplace()
    let script = try place.recorded(text: Self.wrong)
    let refused = try place.scripts("update", script, environment: ["CI": "true"])
    #expect(refused.status == 4)
    #expect(try place.text(of: place.path + "/a.rcp") == Self.wrong)
    let forced = try place.scripts("update", "--force", script, environment: ["CI": "1"])
    #expect(forced.status == 0)
  }

  @Test func `an update that is killed leaves the old script or the new one`() throws {
    let place = try Workplace()
    let script = try place.recorded(text: Self.wrong)
    for wait in ["0", "0.1", "0.2", "0.3", "0.4"] {
      let run = try place.script(
        """
        "$larder" script update \(script) & program=$!
        timeout \(wait) tail -f /dev/null --pid=$program; kill -KILL $program; wait $program; true
        """)
      #expect(run.status == 0)
      let text = try place.text(of: place.path + "/a.rcp")
      #expect(text == Self.wrong || text == SampleScript.small)
    }
  }

  @Test(arguments: [
    ["a.cast"], ["b.cast", "--format", "cast3"], ["a.svg"], ["a.md"], ["a.txt"], ["a.typescript"],
    ["still.svg", "--format", "still"], ["light.svg", "--theme", "light", "--show-keys"],
  ])
  func `an export is the same bytes everywhere`(words: [String]) throws {
    let place = try Workplace()
    let script = try place.recorded()
    _ = try place.script("mkdir -p other/deep && cp a.rcp other/deep/")
    let export = ["export"]
    let (first, second) = ("1" + words[0], "other/deep/2" + words[0])
    #expect(try place.scripts(export + [script, "-o", first] + words.dropFirst()).status == 0)
    #expect(
      try place.scripts(
        export + ["other/deep/a.rcp", "-o", second] + words.dropFirst(),
        environment: ["TZ": "Asia/Tokyo", "LC_ALL": "de_DE.UTF-8", "TERM": "dumb"]
      ).status == 0)
    #expect(try place.script("cmp \(first) \(second) && test -s \(first)").status == 0)
    let verify = export + [script, "-o", first, "--verify"] + words.dropFirst()
    #expect(try place.scripts(verify).status == 0)
    _ = try place.script("printf x >> \(first)")
    #expect(try place.scripts(verify).status == 1)
  }

  @Test(arguments: [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
  func `a new export has the permissions of other new files, and an old one keeps its own`(
    mask: Int, mode: Int
  ) throws {
    let place = try Workplace()
    let script = try place.recorded()
    let umask = "umask \(String(mask, radix: 8)); "
    let export = umask + "\"$larder\" script export \(script) -o a.svg"
    #expect(try place.script(export).status == 0)
    #expect(try place.mode(of: place.path + "/a.svg") == mode)
    #expect(try place.script("chmod 640 a.svg; " + export + " --force").status == 0)
    #expect(try place.mode(of: place.path + "/a.svg") == 0o640)
    let rows = umask + "\"$larder\" --home \"$home\" demo -c 'export csv a.csv'"
    #expect(try place.script(rows).status == 0)
    #expect(try place.mode(of: place.path + "/a.csv") == mode)
  }

  @Test(arguments: ["a.svg", "a.cast", "a.md", "a.txt", "a.typescript", "a.typescript.timing"])
  func `an export replaces a file only after a question, or with a flag`(name: String) throws {
    let place = try Workplace()
    let script = try place.recorded()
    let output = name.replacing(".timing", with: "")
    let file = try place.file(name, "mine")
    let refused = try place.scripts("export", script, "-o", output)
    #expect(
      refused.status == 3
        && refused.errors == "\(name): exists already, and was not replaced; --force replaces it\n",
      "\(refused)")
    #expect(try place.text(of: file) == "mine")
    for (answer, status) in [("n", 3), ("y", 0)] {
      let terminal = try PseudoTerminal(
        running: larderPath,
        arguments: [
          "script", "export", "\(place.path)/\(script)", "-o", "\(place.path)/\(output)",
        ],
        environment: ["TERM": "xterm", "HOME": place.home], columns: 200)
      try terminal.expect(text: "\(name) exists already. Replace it? [y/N]")
      try terminal.write(answer + "\r")
      #expect(try terminal.expectEnd() == .status(Int32(status)))
      #expect(try (place.text(of: file) == "mine") == (status != 0))
    }
    _ = try place.file(name, "mine")
    #expect(try place.scripts("export", script, "-o", output, "--force").status == 0)
    #expect(try place.text(of: file) != "mine")
  }

  @Test func `an export through a link names the file that it would replace`() throws {
    let place = try Workplace()
    let script = try place.recorded()
    let file = try place.file("precious", "mine")
    #expect(try place.script("ln -s precious a.svg").status == 0)
    #expect(try place.scripts("export", script, "-o", "a.svg").status == 3)
    let rows = try place.larder("demo", "-c", "export csv a.svg")
    #expect(
      rows.status == 1 && rows.errors.contains("a.svg is a link to \(file), which"), "\(rows)")
    #expect(try place.text(of: file) == "mine")
  }

  @Test func `a chapter is exported alone`() throws {
    let place = try Workplace()
    let script = try place.recorded()
    let export = ["export", script, "-o", "-", "--format", "txt", "--chapter"]
    let two = try place.scripts(export + ["Two"])
    #expect(two.status == 0 && two.output.contains("Two\n---\n\n> nosuch\n"))
    #expect(!two.output.contains("One") && !two.output.contains("Butter"))
    let one = try place.scripts(export + ["One"])
    #expect(one.output.contains("Butter") && !one.output.contains("nosuch"))
    let none = try place.scripts(export + ["Three"])
    #expect(none.status == 2)
    #expect(none.errors == "a.rcp: there is no chapter \"Three\"; there are One, Two\n")
  }

  @Test(arguments: [
    ("a.JPG", "Export a .png or .svg"), ("a.mov", "Export a .webp, .gif or .mp4"),
    ("a.xyz", "choose a --format"),
  ])
  func `an export in an unsupported format is refused with the supported formats`(
    name: String, way: String
  ) throws {
    let place = try Workplace()
    let run = try place.scripts("export", try place.recorded(), "-o", name)
    #expect(run.status == 64 && run.errors.contains(way), "\(run.errors)")
  }

  /// A document with two scripts, the first of which continues in a second block.
  private static let document = """
    # One

    ```rcp
    rcp 1
    feed: demo
    == First
    > filter cuisine=Thai
    ```

    It goes on:

    ```rcp
    > count
    | 5
    ```

    Another:

    ~~~rcp
    rcp 1
    == Second
    > count
    | 65
    ~~~

    """.replacing("feed: demo\n", with: "feed: demo\n\n").replacing(
      "rcp 1\n== Second", with: "rcp 1\n\n== Second")

  @Test func `scripts in one document are independent, and are updated together`() throws {
    let place = try Workplace()
    _ = try place.recorded("a.md", text: Self.document)
    let check = try place.scripts("check", "a.md")
    #expect(check.status == 1)
    #expect(check.output.contains("-| 5\n+| 4\n") && check.output.contains("-| 65\n+| 64\n"))
    #expect(check.errors.contains("2 scripts: 0 as expected, 2 not as expected"), "\(check.errors)")
    let dry = try place.scripts("update", "--dry-run", "a.md")
    #expect(dry.output.split(separator: "\n").count { $0.hasPrefix("+|") } == 2)
    #expect(try place.scripts("update", "--only", "Second", "a.md").status == 0)
    let half = try place.text(of: place.path + "/a.md")
    #expect(half == Self.document.replacing("| 65", with: "| 64"))
    let update = try place.scripts("update", "--fill", "a.md")
    #expect(update.errors == "a.md: 2 steps changed\n")
    #expect(try place.scripts("check", "--strict", "a.md").status == 0)
    let run = try place.scripts("run", "a.md")
    #expect(run.status == 0 && run.output.hasSuffix("4\n64\n"))
    #expect(try place.scripts("fmt", "a.md").status == 0)
    let block = "It goes on:\n\n```rcp\n> count\n| 4\n"
    #expect(try place.text(of: place.path + "/a.md").contains(block))
    #expect(try place.scripts("fmt", "--check", "a.md").status == 0)
  }

  @Test func `one of several scripts is exported by a chapter of it`() throws {
    let place = try Workplace()
    _ = try place.recorded("a.md", text: Self.document)
    let export = ["export", "a.md", "-o", "-", "--format", "txt"]
    let all = try place.scripts(export)
    #expect(all.status == 2)
    #expect(all.errors.contains("the document has 2 scripts; choose one"))
    let second = try place.scripts(export + ["--chapter", "Second"])
    #expect(second.output.hasSuffix("\n\nSecond\n------\n\n> count\n64\n"), "\(second.output)")
    _ = try place.recorded(text: "rcp 1\n\n@ include a.md\n")
    let included = try place.scripts("check", "a.rcp")
    #expect(included.errors.contains("a.md:21:1: another script begins here"), "\(included.errors)")
  }

  /// The color of the name of the feed in the prompt.
  private static let promptColor = "{fill:#56d4dd}"

  @Test func `a picture is in color unless the script turns it off`() throws {
    let place = try Workplace()
    let export = ["export", "a.rcp", "-o", "-", "--format", "svg"]
    _ = try place.recorded()
    #expect(try place.scripts(export).output.contains(Self.promptColor))
    let header = SampleScript.header.replacing("seed: 1", with: "seed: 1\ncolor: off")
    _ = try place.recorded(text: header + "\n> count\n")
    #expect(try !place.scripts(export).output.contains(Self.promptColor))
  }

  @Test func `both versions of a cast last as long`() throws {
    let place = try Workplace()
    let script = try place.recorded()
    func events(_ form: String) throws -> [[Any]] {
      let run = try place.scripts("export", script, "-o", "-", "--format", form)
      return try run.output.split(separator: "\n").dropFirst().filter { $0.hasPrefix("[") }
        .compactMap { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [Any] }
    }
    func time(_ event: [Any]?) -> Double { (event?.first as? NSNumber)?.doubleValue ?? 0 }
    let (second, third) = (try events("cast2"), try events("cast3"))
    let total = third.map { time($0) }.reduce(0, +)
    #expect(abs(time(second.last) - total) <= 0.001)
    #expect(second.map { time($0) } == second.map { time($0) }.sorted())
  }
}
