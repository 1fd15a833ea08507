import Text
import World

/// The title of the terminal's window.
extension Output {
  /// Sets the title of the window to the name of the feed, if the preferences ask for it.
  ///
  /// The terminal saves the previous title first (xterm's window operations 22 and 23).
  package func titleWindow(_ title: String) {
    guard preferences.titlesWindow, isOnScreen, !isPlain else { return untitleWindow() }
    let name = String(
      String.UnicodeScalarView(title.unicodeScalars.filter { !isHarmful($0) }))
    let first = hasTitledWindow ? "" : "\u{1B}[22;2t"
    hasTitledWindow = true
    // A closed terminal is noticed with the next result.
    _ = console.output.write(
      Array("\(first)\u{1B}]2;larder: \(clipped(name, to: 80))\u{7}".utf8))
  }

  /// Restores the previous title of the window, if the terminal has saved it.
  package func untitleWindow() {
    guard hasTitledWindow else { return }
    hasTitledWindow = false
    // A closed terminal is noticed with the next result here, too.
    _ = console.output.write(Array("\u{1B}[23;2t".utf8))
  }

  /// Whether the user types at a terminal whose window can have a title.
  private var isOnScreen: Bool {
    isInteractive && console.output.isTerminal
      && !["", "dumb", "linux"].contains(world.environment["TERM"] ?? "")
  }
}
