extension PictureSupport {
  /// The colors that text may have, as far as the environment tells (https://no-color.org too).
  var depth: PictureDisplay.Depth {
    if isSet("NO_COLOR") || term.hasPrefix("vt") { return .none }
    let isInScreen = term.hasPrefix("screen") && !isInTmux
    if !isInScreen && hasTrueColor { return .trueColor }
    return term.contains("256") ? .indexed256 : .basic16
  }

  private var hasTrueColor: Bool {
    if ["truecolor", "24bit"].contains(environment["COLORTERM"]) { return true }
    if isInTmux { return false }
    let terms = ["xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm", "contour", "rio"]
    let programs = ["iTerm.app", "WezTerm", "ghostty", "vscode", "rio", "mintty", "WarpTerminal"]
    return terms.contains(where: term.hasPrefix) || term.hasSuffix("-direct")
      || programs.contains(program) || isSet("KONSOLE_VERSION") || isSet("WT_SESSION")
      || environment["VTE_VERSION"].flatMap { Int($0) } ?? 0 >= 3600
  }
}
