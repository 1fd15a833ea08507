import Interpreter
import TerminalEmulator

/// The callbacks of the program that is played.
extension Player {
  /// Called when a line was entered.
  package func entered(_ line: String) {
    takeDrawing()
    addToLog(.command(line))
    step?.hasEntered = true
    if isLive, recorder != nil { beginRecorded(line) }
  }

  /// Called when a line was discarded.
  package func droppedLine() {
    takeDrawing()
    recorder?.droppedLine()
  }

  /// Begins a step for a line that the user entered after taking over.
  private func beginRecorded(_ line: String) {
    clock.set(clock.now + plan.header.tick)
    terminal.beginStep()
    let step = ScriptStep(action: .command(line), expectation: 0..<0)
    let cue = ScriptCue(.step(step), script: 0, range: 0..<0)
    self.step = PlayedStep(source: step, cue: cue, knownFailure: nil)
    delegate?.player(self, runsLiveLine: true)
  }

  /// Called when the commands of a line have ended, with the error code if they failed.
  package func ended(_ failure: String?) {
    takeOutput()
    guard step != nil else { return }
    if isLive { delegate?.player(self, runsLiveLine: false) }
    if failure == "stopped", recorder != nil { leaveOut() }
    if let failure {
      step?.ending = .failed(code: failure)
    } else if step?.ending == nil {
      step?.ending = .ok
    }
  }

  /// Leaves out a line that the user interrupted: a replay does not wait, so it would not be interrupted
  /// there.
  private func leaveOut() {
    recorder?.refuse()
    liveInput?.removeStops()
  }

  /// Called when the program asks a question.
  package func asked(_ question: String) {
    takeOutput()
    self.question = question
  }

  /// Called when the question was answered.
  package func answered(_ answer: String) {
    takeDrawing()
    // A script types the whole word, however the answer was typed.
    let isYes = isYes(answer)
    say((question ?? "") + Self.word(for: isYes), on: .diagnostics)
    question = nil
    recorder?.answered(isYes)
  }

  /// Logs the output of the line editor.
  package func takeDrawing() {
    guard let bytes = program?.takeDrawing(), !bytes.isEmpty else { return }
    show(bytes)
  }

  /// Logs the output of the program.
  package func takeOutput() {
    for chunk in terminal.take() {
      show(chunk.bytes)
      texts[chunk.stream]?.take(chunk.bytes)
      for line in texts[chunk.stream]?.takeLines() ?? [] { say(line, on: chunk.stream) }
    }
    if let excess = terminal.excess { stop = .limit(excess) }
  }

  private func say(_ line: String, on stream: ScriptStream) {
    step?.lines.append(StepOutcome.Line(stream, line))
    step?.shownLines += 1
    addToLog(.line(stream, line))
  }

  private static func word(for answer: Bool) -> String { answer ? "yes" : "no" }

  /// Types the next `@ answer` of the script, or no.
  func answerQuestion() {
    let answer = answers.isEmpty ? false : answers.removeFirst()
    keys = Self.word(for: answer).unicodeScalars.map { letter in
      TypedKey(bytes: Array(String(letter).utf8), label: String(letter), rest: 150_000)
    }
    keys.append(TypedKey(bytes: [0x0D], label: "Enter", rest: 250_000))
  }

