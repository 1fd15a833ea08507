/// The state of a pager: the lines that have arrived, and the visible part of them.
///
/// It writes nothing itself; ``draw()`` returns the output for the terminal.
package struct Pager: Sendable {
  /// How much text there is.
  package struct Extent: Equatable, Sendable {
    package var lines = 0
    package var bytes = 0

    package init() {}
  }

  /// A place in the text: a line, and the offset of a byte in it.
  package struct Place: Equatable, Sendable {
    package var line = 0
    var offset = 0

    package init() {}
  }

  /// A row of the text: the line, and the row within the line's layout.
  struct Position: Equatable, Comparable, Sendable {
    var line = 0
    var row = 0

    static func < (left: Position, right: Position) -> Bool {
      (left.line, left.row) < (right.line, right.row)
    }
  }

  /// A target that has not arrived yet.
  enum Goal: Sendable {
    case end
    /// The first line from `from` that matches the search.
    case match(from: Int)
  }

  /// The part of the screen to redraw, in addition to new rows at the bottom.
  enum Change: Sendable {
    case nothing, all
    /// A number of new rows at the top.
    case above(Int)
  }

  /// The number of lines to read before the first prompt, so that short texts are read completely.
  static let readAhead = 1000

  var lines = PagedLines()
  private(set) var isComplete = false
  private(set) var columns: Int
  /// The number of rows for text; one is reserved for the status line.
  private(set) var height: Int
  /// The first visible row, and the number of visible rows.
  var top = Position()
  var shown = 0
  /// The number of rows to append at the bottom as soon as they arrive.
  var wanted: Int
  var change = Change.nothing
  var goal: Goal?
  var search: PagerSearch?
  /// The row of the last match, while it is visible.
  var found: Position?
  /// The tables of the text: the line of each head, and the line after the table; nil while it has no end.
  private var tables: [(head: Int, end: Int?)] = []
  /// The row that is hidden by the head of its table; nil if none is.
  var covered: Position?
  /// Whether the pager has waited for a key.
  package internal(set) var hasPaused = false
  /// Whether the last output has redrawn rows, rather than only appended some.
  package internal(set) var hasRedrawn = false
  /// Whether the cursor is in the status line.
  var isStatusShown = false
  /// A message for the status line.
  package var message: String?
  private var layouts: [Int: LineRows] = [:]

  /// Creates a pager.
  ///
  /// - Parameters:
  ///   - columns: The width of the window in cells.
  ///   - rows: The height of the window in cells.
  ///   - shown: The start of the text, which is on the screen already; the rest waits for a key.
  package init(columns: Int, rows: Int, after shown: [UInt8] = []) {
    self.columns = max(2, columns)
    height = max(1, rows - 1)
    wanted = shown.isEmpty ? height : 0
    hasPaused = !shown.isEmpty
    lines.append(shown)
    (top, self.shown) = moved(Position(line: lines.count), up: height)
  }

  /// Appends text, which can end anywhere.
  package mutating func append(_ bytes: [UInt8]) { lines.append(bytes) }

  /// Marks the next line as the heading of a table, which stays visible while its rows are.
  package mutating func beginTable() { tables.append((lines.count, nil)) }

  /// Marks the end of the table.
  package mutating func endTable() {
    if let last = tables.indices.last { tables[last].end = lines.count }
  }

  /// Returns the heading of the table that contains a line below its heading; nil if none does.
  func head(of line: Int) -> Int? {
    tables.last { $0.head < line && line < $0.end ?? .max }?.head
  }

  /// The number of rows that the heading of a table occupies on a screen with a line at its top.
  func headRows(at line: Int) -> Int { height > 2 && head(of: line) != nil ? 1 : 0 }

  /// Marks the text as complete.
  package mutating func complete() {
    lines.complete()
    isComplete = true
  }

  /// Changes the window size.
  ///
  /// - Returns: Whether the width has changed.
  @discardableResult
  package mutating func resize(columns: Int, rows: Int) -> Bool {
    guard (max(2, columns), max(1, rows - 1)) != (self.columns, height) else { return false }
    let isOtherWidth = max(2, columns) != self.columns
    let start = place.offset
    let end = bottom.line
    (self.columns, height) = (max(2, columns), max(1, rows - 1))
    (layouts, found) = ([:], nil)
    if hasPaused { resume(at: top.line, start) } else { refit(upTo: end) }
    return isOtherWidth
  }

  /// Shows the text from a place.
  package mutating func resume(at place: Place) { resume(at: place.line, place.offset) }

  private mutating func resume(at line: Int, _ offset: Int) {
    top = Position(line: line, row: line < lines.count ? layout(line).row(at: offset) : 0)
    if isComplete { top = min(top, lastTop) }
    (shown, change, covered) = (0, .all, nil)
  }

  /// Removes the text, which is to be appended in another layout.
  package mutating func beginAgain() {
    (lines, tables, layouts, found) = (PagedLines(), [], [:], nil)
  }

  /// The text so far.
  package var extent: Extent { lines.extent }

  /// Returns the text between two extents.
  package func text(from start: Extent, to end: Extent) -> [UInt8] {
    lines.text(start.bytes..<end.bytes)
  }

  /// The place of the first visible row.
  package var place: Place {
    mutating get {
      var place = Place()
      place.line = top.line
      place.offset = lines.count > top.line ? layout(top.line).rows[top.row].bytes.lowerBound : 0
      return place
    }
  }

  /// Recounts the visible rows while the first screen is filling.
  private mutating func refit(upTo line: Int) {
    (top, shown) = moved(Position(line: line), up: height)
    wanted = height - shown
  }

  /// Whether the pager waits for a key.
  package var isPaused: Bool {
    mutating get {
      guard wanted == 0, goal == nil, hasPaused || isBeyond else { return false }
      return isComplete || lines.count - bottom.line >= Self.readAhead
    }
  }

  /// Whether the text continues below the screen.
  package var isBeyond: Bool {
    mutating get { shown >= height && bottom.line < lines.count }
  }

  /// Whether the last row of the complete text is visible.
  package var isAtEnd: Bool {
    mutating get { isComplete && bottom.line >= lines.count }
  }
}

