import TerminalEmulator

/// The contents that one row has, side by side, and which is seen when.
///
/// A content that another one begins with is not drawn on its own: a curtain covers the rest of the longer one. So
/// a line that is typed is drawn once.
struct RowStrip {
  /// A content that is seen from a moment on.
  private struct Showing {
    var time: Int
    /// The place of the content; nil for an empty row.
    var slot: Int?
    /// How many cells of it are seen.
    var columns: Int
  }

  private var showings: [Showing] = []
  private var slots: [ArraySlice<ScreenCell>] = []
  private var places: [ArraySlice<ScreenCell>: Int] = [:]
  /// The number of the drawing of each content; nil for one that shows nothing.
  private var numbers: [Int?] = []
  private var last: ScreenRow?

  /// Whether it never shows anything.
  var isEmpty: Bool { slots.isEmpty }

  /// Notes what is seen from a moment on; nil for nothing.
  mutating func show(_ row: ScreenRow?, at time: Int) {
    if !showings.isEmpty, row == last { return }
    // What a row shows when it comes into sight, it may as well have shown before.
    let time = showings.isEmpty ? 0 : time
    last = row
    let cells = row.map { $0.cells[..<$0.shownColumns] } ?? []
    let slot = cells.isEmpty ? nil : slot(of: cells)
    showings.append(Showing(time: time, slot: slot, columns: cells.count))
  }

  private mutating func slot(of cells: ArraySlice<ScreenCell>) -> Int {
    if let slot = places[cells] { return slot }
    if let slot = showings.last?.slot {
      if slots[slot].starts(with: cells) { return slot }
      if cells.starts(with: slots[slot]) {
        places[slots[slot]] = nil
        (slots[slot], places[cells]) = (cells, slot)
        return slot
      }
    }
    places[cells] = slots.count
    slots.append(cells)
    return slots.count - 1
  }

  /// Draws all contents.
  mutating func draw(_ drawings: inout SVGDrawings) {
    numbers = slots.map { drawings.number(of: $0) }
    for case let number? in numbers { drawings.use(number) }
  }

  /// The drawing that it always shows; nil if it shows several, or none at times.
  var onlyDrawing: Int? { showings.count == 1 ? numbers.first ?? nil : nil }

  /// The contents, and how they are moved.
  func strip(_ drawings: SVGDrawings, width: Int) -> MovingGroup {
    var track = Track()
    for showing in showings {
      track.move(
        to: Track.Place(x: showing.slot.map { -width * $0 } ?? width, y: 0), at: showing.time)
    }
    let content = numbers.enumerated().map { slot, number in
      number.map { drawings.element($0, x: slot * width) } ?? ""
    }.joined()
    return MovingGroup(track: track, content: content)
  }

  /// What covers the cells that are not seen yet or no longer; nothing if that never happens.
  func curtain(_ width: Int) -> MovingGroup {
    var track = Track()
    for showing in showings {
      guard let slot = showing.slot else { continue }
      let isWhole = showing.columns == slots[slot].count
      let x = isWhole ? width : showing.columns * PictureMeasures.cellWidth
      track.move(to: Track.Place(x: x, y: 0), at: track.isStarted ? showing.time : 0)
    }
    if !track.isMoving { return MovingGroup(track: Track(), content: "") }
    let y = -PictureMeasures.baseline
    let box =
      "<rect class=\"q\" y=\"\(y)\" width=\"\(width)\" height=\"\(PictureMeasures.cellHeight)\"/>"
    return MovingGroup(track: track, content: box)
  }
}
