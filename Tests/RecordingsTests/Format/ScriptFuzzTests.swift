import Recordings
import Testing
import TestSupport

@Suite("Random scripts")
struct ScriptFuzzTests {
  private static let pieces = [
    "@ ", "> ", "| ", "|~ ", "|\\ ", "|...", "! ", "? ", "_ ", ": ", "% ", "== ", "# ", "+ ", "\n",
    "\n\n",
    "${x}", "$$", "[int]", "[..]", "{^}", "\"", "\\", "@ repeat 3\n", "@ end\n", "@ keys ", "Ctrl+",
    "*9",
    "@300ms", "\u{202E}", "\u{1B}", "\r\n", "\t", "99999999999", "sha256:", "base64", "é",
    "rcp 1\n",
  ]

  /// Returns a script with random changes.
  private func mutated(_ text: String, _ numbers: inout SeededNumbers) -> [UInt8] {
    var bytes = Array(text.utf8)
    for _ in 0...numbers.below(6) {
      let place = numbers.below(bytes.count)
      let end = min(bytes.count, place + numbers.below(12))
      switch numbers.below(4) {
      case 0: bytes.removeSubrange(place..<end)
      case 1: bytes.insert(contentsOf: numbers.oneOf(Self.pieces).utf8, at: place)
      case 2: bytes[place] = UInt8(numbers.below(256))
      default: bytes.insert(contentsOf: bytes[place..<end], at: numbers.below(bytes.count))
      }
      if bytes.isEmpty { bytes = [0x0A] }
    }
    return bytes
  }

  @Test(arguments: [SampleScripts.tour, SampleScripts.editing], 0..<8)
  func `a mutated script is rejected, or can be formatted and explained`(text: String, seed: Int)
    throws
  {
    var numbers = SeededNumbers(seed: seed)
    for _ in 0..<150 {
      let bytes = mutated(text, &numbers)
      do throws(ScriptProblem) {
        let script = try Script(bytes, path: "a.rcp")
        try expectForm(script)
        _ = (lint(script), explanation(of: script))
      } catch {
        #expect(error.line >= 1 && error.column >= 1)
      }
      // The document may be invalid; it must not crash.
      _ = try? Script.all(in: Array("```rcp\n".utf8) + bytes, path: "a.md")
    }
  }

  /// Verifies that formatting preserves the meaning and is idempotent.
  private func expectForm(_ script: Script) throws(ScriptProblem) {
    let once = formatted(script)
    let again = try Script(Array(once.utf8), path: "a.rcp")
    #expect(again.meaning == script.meaning)
    #expect(formatted(again) == once)
  }

  @Test(arguments: 0..<8)
  func `an update matches its outcome and is idempotent`(seed: Int) throws {
    var numbers = SeededNumbers(seed: seed)
    let script = try Script(Array(SampleScripts.tour.utf8), path: "a.rcp")
    for _ in 0..<60 {
      let outcomes = script.steps.map { _ in outcome(of: &numbers) }
      let lines = update(script, outcomes)
      let new = try Script(Array((lines.joined(separator: "\n") + "\n").utf8), path: "a.rcp")
      #expect(update(new, outcomes) == lines)
      for (step, outcome) in zip(new.steps, outcomes) where step.assertions.isEmpty {
        let verdict = verdict(
          on: step, of: new, outcome: outcome, variables: ["cuisine": "Thai"], isStrict: false)
        #expect(verdict.isMatch, "\(verdict.complaints)")
      }
    }
  }

  private func outcome(of numbers: inout SeededNumbers) -> StepOutcome {
    let texts = [
      " #  Name", "2 of 64", "", "a\tb ", "no recipe 99", "\u{1B}[2J", "| x", "...", "~ [int]",
      "  ",
    ]
    let lines = numbers.some(0...8, of: texts).map { text in
      StepOutcome.Line(numbers.oneOf([.output, .diagnostics]), text)
    }
    let ending = numbers.oneOf([
      StepOutcome.Ending.ok, .ok, .quit, .failed(code: "disk"), .failed(code: "no-such-row"),
    ])
    return StepOutcome(lines: lines, ending: ending)
  }

  private func update(_ script: Script, _ outcomes: [StepOutcome]) -> [String] {
    var expectations: [Int: [String]] = [:]
    for (step, outcome) in zip(script.steps, outcomes) {
      let verdict = verdict(
        on: step, of: script, outcome: outcome, variables: ["cuisine": "Thai"], isStrict: false)
      expectations[step.expectation.lowerBound] = verdict.expectation
    }
    return rewritten(script, expectations)
  }
}
