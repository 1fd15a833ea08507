import LiveWorld
import Recordings
import World

/// The formats of reports.
package enum ScriptReportForm: String, CaseIterable, Sendable {
  case human, json, junit
}

extension ScriptRun {
  /// Plays scripts and compares them with their expectations.
  ///
  /// Diffs are printed to standard output.
  ///
  /// - Parameters:
  ///   - files: The paths of scripts or Markdown files.
  ///   - strictness: The checks that are added to those of the scripts.
  ///   - shakeCount: The number of times that each script is repeated in other environments.
  ///   - failsFast: Whether to stop after the first script that does not match.
  ///   - form: The format of the reports.
  /// - Returns: The most severe exit status.
  package func check(
    _ files: [String], strictness: Strictness, shakeCount: Int, failsFast: Bool,
    form: ScriptReportForm
  ) -> ScriptExit {
    var reports: [ScriptReport] = []
    var unplayed: [ScriptReport.Unplayed] = []
    var exit = ScriptExit.matched
    for file in files {
      do {
        var isRight = true
        for session in try sessions(in: file) {
          let report = try report(on: session, strictness)
          reports.append(report)
          exit = exit.worse(report.exit)
          isRight = isRight && report.exit == .matched
          if form == .human { show(report) }
        }
        if shakeCount > 0, isRight {
          let shaken = try Shaking(file: file, count: shakeCount, work: self).run()
          exit = exit.worse(shaken)
          if shaken != .matched {
            unplayed.append(
              .init(path: file, exit: shaken, reason: "the output differs in another environment"))
          }
        }
      } catch {
        let reason = say(error, of: file)
        unplayed.append(.init(path: file, exit: reason, reason: "\(error)"))
        exit = exit.worse(reason)
      }
      if failsFast, exit != .matched { break }
    }
    switch form {
    case .human:
      if reports.count + unplayed.count > 1 { say([ScriptReport.total(reports, unplayed)]) }
    case .json: _ = console.output.write(Array(ScriptReport.json(reports, unplayed).utf8))
    case .junit: _ = console.output.write(Array(ScriptReport.junit(reports, unplayed).utf8))
    }
    return exit
  }

  private func show(_ report: ScriptReport) {
    print(patch: report.difference)
    if environment["GITHUB_ACTIONS"] == "true" { print(report.annotations) }
    say(report.summary)
  }

  private func report(
    on session: ScriptSession, _ strictness: Strictness
  ) throws -> ScriptReport {
    let began = ContinuousClock.now
    let player = try play(session, .init(strictness: strictness))
    var report = ScriptReport(player, strictness: strictness)
    report.duration = ContinuousClock.now - began
    return report
  }

  /// Plays scripts and adopts their output as their expectations.
  ///
  /// - Parameters:
  ///   - files: The paths of scripts or Markdown files.
  ///   - isDry: Whether to print the changes instead. The exit status is `mismatch` if there are any.
  ///   - part: The title of a chapter, or lines such as `L10-40`, to update; nil for all.
  ///   - fills: Whether to add expectations to steps without one.
  ///   - isForced: Whether to update even if `CI` is set or placeholders of a strict script are lost.
  /// - Returns: The most severe exit status.
  package func update(
    _ files: [String], isDry: Bool, part: String?, fills: Bool, isForced: Bool
  ) -> ScriptExit {
    var exit = ScriptExit.matched
    for file in files {
      exit = exit.worse(
        saying { try update(file, isDry: isDry, part: part, fills: fills, isForced: isForced) })
    }
    return exit
  }

