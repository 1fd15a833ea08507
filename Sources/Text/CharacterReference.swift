/// A character as HTML writes it: `&eacute;`, `&#233;`, `&#xE9;` (HTML Standard, section 13.2.5.72).
struct CharacterReference {
  var scalar: Unicode.Scalar
  /// Where the text goes on.
  var end: Int

  /// The reference that begins at an ampersand; nil if there is none.
  init?(_ bytes: [UInt8], at start: Int) {
    let isNumber = start + 1 < bytes.count && bytes[start + 1] == UInt8(ascii: "#")
    guard
      let found = isNumber
        ? Self.number(bytes, from: start + 2) : Self.name(bytes, from: start + 1)
    else { return nil }
    let isClosed = found.end < bytes.count && bytes[found.end] == UInt8(ascii: ";")
    scalar = found.scalar == "\u{A0}" ? " " : found.scalar
    end = isClosed ? found.end + 1 : found.end
  }

  private static func name(
    _ bytes: [UInt8], from start: Int
  ) -> (scalar: Unicode.Scalar, end: Int)? {
    var end = start
    while end < bytes.count, isAlphanumeric(bytes[end]) {
      end += 1
      if end - start > ReferenceNames.longest { return nil }
    }
    let next = end < bytes.count ? bytes[end] : 0
    let names = next == UInt8(ascii: ";") ? ReferenceNames.all : ReferenceNames.short
    let name = String(decoding: bytes[start..<end], as: UTF8.self)
    // `&copy=1` is a part of an address.
    guard next != UInt8(ascii: "="), let scalar = names[name] else { return nil }
    return (scalar, end)
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || 0x41...0x5A ~= byte & 0xDF
  }

  private static func number(
    _ bytes: [UInt8], from start: Int
  ) -> (scalar: Unicode.Scalar, end: Int)? {
    let isHexadecimal = start < bytes.count && bytes[start] | 0x20 == UInt8(ascii: "x")
    let first = isHexadecimal ? start + 1 : start
    var (end, value) = (first, 0)
    while end < bytes.count, let digit = digit(bytes[end], isHexadecimal: isHexadecimal) {
      value = min(value * (isHexadecimal ? 16 : 10) + digit, 0x110000)
      end += 1
    }
    return end == first ? nil : (scalar(value), end)
  }

  private static func digit(_ byte: UInt8, isHexadecimal: Bool) -> Int? {
    switch byte {
    case 0x30...0x39: Int(byte) - 0x30
    case 0x41...0x46 where isHexadecimal: Int(byte) - 0x37
    case 0x61...0x66 where isHexadecimal: Int(byte) - 0x57
    default: nil
    }
  }

  /// What a number means: those of C1 controls are read as Windows-1252.
  private static func scalar(_ value: Int) -> Unicode.Scalar {
    let known = 0x80...0x9F ~= value ? windows1252[value - 0x80] : UInt32(value)
    return known == 0 ? "\u{FFFD}" : Unicode.Scalar(known) ?? "\u{FFFD}"
  }

  private static let windows1252: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F,
    0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]
}
