import LineEditor
import LiveWorld
import Recordings
import Terminal
import Text
import World

/// The result of a presentation.
package enum ScriptReplayEnd {
  case exit(ScriptExit)
  /// The user typed a character to leave the tour.
  case typed(UInt8)
}

/// Plays a script on this terminal with simulated typing.
package struct ScriptReplay {
  /// The path of the script or Markdown file; nil for the tour.
  let file: String?
  /// The speed factor.
  package var speed = 1.0
  /// Whether each step waits for a key.
  package var waitsForKeys = false
  /// The title of the first chapter to show; nil for the beginning.
  package var chapter: String?
  /// Whether to repeat the script.
  package var isLooping = false
  /// Whether to use the size of the terminal instead of the script's.
  package var fitsTerminal = false
  /// Whether to open web links.
  package var opensLinks = false
  /// The path of the terminal for the presenter's remarks; nil for none.
  package var remarksPath: String?
  /// Whether to print the output of the steps, for a terminal that only prints.
  package var isPlain = false
  /// Whether any printable key other than the space ends the presentation.
  package var isTour = false

  private let run = ScriptRun()

  /// Creates a replay of a script; nil for the tour.
  package init(_ file: String?) { self.file = file }

  private var takesSize: Bool { fitsTerminal || isTour }

  /// Plays the script until it ends or the user leaves it.
  package func start() -> ScriptReplayEnd {
    do {
      let session = try file.map { try run.open($0, chapter: chapter) } ?? run.tour()
      if file != nil { run.warn(of: session, opensLinks: opensLinks) }
      if isPlain { return .exit(try run.printTranscript(of: session)) }
      return try play(session)
    } catch {
      return .exit(run.say(error))
    }
  }

  private func play(_ session: ScriptSession) throws -> ScriptReplayEnd {
    let display = session.plan.header.images == .pixels ? terminalDisplay() : nil
    guard let keys = WatchedKeys() else {
      throw ScriptRefusal(
        .unfit, "replay needs a terminal; larder script run prints the output without one")
    }
    guard var shown = adapted(session, to: keys) else { return .exit(.interrupted) }
    if let path = remarksPath {
      guard isTerminal(path) else {
        throw ScriptRefusal(
          .unfit,
          "\(path): is not a terminal; run tty in another window, and give the path that it prints")
      }
      // Fails before the presentation if the remarks cannot be written.
      try run.files.append([], to: path)
    }
    let presenter = Presenter(
      keys, run.console,
      .init(
        speed: speed, steps: waitsForKeys, isTour: isTour, followsSize: takesSize,
        opensLinks: opensLinks ? linkOpener() : nil,
        remarks: remarksPath.map { path in { tell($0, path) } }))
    var place = try chapter.map { try session.plan.cues(ofExistingChapter: $0).lowerBound } ?? 0
    while true {
      let player = try run.play(
        shown, .init(hasAudience: true, firstSeenCue: place), for: presenter, on: display)
      if player.stop == nil, !isLooping, !isTour { presenter.waitAtEnd(player) }
      switch player.stop {
      case .moved(let next):
        place = next
        if takesSize { shown = resized(session, to: keys) }
      case nil where isLooping && !isTour: place = 0
      default: return end(player, keys, presenter)
      }
    }
  }

  /// Finds out how this terminal shows pictures: as blocks if it cannot show pixels.
  private func terminalDisplay() -> PictureDisplay {
    let size = run.console.size()
    let cell = size.cellWidth.flatMap { width in
      size.cellHeight.map { PixelSize(width: width, height: $0) }
    }
    let support = PictureSupport(environment: run.environment, cell: cell)
    let found: PictureDisplay? =
      switch support.hint(isTerminal: run.console.output.isTerminal) {
      case .off: nil
      case .known(let display): display
      case .ask:
        PictureAnswers(run.console.query(support.query, support.isComplete, 250))
          .display(on: support)
      }
    return found ?? PictureDisplay(mode: .blocks)
  }

  /// Returns a function that opens links as the prompt does.
  ///
  /// Failures are not reported to the script.
  private func linkOpener() -> @Sendable (String) -> Void {
    let opener = Opener.live(environment: run.environment)
    return { _ = opener.open($0, nil) }
  }

  /// Writes a remark to the presenter's terminal.
  ///
  /// Errors are ignored.
  private func tell(_ text: String, _ path: String) {
    // The terminal was tested before the first step.
    try? run.files.append(Array((harmless(text) + "\r\n").utf8), to: path)
  }

  private func resized(_ session: ScriptSession, to keys: WatchedKeys) -> ScriptSession {
    let size = keys.size
    // Leaves two rows for captions.
    return session.resized(
      ScriptSize(columns: min(size.columns, 400), rows: min(max(size.rows - 2, 5), 200)))
  }

  /// Returns the script, resized if requested.
  ///
  /// Otherwise warns if the window is too small; nil if the user quits.
  private func adapted(_ session: ScriptSession, to keys: WatchedKeys) -> ScriptSession? {
    if takesSize { return resized(session, to: keys) }
    let (size, wanted) = (keys.size, session.plan.header.size)
    // Captions are displayed below the script's rows.
    let isSaid = session.plan.cues.contains {
      if case .narration(_, isPrivate: false) = $0.kind { true } else { false }
    }
    let isTooSmall = size.columns < wanted.columns || size.rows < wanted.rows
    if isTooSmall || isSaid && size.rows == wanted.rows {
      run.say([
        isTooSmall
          ? "the script needs \(wanted.columns)x\(wanted.rows) cells; this terminal has "
            + "\(size.columns)x\(size.rows); --fit uses the size of the terminal; press any key to continue"
          : "this window has no row for the narration; --fit makes room; press any key to continue"
      ])
      // The script clears the screen, so leaves time to read the warning.
      if PresenterKey(keys.nextKey(within: 5000)) == .quit { return nil }
    }
    return session
  }

  private func end(
    _ player: Player, _ keys: WatchedKeys, _ presenter: Presenter
  ) -> ScriptReplayEnd {
    presenter.leave()
    keys.close()
    if let typed = presenter.typed { return .typed(typed) }
    if isTour { return .exit(.matched) }
    let report = ScriptReport(player)
    // An aborted step does not match, which is not reported.
    let wrong = report.exit == .interrupted ? 0 : report.faults.count
    if wrong > 0 {
      run.say([
        "≠ \(counted(wrong, "step")) not as expected; larder script check shows the differences"
      ])
    } else if report.exit != .matched, report.exit != .interrupted {
      run.say(report.summary)
    }
    return .exit(report.exit)
  }
}
