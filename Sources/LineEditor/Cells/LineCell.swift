/// What stands in one place of a line: a character with the marks on it.
///
/// The cursor goes from one to the next, and Backspace takes one away. A flag is one. The parts of a joined
/// emoji are one each, because terminals differ on how wide the whole is.
struct LineCell: Hashable {
  static let joiner: Unicode.Scalar = "\u{200D}"
  /// The most marks on one character, more than any script has; others stand by themselves.
  static let mostMarks = 64

  /// Whether it goes on with what is before it: a joiner stands first.
  var isJoined = false
  let base: Unicode.Scalar
  /// Marks, joiners, selectors, and the other half of a flag.
  var rest: [Unicode.Scalar] = []
}

extension LineCell {
  /// All its characters.
  var scalars: [Unicode.Scalar] { (isJoined ? [Self.joiner] : []) + [base] + rest }

  /// The bytes it takes in UTF-8.
  var utf8Count: Int {
    rest.reduce(UTF8.width(base) + (isJoined ? UTF8.width(Self.joiner) : 0)) { $0 + UTF8.width($1) }
  }

  /// Whether libedit could not keep it as one character, or not for long: half a flag waits for the other.
  var isCompound: Bool { isJoined || !rest.isEmpty || base.isZeroWidth || base.isRegional }

  /// The columns it takes where libedit draws.
  var columns: Int { isFlag ? 2 : base.isZeroWidth ? 1 : base.editedColumns }

  /// What a terminal is sent for it: nothing on whose width terminals differ.
  ///
  /// A mark by itself stands on the circle that Unicode has for that.
  var shown: String {
    if !isCompound { return String(base) }
    var shown = String.UnicodeScalarView()
    if base.isZeroWidth { shown.append("\u{25CC}") }
    shown.append(
      contentsOf: ([base] + rest).filter { $0.isRegional || !$0.isZeroWidth || $0.isDrawnMark })
    return String(shown)
  }

  private var isFlag: Bool { base.isRegional && rest.first?.isRegional == true }

  /// Whether a character that comes next belongs to it.
  fileprivate func takes(_ next: Unicode.Scalar) -> Bool {
    if next.isZeroWidth {
      return rest.count < Self.mostMarks && !base.isControl && !base.isSpelledOut
    }
    return next.isRegional && base.isRegional && rest.isEmpty
  }
}

extension Unicode.Scalar {
  /// Whether two of it make a flag.
  var isRegional: Bool { 0x1F1E6...0x1F1FF ~= value }

  /// Whether a terminal draws it over the character before it.
  fileprivate var isDrawnMark: Bool {
    !isInvisible && !isSelector && value != 0x200C && value != 0x200D
  }

  /// Whether it takes no room, is there for machines only, and nobody types it on purpose.
  var isInvisible: Bool {
    isZeroWidth && value != 0x200C && value != 0x200D && properties.generalCategory == .format
  }

  /// Whether it chooses a form of the character before it.
  private var isSelector: Bool { 0xFE00...0xFE0F ~= value || 0xE0100...0xE01EF ~= value }
}

extension String {
  /// Whether each byte is a cell of its own.
  var isPlain: Bool {
    let isPlain = unsafe utf8.withContiguousStorageIfAvailable { bytes in
      // Without a way out in the middle the processor looks at many at once.
      unsafe bytes.reduce(0) { $0 | $1 } < 0x80
    }
    return isPlain ?? utf8.allSatisfy { $0 < 0x80 }
  }

  /// The places of the text.
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