  private func update(
    _ file: String, isDry: Bool, part: String?, fills: Bool, isForced: Bool
  ) throws -> ScriptExit {
    if !(environment["CI"] ?? "").isEmpty, !isForced, !isDry {
      throw ScriptRefusal(
        .refused, "\(file): the variable CI is set, so nothing is updated; --force updates it")
    }
    var updates: [ScriptUpdate] = []
    let sessions = try sessions(in: file)
    // A chapter is a part of the scripts that have it.
    let concerned = sessions.filter { ScriptUpdate.has(part, $0) }
    for session in concerned.isEmpty ? [sessions[0]] : concerned {
      let player = try play(session, .init(fillsUnchecked: fills))
      let report = ScriptReport(player)
      guard [.matched, .mismatch].contains(report.exit) else {
        say(report.summary)
        return report.exit
      }
      let update = try ScriptUpdate(report, session, part: part)
      if let lost = update.lost.first, session.plan.header.isStrict, !isForced {
        throw ScriptRefusal(.refused, "\(lost): a placeholder would be lost; --force updates it")
      }
      updates.append(update)
    }
    let update = ScriptUpdate(combining: updates)
    if isDry { print(patch: update.difference) } else { try update.write(files) }
    say([update.summary(isDry: isDry)])
    say(
      update.unmendable.map { fault in
        "\(fault.path):\(fault.line): not changed: \(fault.complaints.joined(separator: "; "))"
      })
    return isDry && update.isChange || !update.unmendable.isEmpty ? .mismatch : .matched
  }
}

/// Repeats a script in other environments, and checks that its output does not depend on them.
struct Shaking {
  let file: String
  let count: Int
  let work: ScriptRun

  /// Environment variables for the runs.
  private static let surroundings: [[String: String]] = [
    ["TZ": "Pacific/Apia", "LANG": "tr_TR.UTF-8", "LC_ALL": "de_DE.UTF-8"],
    ["TERM": "dumb", "COLUMNS": "33", "LINES": "7"],
    [:],
    ["NO_COLOR": "1", "PAGER": "false", "EDITOR": "false", "BROWSER": "false"],
    ["HTTP_PROXY": "http://127.0.0.1:9", "HTTPS_PROXY": "http://127.0.0.1:9", "ALL_PROXY": "x"],
    ["HOME": "/nonexistent", "XDG_CONFIG_HOME": "/nonexistent", "TERM": "xterm-kitty"],
    ["LC_ALL": "C", "TERM_PROGRAM": "WezTerm", "COLORTERM": "truecolor"],
    ["SWIFT_DETERMINISTIC_HASHING": "1", "TERM": "xterm"],
  ]

  /// Plays the script once for reference, and then the given number of times.
  ///
  /// - Returns: Whether all outputs are equal.
  func run() throws -> ScriptExit {
    let path = work.files.absolute(file)
    var measure: [UInt8]?
    for number in 0...count {
      var environment =
        number == 0 ? ["HOME": "/"] : Self.surroundings[(number - 1) % Self.surroundings.count]
      // The program may need it to find its libraries.
      if let libraries = work.environment["LD_LIBRARY_PATH"] {
        environment["LD_LIBRARY_PATH"] = libraries
      }
      let folder = number % 2 == 0 ? "/" : "/usr"
      guard
        let played = OwnProgram.output(
          of: ["script", "log", path, "--folder", folder], environment: environment,
          nice: number % 3 == 2 ? 5 : 0)
      else { throw ScriptRefusal(.unfit, "the program cannot start another copy of itself") }
      guard let first = measure else {
        measure = played.bytes
        continue
      }
      guard played.bytes != first else { continue }
      let names = environment.map { $0.key + "=" + $0.value }.sorted().joined(separator: " ")
      work.say(["\(file): the output differs with \(names)"] + Self.difference(first, played.bytes))
      return .mismatch
    }
    work.say(["\(file): the same output \(count) times in other environments"])
    return .matched
  }

  /// Returns the first differing lines.
  private static func difference(_ first: [UInt8], _ second: [UInt8]) -> [String] {
    let (old, new) = (lines(first), lines(second))
    let place = zip(old, new).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    guard let place else { return ["  one output ends earlier than the other"] }
    return ["  - \(old[place])", "  + \(new[place])"]
  }

  private static func lines(_ bytes: [UInt8]) -> [Substring] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }
}
