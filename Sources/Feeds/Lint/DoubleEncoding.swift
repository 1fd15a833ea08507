/// The text that was meant where one was encoded in UTF-8 twice; nil if the text is not one of these.
///
/// Somebody took the bytes of the text for Windows-1252. If its letters, as bytes of that code page, are UTF-8
/// then nobody wrote them so on purpose: `NaleÅ›niki` was `Naleśniki`, and `Crème` is nothing else.
func textEncodedTwice(_ text: String) -> String? {
  if text.utf8.allSatisfy({ $0 < 0x80 }) { return nil }
  var bytes: [UInt8] = []
  for scalar in text.unicodeScalars {
    guard let byte = windows1252(scalar) else { return nil }
    bytes.append(byte)
  }
  return String(validating: bytes, as: UTF8.self)
}

/// The byte of a letter; what the code page leaves open stands for itself, as in the Encoding standard of the WHATWG.
private func windows1252(_ scalar: Unicode.Scalar) -> UInt8? {
  switch scalar.value {
  case 0..<0x80, 0xA0...0xFF, 0x81, 0x8D, 0x8F, 0x90, 0x9D: UInt8(scalar.value)
  default: upperLetters.firstIndex(of: scalar.value).map { UInt8(0x80 + $0) }
  }
}

/// The letters of the bytes from 0x80 to 0x9F.
private let upperLetters: [UInt32] = [
  0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
  0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC,
  0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
]
