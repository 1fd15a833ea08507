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
