/// Appends numbers, texts and bytes to a buffer.
package struct BinaryWriter {
  @usableFromInline var written: [UInt8] = []

  /// Creates a writer with room for a number of bytes; it grows if needed.
  package init(expecting count: Int = 0) { written.reserveCapacity(count) }

  /// The bytes written so far.
  package var bytes: [UInt8] { written }

  /// Appends a number as eight bytes, little-endian.
  package mutating func put(_ number: Int) { put(number, byteCount: 8) }

  /// Appends the lowest bytes of a number, little-endian.
  @inlinable
  package mutating func put(_ number: Int, byteCount: Int) {
    for byte in 0..<byteCount { written.append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
  }

  /// Appends a word as eight bytes, little-endian.
  package mutating func put(word: UInt64) { put(Int(truncatingIfNeeded: word), byteCount: 8) }

  /// Appends a number as four bytes, big-endian.
  package mutating func put(bigEndian number: UInt32) {
    for shift in [24, 16, 8, 0] { written.append(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  /// Appends a number in LEB128.
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

  /// Appends bytes without their count.
  @inlinable
  package mutating func put(plain bytes: some Sequence<UInt8>) { written += bytes }

  /// Appends bytes after their count.
  package mutating func put(_ bytes: [UInt8]) {
    put(bytes.count)
    written += bytes
  }

  /// Appends a text in UTF-8 after the number of its bytes.
  package mutating func put(_ text: String) {
    put(text.utf8.count)
    written += text.utf8
  }
}

/// Reads the output of a ``BinaryWriter``; returns nil if it is truncated or invalid.
package struct BinaryReader {
  @usableFromInline let source: [UInt8]
  @usableFromInline let end: Int
  @usableFromInline var place: Int

  package init(_ bytes: [UInt8]) { self.init(bytes, 0..<bytes.count) }

  /// Creates a reader of a range of bytes.
  package init(_ bytes: [UInt8], _ range: Range<Int>) {
    source = bytes
    (place, end) = (range.lowerBound, range.upperBound)
  }

  package var isAtEnd: Bool { place == end }

  /// The number of remaining bytes.
  @inlinable
  package var count: Int { end - place }

  /// Reads a number of eight bytes, little-endian.
  package mutating func number() -> Int? { number(byteCount: 8) }

  /// Reads a word of eight bytes, little-endian.
  package mutating func word() -> UInt64? {
    number().map { UInt64(truncatingIfNeeded: $0) }
  }

  /// Reads a number of up to eight bytes, little-endian.
  @inlinable
  package mutating func number(byteCount: Int) -> Int? {
    guard count >= byteCount else { return nil }
    var number = 0
    for byte in 0..<byteCount { number |= Int(source[place + byte]) << (8 * byte) }
    place += byteCount
    return number
  }

  /// Reads a number in LEB128 of at most eight bytes.
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

  /// Reads bytes without a count.
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

  /// Reads a text in UTF-8 after the number of its bytes.
  package mutating func text() -> String? {
    bytes().flatMap { String(validating: $0, as: UTF8.self) }
  }
}
