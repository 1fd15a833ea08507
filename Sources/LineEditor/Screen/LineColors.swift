import Interpreter

extension LineSpan.Kind {
  /// The SGR parameters for the kind.
  ///
  /// Errors are underlined as well, since not everybody sees colors.
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

/// Returns the SGR parameters for ghost text on a terminal.
///
/// Gray differs from typed text on more terminals than the dim attribute, which xterm ignores.
func ghostGraphics(onTerminal name: String) -> String {
  let parts = name.split { $0 == "-" || $0 == "+" }
  if parts.contains(where: { $0.hasPrefix("256color") || $0.hasPrefix("direct") }) {
    return "38;5;244"
  }
  let hasBrightColors = ["xterm", "rxvt", "screen", "tmux", "foot", "alacritty", "kitty", "st-"]
    .contains { name.hasPrefix($0) }
  return hasBrightColors ? "90" : "2"
}

/// The cells of a line with their kinds, which determine their colors.
struct LineColors: Equatable {
  private(set) var cells: [LineCell]
  private(set) var kinds: [LineSpan.Kind?]
  /// Whether cells after these may still be on the screen, in the colors of earlier cells.
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

  /// Removes the cells that libedit has drawn again or moved because the line is now another text.
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

  /// The index of the first cell to draw, if these colors are on the screen and `new` should be.
  func firstChange(to new: LineColors) -> Int {
    let same = min(kinds.count, new.kinds.count)
    if let changed = (0..<same).first(where: { kinds[$0] != new.kinds[$0] }) { return changed }
    // Moved cells have the colors of their old positions; typed cells have none.
    return isTorn ? same : new.kinds[same...].firstIndex { $0 != nil } ?? new.kinds.count
  }
}
