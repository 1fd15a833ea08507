import Foundation
import TestSupport
import Testing

/// `larder script update` and `export`: what is written, and what is not.
@Suite struct ScriptRewriteTests {
  /// The sample with two lines that are not so.
  private static let wrong = SampleScript.small
    .replacingOccurrences(of: "Butter chicken", with: "Better chicken")
    .replacingOccurrences(of: "\n| 64\n", with: "\n| 65\n")

  @Test func `an update mends what is wrong, keeps all else, and is done with it`() throws {
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
    #expect(again.errors.contains("left as it is: it comes out differently when it is repeated"))
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

  @Test func `where nothing may be unchecked, an update writes what is`() throws {
    let place = try Workplace()
    let header = SampleScript.header.replacing("seed: 1", with: "seed: 1\nstrict: on")
    let script = try place.recorded(text: header + "\n> count\n")
    #expect(try place.scripts("check", script).status == 1)
    #expect(try place.scripts("update", script).errors == "a.rcp: 1 step changed\n")
    #expect(try place.text(of: place.path + "/a.rcp").hasSuffix("> count\n| 64\n"))
    #expect(try place.scripts("check", script).status == 0)
  }

  @Test func `what an update cannot mend is told`() throws {
    let place = try Workplace()
    let text = SampleScript.header + "\n@ xfail \"soon\"\n> count\n| 64\n"
    let update = try place.scripts("update", try place.recorded(text: text))
    #expect(update.status == 1)
    #expect(
      update.errors.contains("a.rcp:12: left as it is: it matches, though it is said not to: soon"))
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

  @Test func `lines end as they did`() throws {
    let place = try Workplace()
    let text = Self.wrong.replacingOccurrences(of: "\n", with: "\r\n")
    let script = try place.recorded(text: text)
    let check = try place.scripts("check", script)
    _ = try place.scripts("update", script)
    let right = SampleScript.small.replacingOccurrences(of: "\n", with: "\r\n")
    #expect(try place.text(of: place.path + "/a.rcp") == right)
    guard areHere("patch") else { return }
    _ = try place.recorded(text: text)
    _ = try place.file("a.patch", check.output)
    #expect(try place.script("patch --binary -s -p0 < a.patch").status == 0)
    #expect(try place.text(of: place.path + "/a.rcp") == right)
  }

  @Test func `nothing is exported over what it is made of`() throws {
    let place = try Workplace()
    let script = try place.recorded()
    for form in ["md", "svg", "cast2"] {
      let run = try place.scripts("export", script, "-o", "./a.rcp", "--format", form)
      #expect(run.status == 3)
      #expect(run.errors == "./a.rcp: is what the script is made of; name another file\n")
    }
    #expect(try place.text(of: place.path + "/a.rcp") == SampleScript.small)
  }

  @Test func `a picture of what is not as the script says is made, and told by the status`() throws
  {
    let place = try Workplace()
    let run = try place.scripts("export", try place.recorded(text: Self.wrong), "-o", "a.txt")
    #expect(run.status == 1)
    #expect(run.errors.contains("2 of 6 steps not as the script says"))
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

  @Test func `nothing is updated where CI is set, unless it is wanted`() throws {
    let place = try Workplace()
    let script = try place.recorded(text: Self.wrong)
    let refused = try place.scripts("update", script, environment: ["CI": "true"])
    #expect(refused.status == 4)
    #expect(try place.text(of: place.path + "/a.rcp") == Self.wrong)
    let forced = try place.scripts("update", "--force", script, environment: ["CI": "1"])
    #expect(forced.status == 0)
  }

  @Test func `whoever is killed while updating leaves the old script or the new`() throws {
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
