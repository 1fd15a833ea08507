import TerminalEmulator
import World

/// The report of a played script: its faults and its updated text.
package struct ScriptReport: Sendable {
  /// A script with its old and updated lines.
  package struct File: Equatable, Sendable {
    package var path: String
    package var old: [String]
    package var new: [String]
    /// The line break.
    package var lineEnd = "\n"
    /// Whether the last old line ends in a line break, as all new lines do.
    package var endsInBreak = true

    /// Returns the command and the chapter that a line belongs to, for the head of a hunk.
    private func heading(_ line: Int) -> String {
      let before = old[..<min(line, old.count)]
      let command = before.last { $0.hasPrefix("> ") || $0.hasPrefix("@ keys ") }
      let chapter = before.last { $0.hasPrefix("== ") }
      return [command, chapter].compactMap(\.self).joined(separator: "  ")
    }

    /// The unified diff, as `patch -p0` reads it; empty if there is no change.
    package var difference: [String] {
      if old == new { return [] }
      func whole(_ lines: [String]) -> [String] {
        lineEnd == "\n" ? lines : lines.map { $0 + "\r" }
      }
      guard !endsInBreak, let last = old.last else {
        return unifiedDiff(path: path, old: whole(old), new: whole(new), heading: heading)
      }
      // A last line without a line break differs from one with it. The zero byte, which no script contains,
      // marks it.
      let unended = whole(old.dropLast()) + [last + "\0"]
      return unifiedDiff(path: path, old: unended, new: whole(new), heading: heading).flatMap {
        line in
        line.last == "\0" ? [String(line.dropLast()), "\\ No newline at end of file"] : [line]
      }
    }
  }

  /// A step that did not pass.
  package struct Fault: Equatable, Sendable {
    package var path: String
    package var line: Int
    package var complaints: [String]
  }

  package let path: String
  package let files: [File]
  package let faults: [Fault]
  /// The number of faults that concern steps.
  ///
  /// A further one can concern unused recordings.
  package let wrongStepCount: Int
  package let stepCount: Int
  package let uncheckedCount: Int
  /// The expectations that an update changes: the script index and the line range.
  let changedPlaces: Set<[Int]>
  /// The faults that an update does not change.
  package let unmendable: [Fault]
  /// The placeholders that an update would remove, as `path:line`.
  package let lostPlaceholders: [String]
  /// The chapters, with their faults.
  package let chapters: [(title: String, faults: [Fault])]
  package let stop: PlayerStop?
  /// Remarks that do not concern a step.
  package let remarks: [String]
  package let exit: ScriptExit
  /// How long the script was played.
  package var duration = Duration.zero

  /// Creates the report of a finished player.
  ///
  /// - Parameters:
  ///   - player: A player that has finished.
  ///   - strictness: The checks that are added to those of the header.
  package init(_ player: Player, strictness: Strictness = []) {
    let plan = player.plan
    let results = player.results
    path = plan.scripts[0].path
    stop = player.stop
    stepCount = results.count
    uncheckedCount = results.count { !$0.verdict.isChecked }
    let isStrict = strictness.union(plan.header.strictness).contains(.coverage)
    let unsettled = Self.unsettled(results)
    let changed = results.filter {
      $0.knownFailure == nil && $0.isChanged(in: plan) && !unsettled.contains($0.place)
    }
    changedPlaces = Set(changed.map(\.place))
    let leftovers = player.stop == nil ? Self.shortened(player.replay?.leftovers ?? []) : []
    let unused = isStrict ? Self.fault(leftovers, plan) : nil
    let wrong = results.compactMap { Self.fault($0, plan, isStrict: isStrict) }
    wrongStepCount = wrong.count
    unmendable = Self.unmendable(results, plan, changed: changedPlaces, unsettled)
    faults = wrong + (unused.map { [$0] } ?? [])
    files = Self.files(plan, results.filter { !unsettled.contains($0.place) })
    lostPlaceholders = results.flatMap { result in
      result.verdict.lostPlaceholders.map { "\(plan.scripts[result.cue.script].path):\($0)" }
    }
    chapters = Self.chapters(plan, results, isStrict: isStrict)
    let unknown = player.screen.unknown
    remarks =
      (unknown.isEmpty
        ? []
        : [
          "the terminal received sequences that it does not know: \(unknown.joined(separator: ", "))"
        ])
      + (isStrict ? [] : leftovers.map { "a recorded response was not used: \($0)" })
    exit = Self.exit(faults, stop)
  }

  private static func exit(_ faults: [Fault], _ stop: PlayerStop?) -> ScriptExit {
    switch stop {
    case .limit: .limit
    case .problem: .invalid
    case .unfit: .unfit
    case .interrupted: .interrupted
    case .moved, nil: faults.isEmpty ? .matched : .mismatch
    }
  }

  private static func fault(
    _ result: StepResult, _ plan: ScriptPlan, isStrict: Bool
  ) -> Fault? {
    var complaints = result.verdict.complaints
    if let reason = result.knownFailure {
      complaints =
        result.isRight
        ? [] : ["this step matches, although @ xfail says that it does not: \(reason)"]
    } else if isStrict, !result.verdict.isChecked {
      complaints.append("this step has no expectation; write ? ok, or the expected output")
    }
    guard !complaints.isEmpty else { return nil }
    return Fault(
      path: plan.scripts[result.cue.script].path, line: result.cue.line, complaints: complaints)
  }

  /// Returns the first few lines and the number of the others.
  private static func shortened(_ lines: [String]) -> [String] {
    lines.count <= 5 ? lines : lines.prefix(4) + ["\(lines.count - 4) more of this kind"]
  }

  /// Returns a fault for recorded responses that were not used.
  private static func fault(_ leftovers: [String], _ plan: ScriptPlan) -> Fault? {
    guard !leftovers.isEmpty else { return nil }
    let script = plan.scripts[0]
    let line = script.header.range.first { script.lines[$0].hasPrefix("bundle:") }
    return Fault(path: script.path, line: (line ?? 0) + 1, complaints: leftovers)
  }

  /// Returns the faults that an update does not change, without duplicates.
  private static func unmendable(
    _ results: [StepResult], _ plan: ScriptPlan, changed: Set<[Int]>, _ unsettled: Set<[Int]>
  ) -> [Fault] {
    var told = changed
    return results.compactMap { result in
      // A step with varying outcomes may have no expectation yet, and so no complaints.
      let isUnsettled = unsettled.contains(result.place)
      guard !told.contains(result.place),
        let complaints = isUnsettled
          ? ["the step has different output when it is repeated"]
          : fault(result, plan, isStrict: false)?.complaints
      else { return nil }
      told.insert(result.place)
      return Fault(
        path: plan.scripts[result.cue.script].path, line: result.cue.line, complaints: complaints)
    }
  }

  /// Returns the repeated steps whose outcomes differ, so that no expectation fits all of them.
  private static func unsettled(_ results: [StepResult]) -> Set<[Int]> {
    var expectations: [[Int]: Set<[String]>] = [:]
    for result in results where result.knownFailure == nil {
      expectations[result.place, default: []].insert(result.verdict.expectation)
    }
    return Set(expectations.filter { $0.value.count > 1 }.keys)
  }

  /// Returns each script with its updated text.
  ///
  /// A repeated step gets its first outcome that does not match.
  private static func files(_ plan: ScriptPlan, _ results: [StepResult]) -> [File] {
    var expectations: [Int: [Int: [String]]] = [:]
    var changed: Set<[Int]> = []
    for result in results where result.knownFailure == nil {
      let (script, place) = (result.cue.script, result.step.expectation.lowerBound)
      guard !changed.contains([script, place]) else { continue }
      if !result.verdict.isMatch { changed.insert([script, place]) }
      expectations[script, default: [:]][place] = result.verdict.expectation
    }
    return plan.scripts.enumerated().map { number, script in
      File(
        path: script.path, old: script.lines,
        new: rewritten(script, expectations[number] ?? [:]), lineEnd: script.lineEnd,
        endsInBreak: script.endsInBreak)
    }
  }

  private static func chapters(
    _ plan: ScriptPlan, _ results: [StepResult], isStrict: Bool
  ) -> [(title: String, faults: [Fault])] {
    var chapters: [(title: String, faults: [Fault])] = [("", [])]
    var place = 0
    for result in results {
      while place < plan.cues.count, plan.cues[place] != result.cue {
        if case .chapter(let title) = plan.cues[place].kind { chapters.append((title, [])) }
        place += 1
      }
      place += 1
      if let fault = fault(result, plan, isStrict: isStrict) {
        chapters[chapters.count - 1].faults.append(fault)
      }
    }
    return chapters
  }
}

extension StepResult {
  /// The script index and line range of the expectation, as a key.
  fileprivate var place: [Int] {
    [cue.script, step.expectation.lowerBound, step.expectation.upperBound]
  }
}
