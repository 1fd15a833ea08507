import Recordings
import TestSupport
import Testing

/// Parses an outcome in the notation of expectations; `? code` is a failure.
func outcome(_ text: String) -> StepOutcome {
  var outcome = StepOutcome()
  for line in text.split(separator: "\n", omittingEmptySubsequences: true) {
    if line == "? quit" {
      outcome.ending = .quit
    } else if line.hasPrefix("? ") {
      outcome.ending = .failed(code: String(line.dropFirst(2)))
    } else if line.hasPrefix("_ ") {
      let parts = line.dropFirst(2).split(separator: "{^}", omittingEmptySubsequences: false)
      outcome.editLine = StepOutcome.EditLine(
        text: parts.joined(), cursor: parts[0].unicodeScalars.count)
    } else if let mark = line.first, let stream = ScriptStream(rawValue: mark) {
      outcome.lines.append(StepOutcome.Line(stream, String(line.dropFirst(2))))
    }
  }
  return outcome
}

@Suite("Comparison of an outcome with its expectation")
struct StepVerdictTests {
  private func judge(
    _ expectation: String, _ came: String, action: String = "> go", isStrict: Bool = false,
    fillsUnchecked: Bool = false
  ) throws -> (verdict: StepVerdict, script: Script) {
    let script = try script(
      "\(action)\n\(expectation)", header: "var: name = Thai")
    let verdict = verdict(
      on: script.steps[0], of: script, outcome: outcome(came), variables: ["name": "Thai"],
      isStrict: isStrict, fillsUnchecked: fillsUnchecked)
    return (verdict, script)
  }

  @Test(arguments: [
    ("", ""), ("", "| a"), ("", "? quit"), ("? ok", "| a"), ("? silent", ""), ("| a", "| a"),
    ("| a ", "| a"), ("| a", "| a  "), ("| a\n! b", "| a\n! b"), ("|...", ""), ("|...", "| a\n| b"),
    ("| a\n|...\n| d", "| a\n| b\n| c\n| d"), ("|...\n! x\n|...", "| a\n! x\n| b"),
    ("|...\n|...\n| a", "| a"),
    ("|~ [int] of ${name}", "| 3 of Thai"), ("|\\ a\\tb", "| a\tb"), ("? error", "! x\n? network"),
    ("! x\n? error network", "! x\n? network"), ("? quit", "? quit"), ("@ expect \"b\"", "| abc"),
    ("@ expect-not \"${name}\"", "| abc"), ("|", "| "), ("|~ [..]\n|...", "| a"),
  ])
  func `a matching outcome leaves the expectation unchanged`(expectation: String, came: String)
    throws
  {
    let (verdict, script) = try judge(expectation, came)
    #expect(verdict.isMatch, "\(verdict.complaints)")
    #expect(verdict.complaints == [])
    #expect(verdict.isChecked == !expectation.isEmpty)
    #expect(verdict.expectation == script.steps[0].expectation.map { script.lines[$0] })
  }

  @Test(arguments: [
    ("? silent", "| a", "| a"),
    ("| a", "", "? silent"),
    ("| a\n? ok", "", "? silent"),
    ("| a\n? ok", "| b", "| b\n? ok"),
    ("| a", "! a", "! a"),
    ("| a", "| a\n! b", "| a\n! b"),
    ("| a\n| b\n| c", "| a\n| x\n| c", "| a\n| x\n| c"),
    ("| a\n|~ [int]\n| c", "| a\n| 5\n| d", "| a\n|~ [int]\n| d"),
    ("| a\n|...\n| c", "| b\n| x\n| c", "| b\n|...\n| c"),
    ("|...\n| z", "| a\n! b\n| c\n| z", "|...\n! b\n| c\n| z"),
    ("|~ [int]\n|~ x [..]", "| a\n| x y", "| a\n|~ x [..]"),
    ("", "? network", "? error network"),
    ("? error", "", ""),
    ("? error network", "? disk", "? error disk"),
    ("! x\n? error", "", "? silent"),
    ("? silent", "| a\n? disk", "| a\n? error disk"),
    ("? ok", "? quit", "? quit"),
    ("| a", "? quit", "? quit"),
    ("? quit", "", ""),
    ("@ expect \"b\"", "| a", "@ expect \"b\""),
    ("| a\n@ expect \"b\"\n| c", "| a\n| d", "| a\n@ expect \"b\"\n| d"),
    ("| a", "| a\n| \tb", "| a\n|\\ \\tb"),
    ("| a", "| a\n| b\u{202E}", "| a\n|\\ b\\u{202E}"),
    ("| a", "| a\n| b\\c", "| a\n| b\\c"),
    ("| a", "| a\n| b\\\u{1B}c", "| a\n|\\ b\\\\\\ec"),
  ])
  func `a mismatch is reported and the expectation is updated`(
    expectation: String, came: String, written: String
  ) throws {
    let (verdict, script) = try judge(expectation, came)
    #expect(!verdict.isMatch)
    #expect(!verdict.complaints.isEmpty)
    #expect(verdict.expectation.joined(separator: "\n") == written)
    if !expectation.contains("@ expect") { try expectNoMoreChange(script, verdict, came) }
  }

