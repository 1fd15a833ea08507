/// A line as a window of some width shows it: the rows that it takes.
struct LineRows: Sendable {
  /// A part of the line that fills a row.
  struct Row: Equatable, Sendable {
    /// Its bytes, counted from the start of the line.
    var bytes: Range<Int>
    /// The sequences before it that are in force in it: of its style, and of its link.
    var style: Range<Int>?
    var link: Range<Int>?
  }

  private(set) var rows: [Row] = []
  /// Whether a style or a link begins in the line.
  private(set) var hasSequences = false

  /// Breaks a line where a terminal does that wraps lines.
  ///
  /// - Complexity: O(*n*).
  init(_ line: ArraySlice<UInt8>, columns: Int) {
    let origin = line.startIndex
    var row = Row(bytes: 0..<0)
    var (style, link): (Range<Int>?, Range<Int>?)
    var (column, place) = (0, origin)
    for (piece, end) in LinePieces(line) {
      switch piece {
      case .control:
        hasSequences = true
        style = Self.isReset(line[place..<end]) ? nil : place - origin..<end - origin
      case .command:
        hasSequences = true
        link = Self.isLinkEnd(line[place..<end]) ? nil : place - origin..<end - origin
      case .tab: column = min(column / 8 * 8 + 8, columns)
      case .character(let width):
        if column + width > columns, column > 0, width > 0 {
          row.bytes = row.bytes.lowerBound..<place - origin
          rows.append(row)
          row = Row(bytes: place - origin..<place - origin, style: style, link: link)
          column = 0
        }
        column += width
      }
      place = end
    }
    row.bytes = row.bytes.lowerBound..<line.count
    rows.append(row)
  }

  /// The row that has a byte of the line.
  func row(at offset: Int) -> Int {
    var (first, last) = (0, rows.count - 1)
    while first < last {
      let middle = (first + last + 1) / 2
      if rows[middle].bytes.lowerBound <= offset { first = middle } else { last = middle - 1 }
    }
    return first
  }

  /// `ESC [ m` and `ESC [ 0 m`.
  private static func isReset(_ sequence: ArraySlice<UInt8>) -> Bool {
    sequence.elementsEqual("\u{1B}[0m".utf8) || sequence.elementsEqual("\u{1B}[m".utf8)
  }

  /// A link to nothing.
  private static func isLinkEnd(_ sequence: ArraySlice<UInt8>) -> Bool {
    sequence.starts(with: "\u{1B}]8;;".utf8) && sequence.count <= 7
  }
}
