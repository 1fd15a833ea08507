import Terminal
import TerminalEmulator
import Testing

@Suite struct ColorFilterTests {
  @Test(
    arguments: [
      (.none, "a\u{1B}[1;31mb\u{1B}[0mc\u{1B}[K", "abc\u{1B}[K"),
      (.none, "\u{1B}]8;;x\u{1B}\\a", "\u{1B}]8;;x\u{1B}\\a"),
      (.none, "\u{1B}[>4mx", "\u{1B}[>4mx"),
      (.basic16, "\u{1B}[1;38;2;250;0;0;7mx", "\u{1B}[1;91;7mx"),
      (.basic16, "\u{1B}[48;5;21mx\u{1B}[38;5;3mx", "\u{1B}[44mx\u{1B}[38;5;3mx"),
      (.basic16, "\u{1B}[38:2::0:205:0;4:3mx", "\u{1B}[32;4:3mx"),
      (.indexed256, "\u{1B}[38;2;255;0;0mx\u{1B}[31mx", "\u{1B}[38;5;196mx\u{1B}[31mx"),
      (.trueColor, "\u{1B}[38;2;255;0;0mx", "\u{1B}[38;2;255;0;0mx"),
    ] as [(PictureDisplay.Depth, String, String)])
  func `colors are reduced to the depth`(
    depth: PictureDisplay.Depth, text: String, shown: String
  ) {
    var (whole, cut) = (ColorFilter(depth), ColorFilter(depth))
    #expect(String(decoding: whole.filter(Array(text.utf8)), as: UTF8.self) == shown)
    let bytes = text.utf8.flatMap { cut.filter([$0]) }
    #expect(String(decoding: bytes, as: UTF8.self) == shown)
  }
}
