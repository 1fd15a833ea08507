import Terminal
import World

/// A line that says how far something has come, where somebody looks on; gone when it is done.
final class Progress {
  private let title: String
  private let console: Console
  private var isShown = false

  init(_ title: String, on console: Console) {
    self.title = title
    self.console = console
  }

  /// Shows how much is done of how much; nil if nobody knows.
  func show(_ done: Int, of total: Int?) {
    guard console.errors.isTerminal else { return }
    isShown = true
    let line = progressLine(title, done, of: total, width: console.size().columns - 1)
    // Who does not see it misses nothing that is kept.
    _ = console.errors.write(Array("\r\u{1B}[K\(line)".utf8))
  }

  func clear() {
    if isShown { _ = console.errors.write(Array("\r\u{1B}[K".utf8)) }
    isShown = false
  }
}
