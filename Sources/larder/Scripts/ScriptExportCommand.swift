import ArgumentParser
import Films
import Recordings
import Staging

/// Exports a script as a recording, a film, a picture or a text.
struct ScriptExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Export a script as a recording, a film, a picture or a text.",
    discussion: """
      The extension decides the format: .cast (asciicast v2; --format cast3 for v3), .svg, .gif, .webp, .mp4, .webm, .png \
      (a still), .md, .txt, .typescript (with a timing file). The same script gives the same bytes on every machine.
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
      "The format: cast2, cast3, svg, still, png, gif, webp, mp4, webm, md, txt or script; by default, the extension of the file decides."
  )
  var format: ExportForm?

  @Option(
    help: ArgumentHelp("The moment of a still, by the name of its @ shot.", valueName: "name"))
  var shot: String?

  @Option(
    help: ArgumentHelp(
      "The moment of a still: the end of a chapter, by its title, the step at a line, as in L40, or a time, as in 12.5s.",
      valueName: "moment"))
  var at: String?

  @Flag(help: "Write a still of the end of each chapter; the files are named after them.")
  var allChapters = false

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

  @Option(
    help:
      "The colors of a picture: dark, light, or auto for the preference of the viewer, in an SVG.")
  var theme = Theme.dark

  @Option(help: "How often a film plays: once or forever.")
  var loop = "forever"

  @Flag(
    help: "Print a description of the session in words, for the page that embeds the picture.")
  var alt = false

  @OptionGroup var pixels: PixelFlags

  private var form: ExportForm? { format ?? ExportForm(path: output) }
  private var isStill: Bool { form == .still || form == .png }

  func validate() throws {
    guard let form else {
      throw ValidationError(Self.wayToConvert(to: output) ?? Self.unknownForm)
    }
    guard isStill || shot == nil && at == nil && !allChapters else {
      throw ValidationError(
        "--shot, --at and --all-chapters are for stills: .png, or --format still.")
    }
    guard [shot != nil, at != nil, allChapters].filter({ $0 }).count < 2 else {
      throw ValidationError("Choose one of --shot, --at and --all-chapters.")
    }
    guard ["once", "forever"].contains(loop) else {
      throw ValidationError("--loop is once or forever.")
    }
    guard theme != .auto || form == .svg || form == .still else {
      throw ValidationError("--theme auto is for .svg; pixels are dark or light.")
    }
    guard !alt || output != "-" else {
      throw ValidationError("--alt prints to standard output; name a file for the picture.")
    }
    try pixels.validate(for: form)
  }

  private static let unknownForm = "The file name has no known extension; choose a --format."

  /// Returns how another program converts an export to a file; nil for other file name extensions.
  private static func wayToConvert(to output: String) -> String? {
    switch output.split(separator: ".").last?.lowercased() {
    case "jpg", "jpeg", "pdf", "avif":
      "Larder makes no \(output). Export a .png or .svg, which other programs convert."
    case "apng", "mov", "mkv":
      "Larder makes no \(output). Export a .webp, .gif or .mp4."
    default: nil
    }
  }

  func run() throws {
    var export = ScriptExport(file, to: output, as: form ?? .txt)
    if let shot { export.moment = .moment(.shot(shot)) }
    if let at { export.moment = ExportMoment(at) }
    export.isOfAllChapters = allChapters
    export.chapter = chapter
    export.isComparing = verify
    export.isReplacing = force
    export.keepsKeys = withInput
    export.printsWords = alt
    export.pictures = PictureOptions(
      theme: theme == .dark ? .dark : .light, darkTheme: theme == .auto ? .dark : nil,
      isLooping: loop == "forever", showsKeys: showKeys)
    export.films = pixels.options(for: form)
    export.films.theme = export.pictures.theme
    export.films.isLooping = export.pictures.isLooping
    export.films.showsKeys = showKeys
    try leave(export.start())
  }
}

/// The flags of pictures and films in pixels.
struct PixelFlags: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The size of pixels, 1 to 3; 2 for a .png, 1 for a film.", valueName: "n"))
  var scale: Int?

  @Option(
    help: ArgumentHelp(
      "The font of a picture in pixels, a file such as a .ttf, instead of the built-in one.",
      valueName: "file"), completion: .file())
  var font: String?

  @Option(
    help: ArgumentHelp("The size of letters of a picture in pixels, 8 to 40.", valueName: "n"))
  var fontSize = 15

  @Option(
    help: ArgumentHelp(
      "The quality of a .webp, 0 to 100; without it, nothing is lost.", valueName: "n"))
  var quality: Int?

  /// Checks the values, and that the format has pixels if they are given.
  func validate(for form: ExportForm) throws {
    guard form.hasPixels || (scale == nil && font == nil && fontSize == 15) else {
      throw ValidationError(
        "--scale, --font and --font-size are for .png, .gif, .webp, .mp4 and .webm.")
    }
    guard quality == nil || form == .webp else {
      throw ValidationError("--quality is for .webp.")
    }
    guard scale.map({ 1...3 ~= $0 }) ?? true else {
      throw ValidationError("--scale is 1, 2 or 3.")
    }
    guard 8...40 ~= fontSize else { throw ValidationError("--font-size is 8 to 40.") }
    guard quality.map({ 0...100 ~= $0 }) ?? true else {
      throw ValidationError("--quality is 0 to 100.")
    }
  }

  /// Returns the options for a format.
  func options(for form: ExportForm?) -> FilmOptions {
    FilmOptions(
      scale: scale ?? (form == .png ? 2 : 1), letter: fontSize, font: font, quality: quality)
  }
}

/// The themes of pictures.
enum Theme: String, ExpressibleByArgument, CaseIterable {
  case dark, light, auto
}

extension ExportForm: ExpressibleByArgument {}
