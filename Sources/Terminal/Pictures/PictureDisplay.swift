/// How a terminal shows pictures.
package struct PictureDisplay: Equatable, Sendable {
  /// What carries the pixels to the terminal.
  package enum Mode: String, Sendable, CaseIterable {
    /// The graphics protocol of kitty.
    case kitty
    /// The inline images of iTerm2.
    case iterm
    case sixel
    /// Characters that fill quarters of a cell.
    case blocks
  }

  /// The colors that text may have.
  package enum Depth: Int, Sendable, CaseIterable, Comparable {
    case none, basic16, indexed256, trueColor

    package static func < (left: Depth, right: Depth) -> Bool { left.rawValue < right.rawValue }
  }

  package var mode: Mode
  package var depth: Depth
  /// The size of a cell, in pixels.
  package var cell: PixelSize
  /// Whether the terminal told that size.
  package var isCellKnown: Bool
  package var background: RGBColor
  /// The color of plain text, where the terminal told it.
  package var foreground: RGBColor?
  /// Whether the characters that fill quarters of a cell are there, beside those for halves.
  package var hasQuarters = true
  /// Whether pictures of kitty are put where certain characters are, as a multiplexer needs it.
  package var usesPlaceholders: Bool
  /// Whether tmux stands between the program and the terminal.
  package var isInTmux: Bool

  package init(
    mode: Mode, depth: Depth = .trueColor, cell: PixelSize? = nil,
    background: RGBColor = .black, foreground: RGBColor? = nil, usesPlaceholders: Bool = false,
    isInTmux: Bool = false
  ) {
    self.mode = mode
    self.depth = depth
    self.cell = cell ?? PixelSize(width: 10, height: 20)
    isCellKnown = cell != nil
    self.background = background
    self.foreground = foreground
    self.usesPlaceholders = usesPlaceholders
    self.isInTmux = isInTmux
  }

  /// The pixels to decode a picture for, so that it takes at most so many cells.
  package func frame(columns: Int, rows: Int) -> PixelFrame {
    let room = pixels(columns: columns, rows: rows)
    let aspect = mode == .blocks ? Double(cell.width) / Double(cell.height) : 1
    return PixelFrame(width: room.width, height: room.height, aspect: aspect)
  }

  /// The most pixels that cells have room for; of sixels whole bands of six.
  func pixels(columns: Int, rows: Int) -> PixelSize {
    if mode == .blocks { return PixelSize(width: 2 * columns, height: 2 * rows) }
    let height = rows * cell.height
    return PixelSize(
      width: columns * cell.width, height: mode == .sixel ? max(6, height / 6 * 6) : height)
  }

  /// The cells that a picture of so many pixels takes.
  package func cells(of pixels: PixelSize) -> (columns: Int, rows: Int) {
    let unit = mode == .blocks ? PixelSize(width: 2, height: 2) : cell
    return (
      (pixels.width + unit.width - 1) / unit.width, (pixels.height + unit.height - 1) / unit.height
    )
  }
}

/// How a person wants pictures to be shown.
package enum PictureSetting: String, Sendable, CaseIterable {
  /// As the terminal can.
  case auto
  case kitty, iterm, sixel, blocks
  /// Not at all.
  case off

  /// The display of the person's choice on a terminal.
  ///
  /// - Parameter found: What the terminal is thought to show best; nil where it shows nothing.
  /// - Returns: What to use, or nil where nothing is to be shown.
  package func display(over found: PictureDisplay?) -> PictureDisplay? {
    guard var display = found, self != .off else { return nil }
    guard let mode = PictureDisplay.Mode(rawValue: rawValue) else { return display }
    display.mode = mode
    display.usesPlaceholders = mode == .kitty && display.isInTmux
    return display
  }
}
