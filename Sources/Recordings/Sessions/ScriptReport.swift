import TerminalEmulator
import World

/// What came of playing a script: whether all was as it says, and what it would have to say instead.
package struct ScriptReport: Sendable {
  /// A script, and the lines it would have.
  package struct File: Equatable, Sendable {
    package var path: String
    package var old: [String]
    package var new: [String]
    /// What ends its lines.
    package var lineEnd = "\n"
    /// Whether the last of the old lines has an end, as all new ones have.
    package var endsInBreak = true

    /// The difference, as `patch -p0` takes it; none if there is none.
    package var difference: [String] {
      if old == new { return [] }
      func whole(_ lines: [String]) -> [String] {
        lineEnd == "\n" ? lines : lines.map { $0 + "\r" }
      }
      guard !endsInBreak, let last = old.last else {
        return unifiedDiff(path: path, old: whole(old), new: whole(new))
      }
      // A line without an end is another one; no line of a script has a zero byte.
      let unended = whole(old.dropLast()) + [last + "\0"]
      return unifiedDiff(path: path, old: unended, new: whole(new)).flatMap { line in
        line.last == "\0" ? [String(line.dropLast()), "\\ No newline at end of file"] : [line]
      }
    }
  }

  /// A step that is not as it should be.
  package struct Fault: Equatable, Sendable {
    package var path: String
    package var line: Int
    package var complaints: [String]
  }

  package let path: String
  package let files: [File]
  package let faults: [Fault]
  /// How many faults are about steps; another one may be about what was recorded for none.
  package let wrongStepCount: Int
  package let stepCount: Int
  package let uncheckedCount: Int
  /// Where steps of the scripts would be written otherwise than they are: the script, and the range of what it expects.
  let changedPlaces: Set<[Int]>
  /// Steps that are not as they should be, and that an update leaves as they are.
  package let unmendable: [Fault]
  /// The lines with placeholders that would be lost, as `path:line`.
  package let lostPlaceholders: [String]
  /// The chapters in which something is not as it should be, and those in which all is, in order.
  package let chapters: [(title: String, faults: [Fault])]
  package let stop: PlayerStop?
  /// What is the matter beside the steps.
  package let remarks: [String]
  package let exit: ScriptExit

  /// Judges what a player did.
  ///
  /// - Parameters:
  ///   - player: A player that has played.
  ///   - isStrict: Whether steps of which nothing is expected are faults.
  package init(_ player: Player, isStrict: Bool) {
    let plan = player.plan
    let results = player.results
    path = plan.scripts[0].path
    stop = player.stop
    stepCount = results.count
    uncheckedCount = results.count { !$0.verdict.isChecked }
    let isStrict = isStrict || plan.header.isStrict
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
      (unknown.isEmpty ? [] : ["the terminal was sent \(unknown.joined(separator: ", "))"])
      + (isStrict ? [] : leftovers.map { "of what was recorded, \($0)" })
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
      complaints = result.isRight ? [] : ["it matches, though it is said not to: \(reason)"]
    } else if isStrict, !result.verdict.isChecked {
      complaints.append("nothing is expected of it; write ? ok, or what it says")
    }
    guard !complaints.isEmpty else { return nil }
    return Fault(
      path: plan.scripts[result.cue.script].path, line: result.cue.line, complaints: complaints)
  }

  /// The first few lines, and how many more there are.
  private static func shortened(_ lines: [String]) -> [String] {
    lines.count <= 5 ? lines : lines.prefix(4) + ["there are \(lines.count - 4) more of these"]
  }

  /// Recorded answers that nobody wanted, where all are to be of use.
  private static func fault(_ leftovers: [String], _ plan: ScriptPlan) -> Fault? {
    guard !leftovers.isEmpty else { return nil }
    let script = plan.scripts[0]
    let line = script.header.range.first { script.lines[$0].hasPrefix("bundle:") }
    return Fault(path: script.path, line: (line ?? 0) + 1, complaints: leftovers)
  }

  /// Steps that are not as they should be, each once, and that an update leaves as they are.
  private static func unmendable(
    _ results: [StepResult], _ plan: ScriptPlan, changed: Set<[Int]>, _ unsettled: Set<[Int]>
  ) -> [Fault] {
    var told = changed
    return results.compactMap { result in
      // Nothing may be expected of it yet, so that nothing is wrong with it.
      let isUnsettled = unsettled.contains(result.place)
      guard !told.contains(result.place),
        let complaints = isUnsettled
          ? ["it comes out differently when it is repeated"]
          : fault(result, plan, isStrict: false)?.complaints
      else { return nil }
      told.insert(result.place)
      return Fault(
        path: plan.scripts[result.cue.script].path, line: result.cue.line, complaints: complaints)
    }
  }

  /// The steps that are repeated and come out differently, so that no expectation is right for all.
  private static func unsettled(_ results: [StepResult]) -> Set<[Int]> {
    var expectations: [[Int]: Set<[String]>] = [:]
    for result in results where result.knownFailure == nil {
      expectations[result.place, default: []].insert(result.verdict.expectation)
    }
    return Set(expectations.filter { $0.value.count > 1 }.keys)
  }

  /// Each script with what its steps did; of a step that is repeated, what it did first that it should not.
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
  /// Where it stands: the script, and the range of what is expected of it.
  fileprivate var place: [Int] {
    [cue.script, step.expectation.lowerBound, step.expectation.upperBound]
  }
}
