/// One position of a line: a character with its combining marks.
///
/// The cursor moves by cells, and Backspace deletes one. A flag is one cell, and so is a joined emoji, of which only the
/// first part is shown, because terminals differ on the width of the whole.
struct LineCell: Hashable {
  static let joiner: Unicode.Scalar = "\u{200D}"
  /// The most marks on one character, more than any script has; further marks become cells of their own.
  static let maximumMarks = 64

  /// Whether it is joined to the cell before it: a joiner comes first.
  var isJoined = false
  let base: Unicode.Scalar
  /// Marks, joiners, selectors, the other half of a flag, and the other parts of an emoji.
  var rest: [Unicode.Scalar] = []
}

extension LineCell {
  /// All scalars of the cell.
  var scalars: [Unicode.Scalar] { (isJoined ? [Self.joiner] : []) + [base] + rest }

  /// The length in UTF-8, in bytes.
  var utf8Count: Int {
    rest.reduce(UTF8.width(base) + (isJoined ? UTF8.width(Self.joiner) : 0)) { $0 + UTF8.width($1) }
  }

  /// Whether libedit cannot store it as one character.
  ///
  /// Half a flag counts, since the other half may follow.
  var isCompound: Bool { isJoined || !rest.isEmpty || base.isZeroWidth || base.isRegional }

  /// The width in columns where libedit draws it.
  var columns: Int { isFlag ? 2 : base.isZeroWidth ? 1 : base.editedColumns }

  /// The text to send to a terminal, without characters on whose width terminals differ.
  ///
  /// A mark without a base gets U+25CC, the dotted circle, as its base.
  var shown: String {
    if !isCompound { return String(base) }
    var shown = String.UnicodeScalarView()
    if base.isZeroWidth { shown.append("\u{25CC}") }
    if !base.isZeroWidth || base.isDrawnMark { shown.append(base) }
    shown.append(
      contentsOf: rest.filter { $0.isRegional || $0.isZeroWidth && $0.isDrawnMark })
    return String(shown)
  }

  private var isFlag: Bool { base.isRegional && rest.first?.isRegional == true }

  /// Whether the next character belongs to the cell.
  fileprivate func takes(_ next: Unicode.Scalar) -> Bool {
    if next.isZeroWidth {
      return rest.count < Self.maximumMarks && !base.isControl && !base.isSpelledOut
    }
    if next.isRegional { return base.isRegional && rest.isEmpty }
    return rest.count < Self.maximumMarks && isEmojiPart(next)
  }

  /// Whether the next character belongs to the emoji of the cell: behind a joiner, or a color of the skin.
  private func isEmojiPart(_ next: Unicode.Scalar) -> Bool {
    guard base.value >= 0x80, base.properties.isEmoji else { return false }
    if next.isSkinColor { return true }
    return rest.last == Self.joiner && next.value >= 0x80 && next.properties.isEmoji
  }
}

extension Unicode.Scalar {
  /// Whether it is a regional indicator, two of which make a flag.
  var isRegional: Bool { 0x1F1E6...0x1F1FF ~= value }

  /// Whether it is one of the five colors of the skin behind an emoji.
  var isSkinColor: Bool { 0x1F3FB...0x1F3FF ~= value }

  /// Whether it is a mark that a terminal draws over the character before it.
  fileprivate var isDrawnMark: Bool {
    !isInvisible && !isSelector && value != 0x200C && value != 0x200D
  }

  /// Whether it is a format character without width, other than the joiners, that people do not type.
  var isInvisible: Bool {
    isZeroWidth && value != 0x200C && value != 0x200D && properties.generalCategory == .format
  }

  /// Whether it is a variation selector.
  private var isSelector: Bool { 0xFE00...0xFE0F ~= value || 0xE0100...0xE01EF ~= value }
}

extension String {
  /// Whether the text is ASCII, so that each byte is a cell.
  var isPlain: Bool {
    let isPlain = unsafe utf8.withContiguousStorageIfAvailable { bytes in
      // Without an early exit the loop can be vectorized.
      unsafe bytes.reduce(0) { $0 | $1 } < 0x80
    }
    return isPlain ?? utf8.allSatisfy { $0 < 0x80 }
  }

