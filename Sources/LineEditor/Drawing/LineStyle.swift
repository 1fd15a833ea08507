import Interpreter

extension LineSpan.Kind {
  /// How a terminal shows such a piece: the parameters of SGR.
  ///
  /// What is wrong is underlined too: color alone says nothing to everybody.
  var graphics: String {
    switch self {
    case .command: "1"
    case .keyword: "35"
    case .field: "36"
    case .value: "32"
    case .number: "33"
    case .quotation: "32"
    case .comment: "2"
    case .wrong: "4;31"
    }
  }
}

/// How a terminal shows what is proposed and not typed: the parameters of SGR.
///
/// A gray is told from what was typed on more terminals than dim text, which xterm shows as any other.
func ghostGraphics(onTerminal name: String) -> String {
  let parts = name.split { $0 == "-" || $0 == "+" }
  if parts.contains(where: { $0.hasPrefix("256color") || $0.hasPrefix("direct") }) {
    return "38;5;244"
  }
  let hasBrightColors = ["xterm", "rxvt", "screen", "tmux", "foot", "alacritty", "kitty", "st-"]
    .contains { name.hasPrefix($0) }
  return hasBrightColors ? "90" : "2"
}

/// The kinds of a line's characters, by their numbers.
struct LineColors: Equatable {
  private(set) var cells: [LineCell]
  private(set) var kinds: [LineSpan.Kind?]
  /// Whether what stood behind these characters may still be on the screen, in its colors.
  private var isTorn = false

  init(_ text: String, _ spans: [LineSpan] = []) {
    cells = text.cells
    kinds = Array(repeating: nil, count: cells.count)
    var (offset, next) = (0, spans.startIndex)
    for (number, cell) in cells.enumerated() {
      while next < spans.endIndex, spans[next].range.upperBound <= offset { next += 1 }
      guard next < spans.endIndex else { return }
      if spans[next].range.contains(offset) { kinds[number] = spans[next].kind }
      offset += cell.utf8Count
    }
  }

  /// Forgets the characters that libedit has written again or moved, as a line other than this shows.
  mutating func follow(_ text: String) {
    if text.isPlain, text.utf8.starts(with: cells.lazy.map { UInt8(clamping: $0.base.value) }) {
      return
    }
    let same = zip(cells, text.cells).prefix { $0 == $1 }.count
    guard same < cells.count else { return }
    cells.removeSubrange(same...)
    kinds.removeSubrange(same...)
    isTorn = true
  }

  /// The first character that is not on the screen as it should be, if these were drawn last.
  func firstChange(to new: LineColors) -> Int {
    let same = min(kinds.count, new.kinds.count)
    if let changed = (0..<same).first(where: { kinds[$0] != new.kinds[$0] }) { return changed }
    // What was moved has the colors of where it was; what was typed has none.
    return isTorn ? same : new.kinds[same...].firstIndex { $0 != nil } ?? new.kinds.count
  }
}
