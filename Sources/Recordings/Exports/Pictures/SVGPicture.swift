import FoundationEssentials
import Terminal
import Text

/// A terminal window as SVG, animated or still.
struct SVGPicture {
  private let log: SessionLog
  private let options: PictureOptions
  private let scene: Scene
  private let layout: SceneLayout
  private let film: SVGFilm
  private let captions: CaptionStrip
  private let keys: KeyStrip

  /// The maximum size of a picture, in bytes.
  private static let limit = 8 << 20

  /// Creates a picture.
  ///
  /// - Parameters:
  ///   - log: The session, for the description.
  ///   - scene: What the picture shows.
  ///   - options: The appearance of the picture.
  init(_ log: SessionLog, _ scene: Scene, _ options: PictureOptions) {
    (self.log, self.scene, self.options) = (log, scene, options)
    layout = scene.layout()
    film = SVGFilm(scene, options)
    captions = CaptionStrip(scene)
    keys = KeyStrip(scene)
  }

  /// Returns the file.
  func bytes() throws(ExportProblem) -> [UInt8] {
    let (inner, style) = (body, stylesheet)
    let text = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(layout.width) \(layout.height)" \
      width="\(layout.width)" height="\(layout.height)" role="img" aria-labelledby="t d" \
      xml:space="preserve"><title id="t">\(xml(scene.title))</title><desc id="d">\(xml(log.transcript()))</desc>\
      <metadata>rcp 1 sha256:\(xml(log.digest))</metadata><style>\(style)</style>\
      <defs>\(pictures)\(film.drawings.definitions)</defs>\(inner)</svg>\n
      """
    let bytes = Array(text.utf8)
    guard bytes.count <= Self.limit else {
      throw .tooLarge(bytes: bytes.count, limit: Self.limit)
    }
    return bytes
  }

  /// The pictures of the terminal, which its rows show in parts.
  private var pictures: String {
    scene.pictures.pictures.sorted { $0.key < $1.key }.map { id, picture in
      let (width, height) = (
        picture.columns * layout.measures.cellWidth, picture.rows * layout.measures.cellHeight
      )
      let file = Data(picture.file).base64EncodedString()
      return """
        <image id="i\(id)" width="\(width)" height="\(height)" href="data:image/png;base64,\(file)"/>
        """
    }.joined()
  }

  /// The duration of one iteration, in milliseconds.
  private var duration: Int { max(1, (scene.end + 999) / 1000) }

  private var body: String { window + terminal + caption }

  /// The window frame, the title bar with three dots, and the title.
  private var window: String {
    let (theme, bar, corner) = (options.theme, layout.measures.bar, layout.corner)
    let dots = layout.buttons.map { button in
      let fill = RGBColor(button.color).css
      return
        "<circle cx=\"\(button.x)\" cy=\"\(button.y)\" r=\"\(button.radius)\" fill=\"\(fill)\"/>"
    }.joined()
    let (right, bottom) = (layout.width - 1, layout.height - 1)
    let arc = "A\(corner - 1).5 \(corner - 1).5 0 0 1"
    return """
      <rect\(darkClass("x")) x=".5" y=".5" width="\(right)" height="\(bottom)" rx="\(corner)" \
      fill="\(theme.background.css)" stroke="\(theme.edge.css)"/>\
      <path\(darkClass("y")) fill="\(theme.bar.css)" \
      d="M1 \(bar)V\(corner).5\(arc) \(corner).5 1H\(layout.width - corner).5\(arc) \(right) \(corner).5V\(bar)z"/>\
      \(dots)<text class="n w" x="\(layout.title.x)" y="\(layout.title.y)">\(xml(scene.barTitle))</text>
      """
  }

  /// The class attribute of an element whose colors depend on the viewer; empty if there is only one theme.
  private func darkClass(_ name: String) -> String {
    options.darkTheme == nil ? "" : " class=\"\(name)\""
  }

  private var terminal: String {
    let box = layout.terminal
    let rows = film.rows.map(\.element).joined()
    let roll = MovingGroup(track: film.roll, content: rows + cursor.element("kc"))
    let shownKeys = options.showsKeys ? keys.strip.element("ky") : ""
    return """
      <svg x="\(box.x)" y="\(box.y)" width="\(box.width)" height="\(box.height)">\
      \(roll.element("kr"))\(shownKeys)</svg>
      """
  }

  private var cursor: MovingGroup {
    let (width, height) = (layout.measures.cellWidth, layout.measures.cellHeight)
    let box = "<rect class=\"u\" width=\"\(width)\" height=\"\(height)\"/>"
    return MovingGroup(track: film.cursor, content: box)
  }

  private var caption: String {
    guard let box = layout.captions, let edge = layout.captionEdge else { return "" }
    return """
      <path\(darkClass("z")) stroke="\(options.theme.edge.css)" d="M1 \(edge).5H\(layout.width - 1)"/>\
      <svg class="n" x="\(box.x)" y="\(box.y)" width="\(box.width)" height="\(box.height)">\
      \(captions.strip.element("kn"))</svg>
      """
  }
}

extension SVGPicture {
  private var stylesheet: String {
    let theme = options.theme
    let classes = film.drawings.painter.classes.enumerated().map { ".c\($0){\($1.css)}" }.joined()
    let style = """
      text{font:\(SceneMeasures.standard.letter)px ui-monospace,SFMono-Regular,Menlo,Consolas,\
      'DejaVu Sans Mono','Liberation Mono',monospace;fill:\(theme.foreground.css);white-space:pre}\
      .w{text-anchor:middle}.q{fill:\(theme.background.css)}.u{fill:\(theme.foreground.css);fill-opacity:.5}\
      path{shape-rendering:crispEdges}text.n,.n text{font:14px system-ui,-apple-system,\
      'Segoe UI',sans-serif;fill:\(theme.caption.css)}.n text.h{font-weight:600;\
      fill:\(theme.foreground.css)}.k{fill:\(theme.bar.css);stroke:\(theme.edge.css)}\(classes)
      """
    return style + darkRules + animations
  }

  /// The rules for viewers who prefer dark pictures; empty if there is only one theme.
  private var darkRules: String {
    guard let theme = options.darkTheme else { return "" }
    let painter = film.drawings.painter
    let classes = painter.classes.enumerated().map { number, look in
      look.color?.dark.map { ".c\(number){fill:\($0.css)}" } ?? ""
    }
    let fills = painter.darkFills.map(\.css).sorted().map { ".d\($0.dropFirst()){fill:\($0)}" }
    return """
      @media (prefers-color-scheme:dark){text{fill:\(theme.foreground.css)}\
      .q{fill:\(theme.background.css)}.u{fill:\(theme.foreground.css)}\
      text.n,.n text{fill:\(theme.caption.css)}.n text.h{fill:\(theme.foreground.css)}\
      .k,.y{fill:\(theme.bar.css)}.k,.x,.z{stroke:\(theme.edge.css)}\
      .x{fill:\(theme.background.css)}\((classes + fills).joined())}
      """
  }

  /// The animations, disabled for viewers who prefer reduced motion.
  private var animations: String {
    var tracks = film.rows.flatMap(\.tracks)
    tracks += [("kr", film.roll), ("kc", film.cursor), ("kn", captions.strip.track)]
    if options.showsKeys { tracks.append(("ky", keys.strip.track)) }
    let moving = tracks.filter { $1.isMoving }
    if moving.isEmpty { return "" }
    let frames = moving.map { $1.keyframes($0, duration: duration) }.joined()
    let count = options.isLooping ? "infinite" : "forwards"
    return """
      .s{animation:\(duration)ms step-end \(count)}\(frames)\
      @media (prefers-reduced-motion:reduce){.s{animation:none!important}}
      """
  }
}

extension SessionLog {
  /// Returns the session as an animated SVG picture; a session with a single frame gives a still.
  ///
  /// - Throws: ``ExportProblem`` if there are too many frames or bytes.
  package func svg(_ options: PictureOptions = PictureOptions()) throws(ExportProblem) -> [UInt8] {
    try SVGPicture(self, try Scene(self), options).bytes()
  }

  /// Returns one moment of the session as an SVG picture.
  ///
  /// - Parameters:
  ///   - moment: The moment.
  ///   - options: The appearance of the picture.
  /// - Returns: The file.
  /// - Throws: ``ExportProblem`` if there is no such moment.
  package func still(
    _ moment: StillMoment = .end, _ options: PictureOptions = PictureOptions()
  ) throws(ExportProblem) -> [UInt8] {
    var options = options
    options.showsKeys = false
    return try SVGPicture(
      try ending(at: moment), try Scene(self, at: moment), options
    ).bytes()
  }
}

/// Escapes text for XML 1.0 content and attributes.
///
/// Characters that XML does not allow are removed.
package func xml(_ text: some StringProtocol) -> String {
  if text.utf8.allSatisfy({ $0 >= 0x40 && $0 < 0x7F || $0 == 0x20 || 0x28...0x3B ~= $0 }) {
    return String(text)
  }
  var out = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": out += "&amp;"
    case "<": out += "&lt;"
    case ">": out += "&gt;"
    case "\"": out += "&quot;"
    case "'": out += "&#39;"
    case "\n": out += "\n"
    case _ where isHarmful(scalar) || scalar.value & 0xFFFE == 0xFFFE: break
    default: out.unicodeScalars.append(scalar)
    }
  }
  return out
}
