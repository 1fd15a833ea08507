import Films
import LiveWorld
import Output
import Recordings
import Text
import World

/// The moment that a still shows.
package enum ExportMoment: Equatable, Sendable {
  case moment(StillMoment)
  /// After the step at a line of the script.
  case line(Int)

  /// Reads a moment: a line as in `L40`, a time as in `12.5s`, or the title of a chapter.
  package init(_ text: String) {
    if text.first == "L", let line = Int(text.dropFirst()), line > 0 {
      self = .line(line)
    } else if text.last == "s", let seconds = Double(text.dropLast()), 0...86_400 ~= seconds {
      self = .moment(.time(Int((seconds * 1_000_000).rounded())))
    } else {
      self = .moment(.chapter(text))
    }
  }

  /// The moment in the log of a session that was played up to it.
  var still: StillMoment {
    if case .moment(let moment) = self { moment } else { .end }
  }

  /// Returns the number of cues to play; nil for all of them.
  ///
  /// - Throws: ``ScriptRefusal`` if the script has no step at that line or before it.
  func cueCount(in plan: ScriptPlan) throws(ScriptRefusal) -> Int? {
    guard case .line(let line) = self else { return nil }
    let place = plan.cues.lastIndex { $0.script == 0 && $0.line <= line }
    guard let place else {
      throw ScriptRefusal(
        .invalid, "\(plan.scripts[0].path): there is no step at line \(line) or before it")
    }
    return place + 1
  }
}

extension ScriptExport {
  /// The duration and the size of a film for which there is advice.
  private static let (longFilm, largeFilm) = (5 * 60 * 1_000_000, 20_000_000)

  /// Returns the paths of the stills and what they show.
  ///
  /// - Throws: ``ScriptRefusal`` if a file exists that the user does not want to replace.
  func stills(of log: SessionLog) throws -> [(path: String, moment: StillMoment)] {
    guard isOfAllChapters else { return [(output, moment.still)] }
    let titles = log.chapters
    guard !titles.isEmpty else {
      throw ScriptRefusal(.invalid, "\(file): has no chapters, so there are no stills of them")
    }
    return try titles.enumerated().map { number, title in
      let path = Self.path(output, number + 1, title)
      if !isReplacing, !isComparing, let question = run.files.questionBeforeReplacing(path),
        !run.confirms(question)
      {
        throw notReplaced(path)
      }
      return (path, .chapter(title))
    }
  }

  /// Returns the path of the still of a chapter: `a.png` becomes `a-2-narrow-down.png`.
  static func path(_ output: String, _ number: Int, _ title: String) -> String {
    let words = title.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    let name = words.isEmpty ? "-\(number)" : "-\(number)-\(words.prefix(40))"
    guard let dot = output.lastIndex(of: "."), !output[dot...].contains("/") else {
      return output + name
    }
    return output[..<dot] + name + output[dot...]
  }

  /// Makes the pictures or the film, with progress at a terminal.
  func films(of log: SessionLog) throws -> [(String, [UInt8])] {
    if form == .png {
      return try stills(of: log).map { path, moment in
        let film = try FilmMaker(try Scene(log, at: moment), films).png()
        report(film, at: path)
        return (path, film.bytes)
      }
    }
    let scene = try Scene(log)
    let film = try withProgress { mayGoOn in
      let maker = try FilmMaker(scene, films, mayGoOn: mayGoOn)
      return switch form {
      case .gif: try maker.gif()
      case .webp: try maker.webp()
      default: try video(maker)
      }
    }
    report(film, at: output)
    advise(of: scene, bytes: film.bytes.count)
    return [(output, film.bytes)]
  }

  private func withProgress(
    _ body: (_ mayGoOn: @escaping (Int, Int) -> Bool) throws -> FilmMaker.Film
  ) throws -> FilmMaker.Film {
    let progress = Progress(
      "painting", on: run.console, environment: run.environment, now: { liveNow() })
    let interruptions = Interruptions.live()
    defer { progress.clear() }
    return try body { done, total in
      progress.show(done, of: total)
      return !interruptions.isRaised
    }
  }

  /// Warns of characters that the film does not show the same everywhere.
  private func report(_ film: FilmMaker.Film, at path: String) {
    if !film.borrowed.isEmpty {
      run.say([
        "\(path): the font lacks \(list(film.borrowed)); a font of this system has them, so the picture can differ on others"
      ])
    }
    if !film.missing.isEmpty {
      run.say(["\(path): no font of this system has \(list(film.missing)); boxes stand for them"])
    }
  }

  private func list(_ scalars: [Unicode.Scalar]) -> String {
    let shown = scalars.prefix(10).map { String($0) }.joined(separator: " ")
    return scalars.count > 10 ? "\(shown) and \(scalars.count - 10) more" : shown
  }

  /// Says what makes a long or large film shorter.
  private func advise(of scene: Scene, bytes: Int) {
    let isLong = scene.end > Self.longFilm
    guard isLong || bytes > Self.largeFilm else { return }
    let size = isLong ? "lasts \(scene.end / 60_000_000) minutes" : "has \(byteText(bytes))"
    run.say([
      "\(output): the film \(size). A faster `pace` and a shorter `gap` in the header, or --chapter, make it smaller."
    ])
  }
}
