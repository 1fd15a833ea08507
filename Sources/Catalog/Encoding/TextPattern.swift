/// The common parts of a field's values, such as an address around a UUID.
struct TextPattern: Equatable, Sendable {
  /// The variable part between the prefix and the suffix.
  enum Middle: Equatable, Sendable {
    /// A lowercase UUID, stored in 16 bytes (RFC 9562, section 4).
    case uuid
    /// A fixed number of bytes.
    case bytes(Int)
  }

  let prefix: [UInt8]
  let suffix: [UInt8]
  let middle: Middle

  /// The size of the stored variable part, in bytes.
  var slotSize: Int {
    switch middle {
    case .uuid: 16
    case .bytes(let count): count
    }
  }

  private var length: Int {
    prefix.count + suffix.count + (middle == .uuid ? 36 : slotSize)
  }

  /// Finds the common parts of most texts; nil if they are too short to be worthwhile.
  init?(of texts: TextArena, rows: Int, present: PresenceBits) {
    let places = (0..<min(rows, texts.count)).filter { present[$0] }.map { texts.place($0) }
    var frequencies: [Int: Int] = [:]
    for place in places { frequencies[place.count, default: 0] += 1 }
    guard places.count >= 16,
      let length = frequencies.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key,
      let first = places.first(where: { $0.count == length })
    else { return nil }
    let alike = places.filter { $0.count == length }
    guard alike.count * 10 >= places.count * 8, length > 0 else { return nil }
    let bytes = texts.bytes
    func isCommon(_ offset: Int) -> Bool {
      alike.allSatisfy { bytes[$0.lowerBound + offset] == bytes[first.lowerBound + offset] }
    }
    var start = 0
    while start < length, isCommon(start) { start += 1 }
    var end = length
    while end > start, isCommon(end - 1) { end -= 1 }
    // The UUIDs of a sample may share their first digits. The positions of the hyphens show where they begin.
    for from in stride(from: start, through: max(0, start - 8), by: -1) where from + 36 <= length {
      let areUUIDs = alike.allSatisfy { place in
        unsafe packedUUID(bytes.span.bytes, at: place.lowerBound + from) != nil
      }
      if areUUIDs, from + 36 >= end {
        self.init(
          prefix: bytes[first.lowerBound..<first.lowerBound + from],
          suffix: bytes[first.lowerBound + from + 36..<first.upperBound], middle: .uuid)
        return
      }
    }
    guard end - start <= 64, (start + length - end) * 2 >= length else { return nil }
    self.init(
      prefix: bytes[first.lowerBound..<first.lowerBound + start],
      suffix: bytes[first.lowerBound + end..<first.upperBound], middle: .bytes(end - start))
  }

  init(prefix: some Sequence<UInt8>, suffix: some Sequence<UInt8>, middle: Middle) {
    self.prefix = Array(prefix)
    self.suffix = Array(suffix)
    self.middle = middle
  }

  /// Stores the variable part of a text; returns false if the text does not match the pattern.
  @inline(__always)
  func pack(
    _ range: Range<Int>, of text: RawSpan, into slots: inout MutableSpan<UInt8>, at place: Int
  ) -> Bool {
    guard range.count == length,
      unsafe text.equals(
        range.lowerBound..<range.lowerBound + prefix.count, prefix.span.bytes, from: 0),
      unsafe text.equals(
        range.upperBound - suffix.count..<range.upperBound, suffix.span.bytes, from: 0)
    else { return false }
    let start = range.lowerBound + prefix.count
    switch middle {
    case .uuid:
      guard let packed = packedUUID(text, at: start) else { return false }
      var bytes = unsafe slots.mutableBytes
      bytes.storeBytes(of: packed, toByteOffset: place, as: SIMD2<UInt64>.self)
    case .bytes(let count):
      copyBytes(start..<start + count, of: text, to: &slots, at: place)
    }
    return true
  }

  /// Restores a text from its variable part.
  func unpacked(_ slot: RawSpan) -> [UInt8] {
    func digit(_ number: UInt8) -> UInt8 { number < 10 ? 0x30 + number : 0x57 + number }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(prefix.count + max(36, slot.byteCount) + suffix.count)
    bytes += prefix
    switch middle {
    case .uuid:
      for k in 0..<min(16, slot.byteCount) {
        if k == 4 || k == 6 || k == 8 || k == 10 { bytes.append(0x2D) }
        bytes.append(digit(slot.byte(k) >> 4))
        bytes.append(digit(slot.byte(k) & 15))
      }
    case .bytes:
      for k in 0..<slot.byteCount { bytes.append(slot.byte(k)) }
    }
    bytes += suffix
    return bytes
  }
}

/// Whether bytes are a lowercase UUID (RFC 9562, section 4).
package func isLowercaseUUID(_ range: Range<Int>, of text: RawSpan) -> Bool {
  range.count == 36 && packedUUID(text, at: range.lowerBound) != nil
}

/// Returns the 16 bytes of a lowercase UUID; nil if the text is not one.
@inline(__always)
private func packedUUID(_ text: RawSpan, at place: Int) -> SIMD2<UInt64>? {
  guard place + 36 <= text.byteCount, text.byte(place + 8) == 0x2D,
    text.byte(place + 13) == 0x2D, text.byte(place + 18) == 0x2D, text.byte(place + 23) == 0x2D
  else { return nil }
  // The groups have 8, 4, 4, 4, and 12 digits. Two groups of four make a word without the hyphen between them.
  let second = text.word(place + 9) & 0xFFFF_FFFF | text.word(place + 14) << 32
  let third = text.word(place + 19) & 0xFFFF_FFFF | text.word(place + 24) << 32
  let left = SIMD2(text.word(place), third)
  let right = SIMD2(second, text.word(place + 28))
  guard areHexadecimal(left) & areHexadecimal(right) == SIMD2(repeating: highBits) else {
    return nil
  }
  return packedDigits(left) | packedDigits(right) &<< 32
}

private let highBits: UInt64 = 0x8080_8080_8080_8080

/// Returns a word with the high bit set in each byte that is a lowercase hexadecimal digit.
@inline(__always)
private func areHexadecimal(_ digits: SIMD2<UInt64>) -> SIMD2<UInt64> {
  let figures = (digits &+ 0x5050_5050_5050_5050) & ~(digits &+ 0x4646_4646_4646_4646)
  let letters = (digits &+ 0x1F1F_1F1F_1F1F_1F1F) & ~(digits &+ 0x1919_1919_1919_1919)
  return (figures | letters) & ~digits & highBits
}

/// Packs eight hexadecimal digits, the first in the lowest byte, into four bytes, in each of two words.
@inline(__always)
private func packedDigits(_ digits: SIMD2<UInt64>) -> SIMD2<UInt64> {
  // Letters have bit 6 set, and their low bits begin with 1.
  let letters = digits &>> 6 & 0x0101_0101_0101_0101
  let values = digits & 0x0F0F_0F0F_0F0F_0F0F &+ letters &+ letters &<< 3
  var packed = (values &<< 4 | values &>> 8) & 0x00FF_00FF_00FF_00FF
  packed = (packed | packed &>> 8) & 0x0000_FFFF_0000_FFFF
  return (packed | packed &>> 16) & 0xFFFF_FFFF
}
