import ArgumentParser
import LiveWorld
import Recordings
import World

/// What a script can be exported as.
enum ExportForm: String, CaseIterable, ExpressibleByArgument {
  case cast2, cast3, svg, still, md, txt, script

  /// The form that the end of a name asks for.
  init?(path: String) {
    switch path.split(separator: ".").last?.lowercased() {
    case "cast": self = .cast2
    case "svg": self = .svg
    case "md", "markdown": self = .md
    case "txt": self = .txt
    case "typescript": self = .script
    default: return nil
    }
  }
}

/// Makes a recording or a picture of a script.
struct ScriptExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Make a recording, a picture or a text of a script.",
    discussion: """
      The end of the name says what: .cast (asciicast v2; --format cast3 for v3), .svg, .md, .txt, .typescript (with \
      its timing beside it). The same script makes the same bytes everywhere.
      """)

  @Argument(
    help: "A script, or a Markdown file with fenced blocks that say rcp.", completion: .file())
  var file: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write; - is standard output.", valueName: "out"))
  var output: String

  @Option(help: "cast2, cast3, svg, still, md, txt or script, whatever the name says.")
  var format: ExportForm?

  @Option(help: ArgumentHelp("The moment of a still: the name of a @ shot.", valueName: "name"))
  var shot: String?

  @Flag(help: "Compare with the file that is there; exit with 1 if it is another.")
  var verify = false

  @Flag(help: "Keep the keys in a cast.")
  var withInput = false

  @Flag(help: "Show the keys in a picture.")
  var showKeys = false

  @Option(help: "The colors of a picture: dark or light.")
  var theme = "dark"

  @Option(help: "Whether a picture begins anew: once or forever.")
  var loop = "forever"

  func validate() throws {
    guard format != nil || ExportForm(path: output) != nil else {
      throw ValidationError("The name does not say what to make; name a --format.")
    }
    guard shot == nil || (format ?? ExportForm(path: output)) == .still else {
      throw ValidationError("--shot is for --format still.")
    }
    guard ["dark", "light"].contains(theme) else {
      throw ValidationError("--theme is dark or light.")
    }
    guard ["once", "forever"].contains(loop) else {
      throw ValidationError("--loop is once or forever.")
    }
  }

  func run() throws {
    let run = ScriptRun()
    do {
      try leave(export(run))
    } catch let error as ExitCode {
      throw error
    } catch {
      try leave(run.say(error))
    }
  }

  private func export(_ run: ScriptRun) throws -> ScriptExit {
    let session = try run.open(file)
    try protectSources(of: session, run)
    let player = try run.play(session, .init(isLogged: true))
    let report = ScriptReport(player, isStrict: false)
    guard [.matched, .mismatch].contains(report.exit), let log = player.log else {
      run.say(report.summary)
      return report.exit
    }
    if !report.faults.isEmpty { run.say(report.summary) }
    var exit = report.exit
    for (path, bytes) in try outputs(log) {
      exit = exit.worse(try put(bytes, at: path, run))
    }
    return exit
  }

  /// Makes sure that nothing is written over what the script is made of.
  private func protectSources(
    of session: ScriptSession, _ run: ScriptRun
  ) throws(ScriptRefusal) {
    let target = run.files.absolute(output)
    let sources = session.sources.map { run.files.absolute($0) }
    guard sources.contains(where: { target == $0 || target.hasPrefix($0 + "/") }) else { return }
    throw ScriptRefusal(.unfit, "\(output): is what the script is made of; name another file")
  }

  /// The files to write, with their bytes.
  private func outputs(_ log: SessionLog) throws -> [(String, [UInt8])] {
    let options = PictureOptions(
      theme: theme == "light" ? .light : .dark, isLooping: loop == "forever", showsKeys: showKeys)
    switch format ?? ExportForm(path: output) ?? .txt {
    case .cast2: return [(output, log.cast2(withInput: withInput))]
    case .cast3: return [(output, log.cast3(withInput: withInput))]
    case .svg: return [(output, try log.svg(options))]
    case .still: return [(output, try log.still(shot, options))]
    case .md: return [(output, Array(log.markdown().utf8))]
    case .txt: return [(output, Array(log.transcript().utf8))]
    case .script:
      let (typescript, timing) = log.typescript()
      return [(output, typescript), (output + ".timing", timing)]
    }
  }

  private func put(_ bytes: [UInt8], at path: String, _ run: ScriptRun) throws -> ScriptExit {
    if path == "-" || path == "-.timing" {
      if path == "-" { _ = run.console.output.write(bytes) }
      return .matched
    }
    if verify {
      // A file that cannot be read is not what the script makes either.
      let isSame = (try? run.files.contents(of: path, limit: 64 << 20)) == bytes
      run.say([
        "\(path): \(isSame ? "is what the script makes" : "is not what the script makes now")"
      ])
      return isSame ? .matched : .mismatch
    }
    try run.files.requireFolder(of: path)
    try run.files.write(bytes, to: path, replacing: true)
    run.say(["\(path): \(bytes.count) bytes"])
    return .matched
  }
}
