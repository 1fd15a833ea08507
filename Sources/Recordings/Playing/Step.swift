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
