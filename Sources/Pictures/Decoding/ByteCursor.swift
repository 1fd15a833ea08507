/// Reads the numbers of a picture's header one after the other.
struct ByteCursor {
  let format: PictureFormat
  let bytes: [UInt8]
  private(set) var offset: Int

  init(_ bytes: [UInt8], at offset: Int, of format: PictureFormat) {
    self.format = format
    self.bytes = bytes
    self.offset = offset
  }

  /// The next byte.
  ///
  /// - Throws: ``DecodingError/cutOff(_:)`` at the end, as do the others.
  mutating func byte() throws(DecodingError) -> Int {
    guard offset < bytes.count else { throw .cutOff(format) }
    defer { offset += 1 }
    return Int(bytes[offset])
  }

  /// A number of some bytes, the highest first.
  mutating func big(_ count: Int) throws(DecodingError) -> Int {
    var number = 0
    for _ in 0..<count { number = try number << 8 | byte() }
    return number
  }

  /// A number of some bytes, the lowest first.
  mutating func little(_ count: Int) throws(DecodingError) -> Int {
    var number = 0
    for place in 0..<count { number |= try byte() << (8 * place) }
    return number
  }

  mutating func skip(_ count: Int) throws(DecodingError) {
    guard count <= bytes.count - offset else { throw .cutOff(format) }
    offset += count
  }
}
