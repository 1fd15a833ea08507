import Text

/// Records a live session as a script.
///
/// Each entered line becomes a step. Edits within the line are recorded only as an option.
package final class Recorder {
  /// The options of a recording.
  package struct Choices: Sendable {
    /// Whether to record every line as key presses.
    package var keepsKeys = false
    /// Whether to record pauses of more than a second.
    package var keepsTiming = false

    package init() {}
  }

  private let choices: Choices
  /// Returns the time of a monotonic clock, in milliseconds.
  private let milliseconds: () -> Int
  /// The recorded steps and remarks, in order.
  private var parts: [RecordedPart] = [] {
    didSet { onChange() }
  }
  /// Called after each change of the recording.
  package var onChange: () -> Void = {}
  /// Called when there is a message for ``takeNotices()``.
  package var onNotice: () -> Void = {}
  /// Messages about what the script has not exactly as it was.
  private var notices: [String] = []
  private var keys = PressedKeys()
  private var answers: [Bool] = []
  /// The time of the end of the last step, and of the first key after it, in milliseconds.
  private var (ended, began): (Int?, Int?)
  /// The time of the last key of the current line; nil before the first.
  private var pressedAt: Int?
  /// Whether the current line controls the recording, so that it is not recorded.
  private var isOwn = false
  package private(set) var isPaused = false
  /// Whether the user has ended the recording with the intent to save it.
  package private(set) var isOver = false

  package init(_ choices: Choices, milliseconds: @escaping () -> Int) {
    self.choices = choices
    self.milliseconds = milliseconds
  }

  /// Whether the recording contains neither steps nor remarks.
  package var isEmpty: Bool { parts.allSatisfy(\.isResize) }

  /// The number of recorded steps.
  package var count: Int { parts.count { $0.isStep } }

  /// Whether there are messages for ``takeNotices()``.
  var hasNotices: Bool { !notices.isEmpty }

  /// Removes and returns the messages about what the script has not exactly as it was.
  package func takeNotices() -> [String] {
    defer { notices = [] }
    return notices
  }

  private func notice(_ text: String) {
    notices.append(text)
    onNotice()
  }

  /// Records input for the current line.
  func pressed(_ bytes: [UInt8]) {
    let now = milliseconds()
    let delay = choices.keepsTiming ? pressedAt.flatMap { Self.rest(from: $0, to: now) } : nil
    (began, pressedAt) = (began ?? now, now)
    keys.take(bytes, after: delay)
  }

  /// Discards the input of the current line.
  func droppedLine() { (keys, began, pressedAt) = (PressedKeys(), nil, nil) }

  /// Records a new size of the window, also while the recording is paused; only the last one before a step counts.
  func resized(_ size: ScriptSize) {
    if parts.last?.isResize == true { parts.removeLast() }
    parts.append(RecordedPart(size))
  }

  /// Records the answer to a question.
  func answered(_ answer: Bool) { answers.append(answer) }

  /// Records an entered line and its outcome.
  func finished(_ result: StepResult) {
    defer {
      droppedLine()
      (answers, ended, isOwn) = ([], milliseconds(), false)
    }
    guard !isPaused, !isOwn, case .command(let line) = result.step.action,
      line.contains(where: { !$0.isWhitespace })
    else { return }
    var lead = answers.map { "@ answer \($0 ? "yes" : "no")" }
    if choices.keepsTiming, let ended, let began, let rest = Self.rest(from: ended, to: began) {
      lead.insert("@ pause \(rest)ms", at: 0)
    }
    add(RecordedPart(lead: lead, action(line), expectation: result.verdict.expectation))
  }

  /// Adds a step, as far as a script may be that long.
  private func add(_ part: RecordedPart) {
    var part = part
    let sizes = parts.map(\.size)
    func fits() -> Bool { RecordingSize.sum(sizes + [part.size]).fitsScript }
    var isShortened = part.shorten(to: .step)
    if !fits() { isShortened = part.shorten(to: .least) || isShortened }
    guard fits() else {
      return notice(
        "This step is not in the recording, but its changes stay: the script would be over a limit; record stop writes "
          + "it as it is.")
    }
    if isShortened {
      notice("The script has only the start and the end of this output, with |... for the rest.")
    }
    parts.append(part)
  }

  /// Returns the rest between two times in tenths of a second, in milliseconds; nil if it is at most a second.
  private static func rest(from start: Int, to end: Int) -> Int? {
    end - start > 1000 ? min((end - start + 50) / 100 * 100, ScriptBounds.pause) : nil
  }

  private func action(_ line: String) -> RecordedAction {
    let hasTab = keys.strokes.contains { $0.content == .key(ScriptKey(.named(.tab))) }
    let isPlain = !line.contains { $0.isNewline || $0 == "\t" } && line.first != " "
    if choices.keepsKeys || hasTab || !isPlain || keys.hasDelays, keys.isWhole {
      return RecordedAction(keys)
    }
    if !line.contains(where: \.isNewline), let command = RecordedAction(command: line) {
      return command
    }
    return RecordedAction(PressedKeys(typing: line))
  }
}

/// Commands that control the recording.
extension Recorder {
  /// Pauses or resumes the recording.
  ///
  /// - Returns: Whether it is paused now.
  package func pause() -> Bool {
    isOwn = true
    isPaused.toggle()
    return isPaused
  }

  /// Records the start of a chapter.
  package func mark(_ title: String) { remark("== " + harmless(title)) }

  /// Records a caption.
  package func note(_ text: String) { remark("% " + harmless(text)) }

  private func remark(_ line: String) {
    isOwn = true
    if !isPaused { parts.append(RecordedPart(lines: [line])) }
  }

  /// Removes the last step or remark.
  ///
  /// - Returns: Its first line; nil if the recording is empty.
  package func drop() -> String? {
    isOwn = true
    return parts.lastIndex { !$0.isResize }.flatMap { parts.remove(at: $0).lines.first }
  }

  /// Excludes the current line from the recording.
  package func refuse() { isOwn = true }

  /// Ends the recording.
  package func stop() {
    isOwn = true
    isOver = true
  }

  /// Returns the script, with the given header lines.
  package func script(header: [String]) -> String {
    (["rcp 1"] + header + [""] + parts.map(\.text))
      .joined(separator: "\n")
  }
}

/// Removal of secrets from a script.
package enum Redaction {
  /// The replacement where a placeholder is not possible.
  package static let word = "redacted"

  /// Returns the spellings of a text: verbatim and percent-encoded.
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

  /// Replaces all spellings of all given texts.
  package static func redacted(_ script: String, _ secrets: [String]) -> String {
    secrets.flatMap(spellings).reduce(script) { redacted($0, $1) }
  }

  /// Replaces a text by a placeholder in expected lines, and by `redacted` in other lines.
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
