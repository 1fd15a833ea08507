import Text
import World

/// The title of the terminal's window.
extension Shell {
  /// Names the window after the feed, if the person wants that.
  ///
  /// The title that was there is put aside first (xterm's window operations 22 and 23).
  func titleWindow() {
    guard settings["window-title"] == "on", isOnScreen else { return untitleWindow() }
    let name = String(
      String.UnicodeScalarView((loaded?.name ?? "no feed").unicodeScalars.filter { !isHarmful($0) })
    )
    let first = outputState.hasTitledWindow ? "" : "\u{1B}[22;2t"
    outputState.hasTitledWindow = true
    // A terminal that is gone is noticed with the next result.
    _ = world.console.output.write(
      Array("\(first)\u{1B}]2;larder: \(clipped(name, to: 80))\u{7}".utf8))
  }

  /// Gives the window the title that it had, as far as the terminal remembers it.
  func untitleWindow() {
    guard outputState.hasTitledWindow else { return }
    outputState.hasTitledWindow = false
    // Likewise.
    _ = world.console.output.write(Array("\u{1B}[23;2t".utf8))
  }

  /// Whether a person types at a terminal that has more than letters.
  private var isOnScreen: Bool {
    options.isInteractive && world.console.output.isTerminal
      && !["", "dumb", "linux"].contains(world.environment["TERM"] ?? "")
  }
}
