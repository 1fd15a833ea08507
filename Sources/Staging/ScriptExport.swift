import Films
import LiveWorld
import Recordings
import Terminal
import World

/// The formats of exports.
package enum ExportForm: String, CaseIterable, Sendable {
  case cast2, cast3, svg, still, png, gif, webp, mp4, webm, md, txt, script

  /// Whether the format is a picture or a film in pixels.
  package var hasPixels: Bool { [.png, .gif, .webp, .mp4, .webm].contains(self) }

  /// How the terminal of a session shows pictures in pixels; nil for films.
  ///
  /// The players of casts show text alone.
  var display: PictureDisplay? {
    [.cast2, .cast3, .script].contains(self) ? PictureDisplay(mode: .blocks) : nil
  }

  /// Returns the format for a file name extension; nil if it is unknown.
  package init?(path: String) {
    switch path.split(separator: ".").last?.lowercased() {
    case "cast": self = .cast2
    case "svg": self = .svg
    case "png": self = .png
    case "gif": self = .gif
    case "webp": self = .webp
    case "mp4": self = .mp4
    case "webm": self = .webm
    case "md", "markdown": self = .md
    case "txt": self = .txt
    case "typescript": self = .script
    default: return nil
    }
  }
}

/// Exports a script as a recording, a picture or text.
package struct ScriptExport {
  /// The path of the script or Markdown file.
  let file: String
  /// The path of the output file; `-` for standard output.
  let output: String
  let form: ExportForm
  /// The moment of a still.
  package var moment = ExportMoment.moment(.end)
  /// Whether to write a still of each chapter, instead of one.
  package var isOfAllChapters = false
  /// The title of the only chapter to export; nil for the whole script.
  package var chapter: String?
  /// Whether existing files can be replaced without a question.
  package var isReplacing = false
  /// Whether to compare with the existing file instead of writing it.
  package var isComparing = false
  /// Whether to print a description of the session in words.
  package var printsWords = false
  /// Whether casts include key presses.
  package var keepsKeys = false
  /// The appearance of SVG pictures.
  package var pictures = PictureOptions()
  /// The appearance of pictures and films in pixels.
  package var films = FilmOptions()

  let run = ScriptRun()

  /// Creates an export.
  ///
  /// - Parameters:
  ///   - file: The path of the script or Markdown file.
  ///   - output: The path of the output file; `-` for standard output.
  ///   - form: The format.
  package init(_ file: String, to output: String, as form: ExportForm) {
    (self.file, self.output, self.form) = (file, output, form)
  }

  /// Plays the script, and writes or compares the output files.
  ///
  /// - Returns: The exit status.
  package func start() -> ScriptExit { run.saying(export) }

  private func export() throws -> ScriptExit {
    try requireProgram()
    let session = try run.open(file, chapter: chapter)
    try protectSources(of: session)
    try confirmReplacing()
    let cues = try chapter.map { try session.plan.cues(ofExistingChapter: $0) }
    let end = try moment.cueCount(in: session.plan) ?? cues?.upperBound
    let player = try run.play(
      session, .init(isLogged: true, firstSeenCue: cues?.lowerBound ?? 0),
      for: ScriptAudience(until: end), on: form.display)
    let report = ScriptReport(player)
    guard [.matched, .mismatch].contains(report.exit), let log = player.log else {
      run.say(report.summary)
      return report.exit
    }
    if !report.faults.isEmpty { run.say(report.summary) }
    var exit = report.exit
    for (path, bytes) in try outputs(log) {
      exit = exit.worse(try put(bytes, at: path))
    }
    if printsWords { run.print([log.words]) }
    return exit
  }

  /// Throws if the output would overwrite a source of the script.
  private func protectSources(of session: ScriptSession) throws(ScriptRefusal) {
    let target = run.files.absolute(output)
    let sources = session.sources.map { run.files.absolute($0) }
    guard sources.contains(where: { target == $0 || target.hasPrefix($0 + "/") }) else { return }
    throw ScriptRefusal(.unfit, "\(output): is what the script is made of; name another file")
  }

  /// Asks whether existing files can be replaced, before the script is played.
  ///
  /// - Throws: ``ScriptRefusal`` if not, or if nobody can be asked.
  private func confirmReplacing() throws(ScriptRefusal) {
    if isReplacing || isComparing || output == "-" { return }
    // The stills of chapters are named once their titles are known.
    if isOfAllChapters { return }
    for path in form == .script ? [output, output + ".timing"] : [output] {
      guard let question = run.files.questionBeforeReplacing(path), !run.confirms(question) else {
        continue
      }
      throw notReplaced(path)
    }
  }

  func notReplaced(_ path: String) -> ScriptRefusal {
    ScriptRefusal(.unfit, "\(path): exists already, and was not replaced; --force replaces it")
  }

  /// Returns the output files with their contents.
  private func outputs(_ log: SessionLog) throws -> [(String, [UInt8])] {
    switch form {
    case .cast2: return [(output, log.cast2(withInput: keepsKeys))]
    case .cast3: return [(output, log.cast3(withInput: keepsKeys))]
    case .svg: return [(output, try log.svg(pictures))]
    case .still:
      return try stills(of: log).map { ($0.path, try log.still($0.moment, pictures)) }
    case .png, .gif, .webp, .mp4, .webm: return try films(of: log)
    case .md: return [(output, Array(log.markdown().utf8))]
    case .txt: return [(output, Array(log.transcript().utf8))]
    case .script:
      let (typescript, timing) = log.typescript()
      return [(output, typescript), (output + ".timing", timing)]
    }
  }

  private func put(_ bytes: [UInt8], at path: String) throws -> ScriptExit {
    if path == "-" || path == "-.timing" {
      if path == "-" { _ = run.console.output.write(bytes) }
      return .matched
    }
    if isComparing {
      // An unreadable file differs, too.
      let isSame = (try? run.files.contents(of: path, limit: 64 << 20)) == bytes
      run.say([
        "\(path): \(isSame ? "is what the script makes" : "is not what the script makes now")"
      ])
      return isSame ? .matched : .mismatch
    }
    // Existing files were asked about before the script was played.
    _ = try run.files.writeNamed(bytes, to: path) { _ in true }
    run.say(["\(path): \(bytes.count) bytes"])
    return .matched
  }
}
