/// The measures of a window in a picture, in pixels.
package struct SceneMeasures: Equatable, Sendable {
  /// The size of a letter of the terminal, in pixels, times the scale of the picture.
  package let letter: Int

  /// The letter for which all other measures are given.
  ///
  /// Most monospaced fonts are 9 pixels wide at a size of 15 pixels.
  private static let standardLetter = 15

  /// The measures of a picture whose letters have 15 pixels.
  package static let standard = SceneMeasures(letter: standardLetter)

  /// Creates the measures of a picture from the size of its letters, in pixels.
  package init(letter: Int) { self.letter = letter }

  /// Returns the pixels of a length in a window whose letters have 15 pixels.
  package func pixels(_ length: Int) -> Int {
    (length * letter * 2 + Self.standardLetter) / (2 * Self.standardLetter)
  }

  package var cellWidth: Int { pixels(9) }
  package var cellHeight: Int { pixels(19) }
  /// The distance from the top of a row to its baseline.
  package var baseline: Int { pixels(14) }
  /// The height of the title bar.
  package var bar: Int { pixels(38) }
  /// The margin at the sides of the terminal.
  var side: Int { pixels(18) }
  /// The margin above the terminal.
  var gap: Int { pixels(10) }
  /// The margin below the terminal.
  var bottom: Int { pixels(14) }
  /// The line height of a caption.
  package var caption: Int { pixels(22) }
}

/// The places of all parts of a window in a picture, in pixels.
package struct SceneLayout: Equatable, Sendable {
  package let measures: SceneMeasures
  /// The size of the picture.
  package let (width, height): (Int, Int)
  /// The box of the terminal.
  package let terminal: PixelBox
  /// The box of the captions; nil without captions.
  package let captions: PixelBox?

  /// Lays a window out.
  ///
  /// - Parameters:
  ///   - measures: The measures of its parts.
  ///   - columns: The width of the terminal, in cells.
  ///   - rows: The height of the terminal, in cells.
  ///   - captionLineCount: The number of lines of the longest caption.
  init(_ measures: SceneMeasures, columns: Int, rows: Int, captionLineCount: Int) {
    self.measures = measures
    terminal = PixelBox(
      x: measures.side, y: measures.bar + measures.gap, width: columns * measures.cellWidth,
      height: rows * measures.cellHeight)
    width = terminal.width + 2 * measures.side
    let end = terminal.y + terminal.height + measures.bottom
    if captionLineCount == 0 {
      (captions, height) = (nil, end)
    } else {
      let lines = captionLineCount * measures.caption + measures.pixels(8)
      captions = PixelBox(
        x: measures.side, y: end + measures.gap, width: terminal.width, height: lines)
      height = end + lines + measures.bottom
    }
  }

  /// The distance from the top to the line above the captions.
  package var captionEdge: Int? { captions.map { $0.y - measures.gap } }

  /// The radius of the corners of the window.
  package var corner: Int { measures.pixels(10) }

  /// The buttons in the title bar: their center, radius and color, as in `0xRRGGBB`.
  package var buttons: [(x: Int, y: Int, radius: Int, color: UInt32)] {
    zip([20, 40, 60], [0xFF5F57, 0xFEBC2E, 0x28C840]).map { x, color in
      (measures.pixels(x), measures.bar / 2, measures.pixels(6), color)
    }
  }

  /// The middle of the title, and its baseline.
  package var title: (x: Int, y: Int) { (width / 2, measures.bar / 2 + measures.pixels(5)) }

  /// Returns the baseline of a line of the captions, from the top of their box.
  package func captionBaseline(line: Int) -> Int {
    (line + 1) * measures.caption - measures.pixels(6)
  }

  /// Returns the box of a pressed key in the corner of the terminal, from the terminal's own corner.
  ///
  /// - Parameter columns: The width of its label, in cells.
  /// - Returns: The box.
  package func keyBox(columns: Int) -> PixelBox {
    let size = columns * measures.cellWidth + measures.pixels(22)
    return PixelBox(
      x: terminal.width - size, y: terminal.height - measures.pixels(34), width: size,
      height: measures.pixels(30))
  }

  /// The distance from the top of the box of a key to the baseline of its label.
  package var keyBaseline: Int { measures.pixels(20) }

  /// The radius of the corners of a key.
  package var keyCorner: Int { measures.pixels(7) }
}

/// A rectangle in pixels, from the upper left corner of what contains it.
package struct PixelBox: Hashable, Sendable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }
}
