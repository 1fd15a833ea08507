/// A set of ASCII characters with a fast membership test.
package struct ASCIISet: Sendable {
  @usableFromInline let low: UInt64
  @usableFromInline let high: UInt64

  /// Creates the set of the characters of a text.
  package init(_ letters: StaticString) {
    var bits: (low: UInt64, high: UInt64) = (0, 0)
    for letter in String(describing: letters).utf8 {
      precondition(letter < 0x80, "a letter beyond ASCII has several bytes")
      if letter < 64 {
        bits.low |= 1 << UInt64(letter)
      } else {
        bits.high |= 1 << UInt64(letter - 64)
      }
    }
    (low, high) = bits
  }

  /// Whether a byte is in the set.
  @inlinable @inline(__always)
  package func contains(_ byte: UInt8) -> Bool {
    let bits = byte < 64 ? low : high
    return byte < 0x80 && bits &>> UInt64(byte & 63) & 1 == 1
  }
}
