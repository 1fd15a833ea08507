import CVectors

/// The characters of texts.
extension RawSpan {
  /// The minimum count for ``isPlain(from:count:)``.
  static var leastExpected: Int { 15 }

  /// Whether a number of plain characters and a quote are at an offset.
  ///
  /// If so, the caller need not wait for the search of the quote.
  @inline(__always)
  func isPlain(from start: Int, count: Int) -> Bool {
    let last = start &+ count &- 15
    guard start >= 0, last >= start, last <= byteCount &- 16 else { return false }
    let end = unsafe knownSixteenBytes(at: last)
    var stops = SIMD16<Int8>(repeating: 0)
    var place = start
    while place < last {
      stops |= unsafe unsafeBitCast(
        self.stops(in: knownSixteenBytes(at: place)), to: SIMD16<Int8>.self)
      place &+= 16
    }
    // The quote after the text is the only stop.
    return cvectors_signs(stops) | (self.stops(in: end).bits ^ 0x8000) == 0 && end[15] == 0x22
  }

  /// Returns the offset of the first quote, backslash, control character, or byte beyond ASCII.
  @inline(__always)
  func plainEnd(from start: Int) -> Int {
    var place = start
    while true {
      // Thirty-two bytes per iteration: a mispredicted branch costs more than looking at sixteen more bytes.
      let near = stops(in: sixteenBytes(at: place)).bits
      let far = stops(in: sixteenBytes(at: place &+ 16)).bits
      let stops = near | far &<< 16
      if stops != 0 { return place &+ stops.trailingZeroBitCount }
      place &+= 32
    }
  }

  /// Which of sixteen bytes are a quote, a backslash, a control character, or beyond ASCII.
  @inline(__always)
  private func stops(in bytes: SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>> {
    // XOR maps the quote to 0x20, next to the control characters. Bytes beyond ASCII are negative.
    let flipped = unsafe unsafeBitCast(
      bytes ^ SIMD16<UInt8>(repeating: 0x02), to: SIMD16<Int8>.self)
    return (flipped .< SIMD16<Int8>(repeating: 0x21)) .| (bytes .== SIMD16<UInt8>(repeating: 0x5C))
  }

  /// Returns the length, in bytes, of a scalar in UTF-8 (RFC 3629, section 4); 0 if it is not valid, or ASCII.
  @inline(__always)
  func lengthOfScalar(at place: Int) -> Int {
    let bytes = fourBytes(at: place)
    if bytes & 0xC0E0 == 0x80C0 { return bytes & 0x1E == 0 ? 0 : 2 }
    let second = bytes &>> 8 & 0xFF
    switch bytes & 0xFF {
    case 0xE0: return bytes & 0xC0_C000 == 0x80_8000 && second >= 0xA0 ? 3 : 0
    case 0xED: return bytes & 0xC0_C000 == 0x80_8000 && second <= 0x9F ? 3 : 0
    case 0xE1...0xEF: return bytes & 0xC0_C000 == 0x80_8000 ? 3 : 0
    case 0xF0: return bytes & 0xC0C0_C000 == 0x8080_8000 && second >= 0x90 ? 4 : 0
    case 0xF4: return bytes & 0xC0C0_C000 == 0x8080_8000 && second <= 0x8F ? 4 : 0
    case 0xF1...0xF3: return bytes & 0xC0C0_C000 == 0x8080_8000 ? 4 : 0
    default: return 0
    }
  }

  func firstBadByte(from start: Int) -> Int {
    var place = start
    while true {
      let length = self[place] < 0x80 ? 1 : lengthOfScalar(at: place)
      if length == 0 { return place }
      place += length
    }
  }

  /// Returns the offset after an escape; nil if the escape is not valid (RFC 8259, section 7).
  func escapeEnd(at place: Int) -> Int? {
    switch self[place &+ 1] {
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: return place &+ 2
    case 0x75:
      let isRight =
        isHexadecimal(self[place &+ 2]) && isHexadecimal(self[place &+ 3])
        && isHexadecimal(self[place &+ 4]) && isHexadecimal(self[place &+ 5])
      return isRight ? place &+ 6 : nil
    default: return nil
    }
  }
}

@inline(__always)
func isHexadecimal(_ byte: UInt8) -> Bool {
  byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6
}

extension SIMDMask<SIMD16<Int8>> {
  /// One bit for each of the sixteen lanes, the first in the lowest bit.
  @inline(__always)
  var bits: UInt32 { unsafe cvectors_signs(unsafeBitCast(self, to: SIMD16<Int8>.self)) }
}
