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

/// Reads what a ``BinaryWriter`` put; nil where it is cut or is something else.
package struct BinaryReader {
  @usableFromInline let source: [UInt8]
  @usableFromInline let end: Int
  @usableFromInline var place: Int

  package init(_ bytes: [UInt8]) { self.init(bytes, 0..<bytes.count) }

  /// A reader of a part of some bytes.
  package init(_ bytes: [UInt8], _ range: Range<Int>) {
    source = bytes
    (place, end) = (range.lowerBound, range.upperBound)
  }

  package var isAtEnd: Bool { place == end }

  /// The number of bytes that are left.
  @inlinable
  package var count: Int { end - place }

  /// Reads a number of eight bytes, the lowest byte first.
  package mutating func number() -> Int? { number(byteCount: 8) }

  /// Reads a word of eight bytes, the lowest byte first.
  package mutating func word() -> UInt64? {
    number().map { UInt64(truncatingIfNeeded: $0) }
  }

  /// Reads a number of up to eight bytes, the lowest byte first.
  @inlinable
  package mutating func number(byteCount: Int) -> Int? {
    guard count >= byteCount else { return nil }
    var number = 0
    for byte in 0..<byteCount { number |= Int(source[place + byte]) << (8 * byte) }
    place += byteCount
    return number
  }

  /// Reads a number of eight groups of seven bits at most, the lowest group first (LEB128).
  @inlinable
  package mutating func variableNumber() -> Int? {
    var number = 0
    for shift in stride(from: 0, to: 56, by: 7) {
      guard place < end else { return nil }
      let byte = source[place]
      place += 1
      number |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return number }
    }
    return nil
  }

  /// Reads bytes that were put without their count.
  @inlinable
  package mutating func plainBytes(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= self.count else { return nil }
    defer { place += count }
    return source[place..<place + count]
  }

  /// Reads bytes after their count.
  package mutating func bytes() -> [UInt8]? {
    number().flatMap { plainBytes($0) }.map { Array($0) }
  }

  /// Reads a text in UTF-8 after the count of its bytes.
  package mutating func text() -> String? {
    bytes().flatMap { String(validating: $0, as: UTF8.self) }
  }
}
