import Recordings

extension ScriptRun {
  /// Plays a script and prints its output.
  ///
  /// - Parameters:
  ///   - file: The path of the script or Markdown file.
  ///   - chapter: The title of the chapter to stop before; nil for none.
  ///   - isQuiet: Whether to print only mismatches.
  /// - Returns: The exit status.
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
      let report = ScriptReport(player)
      if report.exit != .matched { say(report.summary) }
      return report.exit
    }
  }

  /// Plays a script and prints all its events, for byte-by-byte comparison.
  ///
  /// - Returns: The exit status.
  package func printLog(of file: String) -> ScriptExit {
    saying {
      let player = try play(open(file), .init(isLogged: true))
      let report = ScriptReport(player)
      print(player.log?.lines ?? [])
      return report.exit
    }
  }
}

/// The delegate that prints a transcript, up to a cue.
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

  /// Prints output to standard output, and everything else to standard error.
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
