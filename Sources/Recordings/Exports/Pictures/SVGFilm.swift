import TerminalEmulator

/// All rows that a terminal ever shows below one another, rolled past its window.
///
/// Each row is a strip with the contents that it ever has side by side, and is moved so that the right one is seen.
/// So what scrolls moves one thing, and what is typed another.
struct SVGFilm {
  private(set) var drawings: SVGDrawings
  /// Where the whole is rolled to.
  private(set) var roll = Track()
  private(set) var cursor = Track()
  let width: Int
  private var strips: [RowStrip] = []

  init(_ film: SessionFilm, _ theme: PictureTheme) {
    drawings = SVGDrawings(RowPainter(film.screen, theme))
    width = film.size.columns * PictureMeasures.cellWidth
    var (top, scrolledCount) = (0, 0)
    for frame in film.frames {
      // Rows that nobody ever saw take no room.
      top += min(frame.scrolledCount - scrolledCount, film.size.rows)
      scrolledCount = frame.scrolledCount
      note(frame, rows: film.size.rows, top: top)
    }
    for row in strips.indices { strips[row].draw(&drawings) }
    drawings.define()
  }

  private mutating func note(_ frame: SessionFilm.Frame, rows: Int, top: Int) {
    let height = PictureMeasures.cellHeight
    roll.move(to: Track.Place(x: 0, y: -top * height), at: frame.time)
    var place = Track.Place(x: -99, y: 0)
    if let spot = frame.cursor {
      place = Track.Place(x: spot.column * PictureMeasures.cellWidth, y: (top + spot.row) * height)
    }
    cursor.move(to: place, at: frame.time)
    while strips.count < top + rows { strips.append(RowStrip()) }
    for row in 0..<rows {
      let shown = row < frame.grid.count ? frame.grid[row] : nil
      strips[top + row].show(shown, at: frame.time)
    }
  }

  /// The rows from the top.
  var rows: [SVGRow] {
    strips.enumerated().filter { !$1.isEmpty }.map { row, strip in
      let y = row * PictureMeasures.cellHeight + PictureMeasures.baseline
      return SVGRow(
        number: row, strip: strip.strip(drawings, width: width), curtain: strip.curtain(width),
        y: y,
        fixed: strip.onlyDrawing.map { drawings.element($0, y: y) })
    }
  }
}

/// One row as it moves.
struct SVGRow {
  var number: Int
  /// Its contents side by side.
  var strip: MovingGroup
  /// What covers the end of a content that is not typed to its end yet.
  var curtain: MovingGroup
  /// How far it is from the top, in pixels.
  var y: Int
  /// The element of a row that always shows the same; nil for others.
  var fixed: String?

  /// The row as an element.
  var element: String {
    if let fixed { return fixed }
    let content = strip.element("k\(number)") + curtain.element("q\(number)")
    return "<g transform=\"translate(0,\(y))\">\(content)</g>"
  }

  /// What moves, by the names of the keyframes.
  var tracks: [(String, Track)] { [("k\(number)", strip.track), ("q\(number)", curtain.track)] }
}
