import Testing
import World

@testable import Feeds

private func places(_ bytes: [UInt8], _ offsets: [Int]) throws -> [Int: LinePosition] {
  try linePositions(offsets, in: InMemoryFile(bytes))
}

@Test(arguments: [
  ("", 0, 1, 1), ("abc", 2, 1, 3), ("a\nb", 2, 2, 1), ("a\r\nb", 3, 2, 1), ("a\r\nb", 2, 1, 3),
  ("é親🥧x", 9, 1, 4), ("\u{FEFF}ab", 3, 1, 1), ("\u{FEFF}ab", 4, 1, 2), ("a\u{FEFF}b", 4, 1, 3),
  ("\n\n\n", 3, 4, 1), ("abc", 3, 1, 4), ("abc", 99, 1, 4), ("e\u{301}x", 3, 1, 3),
])
func `a position is a line and a column in characters`(
  text: String, offset: Int, line: Int, column: Int
) throws {
  let found = try places(Array(text.utf8), [offset])
  #expect(found == [offset: LinePosition(line: line, column: column)])
}

@Test(arguments: ["é", "親", "🥧\r\n", "é\n親"])
func `positions near the end of a read buffer are correct`(unit: String) throws {
  // The buffer has 2^18 bytes.
  for shift in [1, 3] {
    let text =
      String(repeating: ".", count: shift)
      + String(repeating: unit, count: (1 << 18) / unit.utf8.count + 9)
    let bytes = Array(text.utf8)
    let offsets = Array((1 << 18) - 9...(1 << 18) + 9)
    let found = try places(bytes, offsets.reversed() + offsets)
    var place = LinePosition()
    for (offset, byte) in bytes.enumerated().prefix((1 << 18) + 10) {
      if let found = found[offset] { #expect(found == place) }
      if byte == 0x0A {
        place = LinePosition(line: place.line + 1, column: 1)
      } else if byte & 0xC0 != 0x80 {
        place.column += 1
      }
    }
    #expect(found.count == offsets.count)
  }
}
