import TerminalEmulator

/// All rows that a terminal ever displays, in one column that scrolls past its window.
///
/// Each row is a strip of the contents that it has over time, moved so that the current one is visible.
/// Scrolling therefore animates one element, and typing another.
struct SVGFilm {
  private(set) var drawings: SVGDrawings
  /// The scroll position.
  private(set) var roll = Track()
  private(set) var cursor = Track()
  let width: Int
  private var strips: [RowStrip] = []

  init(_ scene: Scene, _ options: PictureOptions) {
    let film = scene.film
    drawings = SVGDrawings(RowPainter(scene, options.theme, dark: options.darkTheme))
    width = film.size.columns * SceneMeasures.standard.cellWidth
    var (top, scrolledCount) = (0, 0)
    for frame in film.frames {
      // Rows that scrolled by between two frames take no space.
      top += min(frame.scrolledCount - scrolledCount, film.size.rows)
      scrolledCount = frame.scrolledCount
      note(frame, rows: film.size.rows, top: top)
    }
    for row in strips.indices { strips[row].draw(&drawings) }
    drawings.define()
  }

  private mutating func note(_ frame: SceneFrame, rows: Int, top: Int) {
    let height = SceneMeasures.standard.cellHeight
    roll.move(to: Track.Position(x: 0, y: -top * height), at: frame.time)
    var place = Track.Position(x: -99, y: 0)
    if let spot = frame.cursor {
      place = Track.Position(
        x: spot.column * SceneMeasures.standard.cellWidth, y: (top + spot.row) * height)
    }
    cursor.move(to: place, at: frame.time)
    while strips.count < top + rows { strips.append(RowStrip()) }
    for row in 0..<rows {
      let shown = row < frame.grid.count ? frame.grid[row] : nil
      strips[top + row].show(shown, at: frame.time)
    }
  }

  /// The rows, from the top.
  var rows: [SVGRow] {
    strips.enumerated().filter { !$1.isEmpty }.map { row, strip in
      let y = row * SceneMeasures.standard.cellHeight + SceneMeasures.standard.baseline
      return SVGRow(
        number: row, strip: strip.strip(drawings, width: width), curtain: strip.curtain(width),
        y: y,
        fixed: strip.onlyDrawing.map { drawings.element($0, y: y) })
    }
  }
}

/// A row and its animations.
struct SVGRow {
  var number: Int
  /// The contents of the row, side by side.
  var strip: MovingGroup
  /// The cover of the part that is not typed yet.
  var curtain: MovingGroup
  /// The distance from the top, in pixels.
  var y: Int
  /// The element of a row that never changes; nil for other rows.
  var fixed: String?

  /// The row as an element.
  var element: String {
    if let fixed { return fixed }
    let content = strip.element("k\(number)") + curtain.element("q\(number)")
    return "<g transform=\"translate(0,\(y))\">\(content)</g>"
  }

  /// The animations, by the name of their keyframes.
  var tracks: [(String, Track)] { [("k\(number)", strip.track), ("q\(number)", curtain.track)] }
}
