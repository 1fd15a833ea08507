/// Puts numbers, texts and bytes one after another.
package struct BinaryWriter {
  @usableFromInline var written: [UInt8] = []

  /// A writer that grows when more bytes come than are expected.
  package init(expecting count: Int = 0) { written.reserveCapacity(count) }

  /// What was put so far.
  package var bytes: [UInt8] { written }

  /// Puts a number of eight bytes, the lowest byte first.
  package mutating func put(_ number: Int) { put(number, byteCount: 8) }

  /// Puts the lowest bytes of a number, the lowest first.
  @inlinable
  package mutating func put(_ number: Int, byteCount: Int) {
    for byte in 0..<byteCount { written.append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
  }

  /// Puts a word of eight bytes, the lowest byte first.
  package mutating func put(word: UInt64) { put(Int(truncatingIfNeeded: word), byteCount: 8) }

  /// Puts a number of four bytes, the highest byte first.
  package mutating func put(bigEndian number: UInt32) {
    for shift in [24, 16, 8, 0] { written.append(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  /// Puts a number in as few groups of seven bits as it takes, the lowest group first (LEB128).
  ///
  /// - Precondition: The number is not negative.
  @inlinable
  package mutating func put(variable number: Int) {
    precondition(number >= 0, "a number of variable length is not negative")
    var rest = number
    while rest >= 0x80 {
      written.append(UInt8(rest & 0x7F | 0x80))
      rest >>= 7
    }
    written.append(UInt8(rest))
  }

  /// Puts bytes without their count.
  @inlinable
  package mutating func put(plain bytes: some Sequence<UInt8>) { written += bytes }

  /// Puts bytes after their count.
  package mutating func put(_ bytes: [UInt8]) {
    put(bytes.count)
    written += bytes
  }

  /// Puts a text in UTF-8 after the count of its bytes.
  package mutating func put(_ text: String) {
    put(text.utf8.count)
    written += text.utf8
  }
}
