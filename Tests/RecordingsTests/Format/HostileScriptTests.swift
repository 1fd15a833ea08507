import Recordings
import TestSupport
import Testing

private func times(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

/// A malformed or malicious script and the expected problem.
private struct Hostility: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  let kind: ScriptProblem.Kind?
  var testDescription: String { name }

  init(_ name: String, _ text: String, _ kind: ScriptProblem.Kind?) {
    (self.name, bytes, self.kind) = (name, Array(text.utf8), kind)
  }

  init(_ name: String, body: String, _ kind: ScriptProblem.Kind?) {
    self.init(name, "rcp 1\n\n" + body, kind)
  }

  init(_ name: String, header: String, _ kind: ScriptProblem.Kind?) {
    self.init(name, "rcp 1\n" + header + "\n", kind)
  }

  init(_ name: String, bytes: [UInt8], _ kind: ScriptProblem.Kind?) {
    (self.name, self.bytes, self.kind) = (name, bytes, kind)
  }

  static let texts = [
    Hostility("nothing", "", .invalid),
    Hostility("zeros", bytes: [UInt8](repeating: 0, count: 1 << 20), .limit),
    Hostility("too long", times("\n", (1 << 20) + 1), .limit),
    Hostility("too many lines", "rcp 1\n" + times("\n", 10_000), .limit),
    Hostility("a long line", body: "# " + times("x", 4095), .limit),
    Hostility("a broken scalar", bytes: Array("rcp 1\n\n# ".utf8) + [0xC3], .invalid),
    Hostility(
      "an overlong slash", bytes: Array("rcp 1\n\n@ include a".utf8) + [0xC0, 0xAF], .invalid),
    Hostility("a surrogate", bytes: Array("rcp 1\n\n# ".utf8) + [0xED, 0xA0, 0x80], .invalid),
    Hostility("UTF-16", bytes: Array("rcp 1\n".utf16.flatMap { [UInt8($0), 0] }), .invalid),
    Hostility("a byte order mark", "\u{FEFF}rcp 1\n", .invalid),
    Hostility("a conflict", body: "<<<<<<< HEAD\n> a\n=======\n> b\n>>>>>>> x", .invalid),
    Hostility("a conflict in output", body: "> a\n||||||| base\n| b", .invalid),
    Hostility("an escape sequence", body: "% \u{1B}]52;c;eA==\u{7}", .invalid),
    Hostility("a C1 control", body: "> a\n| \u{9B}2J", .invalid),
    Hostility("a carriage return", body: "> a\rb", .invalid),
    Hostility("a newer version", "rcp 99999999999999999999\n", .unmet),
  ]

  static let headers = [
    Hostility("a feed from the root", header: "feed: /etc/passwd", .refused),
    Hostility("a feed above", header: "feed: ../secret.json", .refused),
    Hostility("a feed at home", header: "feed: ~/x.json", .refused),
    Hostility("a feed by file:", header: "feed: file:///etc/passwd", .refused),
    Hostility("a feed by http:", header: "feed: http://example.org/x", .refused),
    Hostility("a bundle above", header: "bundle: a/../../b", .refused),
    Hostility("a name like an option", header: "feed: --help", .refused),
    Hostility("a backslash", header: "feed: a\\b", .refused),
    Hostility("an order of its own", header: "feed: a\u{202E}b", .refused),
    Hostility("a loose accent", header: "feed: e\u{301}.json", .refused),
    Hostility("a huge screen", header: "size: 99999999999999999999x24", .limit),
    Hostility("a tiny screen", header: "size: 1x1", .invalid),
    Hostility("a higher limit", header: "limit: time=2h", .limit),
    Hostility("more output", header: "limit: output=999999999MiB", .limit),
    Hostility("a need of the unknown", header: "needs: shell", nil),
    Hostility(
      "many variables",
      header: (0..<20).map { "var: v\($0) = \(times("x", 4000))" }.joined(separator: "\n"), .limit),
    Hostility("a year beyond", header: "clock: 9999-01-01T00:00:00Z", .invalid),
    Hostility("an endless gap", header: "gap: 99999999999h", .limit),
  ]

  static let bodies = [
    Hostility("an include above", body: "@ include ../../x.rcp", .refused),
    Hostility("an include of a device", body: "@ include /dev/zero", .refused),
    Hostility("a slash with an accent", body: "@ include ../\u{338}x", .refused),
    Hostility("a way with an accent", body: "@ include a/../\u{338}x", .refused),
    Hostility("a file with a dot", body: "@ file ./a\n: x", .refused),
    Hostility("many repetitions", body: "@ repeat 101\n> a\n@ end", .limit),
    Hostility(
      "repetitions in one another", body: times("@ repeat 2\n", 3) + "> a\n" + times("@ end\n", 3),
      .limit),
    Hostility("deep repetitions", body: times("@ repeat 100\n", 9000), .limit),
    Hostility("many steps", body: "@ repeat 100\n@ repeat 21\n> a\n@ end\n@ end", .limit),
    Hostility("many keys", body: "@ keys Tab*1001", .limit),
    Hostility("many keys at once", body: "@ keys " + times("a*1000 ", 500), .limit),
    Hostility("many keys in all", body: "@ repeat 100\n@ keys a*900\n@ end", .limit),
    Hostility("a long pause", body: "@ pause 31s", .limit),
    Hostility("long pauses", body: times("@ pause 30s\n", 21), .limit),
    Hostility("pauses between keys", body: "@ keys a*100@30s", .limit),
    Hostility("a huge pause", body: "@ pause 99999999999h", .limit),
    Hostility("a far clock", body: "@ repeat 100\n@ clock +99999h\n@ end", .limit),
    Hostility("many placeholders", body: "> a\n|~ " + times("[int]", 33), .limit),
    Hostility("a long command", body: "> a\n" + times("+ " + times("b", 4000) + "\n", 2), .limit),
    Hostility("escapes of a line feed", body: "> a\n|\\ \\x0A", .invalid),
    Hostility("an escape of no scalar", body: "> a\n|\\ \\u{D800}", .invalid),
    Hostility("an endless text", body: "@ keys \"" + times("\\\\", 2000), .invalid),
    Hostility("a command by a tab", body: "> show a\tb", .invalid),
    Hostility("an endless variable", body: "> ${" + times("a", 4000), .invalid),
    Hostility("many brackets", body: "> a\n|~ " + times("[", 4000), nil),
    Hostility("many dollar signs", body: "> " + times("$", 4000), nil),
    Hostility("many commands", body: times("> a\n| b\n\n", 2000), nil),
    Hostility("many fields", header: (0..<9000).map { "x-\($0): a" }.joined(separator: "\n"), nil),
    Hostility("two files of a name", body: "@ file a\n: 1\n\n@ file a\n: 2", .invalid),
    Hostility("base64 of nothing", body: "@ file a base64\n: ====", .invalid),
  ]
}

@Suite("Hostile scripts")
struct HostileScriptTests {
  @Test(
    arguments: Hostility.texts + Hostility.headers + Hostility.bodies)
  private func `hostile scripts are rejected`(hostility: Hostility) {
    var found: ScriptProblem?
    #expect(threadTime { found = problem(in: hostility.bytes) } < .seconds(5))
    #expect(found?.kind == hostility.kind, "\(String(describing: found))")
    if let found { #expect(found.line >= 1 && found.column >= 1 && !found.hint.isEmpty) }
  }
}
