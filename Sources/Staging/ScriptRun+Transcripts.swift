import Recordings

extension ScriptRun {
  /// Plays a script, and prints what its steps say.
  ///
  /// - Parameters:
  ///   - file: The path of a script, or of a Markdown file with scripts in it.
  ///   - chapter: The title of the chapter that it stops before; nil for none.
  ///   - isQuiet: Whether nothing is printed but what is not as it should be.
  /// - Returns: How it went.
  package func printTranscript(
    of file: String, until chapter: String?, isQuiet: Bool
  ) -> ScriptExit {
    saying {
      let session = try open(file)
      warn(of: session)
      let end = try chapter.map { title in
        guard let number = session.plan.chapter(named: title) else {
          throw ScriptRefusal(.invalid, "\(file): there is no chapter \"\(title)\"")
        }
        return number
      }
      let player = try play(session, for: TranscriptReader(self, until: end, isQuiet: isQuiet))
      let report = ScriptReport(player, isStrict: false)
      if report.exit != .matched { say(report.summary) }
      return report.exit
    }
  }

  /// Prints everything that a script shows, event by event, for comparing it byte by byte.
  ///
  /// - Returns: How it went.
  package func printLog(of file: String) -> ScriptExit {
    saying {
      let player = try play(open(file), .init(isLogged: true))
      let report = ScriptReport(player, isStrict: false)
      print(player.log?.lines ?? [])
      return report.exit
    }
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
