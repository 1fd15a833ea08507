extension PictureAnswers {
  /// The best way to show pictures that the answers and the environment allow.
  package func display(on support: PictureSupport) -> PictureDisplay {
    var display = support.display(mode(support))
    if let size = cell ?? support.cell {
      (display.cell, display.isCellKnown) = (size, true)
    }
    if let background { display.background = background }
    display.foreground = foreground
    display.usesPlaceholders = support.isInTmux && display.mode == .kitty
    if knowsTrueColor, display.depth > .none { display.depth = .trueColor }
    return display
  }

  private func mode(_ support: PictureSupport) -> PictureDisplay.Mode {
    if kitty == true || ["kitty", "ghostty"].contains(where: version.hasPrefix) { return .kitty }
    if support.isInTmux || version.hasPrefix("tmux") { return .blocks }
    if isInline(support) { return .iterm }
    let hasSixel = attributes.dropFirst().contains(4)
    return hasSixel && (cell ?? support.cell) != nil ? .sixel : .blocks
  }

  /// Whether the terminal is one that takes the inline images of iTerm2.
  private func isInline(_ support: PictureSupport) -> Bool {
    ["iTerm2", "WezTerm", "mintty"].contains(where: version.hasPrefix)
      || version.isEmpty && ["iTerm.app", "WezTerm", "mintty"].contains(support.program)
      || version.isEmpty && support.environment["LC_TERMINAL"] == "iTerm2"
  }

  /// Whether the terminal named itself as one of those that take 24 bits of color.
  private var knowsTrueColor: Bool {
    [
      "kitty", "ghostty", "iTerm2", "WezTerm", "mintty", "foot", "Konsole", "VTE", "contour",
      "xterm.js", "XTerm",
    ].contains(where: version.hasPrefix)
  }
}
