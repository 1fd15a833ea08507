import Text

/// Terminal output.
extension Pager {
  /// Returns the output that updates the screen, as far as the text has arrived.
  ///
  /// The cursor is at the start of the row below the text, or in the status line.
  package mutating func draw() -> [UInt8] {
    pursueGoal()
    var bytes: [UInt8] = []
    switch change {
    case .nothing: if wanted > 0 { bytes += uncover() }
    case .all: bytes += drawAll()
    case .above(let count): bytes += uncover() + drawAbove(count)
    }
    hasRedrawn = if case .nothing = change { false } else { true }
    change = .nothing
    bytes += scrollIn()
    if isPaused || goal != nil && hasPaused {
      hasPaused = true
      bytes += cover() + statusLine(status)
    }
    return bytes
  }

  /// Returns the output that erases the status line, and shows the row that the head of a table hides.
  package mutating func leave() -> [UInt8] { uncover() + eraseStatus() }

  /// Draws the head of the table at the top in place of the first row, if the head has scrolled out.
  private mutating func cover() -> [UInt8] {
    guard covered == nil, shown == height, headRows(at: top.line) > 0,
      let head = head(of: top.line)
    else { return [] }
    covered = top
    return atTop(Position(line: head))
  }

  /// Draws the row that is hidden, so that it can scroll.
  private mutating func uncover() -> [UInt8] {
    defer { covered = nil }
    return covered.map { atTop($0) } ?? []
  }

  /// Draws a row at the top of the screen, and returns the cursor.
  private mutating func atTop(_ place: Position) -> [UInt8] {
    Array("\u{1B}7\u{1B}[H\u{1B}[2K".utf8) + rendered(place, layout(place.line))
      + Array("\u{1B}[0m\u{1B}8".utf8)
  }

  /// Returns the output that erases the status line.
  ///
  /// The text is left unchanged.
  package mutating func eraseStatus() -> [UInt8] {
    defer { isStatusShown = false }
    return isStatusShown ? Array("\r\u{1B}[K".utf8) : []
  }

  /// Returns the output for an input line below the text.
  package mutating func entryLine(_ text: String) -> [UInt8] {
    isStatusShown = true
    return Array("\r\u{1B}[K\(clippedStart(of: text))".utf8)
  }

  /// Returns the end of a text that is too long for a row.
  private func clippedStart(of text: String) -> String {
    var text = text[...]
    while displayWidth(of: text) > columns - 1 { text = text.dropFirst() }
    return String(text)
  }

  private mutating func statusLine(_ text: String) -> [UInt8] {
    isStatusShown = true
    return Array("\r\u{1B}[K\u{1B}[7m\(clipped(text, to: columns - 1))\u{1B}[0m".utf8)
  }

  /// Appends rows at the bottom.
  ///
  /// Whole lines are wrapped by the terminal.
  private mutating func scrollIn() -> [UInt8] {
    var bytes = wanted > 0 ? eraseStatus() : []
    var place = bottom
    while wanted > 0, place.line < lines.count {
      let layout = layout(place.line)
      let count = min(wanted, layout.rows.count - place.row)
      for row in place.row..<place.row + count {
        bytes += rendered(Position(line: place.line, row: row), layout)
      }
      // A text that fits is written as it would be without a pager.
      bytes += hasPaused ? [0x0D, 0x0A] : [0x0A]
      (wanted, shown) = (wanted - count, shown + count)
      place = moved(place, down: count).place
    }
    if isComplete { wanted = 0 }
    if shown > height { (top, shown) = (moved(top, down: shown - height).place, height) }
    return bytes
  }

  /// Redraws the whole screen from its top left corner.
  private mutating func drawAll() -> [UInt8] {
    var bytes = Array("\u{1B}[H".utf8)
    var place = top
    (shown, covered) = (0, nil)
    while shown < height, place.line < lines.count {
      bytes += "\u{1B}[2K".utf8 + rendered(place, layout(place.line)) + [0x0D, 0x0A]
      place = moved(place, down: 1).place
      shown += 1
    }
    wanted = isComplete ? 0 : height - shown
    return bytes + "\u{1B}[J".utf8
  }

  /// Inserts rows at the top, which pushes others out at the bottom.
  private mutating func drawAbove(_ count: Int) -> [UInt8] {
    var bytes = Array(("\u{1B}[H" + String(repeating: "\u{1B}M", count: count)).utf8)
    var place = top
    for _ in 0..<count {
      bytes += rendered(place, layout(place.line)) + [0x0D, 0x0A]
      place = moved(place, down: 1).place
    }
    wanted = 0
    return bytes + "\u{1B}[\(height + 1)H".utf8
  }

  /// Returns the output for a row, independent of the styles before it.
  private func rendered(_ place: Position, _ layout: LineRows) -> [UInt8] {
    let (line, row) = (lines[place.line], layout.rows[place.row])
    func part(_ range: Range<Int>) -> ArraySlice<UInt8> {
      line[line.startIndex + range.lowerBound..<line.startIndex + range.upperBound]
    }
    let marks = search?.places(in: line, near: row.bytes) ?? []
    var bytes = (row.style.map { Array(part($0)) } ?? []) + (row.link.map { Array(part($0)) } ?? [])
    bytes += marks.isEmpty ? Array(part(row.bytes)) : marked(part(row.bytes), row.bytes, marks)
    guard layout.rows.count > 1, layout.hasSequences else { return bytes }
    return bytes + "\u{1B}[0m\u{1B}]8;;\u{1B}\\".utf8
  }

  /// Returns a part of a line with search matches in reverse video.
  private func marked(
    _ part: ArraySlice<UInt8>, _ range: Range<Int>, _ marks: [Range<Int>]
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    var marks = marks.drop { $0.upperBound <= range.lowerBound }
    var (isMarked, place) = (false, part.startIndex)
    for (piece, end) in LineTokens(part) {
      let offset = range.lowerBound + place - part.startIndex
      marks = marks.drop { $0.upperBound <= offset }
      if case .control = piece {
        // A style sequence ends reverse video.
        isMarked = false
      } else if isMarked != (marks.first.map { $0.contains(offset) } ?? false) {
        isMarked.toggle()
        bytes += isMarked ? "\u{1B}[7m".utf8 : "\u{1B}[27m".utf8
      }
      bytes += part[place..<end]
      place = end
    }
    return isMarked ? bytes + "\u{1B}[27m".utf8 : bytes
  }
}

/// The status line.
extension Pager {
  /// The keys, in one line.
  package static let help =
    "q leaves · space b page · j k line · d u half · g G ends · / find · n N again"

  /// The visible lines, the number of lines, and the main keys.
  var status: String {
    mutating get {
      if let message { return " \(message) " }
      let end = bottom
      let last = end.row > 0 ? end.line + 1 : end.line
      let count = isComplete ? "\(lines.count)" : "\(lines.count)+"
      let first = headRows(at: top.line) > 0 ? moved(top, down: 1).place : top
      let place = "lines \(first.line + 1)–\(last) of \(count)"
      if goal != nil { return " \(place) · searching, ^C stops " }
      let ways =
        (isAtEnd
          ? ["end · b back, / search, ", "end · "] : ["space next, / search, ", "space next, "])
        + [""]
      let said = ways.map { " \(place) · \($0)q leaves " }
      return said.first { displayWidth(of: $0) < columns } ?? " q leaves · \(place) "
    }
  }
}