/// Row arithmetic.
extension Pager {
  /// Returns the distance from the row below the text up to a line.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - rows: The number of rows from there that must be on the screen, too.
  /// - Returns: The distance; nil if they are not on the screen.
  package mutating func rowsUp(to line: Int, rows: Int) -> Int? {
    var (place, distance) = (top, 0)
    while place < Position(line: line), distance < shown {
      place = moved(place, down: 1).place
      distance += 1
    }
    return place == Position(line: line) && distance + rows <= shown ? shown - distance : nil
  }

  /// The row after the last visible one.
  var bottom: Position {
    mutating get { moved(top, down: shown).place }
  }

  /// The first visible row when the last row of the text is at the bottom.
  var lastTop: Position {
    mutating get { moved(Position(line: lines.count), up: height).place }
  }

  /// Returns the layout of a line.
  ///
  /// Layouts of long lines are cached.
  mutating func layout(_ line: Int) -> LineRows {
    if let known = layouts[line] { return known }
    let layout = LineRows(lines[line], columns: columns)
    if layout.rows.count > 8 {
      if layouts.count >= 8 { layouts = [:] }
      layouts[line] = layout
    }
    return layout
  }

  /// Returns the row a number of rows further down, limited by the text, with the actual number.
  mutating func moved(_ place: Position, down limit: Int) -> (place: Position, count: Int) {
    var place = place
    var left = limit
    while left > 0, place.line < lines.count {
      let rest = layout(place.line).rows.count - place.row
      if left < rest {
        place.row += left
        return (place, limit)
      }
      left -= rest
      place = Position(line: place.line + 1)
    }
    return (place, limit - left)
  }

  /// Returns the row a number of rows further up, limited by the text, with the actual number.
  mutating func moved(_ place: Position, up limit: Int) -> (place: Position, count: Int) {
    var place = place
    var left = limit
    while left > 0, place > Position() {
      if place.row >= left {
        place.row -= left
        return (place, limit)
      }
      left -= place.row
      place.row = 0
      guard left > 0, place.line > 0 else { break }
      place = Position(line: place.line - 1, row: layout(place.line - 1).rows.count - 1)
      left -= 1
    }
    return (place, limit - left)
  }
}

/// The lines of a text, in one contiguous buffer.
struct PagedLines: Sendable {
  private var bytes: [UInt8] = []
  /// The end of each line, after its line feed.
  private var ends: [Int] = []

  /// The number of complete lines.
  var count: Int { ends.count }

  /// Appends text, which can end within a line.
  ///
  /// - Complexity: O(*n*), where *n* is the number of new bytes.
  mutating func append(_ some: [UInt8]) {
    let start = bytes.count
    bytes += some
    for (offset, byte) in some.enumerated() where byte == 0x0A { ends.append(start + offset + 1) }
  }

  /// The number of complete lines, and of bytes.
  var extent: Pager.Extent {
    var extent = Pager.Extent()
    (extent.lines, extent.bytes) = (count, bytes.count)
    return extent
  }

  /// Returns bytes of the text.
  func text(_ range: Range<Int>) -> [UInt8] { Array(bytes[range.clamped(to: bytes.indices)]) }

  /// Ends the last line if it has no line feed.
  mutating func complete() {
    if bytes.count > ends.last ?? 0 { append([0x0A]) }
  }

  /// Returns a line without its line feed.
  subscript(line: Int) -> ArraySlice<UInt8> {
    bytes[(line > 0 ? ends[line - 1] : 0)..<ends[line] - 1]
  }
}
