import Text

/// The longest address that all terminals take, in bytes.
private let longestLink = 2000

/// An address as a terminal takes it behind `OSC 8`: printable ASCII; nil for one that leads nowhere on the web.
func terminalLink(_ address: String) -> String? {
  let lower = address.prefix(8).lowercased()
  guard lower.hasPrefix("http://") || lower.hasPrefix("https://") else { return nil }
  var link: [UInt8] = []
  for byte in address.utf8 {
    if 0x21...0x7E ~= byte {
      link.append(byte)
    } else {
      let digits = Array("0123456789ABCDEF".utf8)
      link += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    if link.count > longestLink { return nil }
  }
  return String(decoding: link, as: UTF8.self)
}

/// Whether a terminal is known to lead from text to addresses (`OSC 8`) rather than to show the sequence.
///
/// Only the environment is asked. Known from gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda
/// and the terminals' own notes on releases.
///
/// - Parameter environment: `TERM`, `TERM_PROGRAM` and what terminals set by themselves.
/// - Returns: False where nothing is known.
package func understandsLinks(_ environment: [String: String]) -> Bool {
  let term = environment["TERM"] ?? ""
  let program = environment["TERM_PROGRAM"] ?? ""
  if ["", "dumb", "linux"].contains(term) || environment["STY"] != nil { return false }
  // What is around a multiplexer has left its variables, but the multiplexer decides.
  if program == "tmux" || environment["TMUX"] != nil {
    return program == "tmux" && isAtLeast(3, 4, environment["TERM_PROGRAM_VERSION"] ?? "")
  }
  if term.hasPrefix("screen") { return false }
  return ["WezTerm", "iTerm.app", "ghostty", "vscode", "contour"].contains(program)
    || ["xterm-kitty", "xterm-ghostty", "foot", "contour", "alacritty", "wezterm"].contains {
      term.hasPrefix($0)
    }
    || ["KITTY_WINDOW_ID", "WEZTERM_PANE", "WT_SESSION", "ALACRITTY_WINDOW_ID"].contains {
      !(environment[$0] ?? "").isEmpty
    } || number("VTE_VERSION", environment) >= 5000
    || number("KONSOLE_VERSION", environment) >= 201_200
}

private func number(_ variable: String, _ environment: [String: String]) -> Int {
  environment[variable].flatMap { Int($0) } ?? 0
}

/// Whether a version such as `3.5a` or `next-3.6` is a given one or newer.
private func isAtLeast(_ major: Int, _ minor: Int, _ version: String) -> Bool {
  let numbers = version.split { !$0.isASCII || !$0.isNumber }.map { Int($0) ?? 0 }
  guard numbers.count >= 2 else { return false }
  return (numbers[0], numbers[1]) >= (major, minor)
}
