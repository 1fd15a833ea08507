import TerminalEmulator
import TestSupport
import Testing

@Suite struct ScreenFuzzTests {
  /// Fragments of output that cover all sequences.
  private static let pieces = [
    "a", "hello world", "料", "理", "e\u{301}", "\u{301}", "\u{FE0F}", "\u{200D}", "🍳", "🇩", "🇪", "❤",
    "👍", "🏽", "\u{200B}", "क्ष", "\u{1112}\u{1161}", "\r", "\n", "\u{8}", "\t", "\u{1B}[A",
    "\u{1B}[3B", "\u{1B}[C", "\u{1B}[7C", "\u{1B}[2D", "\u{1B}[4G", "\u{1B}[2d", "\u{1B}[2;3H",
    "\u{1B}[99;99H", "\u{1B}[J", "\u{1B}[1J", "\u{1B}[2J", "\u{1B}[K", "\u{1B}[1K", "\u{1B}[2K",
    "\u{1B}[P", "\u{1B}[3P", "\u{1B}[@", "\u{1B}[2@", "\u{1B}[L", "\u{1B}[2M", "\u{1B}[2X",
    "\u{1B}[S", "\u{1B}M", "\u{1B}D", "\u{1B}7", "\u{1B}8", "\u{1B}[31m", "\u{1B}[48;2;1;2;3m",
    "\u{1B}[1;4m", "\u{1B}[0m", "\u{1B}[4h", "\u{1B}[4l", "\u{1B}[?25l", "\u{1B}[?25h",
    "\u{1B}]8;;x\u{1B}\\", "\u{1B}[", "\u{1B}", "\u{1B}]", "1;2", "0123456789abcdef",
  ]

  private func noise(_ numbers: inout SeededNumbers) -> [UInt8] {
    (0..<numbers.below(120)).flatMap { _ in
      numbers.happens(oneIn: 8)
        ? [UInt8(numbers.below(256))] : Array(numbers.oneOf(Self.pieces).utf8)
    }
  }

  @Test(arguments: 0..<40)
  func `random output cannot break a screen and redrawing reproduces it`(seed: Int) {
    var numbers = SeededNumbers(seed: seed)
    for _ in 0..<25 {
      var screen = TerminalScreen(columns: 2 + numbers.below(14), rows: 1 + numbers.below(6))
      for _ in 0..<3 {
        screen.feed(noise(&numbers))
        var copy = TerminalScreen(columns: screen.columns, rows: screen.rows)
        copy.feed(screen.redrawn())
        #expect(copy == screen, "\(screen.lines) \(copy.lines)")
        #expect(copy.unknown == [])
        screen.resize(columns: 1 + numbers.below(20), rows: numbers.below(8))
      }
    }
  }

  @Test(arguments: 0..<20) func `the screen does not depend on how the bytes are split`(seed: Int) {
    var numbers = SeededNumbers(seed: seed)
    let bytes = noise(&numbers)
    var (whole, cut) = (TerminalScreen(columns: 9, rows: 4), TerminalScreen(columns: 9, rows: 4))
    whole.feed(bytes)
    for byte in bytes { cut.feed([byte]) }
    #expect(whole == cut)
  }

  /// Sequences that both models support.
  private static let common = [
    "a", "hello", "0123456789abcdef", "\r", "\r\n", "\u{8}", "\u{1B}[A", "\u{1B}[2B", "\u{1B}[3C",
    "\u{1B}[2D", "\u{1B}[4G", "\u{1B}[2;3H", "\u{1B}[J\r", "\r\u{1B}[K", "\u{1B}[2D\u{1B}[P",
    "\u{1B}[D\u{1B}[2@", "\r\u{1B}[L", "\r\u{1B}[M", "\u{1B}[D\u{1B}[2X", "\r\u{1B}M",
  ]

  @Test(arguments: 0..<40) func `the screen model of the tests agrees`(seed: Int) {
    var numbers = SeededNumbers(seed: seed)
    var model = ScreenModel(rows: 5, columns: 12)
    var screen = TerminalScreen(columns: 12, rows: 5)
    for piece in numbers.some(1...80, of: Self.common) {
      model.feed(piece.utf8)
      screen.feed(piece.utf8)
      #expect(screen.lines == model.lines)
    }
    #expect(screen.scrollback == model.scrollback)
  }
}
