import World

/// What the environment says that a terminal understands.
///
/// Nothing is asked of the terminal for it, so the first prompt does not wait.
struct PromptHints {
  private let environment: [String: String]

  init(_ environment: [String: String]) { self.environment = environment }

  /// Whether the terminal makes something of the marks of OSC 133.
  var understandsMarks: Bool {
    let term = environment["TERM"] ?? ""
    if ["", "dumb", "linux"].contains(term) { return false }
    switch environment["TERM_PROGRAM"] {
    case "iTerm.app", "WezTerm", "ghostty", "vscode", "WarpTerminal", "rio": return true
    case "tmux": return (Double(version.prefix { "0123456789.".contains($0) }) ?? 0) >= 3.4
    default: break
    }
    if (Int(environment["VTE_VERSION"] ?? "") ?? 0) >= 7600 { return true }
    return ["KITTY_WINDOW_ID", "WT_SESSION", "KONSOLE_VERSION"].contains {
      environment[$0].map { !$0.isEmpty } ?? false
    } || ["foot", "contour", "xterm-kitty", "xterm-ghostty"].contains { term.hasPrefix($0) }
  }

  private var version: String { environment["TERM_PROGRAM_VERSION"] ?? "" }
}
