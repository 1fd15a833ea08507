import Interpreter
import TerminalEmulator

extension Player {
  /// Begins a cue, if its conditions hold.
  func begin(_ cue: ScriptCue) {
    guard cue.conditions.allSatisfy(plan.holds) else { return }
    switch cue.kind {
    case .comment, .attachment, .repeated: break
    case .narration(let text, isPrivate: true):
      if !isUnseen { delegate?.player(self, remarks: text) }
    case .narration(let text, isPrivate: false): narrate(text)
    case .chapter(let title): addToLog(.chapter(title))
    case .step(let step): begin(step, cue)
    case .directive(let directive): follow(directive, cue)
    }
  }

  private func narrate(_ text: String) {
    addToLog(.narration(text))
    rest(for: TypingPace.readingTime(lines: 1 + text.utf8.count / 40) * 20)
  }

  private func begin(_ step: ScriptStep, _ cue: ScriptCue) {
    clock.set(clock.now + plan.header.tick)
    awaitIdleProgram()
    terminal.beginStep()
    self.step = PlayedStep(source: step, cue: cue, knownFailure: knownFailure)
    knownFailure = nil
    do throws(PlayerStop) {
      switch step.action {
      case .command(let text): keys = typed(try expanded(text, cue)) + [enter]
      case .keys(let strokes): for stroke in strokes { keys += try typed(stroke, cue) }
      case .screen: keys = []
      }
    } catch {
      stop = error
    }
  }

  /// Expands the variables in a text.
  private func expanded(_ text: String, _ cue: ScriptCue) throws(PlayerStop) -> String {
    do {
      return try Recordings.expanded(text, variables: variables)
    } catch {
      throw .problem(error.description, line: cue.line, script: cue.script)
    }
  }

  private var enter: TypedKey {
    TypedKey(bytes: [0x0D], label: "Enter", rest: pace.rest(before: ScriptKey(.named(.enter))))
  }

  /// Returns the keys that type a text, one for each scalar.
  private func typed(_ text: String) -> [TypedKey] {
    var previous: Unicode.Scalar?
    return text.unicodeScalars.enumerated().map { number, scalar in
      defer { previous = scalar }
      let rest = pace.rest(
        before: scalar, after: previous, step: results.count, key: keys.count + number)
      return TypedKey(bytes: Array(String(scalar).utf8), label: String(scalar), rest: rest)
    }
  }

  private func typed(_ strokes: KeyStrokes, _ cue: ScriptCue) throws(PlayerStop) -> [TypedKey] {
    var typed: [TypedKey]
    switch strokes.content {
    case .text(let text): typed = self.typed(try expanded(text, cue))
    case .key(let key):
      guard let bytes = key.bytes else {
        throw .problem(
          "no terminal can send the key \(key.label)", line: cue.line, script: cue.script)
      }
      typed = [TypedKey(bytes: bytes, label: key.label, rest: pace.rest(before: key))]
    }
    typed = Array(repeating: typed, count: strokes.count).flatMap(\.self)
    if let rest = strokes.rest {
      for place in typed.indices { typed[place].rest = rest * 1000 }
    }
    return typed
  }

  private func follow(_ directive: ScriptDirective, _ cue: ScriptCue) {
    switch directive {
    case .pause(let milliseconds): rest(for: milliseconds * 1000)
    case .pace(let new): pace.pace = new
    case .hide: screenBeforeHiding = screenBeforeHiding ?? screen
    case .show: show()
    case .stop: place = plan.cues.count
    case .set(let name, let text):
      do throws(PlayerStop) { variables[name] = try expanded(text, cue) } catch { stop = error }
    case .clockForward(let span): moveClock(to: clock.now + span)
    case .clock(let moment): moveClock(to: moment)
    case .resize(let size): resize(size)
    case .shot(let name): addToLog(.shot(name))
    case .xfail(let reason): knownFailure = reason
    case .answer(let answer): answers.append(answer)
    // The plan has resolved inclusions and conditions.
    case .include, .when: break
    }
  }

  /// Advances the clock from one deadline to the next, so that each waiting task observes its own time.
  private func moveClock(to moment: Int) {
    while let end = clock.nextEnd, end <= moment {
      clock.set(max(end, clock.now))
      awaitIdleProgram()
    }
    clock.set(moment)
    awaitIdleProgram()
  }

  private func awaitIdleProgram() { _ = program?.awaitIdle() }

  func resize(_ size: ScriptSize) {
    terminal.size = size
    program?.resize(size)
    needsLook = true
    addToLog(.resize(size))
    screen.resize(columns: size.columns, rows: size.rows)
  }

  /// Resumes showing, with the screen of before and the present prompt.
  private func show() {
    guard let before = screenBeforeHiding else { return }
    screenBeforeHiding = nil
    screen.restoreRows(of: before)
    let bytes = screen.redrawn()
    addToLog(.output(bytes))
    if !isUnseen { delegate?.player(self, shows: bytes) }
  }
}
