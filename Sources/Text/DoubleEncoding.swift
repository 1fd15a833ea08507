/// Repairs a text that was encoded in UTF-8 twice; nil if it was not.
///
/// Such a text results from decoding UTF-8 as Windows-1252. If its letters, as bytes of that code page, are valid
/// UTF-8, then it was not written on purpose: `NaleÅ›niki` was `Naleśniki`, and `CrÃ¨me` was `Crème`.
///
/// - Complexity: O(*n*); other texts cost a look at each byte.
package func textEncodedTwice(_ text: String) -> String? {
  guard text.utf8.contains(0xC3) || text.utf8.contains(0xC2) else { return nil }
  var bytes: [UInt8] = []
  for scalar in text.unicodeScalars {
    guard let byte = windows1252(scalar) else { return nil }
    bytes.append(byte)
  }
  return String(validating: bytes, as: UTF8.self)
}

/// The Windows-1252 byte of a letter; unassigned bytes stand for themselves, as in the Encoding Standard of the WHATWG.
private func windows1252(_ scalar: Unicode.Scalar) -> UInt8? {
  switch scalar.value {
  case 0..<0x80, 0xA0...0xFF, 0x81, 0x8D, 0x8F, 0x90, 0x9D: UInt8(scalar.value)
  default: upperLetters.firstIndex(of: scalar.value).map { UInt8(0x80 + $0) }
  }
}

/// The letters of the bytes from 0x80 to 0x9F; zero for unassigned bytes.
private let upperLetters: [UInt32] = [
  0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
  0x0152, 0, 0x017D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC,
  0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
]
