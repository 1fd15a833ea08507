import Recordings
import Testing

@Suite("Style problems in scripts")
struct ScriptLintTests {
  static let header =
    "feed: builtin:demo\nsize: 40x10\nclock: 2000-01-01T00:00:00Z\ntz: UTC\nlocale: en_US\nseed: 0"

  @Test(arguments: [
    ("> a\n? ok", "", []), ("> a", "", []),
    ("> a", "strict: on", ["10: this step has no expectation"]),
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
    ("> a ", "", ["9: the spaces at the end"]),
    ("@ hide", "", ["9: the steps after this line stay hidden"]),
    ("@ show", "", ["9: the steps here are not hidden"]),
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
    #expect(found.map(\.message) == ["the header has no feed, clock, tz, locale"])
  }

  @Test func `a script is explained without being played`() throws {
    let script = try Script(Array(SampleScripts.editing.utf8), path: "b.rcp")
    let lines = explanation(of: script)
    #expect(lines.contains("  also play: lib/clean.rcp"))
    #expect(lines.contains("  answer yes to 1 question"))
    #expect(lines.contains("  run 7 commands, press keys 2 times, check the screen 1 time"))
    #expect(lines.contains("  compare the output of 10 of 10 steps with what the script expects"))
    #expect(lines.contains("  the recorded responses in offline.rcpd"))
    #expect(lines.contains("  use the network: it gets recorded responses"))
  }
}
