/// The single characters that stand for compound cells while libedit has the line.
///
/// libedit has no place for marks: it draws each character in cells of its own. So a character with its
/// marks is handed to it as one private character of the same width, and what it draws is put back before
/// a terminal sees it. Those that stand for others are never text themselves: one that is typed gets a
/// code too.
final class CellCodes {
  /// Private use, one column each.
  private static let narrow: ClosedRange<UInt32> = 0x100000...0x10FFFD
  /// Tangut, two columns each: no private characters are wide.
  private static let wide: ClosedRange<UInt32> = 0x17000...0x187F7

  private var codes: [LineCell: Unicode.Scalar] = [:]
  private var cells: [Unicode.Scalar: LineCell] = [:]
  private var next = (narrow: CellCodes.narrow.lowerBound, wide: CellCodes.wide.lowerBound)

  /// Whether nothing needs a code so far.
  var isEmpty: Bool { cells.isEmpty }

  /// The cell that a character stands for; nil if it stands for itself.
  func cell(for scalar: Unicode.Scalar) -> LineCell? {
    Self.isReserved(scalar) ? cells[scalar] : nil
  }

  /// The character that stands for a cell.
  ///
  /// If there are no more, its marks are lost: that takes 6000 wide cells, or 65 000 others.
  func code(for cell: LineCell) -> Unicode.Scalar {
    guard cell.isCompound || Self.isReserved(cell.base) else { return cell.base }
    if let code = codes[cell] { return code }
    let isWide = cell.columns == 2
    let value = isWide ? next.wide : next.narrow
    guard (isWide ? Self.wide : Self.narrow).contains(value), let code = Unicode.Scalar(value)
    else { return cell.base.isZeroWidth ? "\u{25CC}" : cell.base }
    if isWide { next.wide += 1 } else { next.narrow += 1 }
    codes[cell] = code
    cells[code] = cell
    return code
  }

  /// A text as libedit is to have it.
  func encoded(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: Self.mayNeedCode) else { return text }
    var scalars = String.UnicodeScalarView()
    for cell in text.cells { scalars.append(code(for: cell)) }
    return String(scalars)
  }

  /// What libedit was given.
  func decoded(_ text: String) -> String {
    guard !isEmpty, text.unicodeScalars.contains(where: Self.isReserved) else { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if let cell = cell(for: scalar) {
        scalars.append(contentsOf: cell.scalars)
      } else {
        scalars.append(scalar)
      }
    }
    return String(scalars)
  }

  /// Drawn text in which each code has become what a terminal is to show.
  func shown(_ bytes: some Collection<UInt8>) -> [UInt8] {
    guard !isEmpty else { return Array(bytes) }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var rest = bytes[...]
    while let lead = rest.first {
      // Codes take four bytes; there is nothing else that begins as they do and is shorter.
      if lead >= 0xF0, let scalar = Self.scalar(rest.prefix(4)), let cell = cell(for: scalar) {
        result += cell.shown.utf8
        rest = rest.dropFirst(4)
      } else {
        result.append(lead)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  /// Text that is drawn beside what libedit draws, with nothing in it that could be taken for a code.
  func guarded(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0xF0 }),
      text.unicodeScalars.contains(where: Self.isReserved)
    else { return text }
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { Self.isReserved($0) ? code(for: LineCell(base: $0)) : $0 }))
  }

  static func isReserved(_ scalar: Unicode.Scalar) -> Bool {
    narrow.contains(scalar.value) || wide.contains(scalar.value)
  }

  private static func mayNeedCode(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x80 && (scalar.isZeroWidth || scalar.isRegional || isReserved(scalar))
  }

  private static func scalar(_ bytes: some Collection<UInt8>) -> Unicode.Scalar? {
    guard bytes.count == 4 else { return nil }
    let value = bytes.dropFirst().reduce(UInt32(bytes.first ?? 0) & 0x07) {
      $0 << 6 | UInt32($1) & 0x3F
    }
    return Unicode.Scalar(value)
  }
}
