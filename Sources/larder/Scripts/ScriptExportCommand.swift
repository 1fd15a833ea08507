import ArgumentParser
import Recordings
import Staging

/// Exports a script as a recording, a picture or a text.
struct ScriptExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Export a script as a recording, a picture or a text.",
    discussion: """
      The extension decides the format: .cast (asciicast v2; --format cast3 for v3), .svg, .md, .txt, .typescript \
      (with a timing file). The same script gives the same bytes on every machine.
      """)

  @Argument(
    help: "A script, or a Markdown file with fenced blocks marked rcp.", completion: .file())
  var file: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write; - is standard output.", valueName: "out"))
  var output: String

  @Option(
    help:
      "The format: cast2, cast3, svg, still, md, txt or script; by default, the extension of the file decides."
  )
  var format: ExportForm?

  @Option(
    help: ArgumentHelp("The moment of a still, by the name of its @ shot.", valueName: "name"))
  var shot: String?

  @Option(help: ArgumentHelp("Export only this chapter.", valueName: "title"))
  var chapter: String?

  @Flag(help: "Compare with the existing file; exit with 1 if it differs.")
  var verify = false

  @Flag(help: "Replace an existing file without a question.")
  var force = false

  @Flag(help: "Include the keys in a cast.")
  var withInput = false

  @Flag(help: "Show the keys in a picture.")
  var showKeys = false

  @Option(help: "The colors of a picture: dark, light, or auto for the preference of the viewer.")
  var theme = Theme.dark

  @Option(help: "How often an animated picture plays: once or forever.")
  var loop = "forever"

  func validate() throws {
    guard format != nil || ExportForm(path: output) != nil else {
      throw ValidationError(Self.wayToConvert(to: output) ?? Self.unknownForm)
    }
    guard shot == nil || (format ?? ExportForm(path: output)) == .still else {
      throw ValidationError("--shot is for --format still.")
    }
    guard ["once", "forever"].contains(loop) else {
      throw ValidationError("--loop is once or forever.")
    }
  }

  private static let unknownForm = "The file name has no known extension; choose a --format."

  /// Returns how another program converts an export to a file; nil for other file name extensions.
  private static func wayToConvert(to output: String) -> String? {
    let rest = "docs/scripts.md shows each step"
    switch output.split(separator: ".").last?.lowercased() {
    case "png", "jpg", "jpeg", "webp", "pdf":
      return "Larder makes no \(output). Export a still, then convert it: "
        + "--format still -o a.svg, then rsvg-convert -z 2 a.svg -o a.png; \(rest)."
    case "gif", "mp4", "webm", "apng", "mov":
      return "Larder makes no \(output). Export a moving .svg, take pictures of it in a browser, "
        + "and join them with ffmpeg; \(rest)."
    default: return nil
    }
  }

  func run() throws {
    var export = ScriptExport(file, to: output, as: format ?? ExportForm(path: output) ?? .txt)
    export.shot = shot
    export.chapter = chapter
    export.isComparing = verify
    export.isReplacing = force
    export.keepsKeys = withInput
    export.pictures = PictureOptions(
      theme: theme == .dark ? .dark : .light, darkTheme: theme == .auto ? .dark : nil,
      isLooping: loop == "forever", showsKeys: showKeys)
    try leave(export.start())
  }
}

/// The themes of pictures.
enum Theme: String, ExpressibleByArgument, CaseIterable {
  case dark, light, auto
}

extension ExportForm: ExpressibleByArgument {}
