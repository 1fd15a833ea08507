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
      let sessions = chapter == nil ? try sessions(in: file) : [try open(file, chapter: chapter)]
      return try sessions.reduce(.matched) { exit, session in
        warn(of: session)
        let end = try chapter.map { try session.plan.cues(ofExistingChapter: $0).lowerBound }
        return exit.worse(try printTranscript(of: session, until: end, isQuiet: isQuiet))
      }
    }
  }

  /// Plays a session and prints its output, up to a cue.
  func printTranscript(
    of session: ScriptSession, until end: Int? = nil, isQuiet: Bool = false
  ) throws -> ScriptExit {
    let player = try play(session, for: TranscriptReader(self, until: end, isQuiet: isQuiet))
    let report = ScriptReport(player)
    if report.exit != .matched { say(report.summary) }
    return report.exit
  }

  /// Plays a script and prints all its events, for byte-by-byte comparison.
  ///
  /// - Returns: The exit status.
  package func printLog(of file: String) -> ScriptExit {
    saying {
      try sessions(in: file).reduce(.matched) { exit, session in
        let player = try play(session, .init(isLogged: true))
        print(player.log?.lines ?? [])
        return exit.worse(ScriptReport(player).exit)
      }
    }
  }
}

/// The delegate that prints a transcript, up to a cue.
private final class TranscriptReader: ScriptAudience {
  private let run: ScriptRun
  private let isQuiet: Bool

  init(_ run: ScriptRun, until end: Int?, isQuiet: Bool) {
    (self.run, self.isQuiet) = (run, isQuiet)
    super.init(until: end)
  }

  /// Prints output to standard output, and everything else to standard error.
  override func player(_ player: Player, adds event: SessionLog.Kind) {
    if isQuiet { return }
    switch event {
    case .chapter(let title): run.say(["== \(title)"])
    case .narration(let text): run.say(["% \(text)"])
    case .command(let line): run.say(["> \(line)"])
    case .edit(let keys, let line, let menu): run.say(["@ keys \(keys)", "_ \(line)"] + menu)
    case .line(.output, let line): run.print([PictureLine.shown(line)])
    case .line(.diagnostics, let line): run.say([line])
    default: break
    }
  }
}
