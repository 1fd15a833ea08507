import TestSupport
import Testing

@testable import Recordings

@Suite("Line patterns")
struct LinePatternTests {
  private func matches(
    _ pattern: String, _ line: String, _ variables: [String: String] = [:], isStrict: Bool = false
  ) throws -> Bool {
    try LineMatcher(LinePattern(pattern), variables: variables, isStrict: isStrict).matches(line)
  }

  @Test(arguments: [
    ("", ""), ("a", "a  "), ("a  ", "a"), ("[..]", ""), ("[..]", "anything"), ("a[..]", "a"),
    ("[..]b", "aabab"), ("[..]ab[..]ab[..]", "abab"), ("[int]", "-12"),
    ("[int] of [int]", "3 of 63"),
    ("[num] kB", "1,234.5 kB"), ("[num].", "5."), ("[date]", "2025-10-01"), ("[time]", "12:00"),
    ("[time]", "12:00:01"), ("[time]Z", "12:00:01.250Z"), ("[dur]", "250 ms"), ("[dur]", "1.5s"),
    ("[dur]", "2 h 5 min"), ("[dur]", "3d"), ("[hex]", "00ffA"), ("[[int]", "[int]"),
    ("[Thai]>", "[Thai]>"), ("[int][int]", "12"), ("1[int]", "12"), ("x[int]5", "x125"),
    ("${c}!", "a[int]!"), ("$5 $$5", "$5 $5"), ("[..][int][..] end", "a 1 b end"),
    ("é", "é"),
  ])
  func `a pattern matches`(pattern: String, line: String) throws {
    #expect(try matches(pattern, line, ["c": "a[int]"]))
  }

  @Test(arguments: [
    ("a", "b"), ("a", "ab"), ("a", "ba"), ("[..]b", "ba"), ("[..]ab[..]ab[..]", "aba"),
    ("[int]", ""),
    ("[int]", "a"), ("[int]", "1.5"), ("[num]", "1."), ("[date]", "2025-1-01"), ("[time]", "1:00"),
    ("[dur]", "250"), ("[dur]", "ms"), ("[hex]", "g"), ("[[int]", "1"), ("[int][int]", "1"),
    ("é", "e\u{301}"), ("[..][int]", "abc"), ("[int][..]", "abc"),
  ])
  func `a pattern does not match`(pattern: String, line: String) throws {
    #expect(try !matches(pattern, line))
  }

  @Test func `trailing blanks are significant in strict mode`() throws {
    #expect(try !matches("a[int]", "a1 ", isStrict: true))
    #expect(try matches("a[int] ", "a1 ", isStrict: true))
  }

  @Test func `an undefined variable throws`() {
    #expect(throws: ExpansionProblem.self) { try matches("${nmae}", "", ["name": "x"]) }
  }

  @Test func `an escaped text matches itself`() throws {
    let text = "[int] $$ [[ ${x} [..]"
    #expect(try matches(LinePattern.escaping(text), text))
  }

  @Test(
    "long patterns and lines are matched",
    arguments: [
      (String(repeating: "[..]a", count: 800), String(repeating: "a", count: 4096) + "b"),
      (String(repeating: "[..]", count: 1000) + "x", String(repeating: "a", count: 1 << 20)),
      (String(repeating: "a", count: 2000) + "[..]b", String(repeating: "a", count: 1 << 20)),
      (
        "[..]" + String(repeating: "a", count: 4000) + "b[..]",
        String(repeating: "a", count: 1 << 20)
      ),
      (String(repeating: "[int]", count: 32) + "x", String(repeating: "1", count: 4096)),
      (String(repeating: "[..][num]", count: 32) + "x", String(repeating: "1.", count: 2048)),
    ])
  func speed(pattern: String, line: String) throws {
    var isMatch = true
    let time = try threadTime { isMatch = try matches(pattern, line) }
    #expect(!isMatch)
    #expect(time < .seconds(5))
  }

  @Test func `a misspelled placeholder is distinguished from literal brackets`() {
    let found = LinePattern("[itn] [int] [Thai] [datte]").mistakes.map { [$0.text, $0.correction] }
    #expect(found == [["[itn]", "[int]"], ["[datte]", "[date]"]])
  }
}
