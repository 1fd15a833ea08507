import CEditLine

extension Unicode.Scalar {
  /// Whether the C library gives it no column of its own: combining marks, joiners, selectors.
  var isZeroWidth: Bool { value >= 0x80 && ced_columns(value) == 0 }

  var isControl: Bool { value < 0x20 || 0x7F...0x9F ~= value }

  /// Whether libedit shows it by its number or with a `^`, because the C library has no width for it.
  var isSpelledOut: Bool { ced_columns(value) < 0 }

  /// Whether it takes two columns.
  var isWide: Bool { value >= 0x1100 && ced_columns(value) == 2 }

  /// The columns it takes where this module draws; a guess for what the C library does not know.
  var columns: Int {
    let width = Int(ced_columns(value))
    return width >= 0 ? width : value > 0xFFFF ? 2 : 1
  }

  /// The columns it takes where libedit draws, which spells out what it cannot show.
  var editedColumns: Int {
    let width = Int(ced_columns(value))
    if width >= 0 { return width }
    return isControl ? 2 : value > 0xFFFF ? 8 : 7
  }
}

extension String {
  /// The columns the text takes on one row.
  var columns: Int { unicodeScalars.reduce(0) { $0 + $1.columns } }

  /// As much of the text as fits into that many columns, ending in an ellipsis if cut.
  func clipped(to limit: Int) -> String {
    guard columns > limit else { return self }
    guard limit > 0 else { return "" }
    var used = 1
    let kept = unicodeScalars.prefix { scalar in
      used += scalar.columns
      return used <= limit
    }
    return String(String.UnicodeScalarView(kept)) + "…"
  }

  /// The text with spaces after it, up to that many columns.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - columns))
  }
}

/// How many rows down from its start a text ends, as libedit lays it out.
///
/// A text that just fills its last row ends there: where the cursor then is
/// differs between terminals, and a row too few is the lesser harm.
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
