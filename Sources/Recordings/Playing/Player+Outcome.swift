import Interpreter
import TerminalEmulator

/// What the program tells while it is played.
extension Player {
  /// Learns that a line was entered.
  package func entered(_ line: String) {
    takeDrawing()
    keep(.command(line))
    step?.hasEntered = true
    if isLive, recorder != nil { beginRecorded(line) }
  }

  /// Learns that a line was given up.
  package func droppedLine() {
    takeDrawing()
    recorder?.droppedLine()
  }

  /// Begins a step that nobody wrote: what a person enters who has taken over.
  private func beginRecorded(_ line: String) {
    clock.set(clock.now + plan.header.tick)
    seam.beginStep()
    let step = ScriptStep(action: .command(line), expectation: 0..<0)
    let cue = ScriptCue(.step(step), script: 0, range: 0..<0)
    self.step = Step(source: step, cue: cue, knownFailure: nil)
    delegate?.player(self, runsLiveLine: true)
  }

  /// Learns how the commands of a line ended: well, or with a kind of failure.
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

  /// Leaves a line out that a person stopped: nobody waits where it is played, so that it would not be stopped there.
  private func leaveOut() {
    recorder?.refuse()
    person?.removeStops()
  }

  /// Learns that the program asks a question.
  package func asked(_ question: String) {
    takeOutput()
    self.question = question
  }

  /// Learns how the question was answered.
  package func answered(_ answer: String) {
    takeDrawing()
    // However it was typed, a script types the whole word.
    let isYes = isYes(answer)
    say((question ?? "") + Self.word(for: isYes), on: .diagnostics)
    question = nil
    recorder?.answered(isYes)
  }

  /// Keeps what the editor drew.
  package func takeDrawing() {
    guard let bytes = stage?.takeDrawing(), !bytes.isEmpty else { return }
    show(bytes)
  }

  /// Keeps what the program wrote.
  package func takeOutput() {
    for piece in seam.take() {
      show(piece.bytes)
      texts[piece.stream]?.take(piece.bytes)
      for line in texts[piece.stream]?.takeLines() ?? [] { say(line, on: piece.stream) }
    }
    if let excess = seam.excess { stop = .limit(excess) }
  }

  private func say(_ line: String, on stream: ScriptStream) {
    step?.lines.append(StepOutcome.Line(stream, line))
    step?.shownLines += 1
    keep(.line(stream, line))
  }

  private static func word(for answer: Bool) -> String { answer ? "yes" : "no" }

  /// Types the answer that the script gives, or no.
  func answerQuestion() {
    let answer = answers.isEmpty ? false : answers.removeFirst()
    keys = Self.word(for: answer).unicodeScalars.map { letter in
      TypedKey(bytes: Array(String(letter).utf8), label: String(letter), rest: 150_000)
    }
    keys.append(TypedKey(bytes: [0x0D], label: "Enter", rest: 250_000))
  }

  /// Judges the present step.
  func finishStep(_ ending: StepOutcome.Ending?) {
    for stream in [ScriptStream.output, .diagnostics] {
      if let rest = texts[stream]?.takeRest() { say(rest, on: stream) }
    }
    guard var step else { return }
    self.step = nil
    if step.source.action == .screen { step.lines = screenLines }
    let glance = ending == nil ? stage?.glance : nil
    if case .keys = step.source.action, let glance { step.lines += menuLines(glance) }
    let outcome = StepOutcome(
      lines: step.lines, ending: ending ?? step.ending ?? .ok,
      editLine: glance.map { .init(text: $0.text, cursor: $0.cursor) })
    let isStrict = options.isStrict || plan.header.isStrict
    let verdict = Recordings.verdict(
      on: step.source, of: plan.scripts[step.cue.script], outcome: outcome, variables: variables,
      isStrict: isStrict, fillsUnchecked: options.fillsUnchecked || isStrict || isLive)
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

  /// The whole screen, without the blank rows at its end.
  private var screenLines: [StepOutcome.Line] {
    var rows = screen.lines
    while rows.last?.isEmpty == true { rows.removeLast() }
    return rows.map { StepOutcome.Line(.output, $0) }
  }

  /// What stands below the line that is edited, as a menu does.
  private func menuLines(_ glance: LineGlance) -> [StepOutcome.Line] {
    let first = screen.cursor.row + glance.rowsBelowCursor + 1
    var rows = Array(screen.lines.dropFirst(first))
    while rows.last?.isEmpty == true { rows.removeLast() }
    return rows.map { StepOutcome.Line(.output, $0) }
  }
}

/// The log of what is seen.
extension Player {
  private func show(_ bytes: [UInt8]) {
    let whole = Self.withCarriageReturns(bytes)
    screen.feed(whole)
    keep(.output(whole))
    if !isHidden, !isUnseen { delegate?.player(self, shows: whole) }
  }

  /// Keeps an event, unless what happens is hidden.
  func keep(_ kind: SessionLog.Kind) {
    if isHidden { return }
    delegate?.player(self, adds: kind)
    if let time = log?.duration { log?.events.append(.init(time: time, kind)) }
  }

  /// The bytes as a terminal gets them: each line feed with a carriage return before it.
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

/// A step that is being played.
struct Step {
  /// The step as the script has it, or as a person entered it.
  let source: ScriptStep
  let cue: ScriptCue
  var lines: [StepOutcome.Line] = []
  /// How the lines that were entered in it ended; nil if none was.
  var ending: StepOutcome.Ending?
  /// Whether a line was entered.
  var hasEntered = false
  /// Whether Enter was pressed once more, as the first did not end the line.
  var hasPressedAgain = false
  /// How many lines the log gained.
  var shownLines = 0
  let knownFailure: String?
}

/// What came of a step.
package struct StepResult: Sendable {
  package let step: ScriptStep
  package let cue: ScriptCue
  package let outcome: StepOutcome
  package let verdict: StepVerdict
  /// Why it was known not to match, if it was.
  package let knownFailure: String?

  /// Whether its script would have to be written otherwise.
  func isChanged(in plan: ScriptPlan) -> Bool {
    let lines = plan.scripts[cue.script].lines
    return !step.expectation.map { lines[$0] }.elementsEqual(verdict.expectation)
  }

  /// Whether it is as it should be; a step that is known to fail and does not is not.
  package var isRight: Bool { verdict.isMatch == (knownFailure == nil) }
}