  @Test(arguments: [
    ("_ ab{^}", "_ ab{^}", true, "_ ab{^}"), ("_ ab{^}", "_ a{^}b", false, "_ a{^}b"),
    ("_ ab{^}", "_ ab {^}", false, "_ ab {^}"), ("_ a{^}", "", false, "_ a{^}"),
    ("_ a{^}\n| x", "_ a{^}\n| y\n| z", false, "_ a{^}\n| y\n| z"),
    ("_ a{^}", "_ b{^}\n| y", false, "_ b{^}"),
    ("_ a{^}\n? silent", "_ b{^}\n| y", false, "_ b{^}\n| y"),
  ])
  func `the edited line is compared with its cursor`(
    expectation: String, came: String, isMatch: Bool, written: String
  ) throws {
    let (verdict, _) = try judge(expectation, came, action: "@ keys Tab")
    #expect(verdict.isMatch == isMatch)
    #expect(verdict.expectation.joined(separator: "\n") == written)
  }

  @Test func `a screen step compares the rows of the screen`() throws {
    let (verdict, _) = try judge("| a", "", action: "@ screen")
    #expect(verdict.expectation == ["? silent"])
  }

  @Test func `trailing blanks are significant in strict mode`() throws {
    let (verdict, _) = try judge("| a", "| a ", isStrict: true)
    #expect(verdict.expectation == ["|\\ a\\s"])
  }

  @Test func `lost placeholders are reported by line`() throws {
    let (verdict, _) = try judge("|~ [int] a\n| b\n|~ [int] c", "| 1 a\n| b\n| x c")
    #expect(verdict.lostPlaceholders == [7])
  }

  @Test func `a step without an expectation is filled in on request`() throws {
    #expect(try judge("", "| a", fillsUnchecked: true).verdict.expectation == ["| a"])
    #expect(try judge("", "", fillsUnchecked: true).verdict.expectation == ["? silent"])
    #expect(try judge("? ok", "| a", fillsUnchecked: true).verdict.expectation == ["? ok"])
  }

  @Test(arguments: [
    ("_ ab{^}c", "_ ab{^}c"), ("_ {^}", "_ {^}"), ("_ a{^}\n| menu", "_ a{^}\n| menu"),
    ("_ {^}\n| printed", "| printed"), ("_ {^}\n! x\n? network", "! x\n? error network"),
    ("", "? silent"),
  ])
  func `a step of keys is filled with the line that they lead to`(came: String, written: String)
    throws
  {
    let (verdict, script) = try judge("", came, action: "@ keys Tab", fillsUnchecked: true)
    #expect(verdict.expectation.joined(separator: "\n") == written)
    let next = try judge(written, came, action: "@ keys Tab", fillsUnchecked: true)
    #expect(next.verdict.isMatch && next.verdict.expectation == verdict.expectation)
    #expect(script.steps[0].expectation.isEmpty)
  }

  @Test func `an update writes the whole outcome of a failed step, as filling does`() throws {
    let came = "| a\n! b\n? network"
    let updated = try judge("", came).verdict.expectation
    #expect(updated == ["| a", "! b", "? error network"])
    #expect(try judge("", came, fillsUnchecked: true).verdict.expectation == updated)
  }

  @Test func `an overlong line is written as a shortened pattern`() throws {
    let long = String(repeating: "a[", count: 3000)
    let (verdict, script) = try judge("| b", "| " + long)
    #expect(verdict.expectation[0].utf8.count < 4096)
    try expectNoMoreChange(script, verdict, "| " + long)
  }

  @Test func `thousands of lines are compared`() throws {
    let expected = (0..<9000).map { "|~ [int] row \($0)" }.joined(separator: "\n")
    let came = (0..<9000).map { "| 1 row \($0 == 4500 ? 0 : $0)" }.joined(separator: "\n")
    var lost: [Int] = []
    let time = try threadTime { lost = try judge(expected, came).verdict.lostPlaceholders }
    #expect(lost == [4505])
    #expect(time < .seconds(5))
  }

  /// Verifies that the updated expectation matches the same outcome.
  private func expectNoMoreChange(_ old: Script, _ verdict: StepVerdict, _ came: String) throws {
    let lines = rewritten(old, [old.steps[0].expectation.lowerBound: verdict.expectation])
    let new = try Script(Array(lines.joined(separator: "\n").utf8), path: "a.rcp")
    let again = Recordings.verdict(
      on: new.steps[0], of: new, outcome: outcome(came), variables: ["name": "Thai"],
      isStrict: false)
    #expect(again.isMatch)
    #expect(again.expectation == verdict.expectation)
  }
}
