import CEditLine

/// The positions at which libedit draws the cells of a prompt and a line in a window.
///
/// After a full row the next one begins at once: libedit forces the wrap, so that the cursor is never
/// between two rows. A wide character that does not fit moves to the next row.
struct LineLayout {
  /// A position, counted from the first row of the prompt.
  struct Place: Equatable {
    var row = 0
    var column = 0
  }

  let columns: Int
  /// The position of each cell of the line.
  private(set) var places: [Place] = []
  /// The end of each row; beyond the last column for a full one.
  private(set) var rowEnds: [Place] = [Place()]
  /// The position after the last cell.
  private(set) var end = Place() {
    didSet { while rowEnds.count <= end.row { rowEnds.append(Place(row: rowEnds.count)) } }
  }

  init(prompt: String, line: some Sequence<LineCell>, columns: Int) {
    self.columns = max(2, columns)
    for cell in prompt.cells { _ = put(cell) }
    for cell in line { places.append(put(cell)) }
  }

  /// The position of the cell at an index, or the end.
  func place(of index: Int) -> Place { index < places.count ? places[index] : end }

  /// The number of rows, including the one for a cursor after the last cell.
  var rows: Int { end.row + 1 }

  private mutating func put(_ cell: LineCell) -> Place {
    if cell.base == "\n" {
      defer { end = Place(row: end.row + 1, column: 0) }
      return end
    }
    let width = cell.columns
    if width == 2, end.column + width > columns { end = Place(row: end.row + 1, column: 0) }
    let place = end
    let column = end.column + width
    rowEnds[end.row].column = column
    end = Place(row: end.row + column / columns, column: column % columns)
    return place
  }
}

extension Unicode.Scalar {
  /// Whether its width is zero according to the C library, as for combining marks, joiners and selectors.
  var isZeroWidth: Bool { value >= 0x80 && ced_columns(value) == 0 }

  var isControl: Bool { value < 0x20 || 0x7F...0x9F ~= value }

  /// Whether libedit draws its number or a `^` and a letter, because the C library has no width for it.
  var isSpelledOut: Bool { ced_columns(value) < 0 }

  /// Whether its width is two columns.
  var isWide: Bool { value >= 0x1100 && ced_columns(value) == 2 }

  /// The width in columns where the editor draws it; a guess if the C library does not know it.
  var columns: Int {
    let width = Int(ced_columns(value))
    return width >= 0 ? width : value > 0xFFFF ? 2 : 1
  }

  /// The width in columns where libedit draws it, which spells out what it cannot display.
  var editedColumns: Int {
    let width = Int(ced_columns(value))
    if width >= 0 { return width }
    return isControl ? 2 : value > 0xFFFF ? 8 : 7
  }
}

extension String {
  /// The width on one row, in columns.
  var columns: Int { unicodeScalars.reduce(0) { $0 + $1.columns } }

  /// The text cut to a width, with an ellipsis at the end if something is missing.
  func clipped(to limit: Int) -> String {
    guard columns > limit else { return self }
    guard limit > 0 else { return "" }
    var used = 1
    let fitting = unicodeScalars.prefix { scalar in
      used += scalar.columns
      return used <= limit
    }
    return String(String.UnicodeScalarView(fitting)) + "…"
  }

  /// The text padded with spaces to a width.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - columns))
  }
}

/// Returns the number of rows from the start of a text to its end, as libedit lays it out.
///
/// A text that exactly fills its last row ends in that row. Terminals differ on where the cursor is then,
/// and one row too few does less harm than one too many.
func rowsBelowStart(_ text: some Sequence<LineCell>, columns: Int) -> Int {
  var (row, column) = (0, 0)
  for cell in text {
    if cell.base == "\n" {
      (row, column) = (row + 1, 0)
      continue
    }
    let width = cell.columns
    if column == columns || width == 2 && column + width > columns {
      (row, column) = (row + 1, 0)
    }
    column += width
    if column > columns { (row, column) = (row + 1, column - columns) }
  }
  return row
}
