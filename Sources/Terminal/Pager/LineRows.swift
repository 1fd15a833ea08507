import Text

/// The layout of a line in a window: the rows that it wraps to.
struct LineRows: Sendable {
  /// A part of the line that fills a row.
  struct Row: Equatable, Sendable {
    /// The byte range, relative to the start of the line.
    var bytes: Range<Int>
    /// The earlier sequences in effect in the row, for its style and its link.
    var style: Range<Int>?
    var link: Range<Int>?
  }

  private(set) var rows: [Row] = []
  /// Whether the line contains styles or links.
  private(set) var hasSequences = false

  /// Wraps a line as a terminal does.
  ///
  /// - Complexity: O(*n*).
  init(_ line: ArraySlice<UInt8>, columns: Int) {
    let origin = line.startIndex
    var row = Row(bytes: 0..<0)
    var (style, link): (Range<Int>?, Range<Int>?)
    var (column, place) = (0, origin)
    for (piece, end) in LineTokens(line) {
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

  /// Returns the row that contains a byte of the line.
  func row(at offset: Int) -> Int {
    var (first, last) = (0, rows.count - 1)
    while first < last {
      let middle = (first + last + 1) / 2
      if rows[middle].bytes.lowerBound <= offset { first = middle } else { last = middle - 1 }
    }
    return first
  }

  /// Whether a sequence is `ESC [ m` or `ESC [ 0 m`.
  private static func isReset(_ sequence: ArraySlice<UInt8>) -> Bool {
    sequence.elementsEqual("\u{1B}[0m".utf8) || sequence.elementsEqual("\u{1B}[m".utf8)
  }

  /// Whether a sequence ends a link.
  private static func isLinkEnd(_ sequence: ArraySlice<UInt8>) -> Bool {
    sequence.starts(with: "\u{1B}]8;;".utf8) && sequence.count <= 7
  }
}

/// A tokenizer for terminal output: characters with their width, and sequences without.
struct LineTokens: Sequence, IteratorProtocol {
  enum Token: Equatable {
    case character(width: Int)
    case tab
    /// A control sequence, ECMA-48, 5.4: `ESC [`, parameters, a final byte.
    case control
    /// An operating system command, ECMA-48, 8.3.89, such as the start or end of a link.
    case command
  }

  private let line: ArraySlice<UInt8>
  private var place: Int
  /// The remaining characters of a run of non-ASCII text.
  private var run: Substring = ""

  init(_ line: ArraySlice<UInt8>) {
    self.line = line
    place = line.startIndex
  }

  /// Returns the next token and its end.
  mutating func next() -> (piece: Token, end: Int)? {
    if let character = run.popFirst() {
      return taken(.character(width: displayWidth(of: character)), character.utf8.count)
    }
    guard place < line.endIndex else { return nil }
    switch line[place] {
    case 0x1B: return escape()
    case 0x09: return taken(.tab, 1)
    case 0..<0x20, 0x7F: return taken(.character(width: 0), 1)
    case 0x20..<0x7F: return taken(.character(width: 1), 1)
    default:
      let end = line[place...].firstIndex { $0 < 0x80 } ?? line.endIndex
      run = String(decoding: line[place..<end], as: UTF8.self)[...]
      return next()
    }
  }

  private mutating func taken(_ piece: Token, _ count: Int) -> (piece: Token, end: Int) {
    // An invalid byte was decoded as a replacement character of three bytes.
    place = Swift.min(place + count, line.endIndex)
    return (piece, place)
  }

  private mutating func escape() -> (piece: Token, end: Int) {
    let rest = line[(place + 1)...]
    switch rest.first {
    case UInt8(ascii: "["):
      let final = rest.dropFirst().firstIndex { 0x40...0x7E ~= $0 } ?? line.endIndex - 1
      return taken(.control, final + 1 - place)
    case UInt8(ascii: "]"):
      let end = rest.firstIndex { $0 == 0x07 || $0 == 0x1B } ?? line.endIndex - 1
      let isLong = line[end] == 0x1B && end + 1 < line.endIndex
      return taken(.command, end + (isLong ? 2 : 1) - place)
    default: return taken(.control, Swift.min(2, line.endIndex - place))
    }
  }
}
