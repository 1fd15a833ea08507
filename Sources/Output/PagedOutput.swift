import Interpreter
import Terminal
import Text
import World

/// Output that is paged by keys if it is longer than the window.
final class PagedOutput: OutputGate {
  /// The maximum length of a search text, in characters.
  private static let longestEntry = 100

  private(set) var hasLeft = false
  /// Whether paging has ended.
  private var isOver = false
  private let keys: any PagingKeySource
  private let console: Console
  private var pager: Pager
  private var hasAsked = false
  /// Takes messages to show in the last row.
  private let news: () -> [String]

  /// - Parameters:
  ///   - keys: The source of keys.
  ///   - console: The terminal.
  ///   - continuesScreen: Whether the screen is full already, so that the output waits for a key first.
  ///   - news: Takes messages that do not wait for the end of the output.
  init(
    _ keys: any PagingKeySource, on console: Console, continuesScreen: Bool = false,
    news: @escaping () -> [String]
  ) {
    self.news = news
    self.keys = keys
    self.console = console
    let size = console.size()
    pager = Pager(columns: size.columns, rows: size.rows, isFull: continuesScreen)
  }

  var isHolding: Bool { !isOver && (hasAsked || pager.isBeyond) }

  func take(_ bytes: [UInt8]) -> Console.Writing {
    if isOver { return .written }
    pager.append(bytes)
    return turn()
  }

  func beginTable() { pager.beginTable() }

  func endTable() { pager.endTable() }

  func settle() -> Console.Writing { .written }

  func finish(isStopped: Bool) {
    if !isOver, !isStopped {
      pager.complete()
      // A closed terminal is noticed with the next output.
      _ = turn()
    }
    _ = console.output.write(pager.leave())
    if hasAsked { keys.endPaging() }
  }

  /// Shows the output that the user wants to see, and reads keys until that is more than there is.
  private func turn() -> Console.Writing {
    followSize()
    let drawing = pager.draw()
    guard pager.isPaused else { return console.output.write(drawing) }
    hasAsked = true
    keys.beginPaging()
    var outcome = console.output.write(drawing)
    while outcome == .written, pager.isPaused, !isOver {
      press(nextKey())
      if !isOver { outcome = console.output.write(pager.draw()) }
    }
    if !isOver { keys.pausePaging() }
    return outcome
  }

  /// Ends paging; a user at the end of the output has not left early.
  private func leave() {
    isOver = true
    hasLeft = !pager.isAtEnd
  }

  private func nextKey() -> PagingKey {
    keys.nextPagingKey { redraw() }
  }

  private func redraw() {
    followSize()
    if let text = news().last { pager.message = text }
    pager.redraw()
    _ = console.output.write(pager.draw())
  }

  private func followSize() {
    let size = console.size()
    pager.resize(columns: size.columns, rows: size.rows)
  }
}

/// The effects of keys.
extension PagedOutput {
  private func press(_ key: PagingKey) {
    pager.message = nil
    switch key {
    case .escape, .endOfInput: leave()
    case .character(let scalar): press(scalar)
    case .enter, .down: pager.move(.down)
    case .up: pager.move(.up)
    case .pageDown: pager.move(.pageDown)
    case .pageUp: pager.move(.pageUp)
    case .home: pager.move(.first)
    case .end: pager.move(.last)
    case .left, .right, .erase, .other: break
    }
  }

  private func press(_ letter: Unicode.Scalar) {
    switch letter {
    case "q", "Q": leave()
    case " " where pager.isAtEnd: leave()
    case " ", "f", "\u{6}": pager.move(.pageDown)
    case "b", "\u{2}": pager.move(.pageUp)
    case "j", "\u{E}": pager.move(.down)
    case "k", "\u{10}": pager.move(.up)
    case "d", "\u{4}": pager.move(.halfDown)
    case "u", "\u{15}": pager.move(.halfUp)
    case "g", "<": pager.move(.first)
    case "G", ">": pager.move(.last)
    case "/": search(backward: false)
    case "?": search(backward: true)
    case "n": pager.findAgain()
    case "N": pager.findAgain(backward: true)
    case "h", "H": pager.message = Pager.help
    case "\u{C}": redraw()
    default: break
    }
  }

  private func search(backward: Bool) {
    guard let text = entry(after: backward ? "?" : "/") else { return }
    if text.isEmpty {
      pager.findAgain(backward: backward)
    } else {
      pager.find(text, backward: backward)
    }
  }

  /// Reads a text in the last row; nil if the user cancels.
  private func entry(after mark: String) -> String? {
    var text = ""
    while true {
      let line = pager.entryLine(mark + text)
      _ = console.output.write(line)
      let key = keys.nextPagingKey {
        redraw()
        _ = console.output.write(line)
      }
      switch key {
      case .enter: return text
      case .escape, .endOfInput: return nil
      case .erase:
        if text.popLast() == nil { return nil }
      case .character(let scalar) where !isHarmful(scalar) && text.count < Self.longestEntry:
        text.unicodeScalars.append(scalar)
      default: break
      }
    }
  }
}
