import Recordings

/// The characters that are drawn as shapes instead of letters, so that neighbors meet.
struct CellShapes {
  private let blocks: BlockShape
  private let lines: LineShape
  private let (width, height): (Int, Int)

  enum Shape {
    /// Boxes from the corner of the cell, in the color of the text.
    case boxes([PixelBox])
    /// The whole cell, in fifteenths of the color of the text.
    case shade(level: Int)
    /// Whether a point is covered, in quarters of a pixel from the corner of the cell.
    case arc((_ x: Int, _ y: Int) -> Bool)
  }

  init(_ measures: SceneMeasures) {
    (blocks, lines) = (BlockShape(measures), LineShape(measures))
    (width, height) = (measures.cellWidth, measures.cellHeight)
  }

  /// Returns the shape of a character; nil for a letter of the font.
  func shape(_ scalar: Unicode.Scalar) -> Shape? {
    switch scalar.value {
    case 0x2591...0x2593: .shade(level: [4, 8, 11][Int(scalar.value) - 0x2591])
    case 0x2580...0x259F: blocks.boxes(scalar, x: 0).map { .boxes($0) }
    case 0x2500...0x257F:
      lines.boxes(scalar).map { .boxes($0) } ?? lines.arc(scalar).map { .arc($0) }
    case 0x2800...0x28FF: .boxes(dots(Int(scalar.value) - 0x2800))
    default: nil
    }
  }

  /// The dots of a Braille character, whose bits count down the left side, the right side, and then the last row.
  private func dots(_ bits: Int) -> [PixelBox] {
    let places = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]
    let size = max(1, width / 4)
    return places.enumerated().filter { bits >> $0.offset & 1 == 1 }.map { _, place in
      PixelBox(
        x: (2 * place.0 + 1) * width / 4 - size / 2, y: (2 * place.1 + 1) * height / 8 - size / 2,
        width: size, height: size)
    }
  }
}

extension String.UnicodeScalarView {
  /// The scalars of a character that are drawn one over the other: the first one and its marks.
  ///
  /// Of a joined emoji, which is one picture in fonts that have it, only the first is drawn.
  var drawn: [Unicode.Scalar] {
    enumerated().filter { place, scalar in
      !scalar.isInvisible && (place == 0 || scalar.isMark)
    }.map(\.element)
  }
}

extension Unicode.Scalar {
  /// Whether it is drawn over the letter before it.
  fileprivate var isMark: Bool {
    [.nonspacingMark, .spacingMark, .enclosingMark].contains(properties.generalCategory)
  }

  /// Whether the character is drawn as a shape, whatever the font has.
  var isDrawnAsShape: Bool {
    switch value {
    case 0x2571...0x2573: false
    case 0x2500...0x259F, 0x2800...0x28FF: true
    default: false
    }
  }

  /// Whether the character draws nothing: a space, a joiner, or the choice of a variant.
  var isInvisible: Bool {
    properties.isDefaultIgnorableCodePoint || properties.isWhitespace
      || properties.generalCategory == .control
  }
}
