#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The name under which the terminal database is asked about a terminal.
struct TerminalName {
  let name: String

  /// Whether it understands more than printing and backspacing.
  var isDumb: Bool { name == "dumb" }

  /// Takes `TERM` if the database knows it, otherwise a known relative.
  ///
  /// - Parameter environment: `TERM`, `TERMINFO`, `TERMINFO_DIRS` and `HOME` are looked at.
  init(environment: [String: String]) {
    let term = environment["TERM"] ?? ""
    let folders = Self.folders(environment)
    let candidates = Self.isLikeXterm(term) ? [term, "xterm-256color", "xterm"] : [term]
    name = candidates.first { Self.isKnown($0, in: folders) } ?? "dumb"
  }

  private static let xtermRelatives = [
    "xterm", "kitty", "alacritty", "foot", "wezterm", "tmux", "screen", "rxvt", "konsole", "gnome",
    "vte", "iterm", "contour", "ghostty", "rio", "st-",
  ]

  private static func isLikeXterm(_ term: String) -> Bool {
    xtermRelatives.contains { term.lowercased().hasPrefix($0) }
  }

  private static func folders(_ environment: [String: String]) -> [String] {
    let own = environment["TERMINFO"].map { [$0] } ?? []
    let home = environment["HOME"].map { ["\($0)/.terminfo"] } ?? []
    let listed = (environment["TERMINFO_DIRS"] ?? "").split(separator: ":").map(String.init)
    let system = [
      "/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo", "/usr/lib/terminfo",
      "/usr/local/share/terminfo", "/opt/homebrew/share/terminfo",
    ]
    return own + home + listed + system
  }

  /// Entries lie in a folder named after their first letter, or its code on some systems.
  private static func isKnown(_ name: String, in folders: [String]) -> Bool {
    guard let first = name.utf8.first, !name.contains("/") else { return false }
    let letters = [String(UnicodeScalar(first)), String(first, radix: 16)]
    return folders.contains { folder in
      letters.contains { unsafe access("\(folder)/\($0)/\(name)", R_OK) == 0 }
    }
  }
}
