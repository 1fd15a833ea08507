import ArgumentParser
import Recordings
import World

/// How reports on scripts are written.
enum ScriptReportForm: String, CaseIterable, ExpressibleByArgument {
  case human, json, junit
}

/// Plays scripts and compares.
struct ScriptCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Play scripts, and compare all that they expect.",
    discussion: "The differences go to standard output; `patch -p0` applies them, as `update` does."
  )

  @Argument(
    help: "Scripts, or Markdown files with fenced blocks that say rcp.", completion: .file())
  var files: [String]

  @Flag(help: "Count blanks at the ends of lines, and steps of which nothing is expected.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "Play so often more in other surroundings; all must be the same.", valueName: "n"))
  var shake = 0

  @Flag(help: "Stop at the first script that is not as it says.")
  var failFast = false

  @Option(help: "How reports are written: human, json or junit.")
  var format = ScriptReportForm.human

  func run() throws {
    let run = ScriptRun()
    var reports: [ScriptReport] = []
    var unplayed: [ScriptReport.Unplayed] = []
    var exit = ScriptExit.matched
    for file in files {
      do {
        let report = try check(file, run)
        reports.append(report)
        exit = exit.worse(report.exit)
        if format == .human {
          run.print(patch: report.difference)
          run.say(report.summary)
        }
        if shake > 0, report.exit == .matched {
          let shaken = try Shaking(file: file, count: shake, work: run).run()
          exit = exit.worse(shaken)
          if shaken != .matched {
            unplayed.append(
              .init(path: file, exit: shaken, reason: "not the same in other surroundings"))
          }
        }
      } catch {
        let reason = run.say(error, of: file)
        unplayed.append(.init(path: file, exit: reason, reason: "\(error)"))
        exit = exit.worse(reason)
      }
      if failFast, exit != .matched { break }
    }
    switch format {
    case .human: break
    case .json: _ = run.console.output.write(Array(ScriptReport.json(reports, unplayed).utf8))
    case .junit: _ = run.console.output.write(Array(ScriptReport.junit(reports, unplayed).utf8))
    }
    try leave(exit)
  }

  private func check(_ file: String, _ run: ScriptRun) throws -> ScriptReport {
    let player = try run.play(run.open(file), .init(isStrict: strict))
    return ScriptReport(player, isStrict: strict)
  }
}

/// Writes scripts again with what they do now.
struct ScriptUpdateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "update", abstract: "Play scripts, and write what they do into them.")

  @Argument(
    help: "Scripts, or Markdown files with fenced blocks that say rcp.", completion: .file())
  var files: [String]

  @Flag(help: "Change nothing; exit with 1 if something would change.")
  var dryRun = false

  @Option(help: ArgumentHelp("Change a chapter alone, or lines as in L10-40.", valueName: "part"))
  var only: String?

  @Flag(help: "Write what came of steps of which nothing is expected, too.")
  var fill = false

  @Flag(help: "Go on where CI is set, and where placeholders of a strict script are lost.")
  var force = false

  func run() throws {
    let run = ScriptRun()
    var exit = ScriptExit.matched
    for file in files {
      do {
        exit = exit.worse(try update(file, run))
      } catch {
        exit = exit.worse(run.say(error))
      }
    }
    try leave(exit)
  }

  private func update(_ file: String, _ run: ScriptRun) throws -> ScriptExit {
    if !(run.environment["CI"] ?? "").isEmpty, !force, !dryRun {
      throw ScriptRefusal(
        .refused, "\(file): CI is set, and nothing is updated there; --force does")
    }
    let session = try run.open(file)
    let player = try run.play(session, .init(fillsUnchecked: fill))
    let report = ScriptReport(player, isStrict: false)
    guard [.matched, .mismatch].contains(report.exit) else {
      run.say(report.summary)
      return report.exit
    }
    let update = try ScriptUpdate(report, session, part: only)
    if let lost = update.lost.first, session.plan.header.isStrict, !force {
      throw ScriptRefusal(.refused, "\(lost): a placeholder would be lost; --force does it")
    }
    if dryRun { run.print(patch: update.difference) } else { try update.write(run.files) }
    run.say([update.summary(isDry: dryRun)])
    run.say(
      update.unmendable.map { fault in
        "\(fault.path):\(fault.line): left as it is: \(fault.complaints.joined(separator: "; "))"
      })
    return dryRun && update.isChange || !update.unmendable.isEmpty ? .mismatch : .matched
  }
}
