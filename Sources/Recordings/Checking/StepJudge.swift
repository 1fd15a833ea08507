import Text

/// Compares what came of a step with what is expected of it.
///
/// - Parameters:
///   - step: The step.
///   - script: The script in which it is written.
///   - outcome: What came of it; of a look at the screen, the rows of the screen.
///   - variables: The values that variables have at this step.
///   - isStrict: Whether blanks at the ends of lines count.
///   - fillsUnchecked: Whether a step of which nothing is expected is written with what came of it.
/// - Returns: The verdict, with the lines to write instead.
/// - Complexity: O(*n* · *m*) for *n* expected and *m* actual lines up to a million; O(*n* + *m*) beyond.
package func verdict(
  on step: ScriptStep, of script: Script, outcome: StepOutcome, variables: [String: String],
  isStrict: Bool, fillsUnchecked: Bool = false
) -> StepVerdict {
  var judge = StepJudge(
    step: step, script: script, outcome: outcome, variables: variables, isStrict: isStrict,
    fillsUnchecked: fillsUnchecked)
  return judge.verdict()
}

private struct StepJudge {
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
  /// The lines of the expectation that are still to be written.
  var waiting: ArraySlice<Int> = []
  /// How many lines of what came, or elisions, are written.
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

  /// Whether each line that comes has to be expected.
  private var comparesLines: Bool {
    !step.expected.isEmpty || step.status == .silent || fillsUnchecked && !isChecked
  }

  mutating func verdict() -> StepVerdict {
    judgeEditLine()
    judgeLines()
    judgeAssertions()
    writeOthers(before: .max)
    judgeEnding()
    if isMatch, !(fillsUnchecked && !isChecked) {
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

  private mutating func judgeEditLine() {
    guard let expected = step.editLine else { return }
    guard let actual = outcome.editLine else { return complain("no line is edited any more") }
    let isSame =
      actual.text.utf8.elementsEqual(expected.text.utf8) && actual.cursor == expected.cursor
    if !isSame { complain("the line is edited otherwise: \(ExpectationWriter.editLine(actual))") }
  }

  private mutating func judgeLines() {
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

  /// What is not as expected, told by the first line that is not.
  private func difference(_ alignment: LineAlignment) -> String {
    for move in alignment.moves {
      switch move {
      case .keep: continue
      case .drop(let row): return "line \(step.expected[row].line + 1) does not match"
      case .insert(let column):
        let line = outcome.lines[column]
        return "a line is not expected: \(ExpectationWriter.line(line, isStrict: isStrict))"
      }
    }
    return "the lines do not match"
  }

  /// The next line that is expected, from a move on.
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

  /// Writes the lines above one that are no expected lines.
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

  /// The blanks before the lines of the step.
  private var indent: String {
    let action = step.expectation.lowerBound - 1
    guard script.lines.indices.contains(action) else { return "" }
    return String(script.lines[action].prefix { $0 == " " })
  }

  private mutating func judgeAssertions() {
    for assertion in step.assertions {
      do throws(ExpansionProblem) {
        let text = try expanded(assertion.text, variables: variables)
        let isThere = outcome.lines.contains { contains($0.text, text) }
        if isThere != assertion.isExpected {
          complain("\"\(text)\" is \(isThere ? "" : "not ")in the output")
        }
      } catch {
        complain(error.description)
      }
    }
  }
}

/// How a step ends.
extension StepJudge {
  private var statusLine: String? {
    guard step.status != nil, let last = step.expectation.last else { return nil }
    return script.lines[last]
  }

  fileprivate mutating func judgeEnding() {
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
    case (.failed(let code), .error(let expected?)): "it failed with \(code), not with \(expected)"
    case (.failed(let code), _): "it failed with \(code)"
    case (.quit, _): "the program ended"
    case (.ok, .quit): "the program did not end"
    case (.ok, _): "it did not fail"
    }
  }
}

/// What came of a step.
package struct StepOutcome: Equatable, Sendable {
  package enum Ending: Equatable, Sendable {
    case ok
    /// Not well; with the kind of the failure.
    case failed(code: String)
    /// The program ended.
    case quit
  }

  /// A line that was said.
  package struct Line: Hashable, Sendable {
    package var stream: ScriptStream
    package var text: String

    package init(_ stream: ScriptStream, _ text: String) {
      self.stream = stream
      self.text = text
    }
  }

  /// The line as it is edited, and the scalars before its cursor.
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
  /// Nil if no line is edited any more.
  package var editLine: EditLine?

  package init(lines: [Line] = [], ending: Ending = .ok, editLine: EditLine? = nil) {
    self.lines = lines
    self.ending = ending
    self.editLine = editLine
  }
}

/// Whether a step came out as it is expected to, and what its script would have to say instead.
package struct StepVerdict: Equatable, Sendable {
  package var isMatch: Bool
  /// Whether anything was expected at all.
  package var isChecked: Bool
  /// The lines that stand behind the action when the script is written again.
  package var expectation: [String]
  /// The numbers of the lines with placeholders that do not match any more.
  package var lostPlaceholders: [Int]
  /// What is not as it is expected to be, in clauses.
  package var complaints: [String]
}
