/// A text that is longer than its window: the lines that have come, and the part of them that is in view.
///
/// It writes nothing itself: what a terminal is to be sent comes from ``draw()``.
package struct Pager: Sendable {
  /// A row of the text: its line, and which of the rows that the line takes.
  struct Place: Equatable, Comparable, Sendable {
    var line = 0
    var row = 0

    static func < (left: Place, right: Place) -> Bool {
      (left.line, left.row) < (right.line, right.row)
    }
  }

  /// What is sought and has not come yet.
  enum Goal: Sendable {
    case end
    /// A line that the search finds, none before `line`.
    case match(from: Int)
  }

  /// What has to be drawn beside the rows that are wanted.
  enum Change: Sendable {
    case nothing, all
    /// So many rows come in at the top.
    case above(Int)
  }

  /// How many lines are taken in before anybody is asked for a key, so that short texts are known whole.
  static let readAhead = 1000

  var lines = PagedLines()
  private(set) var isComplete = false
  private(set) var columns: Int
  /// How many rows of text a screen has; one is left for the status.
  private(set) var height: Int
  /// The first row in view, and how many are.
  var top = Place()
  var shown = 0
  /// How many rows are to come in at the bottom as soon as they are there.
  var wanted: Int
  var change = Change.nothing
  var goal: Goal?
  var search: PagerSearch?
  /// The row that was found last, while it is in view.
  var found: Place?
  /// Whether anybody was asked for a key.
  var hasPaused = false
  /// Whether the cursor is in a line of ours and not of the text.
  var isStatusShown = false
  /// What the last key has to say.
  package var message: String?
  private var layouts: [Int: LineRows] = [:]

  /// A pager for a window of a size, in cells.
  package init(columns: Int, rows: Int) {
    self.columns = max(2, columns)
    height = max(1, rows - 1)
    wanted = height
  }

  /// Takes more of the text, which may end anywhere.
  package mutating func append(_ bytes: [UInt8]) { lines.append(bytes) }

  /// Knows from now on that nothing more comes.
  package mutating func complete() {
    lines.complete()
    isComplete = true
  }

  /// Takes over another size of the window.
  package mutating func resize(columns: Int, rows: Int) {
    guard (max(2, columns), max(1, rows - 1)) != (self.columns, height) else { return }
    let start = lines.count > top.line ? layout(top.line).rows[top.row].bytes.lowerBound : 0
    let end = bottom.line
    (self.columns, height) = (max(2, columns), max(1, rows - 1))
    (layouts, found) = ([:], nil)
    guard hasPaused else { return refit(upTo: end) }
    top.row = lines.count > top.line ? layout(top.line).row(at: start) : 0
    if isComplete { top = min(top, lastTop) }
    (shown, change) = (0, .all)
  }

  /// Counts anew what stands on the screen while it is still filling.
  private mutating func refit(upTo line: Int) {
    (top, shown) = moved(Place(line: line), up: height)
    wanted = height - shown
  }

  /// Whether a key decides on what comes next.
  package var isPaused: Bool {
    mutating get {
      guard wanted == 0, goal == nil, hasPaused || isBeyond else { return false }
      return isComplete || lines.count - bottom.line >= Self.readAhead
    }
  }

  /// Whether the text goes on below the screen.
  package var isBeyond: Bool {
    mutating get { shown >= height && bottom.line < lines.count }
  }

  /// Whether the last row of the text is in view, and no more come.
  package var isAtEnd: Bool {
    mutating get { isComplete && bottom.line >= lines.count }
  }
}

/// Where rows are.
extension Pager {
  /// The row after the last in view.
  var bottom: Place {
    mutating get { moved(top, down: shown).place }
  }

  /// The first row in view where the last one is the text's last.
  var lastTop: Place {
    mutating get { moved(Place(line: lines.count), up: height).place }
  }

  /// The rows that a line takes; those of long lines are remembered.
  mutating func layout(_ line: Int) -> LineRows {
    if let known = layouts[line] { return known }
    let layout = LineRows(lines[line], columns: columns)
    if layout.rows.count > 8 {
      if layouts.count >= 8 { layouts = [:] }
      layouts[line] = layout
    }
    return layout
  }

  /// The place so many rows further down, or as many as there are.
  mutating func moved(_ place: Place, down limit: Int) -> (place: Place, count: Int) {
    var place = place
    var left = limit
    while left > 0, place.line < lines.count {
      let rest = layout(place.line).rows.count - place.row
      if left < rest {
        place.row += left
        return (place, limit)
      }
      left -= rest
      place = Place(line: place.line + 1)
    }
    return (place, limit - left)
  }

  /// The place so many rows further up, likewise.
  mutating func moved(_ place: Place, up limit: Int) -> (place: Place, count: Int) {
    var place = place
    var left = limit
    while left > 0, place > Place() {
      if place.row >= left {
        place.row -= left
        return (place, limit)
      }
      left -= place.row
      place.row = 0
      guard left > 0, place.line > 0 else { break }
      place = Place(line: place.line - 1, row: layout(place.line - 1).rows.count - 1)
      left -= 1
    }
    return (place, limit - left)
  }
}

/// The lines of a long text as far as they have come, in one block of memory.
struct PagedLines: Sendable {
  private var bytes: [UInt8] = []
  /// Where each line ends, behind its line feed.
  private var ends: [Int] = []

  /// How many whole lines there are.
  var count: Int { ends.count }

  /// Takes more of the text, which may end within a line.
  ///
  /// - Complexity: O(*n*) in the bytes that are new.
  mutating func append(_ some: [UInt8]) {
    let start = bytes.count
    bytes += some
    for (offset, byte) in some.enumerated() where byte == 0x0A { ends.append(start + offset + 1) }
  }

  /// Makes a line of what came behind the last line feed.
  mutating func complete() {
    if bytes.count > ends.last ?? 0 { append([0x0A]) }
  }

  /// A line without its end.
  subscript(line: Int) -> ArraySlice<UInt8> {
    bytes[(line > 0 ? ends[line - 1] : 0)..<ends[line] - 1]
  }
}