  /// Compares the outcome of the current step with its expectation.
  func finishStep(_ ending: StepOutcome.Ending?) {
    for stream in [ScriptStream.output, .diagnostics] {
      if let rest = texts[stream]?.takeRest() { say(rest, on: stream) }
    }
    guard var step else { return }
    self.step = nil
    if step.source.action == .screen { step.lines = screenLines }
    let snapshot = ending == nil ? program?.snapshot : nil
    if case .keys(let strokes) = step.source.action, let snapshot {
      let menu = menuLines(snapshot)
      step.lines += menu
      if !step.hasEntered {
        let keys = strokes.map { ScriptPrinter.text($0) }.joined(separator: " ")
        addToLog(.edit(keys: keys, line: snapshot.text, menu: menu.map(\.text)))
      }
    }
    let outcome = StepOutcome(
      lines: step.lines, ending: ending ?? step.ending ?? .ok,
      editLine: snapshot.map { .init(text: $0.text, cursor: $0.cursor) })
    let strictness = options.strictness.union(plan.header.strictness)
    let verdict = Recordings.verdict(
      on: step.source, of: plan.scripts[step.cue.script], outcome: outcome, variables: variables,
      isStrict: strictness.contains(.blanks),
      fillsUnchecked: options.fillsUnchecked || strictness.contains(.coverage) || isLive)
    let result = StepResult(
      step: step.source, cue: step.cue, outcome: outcome, verdict: verdict,
      knownFailure: step.knownFailure)
    results.append(result)
    if isLive {
      if stop == nil, let limit = delegate?.reachedLimit(of: self) { stop = .limit(limit) }
      if stop == nil { recorder?.finished(result) }
      return
    }
    rest(for: plan.header.gap * 1000 + TypingPace.readingTime(lines: step.shownLines))
  }

  /// The whole screen, without blank rows at its end.
  private var screenLines: [StepOutcome.Line] {
    var rows: [String] = []
    for row in screen.lines {
      let text = PictureLine.isPicture(Array(row.utf8)) ? PictureLine.text : row
      // The rows of a picture are one line.
      if text != PictureLine.text || rows.last != text { rows.append(text) }
    }
    while rows.last?.isEmpty == true { rows.removeLast() }
    return rows.map { StepOutcome.Line(.output, $0) }
  }

  /// Returns the rows below the edited line, such as a completion menu.
  private func menuLines(_ snapshot: LineSnapshot) -> [StepOutcome.Line] {
    let first = screen.cursor.row + snapshot.rowsBelowCursor + 1
    var rows = Array(screen.lines.dropFirst(first))
    while rows.last?.isEmpty == true { rows.removeLast() }
    return rows.map { StepOutcome.Line(.output, $0) }
  }
}

/// The log of the visible session.
extension Player {
  private func show(_ bytes: [UInt8]) {
    let whole = Self.withCarriageReturns(bytes)
    screen.feed(whole)
    addToLog(.output(whole))
    if !isHidden, !isUnseen { delegate?.player(self, shows: whole) }
  }

  /// Logs an event unless the output is hidden.
  func addToLog(_ kind: SessionLog.Kind) {
    if isHidden { return }
    delegate?.player(self, adds: kind)
    if !isUnseen, let time = log?.duration { log?.events.append(.init(time: time, kind)) }
  }

  /// Inserts a carriage return before each line feed.
  private static func withCarriageReturns(_ bytes: [UInt8]) -> [UInt8] {
    var whole: [UInt8] = []
    whole.reserveCapacity(bytes.count + 16)
    for byte in bytes {
      if byte == 0x0A, whole.last != 0x0D { whole.append(0x0D) }
      whole.append(byte)
    }
    return whole
  }
}

/// The step that is being played.
struct PlayedStep {
  /// The step of the script, or of the line that the user entered.
  let source: ScriptStep
  let cue: ScriptCue
  var lines: [StepOutcome.Line] = []
  /// The status of the entered line; nil if none was entered or it has not ended.
  var ending: StepOutcome.Ending?
  /// Whether a line was entered.
  var hasEntered = false
  /// Whether Enter was pressed a second time, because the first left the line open.
  var hasPressedAgain = false
  /// The number of lines added to the log.
  var shownLines = 0
  let knownFailure: String?
}

/// The result of a step.
package struct StepResult: Sendable {
  package let step: ScriptStep
  package let cue: ScriptCue
  package let outcome: StepOutcome
  package let verdict: StepVerdict
  /// The reason of a known mismatch; nil if the step is expected to match.
  package let knownFailure: String?

  /// Whether the expectation in the script needs an update.
  func isChanged(in plan: ScriptPlan) -> Bool {
    let lines = plan.scripts[cue.script].lines
    return !step.expectation.map { lines[$0] }.elementsEqual(verdict.expectation)
  }

  /// Whether the step passed.
  ///
  /// A known mismatch that matches has not passed.
  package var isRight: Bool { verdict.isMatch == (knownFailure == nil) }
}
