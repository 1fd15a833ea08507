import LineEditor
import LiveWorld
import Recordings
import Text
import World

/// How a script that was shown to a person ended.
package enum ScriptReplayEnd {
  case exit(ScriptExit)
  /// The person typed a character, and goes on without the tour.
  case typed(UInt8)
}

/// Plays a script on this terminal as if a person typed it.
package struct ScriptReplay {
  /// The path of the script, or of a Markdown file with scripts in it; nil for the tour.
  let file: String?
  /// How many times as fast as the script says it is played.
  package var speed = 1.0
  /// Whether each step waits for a key.
  package var waitsForKeys = false
  /// The title of the chapter that it begins with; nil for the first step.
  package var chapter: String?
  /// Whether it begins again at the end.
  package var isLooping = false
  /// Whether it takes the size of the terminal instead of the script's.
  package var fitsTerminal = false
  /// Whether links on the web are opened.
  package var opensLinks = false
  /// The path of the terminal that takes what is for the presenter alone; nil for none.
  package var remarksPath: String?
  /// Whether the first key that is none of the presenter's ends it.
  package var isTour = false

  private let run = ScriptRun()

  /// A replay of a script; nil for the tour.
  package init(_ file: String?) { self.file = file }

  private var takesSize: Bool { fitsTerminal || isTour }

  /// Plays the script until its end, or until the person leaves it.
  package func start() -> ScriptReplayEnd {
    do {
      let session = try file.map { try run.open($0) } ?? run.tour()
      if file != nil { run.warn(of: session, opensLinks: opensLinks) }
      return try play(session)
    } catch {
      return .exit(run.say(error))
    }
  }

  private func play(_ session: ScriptSession) throws -> ScriptReplayEnd {
    guard let keys = WatchedKeys() else {
      throw ScriptRefusal(.unfit, "replay needs a terminal; larder script run prints instead")
    }
    guard var shown = adapted(session, to: keys) else { return .exit(.interrupted) }
    // Who presents would find out on the stage that there are no remarks.
    if let path = remarksPath { try run.files.append([], to: path) }
    let presenter = Presenter(
      keys, run.console,
      .init(
        speed: speed, steps: waitsForKeys, isTour: isTour, followsSize: takesSize,
        opensLinks: opensLinks ? linkOpener() : nil,
        remarks: remarksPath.map { path in { tell($0, path) } }))
    var place = try chapter.map { try number(ofChapter: $0, in: session) } ?? 0
    while true {
      let player = try run.play(
        shown, .init(hasAudience: true, firstSeenCue: place), for: presenter)
      switch player.stop {
      case .moved(let next):
        place = next
        if takesSize { shown = resized(session, to: keys) }
      case nil where isLooping && !isTour: place = 0
      default: return end(player, keys, presenter)
      }
    }
  }

  /// What opens links as they are opened at the prompt; whether that works is not the script's business.
  private func linkOpener() -> @Sendable (String) -> Void {
    let opener = Opener.live(environment: run.environment)
    return { _ = opener.open($0, nil) }
  }

  /// Writes to the presenter's own terminal; one that has gone tells nothing.
  private func tell(_ text: String, _ path: String) {
    // That it takes something was found out before the first step.
    try? run.files.append(Array((harmless(text) + "\r\n").utf8), to: path)
  }

  private func resized(_ session: ScriptSession, to keys: WatchedKeys) -> ScriptSession {
    let size = keys.size
    // Two rows are left for what is said beside it.
    return session.resized(
      ScriptSize(columns: min(size.columns, 400), rows: min(max(size.rows - 2, 5), 200)))
  }

  /// The script in the size of the terminal, if that is wanted, or said to be too small; nil if the person quits.
  private func adapted(_ session: ScriptSession, to keys: WatchedKeys) -> ScriptSession? {
    if takesSize { return resized(session, to: keys) }
    let (size, wanted) = (keys.size, session.plan.header.size)
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
      if PresenterKey(keys.next(within: 5000)) == .quit { return nil }
    }
    return session
  }

  private func number(ofChapter name: String, in session: ScriptSession) throws -> Int {
    guard let number = session.plan.chapter(named: name) else {
      throw ScriptRefusal(.invalid, "there is no chapter \"\(name)\"")
    }
    return number
  }

  private func end(
    _ player: Player, _ keys: WatchedKeys, _ presenter: Presenter
  ) -> ScriptReplayEnd {
    presenter.leave()
    keys.close()
    if let typed = presenter.typed { return .typed(typed) }
    if isTour { return .exit(.matched) }
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
    return .exit(report.exit)
  }
}
