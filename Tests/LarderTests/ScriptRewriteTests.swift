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
