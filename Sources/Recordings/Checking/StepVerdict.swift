import Text

/// Compares the outcome of a step with its expectation.
///
/// - Parameters:
///   - step: The step.
///   - script: The script that contains the step.
///   - outcome: The outcome of the step. For a screen step, its lines are the rows of the screen.
///   - variables: The values of the variables at this step.
///   - isStrict: Whether trailing blanks in lines are significant.
///   - fillsUnchecked: Whether to write the outcome of a step that has no expectation as its expectation.
/// - Returns: The verdict, with the updated expectation.
/// - Complexity: O(*n* · *m*) for *n* expected and *m* actual lines up to a million cells; O(*n* + *m*)
///   beyond.
package func verdict(
  on step: ScriptStep, of script: Script, outcome: StepOutcome, variables: [String: String],
  isStrict: Bool, fillsUnchecked: Bool = false
) -> StepVerdict {
  var comparison = StepComparison(
    step: step, script: script, outcome: outcome, variables: variables, isStrict: isStrict,
    fillsUnchecked: fillsUnchecked)
  return comparison.verdict()
}

private struct StepComparison {
  let step: ScriptStep
  let script: Script
  let outcome: StepOutcome
  let variables: [String: String]
  let isStrict: Bool
  let fillsUnchecked: Bool
  var complaints: [String] = []
  var isMatch = true
  var written: [String] = []
  var lost: [Int] = []
  /// The edit line and assertions of the expectation that are not written yet.
  var waiting: ArraySlice<Int> = []
  /// The number of output lines, elisions and filled edit lines written so far.
  var lines = 0

  init(
    step: ScriptStep, script: Script, outcome: StepOutcome, variables: [String: String],
    isStrict: Bool, fillsUnchecked: Bool
  ) {
    (self.step, self.script, self.outcome) = (step, script, outcome)
    (self.variables, self.isStrict) = (variables, isStrict)
    self.fillsUnchecked = fillsUnchecked
    let others = [step.editLine?.line].compactMap { $0 } + step.assertions.map(\.line)
    waiting = others.sorted()[...]
  }

  private var isChecked: Bool {
    !step.expected.isEmpty || !step.assertions.isEmpty || step.status != nil || step.editLine != nil
  }

  /// Whether the whole outcome becomes the expectation of a step without one.
  ///
  /// It does on request, and if the step failed.
  private var fills: Bool { !isChecked && (fillsUnchecked || !isExpectedEnding) }

  /// Whether the output lines are compared at all.
  private var comparesLines: Bool {
    !step.expected.isEmpty || step.status == .silent || fills
  }

  mutating func verdict() -> StepVerdict {
    compareEditLine()
    compareLines()
    compareAssertions()
    writeOthers(before: .max)
    compareEnding()
    if isMatch, !fills {
      written = step.expectation.map { script.lines[$0] }
    }
    return StepVerdict(
      isMatch: isMatch, isChecked: isChecked, expectation: written, lostPlaceholders: lost,
      complaints: complaints)
  }

  private mutating func complain(_ complaint: String) {
    isMatch = false
    complaints.append(complaint)
  }

  private mutating func compareEditLine() {
    guard let expected = step.editLine else { return fillEditLine() }
    guard let actual = outcome.editLine else {
      return complain("the line is no longer being edited")
    }
    let isSame =
      actual.text.utf8.elementsEqual(expected.text.utf8) && actual.cursor == expected.cursor
    if !isSame {
      complain("the line that is edited is different: \(ExpectationWriter.editLine(actual))")
    }
  }

  /// Writes the line that the keys of a step without an expectation lead to.
  private mutating func fillEditLine() {
    guard fills, case .keys = step.action, let actual = outcome.editLine else { return }
    if actual.text.isEmpty, !outcome.lines.isEmpty || outcome.ending != .ok { return }
    written.append(indent + ExpectationWriter.editLine(actual))
    lines += 1
  }

  private mutating func compareLines() {
    guard comparesLines else { return }
    var texts = NumberedTexts(isStrict: isStrict)
    let actual = outcome.lines.map { texts.number(of: $0.text) }
    let expected = ExpectedLines(step.expected, &texts, variables: variables)
    for complaint in expected.complaints { complain(complaint) }
    let alignment = LineAlignment(expected, actual, streams: outcome.lines.map(\.stream))
    if !alignment.isMatch, isChecked { complain(difference(alignment)) }
    for (number, move) in alignment.moves.enumerated() {
      write(move, before: nextLine(alignment.moves[number...]))
    }
  }

  /// Describes the first difference.
  private func difference(_ alignment: LineAlignment) -> String {
    for move in alignment.moves {
      switch move {
      case .keep: continue
      case .drop(let row): return "line \(step.expected[row].line + 1) does not match"
      case .insert(let column):
        let line = outcome.lines[column]
        return "this line was not expected: \(ExpectationWriter.line(line, isStrict: isStrict))"
      }
    }
    return "the lines do not match"
  }

