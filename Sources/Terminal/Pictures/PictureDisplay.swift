/// The picture capabilities of a terminal.
package struct PictureDisplay: Equatable, Sendable {
  /// The method of displaying pictures.
  package enum Mode: String, Sendable, CaseIterable {
    /// Kitty's graphics protocol.
    case kitty
    /// The inline images of iTerm2.
    case iterm
    case sixel
    /// Block characters.
    case blocks
  }

  /// The color depth of text.
  package enum Depth: Int, Sendable, CaseIterable, Comparable {
    case none, basic16, indexed256, trueColor

    package static func < (left: Depth, right: Depth) -> Bool { left.rawValue < right.rawValue }
  }

  package var mode: Mode
  package var depth: Depth
  /// The size of a cell, in pixels.
  package var cell: PixelSize
  /// Whether the terminal reported the cell size.
  package var isCellKnown: Bool
  package var background: RGBColor
  /// The default text color; nil if the terminal did not report it.
  package var foreground: RGBColor?
  /// Whether the font has characters for quadrants in addition to halves.
  package var hasQuarters = true
  /// Whether kitty's pictures are displayed with placeholders, as multiplexers require.
  package var usesPlaceholders: Bool
  /// Whether the program runs in tmux.
  package var isInTmux: Bool
  /// How many pixels of a picture are wanted for one of the terminal on each side, if the picture has them.
  package var density: Int

  package init(
    mode: Mode, depth: Depth = .trueColor, cell: PixelSize? = nil,
    background: RGBColor = .black, foreground: RGBColor? = nil, usesPlaceholders: Bool = false,
    isInTmux: Bool = false, density: Int = 1
  ) {
    self.mode = mode
    self.depth = depth
    self.cell = cell ?? PixelSize(width: 10, height: 20)
    isCellKnown = cell != nil
    self.background = background
    self.foreground = foreground
    self.usesPlaceholders = usesPlaceholders
    self.isInTmux = isInTmux
    self.density = density
  }

  /// Returns the frame for decoding a picture that fits into a number of cells.
  package func frame(columns: Int, rows: Int) -> PixelFrame {
    let room = pixels(columns: columns, rows: rows)
    let aspect = mode == .blocks ? Double(cell.width) / Double(cell.height) : 1
    return PixelFrame(
      width: room.width * density, height: room.height * density, aspect: aspect)
  }

  /// Returns the number of pixels in an area of cells; for sixel, rounded down to bands of six rows.
  func pixels(columns: Int, rows: Int) -> PixelSize {
    if mode == .blocks { return PixelSize(width: 2 * columns, height: 2 * rows) }
    let height = rows * cell.height
    return PixelSize(
      width: columns * cell.width, height: mode == .sixel ? max(6, height / 6 * 6) : height)
  }

  /// Returns the number of cells that a picture covers in an area of cells.
  ///
  /// A picture that is too small for the density has its own size, as in ``frame(columns:rows:)`` without one.
  package func cells(
    of pixels: PixelSize, in area: (columns: Int, rows: Int)
  ) -> (columns: Int, rows: Int) {
    let room = PixelFrame(width: area.columns * cell.width, height: area.rows * cell.height)
    let cells = cells(of: density == 1 ? pixels : room.size(of: pixels))
    return (min(cells.columns, area.columns), min(cells.rows, area.rows))
  }

  /// Returns the number of cells that a picture covers.
  package func cells(of pixels: PixelSize) -> (columns: Int, rows: Int) {
    let unit = mode == .blocks ? PixelSize(width: 2, height: 2) : cell
    return (
      (pixels.width + unit.width - 1) / unit.width, (pixels.height + unit.height - 1) / unit.height
    )
  }
}

/// The user's setting for pictures.
package enum PictureSetting: String, Sendable, CaseIterable {
  /// The best method that the terminal supports.
  case auto
  case kitty, iterm, sixel, blocks
  /// No pictures.
  case off

  /// Returns the display for this setting.
  ///
  /// - Parameter found: The detected display; nil if pictures are not possible.
  /// - Returns: The display to use; nil for no pictures.
  package func display(over found: PictureDisplay?) -> PictureDisplay? {
    guard var display = found, self != .off else { return nil }
    guard let mode = PictureDisplay.Mode(rawValue: rawValue) else { return display }
    display.mode = mode
    display.usesPlaceholders = mode == .kitty && display.isInTmux
    return display
  }
}
