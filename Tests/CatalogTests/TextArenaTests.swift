import Testing
import Text

@testable import Catalog

private func arena(_ texts: [String]) -> TextArena {
  var arena = TextArena()
  for text in texts {
    arena.bytes += Array(text.utf8)
    arena.end()
  }
  return arena
}

@Test func `texts of any length are folded and followed by a zero byte`() {
  // U+FDFA grows most when folded. The longest text exceeds the size of a portion.
  let lengths = Array(0..<400) + [2000, 1, 60_000, 0, 3]
  let texts = lengths.map { String(repeating: "Crème ﷺ", count: $0 / 7) + "X\($0)" }
  let shown = arena(texts)
  for first in [0, 1, 399, 402, texts.count] {
    var folded = TextArena()
    var scratch: [UInt8] = []
    folded.appendFolded(of: shown, from: first, scratch: &scratch)
    #expect(folded.count == texts.count - first)
    for (number, text) in texts[first...].enumerated() {
      let bytes = Array(folded.bytes[folded.place(number)])
      #expect(bytes == Array(Text.folded(text).utf8) + [0])
    }
  }
}

@Test func `a zero byte in a text is folded to a space at any position`() {
  for length in 1...26 {
    for place in 0..<length {
      var text = Array(repeating: UInt8(ascii: "A"), count: length)
      text[place] = 0
      var folded = TextArena()
      var scratch: [UInt8] = []
      folded.appendFolded(
        of: arena([String(decoding: text, as: UTF8.self)]), from: 0, scratch: &scratch)
      let expected = text.map { $0 == 0 ? UInt8(ascii: " ") : UInt8(ascii: "a") }
      #expect(folded.bytes == expected + [0])
    }
  }
}

/// Each scalar up to U+9FFF, beyond which no character counts as a visible end, is tested alone, at either end of a
/// text, and next to a space.
@Test(arguments: ["", "x", " ", "x "])
func `the displayed form of a text has no space at its ends`(before: String) {
  var shown: [UInt8] = []
  for after in ["", "x", " "] {
    for scalar in (UInt32(0x20)..<0xA000).compactMap(UnicodeScalar.init) {
      let text = before + String(Character(scalar)) + after
      let bytes = Array(text.utf8)
      let value = ScannedValue(offset: 0, length: UInt32(bytes.count), shape: .text)
      shown.removeAll(keepingCapacity: true)
      let isThere = unsafe appendShown(value, in: bytes.span.bytes, to: &shown)
      let isPlainly = unsafe isPlain(value, in: bytes.span.bytes)
      let expected = Array(trimmingSpace(text).utf8)
      if shown != expected || isThere == expected.isEmpty || isPlainly && bytes != expected {
        Issue.record("U+\(String(scalar.value, radix: 16)) in “\(text)”")
      }
    }
  }
}
