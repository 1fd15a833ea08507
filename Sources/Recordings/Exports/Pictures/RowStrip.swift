import TerminalEmulator

/// The contents that one row has over time, side by side, and when each is visible.
///
/// A content that is a prefix of another is not drawn separately: a curtain covers the rest of the longer
/// one. A line that is typed is therefore drawn once.
struct RowStrip {
  /// A content that is visible from a given time.
  private struct Showing {
    var time: Int
    /// The slot of the content; nil for an empty row.
    var slot: Int?
    /// The number of visible cells.
    var columns: Int
  }

  private var showings: [Showing] = []
  private var slots: [ArraySlice<ScreenCell>] = []
  private var places: [ArraySlice<ScreenCell>: Int] = [:]
  /// The drawing number of each content; nil for one that draws nothing.
  private var numbers: [Int?] = []
  private var last: ScreenRow?

  /// Whether the row is always empty.
  var isEmpty: Bool { slots.isEmpty }

  /// Sets the content from a given time; nil for an empty row.
  mutating func show(_ row: ScreenRow?, at time: Int) {
    if !showings.isEmpty, row == last { return }
    // The first content of a row can be visible from the start, since nothing showed before it.
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

  /// The drawing of a row that never changes; nil for other rows.
  var onlyDrawing: Int? { showings.count == 1 ? numbers.first ?? nil : nil }

  /// Returns the contents side by side, with their animation.
  func strip(_ drawings: SVGDrawings, width: Int) -> MovingGroup {
    var track = Track()
    for showing in showings {
      track.move(
        to: Track.Position(x: showing.slot.map { -width * $0 } ?? width, y: 0), at: showing.time)
    }
    let content = numbers.enumerated().map { slot, number in
      number.map { drawings.element($0, x: slot * width) } ?? ""
    }.joined()
    return MovingGroup(track: track, content: content)
  }

  /// Returns the box that covers the cells not yet visible; empty if all are always visible.
  func curtain(_ width: Int) -> MovingGroup {
    var track = Track()
    for showing in showings {
      guard let slot = showing.slot else { continue }
      let isWhole = showing.columns == slots[slot].count
      let x = isWhole ? width : showing.columns * SceneMeasures.standard.cellWidth
      track.move(to: Track.Position(x: x, y: 0), at: track.isStarted ? showing.time : 0)
    }
    if !track.isMoving { return MovingGroup(track: Track(), content: "") }
    let y = -SceneMeasures.standard.baseline
    let box =
      "<rect class=\"q\" y=\"\(y)\" width=\"\(width)\" height=\"\(SceneMeasures.standard.cellHeight)\"/>"
    return MovingGroup(track: track, content: box)
  }
}