  /// The cells of the text.
  var cells: [LineCell] {
    var cells: [LineCell] = []
    cells.reserveCapacity(utf8.count)
    for scalar in unicodeScalars {
      guard scalar.value >= 0x80, let last = cells.indices.last else {
        cells.append(LineCell(base: scalar))
        continue
      }
      if cells[last].takes(scalar) {
        cells[last].rest.append(scalar)
      } else if cells[last].rest.last == LineCell.joiner, !scalar.isControl, !scalar.isSpelledOut {
        cells[last].rest.removeLast()
        cells.append(LineCell(isJoined: true, base: scalar))
      } else {
        cells.append(LineCell(base: scalar))
      }
    }
    return cells
  }

  init(_ cells: some Sequence<LineCell>) {
    var scalars = String.UnicodeScalarView()
    for cell in cells {
      if cell.isCompound {
        scalars.append(contentsOf: cell.scalars)
      } else {
        scalars.append(cell.base)
      }
    }
    self = String(scalars)
  }
}

/// Maps compound cells to the private characters that stand for them in libedit's buffer.
///
/// libedit does not support combining marks: it draws each character in columns of its own. So a character
/// with its marks is stored as one private character of the same width, and libedit's drawing is translated
/// back before it reaches a terminal. A private character that is typed as text gets a code as well.
final class CellCodes {
  /// Private use characters, one column each.
  private static let narrow: ClosedRange<UInt32> = 0x100000...0x10FFFD
  /// Tangut characters, two columns each, since no private use character is wide.
  private static let wide: ClosedRange<UInt32> = 0x17000...0x187F7

  private var codes: [LineCell: Unicode.Scalar] = [:]
  private var cells: [Unicode.Scalar: LineCell] = [:]
  private var next = (narrow: CellCodes.narrow.lowerBound, wide: CellCodes.wide.lowerBound)

  /// Whether no cell has needed a code so far.
  var isEmpty: Bool { cells.isEmpty }

  /// The cell that a character stands for; nil if the character is text.
  func cell(for scalar: Unicode.Scalar) -> LineCell? {
    Self.isReserved(scalar) ? cells[scalar] : nil
  }

  /// Returns the character that stands for a cell, and assigns one if it has none.
  ///
  /// After about 6000 wide cells, or 65 000 others, no characters are left and a cell loses its marks.
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

  /// Replaces the cells of a text that need codes, for libedit.
  func encoded(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: Self.mayNeedCode) else { return text }
    var scalars = String.UnicodeScalarView()
    for cell in text.cells { scalars.append(code(for: cell)) }
    return String(scalars)
  }

  /// Replaces the codes in a text from libedit with their cells.
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

  /// Replaces the codes in drawn bytes with what a terminal shows for their cells.
  func shown(_ bytes: some Collection<UInt8>) -> [UInt8] {
    guard !isEmpty else { return Array(bytes) }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var rest = bytes[...]
    while let lead = rest.first {
      // A code is four bytes long, and so is everything that begins with such a byte.
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

  /// Prepares text that libedit does not draw, so that none of its characters is taken for a code.
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
    scalar.value >= 0x80
      && (scalar.isZeroWidth || scalar.isRegional || scalar.isSkinColor || isReserved(scalar))
  }

  private static func scalar(_ bytes: some Collection<UInt8>) -> Unicode.Scalar? {
    guard bytes.count == 4 else { return nil }
    let value = bytes.dropFirst().reduce(UInt32(bytes.first ?? 0) & 0x07) {
      $0 << 6 | UInt32($1) & 0x3F
    }
    return Unicode.Scalar(value)
  }
}

/// Composes a base character and a combining mark into one scalar, if Unicode has one.
package typealias ScalarComposition = (Unicode.Scalar, Unicode.Scalar) -> Unicode.Scalar?

extension String {
  /// The text with its marks composed where Unicode has a scalar for it.
  ///
  /// - Parameters:
  ///   - compose: Composes a character and a mark.
  ///   - keepingInvisible: Whether invisible format characters, which pasted text often contains, remain.
  /// - Returns: The composed text.
  func composed(by compose: ScalarComposition, keepingInvisible: Bool) -> String {
    guard unicodeScalars.contains(where: \.isZeroWidth) else { return self }
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if !scalar.isZeroWidth {
        result.append(scalar)
      } else if let last = result.last, let whole = compose(last, scalar) {
        result.removeLast()
        result.append(whole)
      } else if keepingInvisible || !scalar.isInvisible {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// The text on one line: control characters and line separators become spaces.
  var withoutControls: String {
    guard unicodeScalars.contains(where: \.endsLines) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map { $0.endsLines ? " " : $0 }))
  }
}

extension Unicode.Scalar {
  /// Whether a terminal may continue on another line, or do something else than show it.
  fileprivate var endsLines: Bool { isControl || value == 0x2028 || value == 0x2029 }
}
