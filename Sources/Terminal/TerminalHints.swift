/// Terminal capabilities according to the environment.
///
/// The terminal is not queried, so that the first prompt is not delayed. The data comes from the release
/// notes of the terminals, and for links from gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda.
package struct TerminalHints {
  private let environment: [String: String]

  /// - Parameter environment: `TERM`, `TERM_PROGRAM` and the variables that terminals set.
  package init(_ environment: [String: String]) { self.environment = environment }

  /// Whether the terminal supports links (`OSC 8`); false if it is unknown.
  package var understandsLinks: Bool {
    understands(
      programs: ["WezTerm", "iTerm.app", "ghostty", "vscode", "contour"],
      terms: ["xterm-kitty", "xterm-ghostty", "foot", "contour", "alacritty", "wezterm"],
      variables: ["KITTY_WINDOW_ID", "WEZTERM_PANE", "WT_SESSION", "ALACRITTY_WINDOW_ID"])
      || isDirect && number("VTE_VERSION") >= 5000
      || isDirect && number("KONSOLE_VERSION") >= 201_200
  }

  /// Whether the terminal supports marks around prompts and results (`OSC 133`).
  package var understandsMarks: Bool {
    understands(
      programs: ["WezTerm", "iTerm.app", "ghostty", "vscode", "contour", "WarpTerminal", "rio"],
      terms: ["xterm-kitty", "xterm-ghostty", "foot", "contour", "wezterm"],
      variables: ["KITTY_WINDOW_ID", "WEZTERM_PANE", "WT_SESSION"])
      || isDirect && number("VTE_VERSION") >= 7600
      || isDirect && number("KONSOLE_VERSION") >= 220_400
  }

  /// Whether the terminal puts texts on the clipboard (`OSC 52`); false if it is unknown, and in a multiplexer, which has
  /// its own clipboard.
  package var understandsClipboard: Bool {
    !isMultiplexed
      && understands(
        programs: ["WezTerm", "ghostty", "vscode", "contour", "rio", "WarpTerminal"],
        terms: ["xterm-kitty", "xterm-ghostty", "foot", "contour", "alacritty", "wezterm"],
        variables: ["KITTY_WINDOW_ID", "WEZTERM_PANE", "WT_SESSION", "ALACRITTY_WINDOW_ID"])
  }

  /// Whether the terminal is one of those listed, or a multiplexer that supports both.
  private func understands(programs: [String], terms: [String], variables: [String]) -> Bool {
    if isMultiplexed {
      return program == "tmux" && isAtLeast(3, 4, environment["TERM_PROGRAM_VERSION"] ?? "")
    }
    return isDirect
      && (programs.contains(program) || terms.contains { term.hasPrefix($0) }
        || variables.contains { !(environment[$0] ?? "").isEmpty })
  }

  private var term: String { environment["TERM"] ?? "" }
  private var program: String { environment["TERM_PROGRAM"] ?? "" }

  /// The variables of the outer terminal are inherited, but the multiplexer determines the capabilities.
  private var isMultiplexed: Bool {
    isTerminal && environment["STY"] == nil && (program == "tmux" || environment["TMUX"] != nil)
  }

  private var isDirect: Bool {
    isTerminal && environment["STY"] == nil && !isMultiplexed && !term.hasPrefix("screen")
  }

  private var isTerminal: Bool { !["", "dumb", "linux"].contains(term) }

  private func number(_ variable: String) -> Int {
    environment[variable].flatMap { Int($0) } ?? 0
  }

  /// Whether a version such as `3.5a` or `next-3.6` is at least a given one.
  private func isAtLeast(_ major: Int, _ minor: Int, _ version: String) -> Bool {
    let numbers = version.split { !$0.isASCII || !$0.isNumber }.map { Int($0) ?? 0 }
    guard numbers.count >= 2 else { return false }
    return (numbers[0], numbers[1]) >= (major, minor)
  }
}

/// The variables by which users turn colors on or off for all programs (no-color.org, bixense.com/clicolors,
/// force-color.org).
package struct ColorVariables {
  /// Whether output has colors, whatever the terminal; nil if that depends on it.
  package let isColored: Bool?

  /// - Parameter environment: `NO_COLOR`, `CLICOLOR_FORCE`, `FORCE_COLOR` and `CLICOLOR`, of which earlier ones win.
  package init(_ environment: [String: String]) {
    func isOn(_ name: String) -> Bool {
      !["", "0", "false"].contains((environment[name] ?? "").lowercased())
    }
    func isOff(_ name: String) -> Bool {
      ["0", "false"].contains((environment[name] ?? "").lowercased())
    }
    isColored =
      !(environment["NO_COLOR"] ?? "").isEmpty
      ? false
      : isOn("CLICOLOR_FORCE") || isOn("FORCE_COLOR")
        ? true : isOff("CLICOLOR") || isOff("FORCE_COLOR") ? false : nil
  }
}
