import Recordings
import Testing

@Suite("Style problems in scripts")
struct ScriptLintTests {
  static let header =
    "feed: builtin:demo\nsize: 40x10\nclock: 2000-01-01T00:00:00Z\ntz: UTC\nlocale: en_US\nseed: 0"

  @Test(arguments: [
    ("> a\n? ok", "", []), ("> a", "", []), ("> a", "strict: on", ["10: nothing is expected"]),
    ("> a", "var: x = 1", ["8: the variable x is not used"]), ("> ${x}", "var: x = 1", []),
    ("@ set x = 1", "", ["9: the variable x is not used"]),
    ("@ stop\n# fine\n> a", "", ["11: this is never played"]),
    ("> a\u{202E}b", "", ["9: the character U+202E"]),
    ("% a\u{200B}b", "", ["9: the character U+200B"]),
    ("@ file a\n: 1", "", ["9: the file a is not used"]),
    ("@ file a\n: 1\n@ file A\n: 2\n> x a A", "", ["11: A differs from a only by case"]),
    ("> " + String(repeating: "a", count: 41), "", ["9: the typed line is wider"]),
    ("@ pause 6s", "", ["9: this is a long pause"]),
    ("> a\n|~ [itn]", "", ["10: [itn] is not a placeholder"]),
    ("> a ", "", ["9: blanks at the end"]), ("@ hide", "", ["9: hidden output is never shown"]),
    ("@ show", "", ["9: this is shown already"]),
  ])
  func `style problems are reported with their lines`(
    body: String, header: String, expected: [String]
  ) throws {
    let fields = [Self.header, header].filter { !$0.isEmpty }.joined(separator: "\n")
    let found = lint(try script(body, header: fields))
    #expect(found.count == expected.count, "\(found)")
    for (problem, text) in zip(found, expected) {
      #expect("\(problem.line): \(problem.message)".hasPrefix(text), "\(problem)")
    }
  }

  @Test func `a header without its world fields is reported`() throws {
    let found = lint(try script("> a", header: "size: 80x24\nseed: 1"))
    #expect(found.map(\.message) == ["the header does not say feed, clock, tz, locale"])
  }

  @Test func `a script is explained without being played`() throws {
    let script = try Script(Array(SampleScripts.editing.utf8), path: "b.rcp")
    let lines = explanation(of: script)
    #expect(lines.contains("  play also: lib/clean.rcp"))
    #expect(lines.contains("  say yes to 1 question"))
    #expect(lines.contains("  enter 7 commands, press keys 2 times, look at the screen 1 time"))
    #expect(lines.contains("  compare what comes with what is expected in 10 of 10 steps"))
    #expect(lines.contains("  the recorded answers in offline.rcpd"))
    #expect(lines.contains("  reach the network: recorded answers stand in for it"))
  }
}
