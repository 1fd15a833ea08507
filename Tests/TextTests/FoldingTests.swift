import Testing

@testable import Text

/// A scalar as it is compared, letter by letter.
private func plainly(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
  foldedLetters(String(scalar)).compactMap { Unicode.Scalar($0.scalar) }
}

/// Every scalar up to U+1FFFF, the tags and selectors behind them, and some of the rest.
private let scalars: [Unicode.Scalar] =
  (Array(0..<0x20000) + Array(0xE0000..<0xE0200)
  + Array(stride(from: 0x20000, to: 0x110000, by: 97)))
  .compactMap { Unicode.Scalar($0) }

private let capitals = Array("ABCDEFGHIJ".unicodeScalars)
private let smalls = Array("abcdefghij".unicodeScalars)

@Test(arguments: 0..<4)
func `a scalar folds alike whatever stands around it`(part: Int) {
  let mine = scalars.indices.filter { $0 % 4 == part }.map { scalars[$0] }
  for group in stride(from: 0, to: mine.count, by: 64) {
    var text = String.UnicodeScalarView()
    var expected = String.UnicodeScalarView()
    for scalar in mine[group..<min(group + 64, mine.count)] {
      let letters = Int((scalar.value / 4) % 10)
      text.append(contentsOf: capitals[..<letters])
      expected.append(contentsOf: smalls[..<letters])
      text.append(scalar)
      expected.append(contentsOf: plainly(scalar))
    }
    if !folded(String(text)).utf8.elementsEqual(String(expected).utf8) {
      Issue.record("somewhere from U+\(String(mine[group].value, radix: 16)) on")
    }
  }
}

@Test(arguments: Array("AZ[@`z\u{7F}éÉßİ\u{301}한ﬁＡ親\u{FDFA}🥧\u{E0041}𝐀\u{200D}".unicodeScalars))
func `a scalar folds the same with up to nine letters before and behind it`(scalar: Unicode.Scalar)
{
  let middle = String(String.UnicodeScalarView(plainly(scalar)))
  for before in 0...9 {
    for after in 0...9 {
      let (start, end) = (capitals[..<before], capitals[..<after])
      let text = String(String.UnicodeScalarView(start + [scalar] + end))
      let expected =
        String(String.UnicodeScalarView(smalls[..<before])) + middle
        + String(String.UnicodeScalarView(smalls[..<after]))
      #expect(folded(text).utf8.elementsEqual(expected.utf8))
    }
  }
}

@Test
func `the declared growth of folding is the largest growth of any scalar`() {
  let growth = scalars.map { scalar in
    (Double(String(String.UnicodeScalarView(plainly(scalar))).utf8.count)
      / Double(UTF8.width(scalar)))
  }
  #expect(growth.max() == Double(foldedGrowth))
}

@Test(
  arguments: [[0xC3], [0x61, 0xE2, 0x82], [0x80, 0x61], [0xF0, 0x9F, 0xA5], [0xFF, 0xFE]]
    as [[UInt8]])
func `folding bytes that are not UTF-8 stays within the declared growth`(bytes: [UInt8]) {
  var target = [UInt8](repeating: 0, count: bytes.count * foldedGrowth + 8)
  var span = target.mutableSpan
  let end = unsafe fold(bytes.span.bytes, into: &span, from: 0)
  #expect(0...bytes.count * foldedGrowth ~= end)
}

@Test(arguments: [4094, 4095, 4096, 4097, 8192, 100_000])
func `a long text folds as its scalars do, wherever it is cut`(length: Int) {
  for scalar in "aÉ\u{FDFA}𝐀".unicodeScalars {
    for before in 0...4 {
      var text = String(repeating: "A", count: before)
      var expected = String(repeating: "a", count: before)
      let middle = String(String.UnicodeScalarView(plainly(scalar)))
      let count = length / UTF8.width(scalar)
      text += String(repeating: Character(scalar), count: count)
      expected += String(repeating: middle, count: count)
      #expect(folded(text).utf8.elementsEqual(expected.utf8), "U+\(scalar.value) after \(before)")
    }
  }
}
