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
  /// What the text consists of, in order.
  private var parts: [Part] = []
  /// A picture that is drawn over the text; nil if there is none.
  private let picture: PagedPicture?
  /// Takes messages to show in the last row.
  private let news: () -> [String]
  /// The message that came since the last key.
  private var latest: String?

  /// - Parameters:
  ///   - keys: The source of keys.
  ///   - console: The terminal.
  ///   - shown: Lines that are on the screen already, so that the output waits for a key first.
  ///   - picture: A picture that is drawn over the text.
  ///   - news: Takes messages that do not wait for the end of the output.
  init(
    _ keys: any PagingKeySource, on console: Console, after shown: LineLayout? = nil,
    _ picture: PagedPicture? = nil, news: @escaping () -> [String]
  ) {
    self.news = news
    self.keys = keys
    self.console = console
    self.picture = picture
    let size = console.size()
    pager = Pager(columns: size.columns, rows: size.rows, after: shown?.takenBytes ?? [])
    if let shown { parts = [Part(kind: .lines(shown), start: Pager.Extent())] }
  }

  var isHolding: Bool { !isOver && (hasAsked || pager.isBeyond) }

  func take(_ bytes: [UInt8]) -> Console.Writing {
    if isOver { return .written }
    if parts.last?.isBytes != true { begin(.bytes) }
    pager.append(bytes)
    return turn()
  }

  func take(_ bytes: [UInt8], of layout: LineLayout) -> Console.Writing {
    if isOver { return .written }
    if parts.last?.layout !== layout { begin(.lines(layout)) }
    pager.append(bytes)
    return turn()
  }

  func beginTable() {
    begin(.tableStart)
    pager.beginTable()
  }

  func endTable() {
    begin(.tableEnd)
    pager.endTable()
  }

  private func begin(_ kind: Part.Kind) { parts.append(Part(kind: kind, start: pager.extent)) }

  func showPrinted() -> Console.Writing { .written }

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
    let drawing = draw()
    guard pager.isPaused else { return console.output.write(drawing) }
    hasAsked = true
    keys.beginPaging()
    var outcome = console.output.write(drawing)
    while outcome == .written, pager.isPaused, !isOver {
      press(nextKey())
      if !isOver { outcome = console.output.write(draw()) }
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
    if let text = news().last { (pager.message, latest) = (text, text) }
    pager.redraw()
    _ = console.output.write(draw())
  }

  /// Returns the output that updates the screen, with the picture if all of it is there.
  private func draw() -> [UInt8] {
    let bytes = pager.draw()
    let width = console.size().columns
    guard let picture, pager.hasRedrawn, width >= picture.columns,
      let rowsUp = pager.rowsUp(to: picture.line(width), rows: picture.rows)
    else { return bytes }
    return bytes + [0x0D] + picture.draw(rowsUp)
  }
}

/// The layout for the width of the window.
extension PagedOutput {
  /// A part of the text.
  private struct Part {
    enum Kind {
      case lines(LineLayout)
      /// Bytes that are wrapped as they are.
      case bytes
      case tableStart, tableEnd
    }

    let kind: Kind
    /// How much text is before it.
    var start: Pager.Extent

    var isBytes: Bool { if case .bytes = kind { true } else { false } }

    var layout: LineLayout? { if case .lines(let layout) = kind { layout } else { nil } }
  }

  /// The maximum number of lines that are laid out again; longer texts are only wrapped anew.
  private static let mostLines = 20_000

  private func followSize() {
    let size = console.size()
    let place = pager.place
    let isAnew = pager.resize(columns: size.columns, rows: size.rows)
    if isAnew, pager.hasPaused, pager.extent.lines <= Self.mostLines {
      layOut(width: size.columns, at: place)
    }
  }

  /// Lays the text out for another width, and shows the part of it that was at the top.
  private func layOut(width: Int, at place: Pager.Place) {
    let old = pager
    var top = Pager.Place()
    pager.beginAgain()
    for number in parts.indices {
      let start = parts[number].start
      let end = number + 1 < parts.count ? parts[number + 1].start : old.extent
      let first = pager.extent
      switch parts[number].kind {
      case .lines(let layout): pager.append(layout.layOut(width: width))
      case .bytes: pager.append(old.text(from: start, to: end))
      case .tableStart: pager.beginTable()
      case .tableEnd: pager.endTable()
      }
      if start.lines <= place.line, place.line < end.lines {
        let (count, newCount) = (end.lines - start.lines, pager.extent.lines - first.lines)
        top = place
        top.line = first.lines + (place.line - start.lines) * newCount / count
      }
      parts[number].start = first
    }
    if place.line >= old.extent.lines { top.line = pager.extent.lines }
    pager.resume(at: top)
  }
}

/// The effects of keys.
extension PagedOutput {
  private func press(_ key: PagingKey) {
    (pager.message, latest) = (nil, nil)
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
    let text = entry(after: backward ? "?" : "/")
    if text?.isEmpty == true {
      pager.findAgain(backward: backward)
    } else if let text {
      pager.find(text, backward: backward)
    }
    // The typed text has covered the message.
    if let latest { pager.message = latest }
  }

  /// Reads a text in the last row; nil if the user cancels.
  private func entry(after mark: String) -> String? {
    var text = ""
    while true {
      let typed = mark + text
      _ = console.output.write(pager.entryLine(typed))
      let key = keys.nextPagingKey {
        redraw()
        _ = console.output.write(pager.entryLine(typed))
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
