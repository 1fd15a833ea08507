import Text

/// A terminal's screen, as the bytes that a program writes to it leave it.
///
/// It knows what libedit and the rest of the program use of ECMA-48 and xterm. A row that is full wraps when the next
/// character comes, as in xterm; erased cells take the background that is set. Anything else is read to its end, has
/// no effect, and is named in ``unknown``.
package struct TerminalScreen: Sendable {
  package struct Place: Hashable, Sendable {
    package var row: Int
    package var column: Int

    package init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  package internal(set) var columns: Int
  package internal(set) var rows: Int

  package internal(set) var cursor = Place(row: 0, column: 0)
  /// Whether the cursor is past the last column, and the next character begins the next row.
  package internal(set) var isWrapPending = false
  package internal(set) var isCursorVisible = true
  /// How the next character is shown.
  package internal(set) var style = Style.plain
  package internal(set) var bellCount = 0

  /// The latest rows that scrolled off the top, oldest first.
  package internal(set) var scrollback: [String] = []
  /// What was not understood, as `CSI ?1049h`; each once, and no more than a hundred.
  package internal(set) var unknown: [String] = []

  /// The rows as they are shown.
  package internal(set) var grid: [ScreenRow]
  /// The texts of cells that have more than one scalar, and where each stands.
  var clusters: [String] = []
  var clusterPlaces: [[UInt8]: UInt32] = [:]

  var parser = EscapeParser()
  /// Whether nothing came behind the character left of the cursor, so that the next may belong to it.
  var isJoining = false
  var insertsCharacters = false
  var saved = SavedCursor()
  /// How many rows ever scrolled off the top.
  package internal(set) var scrolledCount = 0

  /// How many rows are kept that scrolled off the top, at least.
  static let scrollbackLimit = 10_000

  /// An empty screen.
  package init(columns: Int, rows: Int) {
    self.columns = max(2, columns)
    self.rows = max(1, rows)
    grid = Array(repeating: ScreenRow(columns: self.columns), count: self.rows)
  }

  /// Takes in what a program wrote.
  package mutating func feed(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    var place = 0
    while place < bytes.count {
      let end = parser.isAtRest ? endOfPlain(bytes, from: place) : place
      if end > place {
        print(plain: bytes, place..<end)
        place = end
      } else {
        take(bytes[place])
        place += 1
      }
    }
  }

  private mutating func take(_ byte: UInt8) {
    var isTaken = false
    while !isTaken {
      let token: EscapeParser.Token?
      (token, isTaken) = parser.take(byte)
      if let token { apply(token) }
    }
  }

  private func endOfPlain(_ bytes: [UInt8], from start: Int) -> Int {
    var end = start
    while end < bytes.count, bytes[end] &- 0x20 < 0x5F { end += 1 }
    return end
  }

  /// Notes something that is not understood.
  mutating func note(unknown text: String) {
    if unknown.count < 100, !unknown.contains(text) { unknown.append(text) }
  }
}

/// What `ESC 7` keeps for `ESC 8`.
struct SavedCursor {
  var cursor = TerminalScreen.Place(row: 0, column: 0)
  var isWrapPending = false
  var style = TerminalScreen.Style.plain
}
