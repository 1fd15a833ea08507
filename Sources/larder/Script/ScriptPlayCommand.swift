import ArgumentParser
import Recordings

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Plays a script and prints what it does.
struct ScriptPlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Play a script, and print what its steps say.")

  @Argument(
    help: "A script, or a Markdown file with fenced blocks that say rcp.", completion: .file())
  var file: String

  @Option(help: ArgumentHelp("Stop before a chapter.", valueName: "chapter"))
  var until: String?

  @Flag(help: "Print nothing but what is not as it should be.")
  var quiet = false

  func run() throws {
    let run = ScriptRun()
    do {
      let session = try run.open(file)
      run.warn(of: session)
      let end = try until.map { try chapter($0, session) }
      let player = try run.play(session, for: TranscriptReader(run, until: end, isQuiet: quiet))
      let report = ScriptReport(player, isStrict: false)
      if report.exit != .matched { run.say(report.summary) }
      try leave(report.exit)
    } catch let error as ExitCode {
      throw error
    } catch {
      try leave(run.say(error))
    }
  }

  private func chapter(_ name: String, _ session: ScriptSession) throws -> Int {
    guard let number = session.plan.chapter(named: name) else {
      throw ScriptRefusal(.invalid, "\(file): there is no chapter \"\(name)\"")
    }
    return number
  }
}

/// Who reads what a script does, up to a cue.
private final class TranscriptReader: ScriptAudience {
  private let run: ScriptRun
  private let end: Int?
  private let isQuiet: Bool

  init(_ run: ScriptRun, until end: Int?, isQuiet: Bool) {
    (self.run, self.end, self.isQuiet) = (run, end, isQuiet)
  }

  override func player(_ player: Player, begins cue: ScriptCue, number: Int) {
    super.player(player, begins: cue, number: number)
    if number == end { player.end(.moved(to: number)) }
  }

  /// Prints what a reader of a transcript sees: results where results go, everything else beside them.
  override func player(_ player: Player, adds event: SessionLog.Kind) {
    if isQuiet { return }
    switch event {
    case .chapter(let title): run.say(["== \(title)"])
    case .narration(let text): run.say(["% \(text)"])
    case .command(let line): run.say(["> \(line)"])
    case .line(.output, let line): run.print([line])
    case .line(.diagnostics, let line): run.say([line])
    default: break
    }
  }
}

/// Writes the log of a session, for comparing what is seen byte by byte.
struct ScriptLogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Write everything that a script shows, event by event.",
    shouldDisplay: false)

  @Argument var file: String
  @Option var folder: String?

  func run() throws {
    let run = ScriptRun()
    if let folder { unsafe _ = chdir(folder) }
    do {
      let player = try run.play(run.open(file), .init(isLogged: true))
      let report = ScriptReport(player, isStrict: false)
      run.print(player.log?.lines ?? [])
      try leave(report.exit)
    } catch let error as ExitCode {
      throw error
    } catch {
      try leave(run.say(error))
    }
  }
}
