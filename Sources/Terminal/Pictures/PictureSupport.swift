/// What the environment tells of a terminal's pictures, and what to ask the terminal itself.
package struct PictureSupport: Sendable {
  /// What the environment tells.
  package enum Hint: Equatable, Sendable {
    /// There is nobody who sees pictures.
    case off
    case known(PictureDisplay)
    /// The terminal knows better.
    case ask
  }

  let environment: [String: String]
  /// The size of a cell in pixels, where the system told it.
  let cell: PixelSize?

  /// The support of the terminal of an environment.
  ///
  /// - Parameters:
  ///   - environment: `TERM`, `TERM_PROGRAM`, `COLORTERM`, `TMUX` and others are looked at.
  ///   - cell: The size of a cell in pixels, where the system tells it.
  package init(environment: [String: String], cell: PixelSize? = nil) {
    self.environment = environment
    self.cell = cell
  }

  /// What can be said without asking the terminal, if it is one that is written to.
  package func hint(isTerminal: Bool) -> Hint {
    if !isTerminal || term.isEmpty || term == "dumb" || isSet("CI") { return .off }
    if isInTmux { return isLikelyKitty ? .ask : .known(display(.blocks)) }
    return isSilent ? .known(display(.blocks)) : .ask
  }

  /// What to write to a terminal in one piece; every terminal answers the last question.
  ///
  /// Only terminals that are likely to know kitty's protocol are asked about it, since some of the
  /// others print the question. In tmux only the terminal around it is asked.
  package var query: [UInt8] {
    let kitty = Array("\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\".utf8)
    if isInTmux { return passedThrough(kitty) }
    let others = "\u{1B}[>q\u{1B}[16t\u{1B}]11;?\u{1B}\\\u{1B}]10;?\u{1B}\\\u{1B}[c"
    return (isLikelyKitty || isSet("KONSOLE_VERSION") ? kitty : []) + Array(others.utf8)
  }

  /// Whether bytes that came in hold all answers that will come.
  package func isComplete(_ bytes: [UInt8]) -> Bool {
    let answers = PictureAnswers(bytes)
    return isInTmux ? answers.kitty != nil : !answers.attributes.isEmpty
  }

  var term: String { environment["TERM"] ?? "" }
  var program: String { environment["TERM_PROGRAM"] ?? "" }

  /// Whether tmux is around the program, here or at the other end of a connection.
  ///
  /// A terminal that was started from within tmux has its variables, but also a name of its own.
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

  /// Whether variables of kitty, or of another terminal with its protocol, are there.
  private var isLikelyKitty: Bool {
    term.contains("kitty") || term.contains("ghostty")
      || ["ghostty", "rio", "WarpTerminal"].contains(program)
      || ["KITTY_PID", "KITTY_WINDOW_ID", "GHOSTTY_RESOURCES_DIR"].contains(where: isSet)
  }

  /// Whether the terminal shows characters alone, so that a question would be for nothing.
  private var isSilent: Bool {
    ["linux", "screen", "eterm", "alacritty", "vt1", "vt2"].contains(where: term.hasPrefix)
      || program == "Apple_Terminal" || isSet("INSIDE_EMACS")
  }
}

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
