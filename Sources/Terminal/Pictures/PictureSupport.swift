/// Detection of a terminal's picture capabilities from the environment and by queries.
package struct PictureSupport: Sendable {
  /// The result of examining the environment.
  package enum Hint: Equatable, Sendable {
    /// Pictures are not possible.
    case off
    case known(PictureDisplay)
    /// The terminal must be queried.
    case ask
  }

  let environment: [String: String]
  /// The size of a cell in pixels, if the system reports it.
  let cell: PixelSize?

  /// Creates the detection for an environment.
  ///
  /// - Parameters:
  ///   - environment: The environment variables, such as `TERM`, `TERM_PROGRAM`, `COLORTERM` and `TMUX`.
  ///   - cell: The size of a cell in pixels, if the system reports it.
  package init(environment: [String: String], cell: PixelSize? = nil) {
    self.environment = environment
    self.cell = cell
  }

  /// Returns the result of examining the environment.
  package func hint(isTerminal: Bool) -> Hint {
    if !isTerminal || term.isEmpty || term == "dumb" || isSet("CI") { return .off }
    if isInTmux { return isLikelyKitty ? .ask : .known(display(.blocks)) }
    return isSilent ? .known(display(.blocks)) : .ask
  }

  /// The queries, to be written at once.
  ///
  /// Every terminal responds to the last one.
  ///
  /// Kitty's query is sent only to terminals that are likely to support it, since some others print it. In
  /// tmux, only the outer terminal is queried.
  package var query: [UInt8] {
    let kitty = Array("\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\".utf8)
    if isInTmux { return passedThrough(kitty) }
    let others = "\u{1B}[>q\u{1B}[16t\u{1B}]11;?\u{1B}\\\u{1B}]10;?\u{1B}\\\u{1B}[c"
    return (isLikelyKitty || isSet("KONSOLE_VERSION") ? kitty : []) + Array(others.utf8)
  }

  /// Whether the input contains all expected responses.
  package func isComplete(_ bytes: [UInt8]) -> Bool {
    let answers = PictureAnswers(bytes)
    return isInTmux ? answers.kitty != nil : !answers.attributes.isEmpty
  }

  var term: String { environment["TERM"] ?? "" }
  var program: String { environment["TERM_PROGRAM"] ?? "" }

  /// Whether the program runs in tmux, locally or over a remote connection.
  ///
  /// A terminal started from tmux inherits its variables, but sets `TERM` to its own name.
  var isInTmux: Bool {
    term.hasPrefix("tmux")
      || isSet("TMUX")
        && !["xterm-", "alacritty", "foot", "wezterm"].contains { prefix in
          term.hasPrefix(prefix) && term != "xterm-256color"
        }
  }

  func isSet(_ variable: String) -> Bool { environment[variable]?.isEmpty == false }

  func display(_ mode: PictureDisplay.Mode) -> PictureDisplay {
    var display = PictureDisplay(mode: mode, depth: depth, cell: cell, isInTmux: isInTmux)
    display.hasQuarters = term != "linux"
    return display
  }

  /// Whether variables of kitty, or of another terminal with its protocol, are set.
  private var isLikelyKitty: Bool {
    term.contains("kitty") || term.contains("ghostty")
      || ["ghostty", "rio", "WarpTerminal"].contains(program)
      || ["KITTY_PID", "KITTY_WINDOW_ID", "GHOSTTY_RESOURCES_DIR"].contains(where: isSet)
  }

  /// Whether the terminal supports only characters, so that queries are pointless.
  private var isSilent: Bool {
    ["linux", "screen", "eterm", "alacritty", "vt1", "vt2"].contains(where: term.hasPrefix)
      || program == "Apple_Terminal" || isSet("INSIDE_EMACS")
  }
}

extension PictureSupport {
  /// The color depth according to the environment (see also https://no-color.org).
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
