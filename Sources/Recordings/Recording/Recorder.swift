import Text

/// Makes a script of what a person does at the prompt.
///
/// A step is a line as it was entered; what was typed and taken back is not in it, unless keys are kept.
package final class Recorder {
  /// What a recording keeps beside the lines.
  package struct Choices: Sendable {
    /// Whether every line is kept as the keys that were pressed for it.
    package var keepsKeys = false
    /// Whether rests of more than a second are kept.
    package var keepsTiming = false

    package init() {}
  }

  private let choices: Choices
  /// Milliseconds on a real clock.
  private let milliseconds: () -> Int
  /// What was recorded, in order.
  private var parts: [Part] = [] {
    didSet { onChange() }
  }
  /// Told whenever something was recorded, or taken back.
  package var onChange: () -> Void = {}
  private var keys = PressedKeys()
  private var answers: [Bool] = []
  /// When the last step ended, and when the first key of the next was pressed.
  private var (ended, began): (Int?, Int?)
  /// Whether the present line is about the recording itself.
  private var isOwn = false
  package private(set) var isPaused = false
  /// Whether the person ended the recording, and does not want it thrown away.
  package private(set) var isOver = false

  package init(_ choices: Choices, milliseconds: @escaping () -> Int) {
    self.choices = choices
    self.milliseconds = milliseconds
  }

  /// Whether nothing was recorded, no remark either.
  package var isEmpty: Bool { parts.isEmpty }

  /// How many steps were recorded.
  package var count: Int { parts.count { $0.isStep } }

  /// Learns what was pressed at once.
  func pressed(_ bytes: [UInt8]) {
    if began == nil { began = milliseconds() }
    keys.take(bytes)
  }

  /// Learns that the line was given up that was typed.
  func droppedLine() { (keys, began) = (PressedKeys(), nil) }

  /// Learns how a question was answered.
  func answered(_ answer: Bool) { answers.append(answer) }

  /// Learns that a line was entered and what came of it.
  func finished(_ result: StepResult) {
    defer { (keys, answers, began, ended, isOwn) = (PressedKeys(), [], nil, milliseconds(), false) }
    guard !isPaused, !isOwn, case .command(let line) = result.step.action,
      line.contains(where: { !$0.isWhitespace })
    else { return }
    var lead = answers.map { "@ answer \($0 ? "yes" : "no")" }
    if choices.keepsTiming, let rest { lead.insert("@ pause \(rest)", at: 0) }
    parts.append(
      Part(lead: lead, lines: action(line) + result.verdict.expectation, isStep: true))
  }

  /// The rest before the present step, if it is worth keeping: as in `1200ms`.
  private var rest: String? {
    guard let ended, let began, began - ended > 1000 else { return nil }
    return "\(min((began - ended + 50) / 100 * 100, 30_000))ms"
  }

  private func action(_ line: String) -> [String] {
    let hasTab = keys.strokes.contains { $0.content == .key(ScriptKey(.named(.tab))) }
    let isPlain = !line.contains { $0.isNewline || $0 == "\t" } && line.first != " "
    if (choices.keepsKeys || hasTab || !isPlain) && keys.isWhole { return ["@ keys " + keys.text] }
    if line.contains(where: \.isNewline) { return ["@ keys " + PressedKeys(typing: line).text] }
    return ["> " + escapingVariables(line)]
  }
}

/// What a person says about the recording.
extension Recorder {
  /// Leaves out what follows, or goes on.
  package func pause() -> Bool {
    isOwn = true
    isPaused.toggle()
    return isPaused
  }

  /// Begins a chapter.
  package func mark(_ title: String) { remark("== " + harmless(title)) }

  /// Says something beside the steps.
  package func note(_ text: String) { remark("% " + harmless(text)) }

  private func remark(_ line: String) {
    isOwn = true
    if !isPaused { parts.append(Part(lines: [line])) }
  }

  /// Takes the last step back.
  ///
  /// - Returns: What it was; nil if there is none.
  package func drop() -> String? {
    isOwn = true
    return parts.popLast()?.lines.first
  }

  /// Leaves out the present line, which asks for another recording.
  package func refuse() { isOwn = true }

  /// Ends the recording.
  package func stop() {
    isOwn = true
    isOver = true
  }

  /// The script: a header, and all that was recorded.
  package func script(header: [String]) -> String {
    (["rcp 1"] + header + [""] + parts.map(\.text))
      .joined(separator: "\n")
  }
}

/// A step or a remark that was recorded.
private struct Part {
  /// What stands in front of a step for its sake alone: its pause, and the answers it needs.
  var lead: [String] = []
  var lines: [String]
  var isStep = false

  var text: String { (lead + lines).joined(separator: "\n") + "\n" }
}

/// Taking texts out of what is recorded.
package enum Redaction {
  /// What stands where a text was taken out and no placeholder can be.
  package static let word = "redacted"

  /// How a text may be spelled: as it is, and as addresses spell it.
  package static func spellings(_ secret: String) -> [String] {
    let encoded = secret.utf8.map { byte -> String in
      isLetterOrDigit(byte) || "-._~".utf8.contains(byte)
        ? String(UnicodeScalar(byte)) : percent(byte)
    }.joined()
    return encoded == secret ? [secret] : [secret, encoded]
  }

  private static func percent(_ byte: UInt8) -> String {
    (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
  }

  /// The script with all of these texts taken out.
  package static func redacted(_ script: String, _ secrets: [String]) -> String {
    secrets.flatMap(spellings).reduce(script) { redacted($0, $1) }
  }

  /// The script with a placeholder, or `redacted` where none can stand, wherever a text occurs.
  package static func redacted(_ script: String, _ secret: String) -> String {
    script.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
      guard line.contains(secret) else { return String(line) }
      for mark in ["|", "!"] where line.hasPrefix(mark + " ") {
        let text = line.dropFirst(2)
        let parts = LinePattern.escaping(String(text)).replacing(
          LinePattern.escaping(secret), with: "[..]")
        return mark + "~ " + parts
      }
      return String(line.replacing(secret, with: word))
    }.joined(separator: "\n")
  }
}
