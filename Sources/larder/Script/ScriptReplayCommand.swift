import ArgumentParser
import LineEditor
import LiveWorld
import Recordings
import Shell
import Text
import World

/// Plays a script as if a person typed it.
struct ScriptReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Type a script on this terminal, as a person would.",
    discussion: """
      Keys: space pauses, → or PageDown goes to the next step, + and - change the speed, n and p go to the next and \
      the previous chapter, b blanks the screen, i hands you the prompt and Ctrl-D goes on, q ends.
      """)

  @Argument(
    help: "A script, or a Markdown file with fenced blocks that say rcp.", completion: .file())
  var file: String?

  @Option(help: ArgumentHelp("So many times as fast.", valueName: "times"))
  var speed = 1.0

  @Flag(help: "Wait for → before each step.")
  var step = false

  @Option(help: ArgumentHelp("Begin with a chapter.", valueName: "chapter"))
  var from: String?

  @Flag(help: "Begin again at the end.")
  var loop = false

  @Flag(help: "Take the size of this terminal instead of the script's.")
  var fit = false

  @Option(
    help: ArgumentHelp(
      "Allow what scripts may not do: open, for links on the web.", valueName: "what"))
  var allow: [String] = []

  @Option(
    help: ArgumentHelp(
      "Write what is for the presenter alone (%!) to another terminal.", valueName: "tty"))
  var presenter: String?

  @Flag(help: .hidden)
  var tour = false

  func validate() throws {
    guard speed >= 0.1, speed <= 50 else { throw ValidationError("--speed is from 0.1 to 50.") }
    guard file != nil || tour else { throw ValidationError("Name a script.") }
    guard allow.allSatisfy({ $0 == "open" }) else {
      throw ValidationError("--allow takes open and nothing else.")
    }
  }

  func run() throws {
    let run = ScriptRun()
    do {
      let session = try file.map { try run.open($0) } ?? run.tour()
      if file != nil { run.warn(of: session, opensLinks: !allow.isEmpty) }
      try replay(session, run)
    } catch let error as ExitCode {
      throw error
    } catch {
      try leave(run.say(error))
    }
  }

  private func replay(_ session: ScriptSession, _ run: ScriptRun) throws {
    guard let keys = WatchedKeys() else {
      throw ScriptRefusal(.unfit, "replay needs a terminal; larder script run prints instead")
    }
    var shown = try adapted(session, to: keys, run)
    // Who presents would find out on the stage that there are no remarks.
    if let path = self.presenter { try run.files.append([], to: path) }
    let presenter = Presenter(
      keys, run.console,
      .init(
        speed: speed, steps: step, isTour: tour, followsSize: fit || tour,
        opensLinks: allow.isEmpty ? nil : linkOpener(run),
        remarks: self.presenter.map { path in { tell($0, path, run) } }))
    var place = try from.map { try chapter($0, session) } ?? 0
    while true {
      let player = try run.play(
        shown, .init(hasAudience: true, firstSeenCue: place), for: presenter)
      switch player.stop {
      case .moved(let next):
        place = next
        if fit || tour { shown = try adapted(session, to: keys, run) }
      case nil where loop && !tour: place = 0
      default: return try end(player, keys, presenter, run)
      }
    }
  }

  /// What opens links as they are opened at the prompt; whether that works is not the script's business.
  private func linkOpener(_ run: ScriptRun) -> @Sendable (String) -> Void {
    let opener = Opener.live(environment: run.environment)
    return { _ = opener.open($0, nil) }
  }

  /// Writes to the presenter's own terminal; one that has gone tells nothing.
  private func tell(_ text: String, _ path: String, _ run: ScriptRun) {
    // That it takes something was found out before the first step.
    try? run.files.append(Array((harmless(text) + "\r\n").utf8), to: path)
  }

  /// The script in the size of the terminal, if that is wanted, or said to be too small.
  private func adapted(
    _ session: ScriptSession, to keys: WatchedKeys, _ run: ScriptRun
  ) throws -> ScriptSession {
    let (size, wanted) = (keys.size, session.plan.header.size)
    if fit || tour {
      // Two rows are left for what is said beside it.
      return session.resized(
        ScriptSize(columns: min(size.columns, 400), rows: min(max(size.rows - 2, 5), 200)))
    }
    // What is said beside the script stands below it.
    let isSaid = session.plan.cues.contains {
      if case .narration(_, isPrivate: false) = $0.kind { true } else { false }
    }
    let isTooSmall = size.columns < wanted.columns || size.rows < wanted.rows
    if isTooSmall || isSaid && size.rows == wanted.rows {
      run.say([
        isTooSmall
          ? "the script is for \(wanted.columns)x\(wanted.rows) cells, and this terminal has "
            + "\(size.columns)x\(size.rows); --fit takes the size of the terminal; any key goes on"
          : "this window has no row for the narration; --fit makes room; any key goes on"
      ])
      // The script clears the screen, so whoever is there needs time to read.
      if PresenterKey(keys.next(within: 5000)) == .quit {
        throw ExitCode(ScriptExit.interrupted.rawValue)
      }
    }
    return session
  }

  private func chapter(_ name: String, _ session: ScriptSession) throws -> Int {
    guard let number = session.plan.chapter(named: name) else {
      throw ScriptRefusal(.invalid, "there is no chapter \"\(name)\"")
    }
    return number
  }

  private func end(
    _ player: Player, _ keys: WatchedKeys, _ presenter: Presenter, _ run: ScriptRun
  ) throws {
    presenter.leave()
    keys.close()
    if let typed = presenter.typed { throw ExitCode(0x80 | Int32(typed)) }
    if tour { return }
    let report = ScriptReport(player, isStrict: false)
    // A step that was broken off is not as the script says, and that is nobody's fault.
    let wrong = report.exit == .interrupted ? 0 : report.faults.count
    if wrong > 0 {
      run.say([
        "≠ \(counted(wrong, "step")) not as the script says; larder script check tells"
      ])
    } else if report.exit != .matched, report.exit != .interrupted {
      run.say(report.summary)
    }
    try leave(report.exit == .interrupted ? .interrupted : report.exit)
  }
}
