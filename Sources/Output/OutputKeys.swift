import Interpreter
import Terminal
import World

/// A view on the terminal that is drawn again after each key, in place.
///
/// It is drawn in the rows at the cursor, so that earlier output above it stays.
package final class OutputKeys {
  private let keys: any PagingKeySource
  private let console: Console
  private let isColored: Bool
  private var drawnRows = 0
  private var drawnSize: (columns: Int, rows: Int)?
  private var layout: (_ columns: Int, _ rows: Int) -> [StyledText] = { _, _ in [] }

  init(_ keys: any PagingKeySource, on console: Console, isColored: Bool) {
    (self.keys, self.console, self.isColored) = (keys, console, isColored)
  }

  /// Starts reading keys.
  package func begin() { keys.beginPaging() }

  /// Ends the view, and moves the cursor below it.
  package func end() {
    _ = console.output.write(Array("\r\n".utf8))
    keys.endPaging()
  }

  /// Draws the lines for the size of the window, in place of the previous ones.
  package func draw(_ lines: @escaping (_ columns: Int, _ rows: Int) -> [StyledText]) {
    layout = lines
    redraw()
  }

  /// Waits for a key; meanwhile, the view is drawn again when the window changes and when the shell is woken.
  package func next() -> PagingKey { keys.nextPagingKey { redraw() } }

  private func redraw() {
    let size = console.size()
    var bytes = ""
    if let drawn = drawnSize, drawn != (size.columns, size.rows) {
      // The terminal has rewrapped the lines, so the number of their rows is unknown.
      bytes += "\u{1B}[H\u{1B}[J"
    } else if drawnRows > 0 {
      bytes += "\r" + (drawnRows > 1 ? "\u{1B}[\(drawnRows - 1)A" : "") + "\u{1B}[J"
    }
    let lines = layout(size.columns, size.rows)
    bytes += lines.map { $0.rendered(colored: isColored) }.joined(separator: "\r\n")
    (drawnRows, drawnSize) = (lines.count, (size.columns, size.rows))
    _ = console.output.write(Array(bytes.utf8))
  }
}

extension Output {
  /// Returns a view that reads the user's keys; nil unless the user types at a terminal.
  package func takeKeys() -> OutputKeys? {
    guard isInteractive, format.isStyled, !isPlain, let viewKeys, world.console.output.isTerminal,
      !["", "dumb"].contains(world.environment["TERM"] ?? "")
    else { return nil }
    endPaging()
    return OutputKeys(viewKeys, on: world.console, isColored: isColored)
  }
}