  /// Returns the line of the next expectation in the moves.
  private func nextLine(_ moves: ArraySlice<LineAlignment.Move>) -> Int {
    for move in moves {
      switch move {
      case .keep(let row), .drop(let row): return step.expected[row].line
      case .insert: continue
      }
    }
    return .max
  }

  private mutating func write(_ move: LineAlignment.Move, before next: Int) {
    switch move {
    case .keep(let row):
      writeOthers(before: step.expected[row].line)
      written.append(script.lines[step.expected[row].line])
      lines += 1
    case .drop(let row):
      writeOthers(before: step.expected[row].line)
      if case .literal = step.expected[row].form { return }
      lost.append(step.expected[row].line + 1)
    case .insert(let column):
      if let edit = step.editLine?.line, edit < next { writeOthers(before: edit + 1) }
      written.append(indent + ExpectationWriter.line(outcome.lines[column], isStrict: isStrict))
      lines += 1
    }
  }

  /// Writes the pending edit line and assertions above a line.
  private mutating func writeOthers(before next: Int) {
    while let line = waiting.first, line < next {
      waiting.removeFirst()
      if let actual = outcome.editLine, line == step.editLine?.line {
        written.append(indent + ExpectationWriter.editLine(actual))
      } else {
        written.append(script.lines[line])
      }
    }
  }

  /// The indentation of the step.
  private var indent: String {
    let action = step.expectation.lowerBound - 1
    guard script.lines.indices.contains(action) else { return "" }
    return String(script.lines[action].prefix { $0 == " " })
  }

  private mutating func compareAssertions() {
    for assertion in step.assertions {
      do throws(ExpansionProblem) {
        let text = try expanded(assertion.text, variables: variables)
        let isPresent = outcome.lines.contains { contains($0.text, text) }
        if isPresent != assertion.isExpected {
          complain("\"\(text)\" is \(isPresent ? "" : "not ")in the output")
        }
      } catch {
        complain(error.description)
      }
    }
  }
}

/// Checks the status of a step.
extension StepComparison {
  private var statusLine: String? {
    guard step.status != nil, let last = step.expectation.last else { return nil }
    return script.lines[last]
  }

  fileprivate mutating func compareEnding() {
    if !isExpectedEnding { complain(surprise) }
    let isSilent = comparesLines && lines == 0 && outcome.ending == .ok
    if isExpectedEnding, let statusLine, !isSilent || step.status == .silent {
      if step.status != .silent || isSilent { written.append(statusLine) }
    } else if let line = isSilent ? "? silent" : ExpectationWriter.status(outcome.ending) {
      written.append(indent + line)
    }
  }

  private var isExpectedEnding: Bool {
    switch (step.status, outcome.ending) {
    case (nil, .ok), (nil, .quit), (.ok, .ok), (.silent, .ok), (.quit, .quit): true
    case (.error(let code), .failed(let actual)): code == nil || code == actual
    default: false
    }
  }

  private var surprise: String {
    switch (outcome.ending, step.status) {
    case (.failed(let code), .error(let expected?)):
      "the command failed with \(code) instead of \(expected)"
    case (.failed(let code), _): "the command failed with \(code)"
    case (.quit, _): "the session ended"
    case (.ok, .quit): "the session did not end"
    case (.ok, _): "the command did not fail"
    }
  }
}

/// The observed outcome of a step.
package struct StepOutcome: Equatable, Sendable {
  package enum Ending: Equatable, Sendable {
    case ok
    /// Failed, with the error code.
    case failed(code: String)
    /// The program exited.
    case quit
  }

  /// A line of output.
  package struct Line: Hashable, Sendable {
    package var stream: ScriptStream
    package var text: String

    package init(_ stream: ScriptStream, _ text: String) {
      self.stream = stream
      self.text = text
    }
  }

  /// The edited line.
  ///
  /// The cursor is an offset in scalars.
  package struct EditLine: Equatable, Sendable {
    package var text: String
    package var cursor: Int

    package init(text: String, cursor: Int) {
      self.text = text
      self.cursor = cursor
    }
  }

  package var lines: [Line]
  package var ending: Ending
  /// The edited line; nil if the line editor is not active.
  package var editLine: EditLine?

  package init(lines: [Line] = [], ending: Ending = .ok, editLine: EditLine? = nil) {
    self.lines = lines
    self.ending = ending
    self.editLine = editLine
  }
}

/// The result of comparing a step with its expectation.
package struct StepVerdict: Equatable, Sendable {
  package var isMatch: Bool
  /// Whether the step has an expectation at all.
  package var isChecked: Bool
  /// The lines to write as the expectation when the script is updated.
  package var expectation: [String]
  /// The line numbers of the placeholders that no longer match.
  package var lostPlaceholders: [Int]
  /// The mismatches, as clauses without a period.
  package var complaints: [String]
}
