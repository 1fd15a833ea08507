import Terminal

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
    for number in strips.flatMap(\.slots) { drawings.use(number) }
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
      strips[top + row].show(shown, at: frame.time, &drawings, width: width)
    }
  }

  /// The parts that move or do not, the rows first, by the names of their keyframes.
  var parts: [(name: String, group: MovingGroup, y: Int)] {
    strips.enumerated().filter { !$1.slots.isEmpty }.map { row, strip in
      let content = strip.slots.enumerated().map { drawings.element($1, x: $0 * width) }.joined()
      let y = row * PictureMeasures.cellHeight + PictureMeasures.baseline
      return ("k\(row)", MovingGroup(track: strip.track, content: content), y)
    }
  }
}

/// The contents that one row has, side by side, and which is seen when.
private struct RowStrip {
  var track = Track()
  /// The number of each drawing, in the order in which they come up.
  var slots: [Int] = []
  private var last: ScreenRow?

  mutating func show(
    _ row: ScreenRow?, at time: Int, _ drawings: inout SVGDrawings, width: Int
  ) {
    if track.isStarted, row == last { return }
    // What a row shows when it comes into sight, it may as well have shown before.
    let time = track.isStarted ? time : 0
    last = row
    guard let number = row.flatMap({ drawings.number(of: $0) }) else {
      return track.move(to: Track.Place(x: width, y: 0), at: time)
    }
    let slot = slots.firstIndex(of: number) ?? slots.count
    if slot == slots.count { slots.append(number) }
    track.move(to: Track.Place(x: -width * slot, y: 0), at: time)
  }
}
