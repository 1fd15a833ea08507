import Text

extension RawSpan {
  /// The first place at which a letter stands that a first byte of UTF-8 becomes when it is encoded once more, with
  /// one behind it that another byte becomes.
  ///
  /// - Parameters:
  ///   - start: Where to begin.
  ///   - end: Where to stop.
  /// - Returns: The place; nil if there is none.
  /// - Complexity: O(*n*), 32 bytes at a time where they are none of these letters.
  package func traceOfDoubleEncoding(from start: Int, to end: Int) -> Int? {
    precondition(start >= 0 && end <= byteCount, "These bytes are not there.")
    var place = start
    while place + 2 < end {
      while place <= end &- 32, unsafe !hasLetter(inThirtyTwoFrom: place) { place &+= 32 }
      while place <= end &- 8, unsafe !hasByte(0xC3, knownWord(place)) { place &+= 8 }
      if place + 2 >= end { break }
      if byte(place) == 0xC3, 0x80...0xB4 ~= byte(place + 1) {
        switch byte(place + 2) {
        case 0xC2, 0xC5, 0xC6, 0xCB, 0xE2: return place
        default: break
        }
      }
      place += 1
    }
    return nil
  }

  /// Whether one of 32 bytes that are there is 0xC3.
  @unsafe @inline(__always)
  private func hasLetter(inThirtyTwoFrom place: Int) -> Bool {
    let letter = SIMD16<UInt8>(repeating: 0xC3)
    let first = unsafe unsafeLoadUnaligned(
      fromUncheckedByteOffset: place, as: SIMD16<UInt8>.self)
    let second = unsafe unsafeLoadUnaligned(
      fromUncheckedByteOffset: place &+ 16, as: SIMD16<UInt8>.self)
    let found = (first .== letter) .| (second .== letter)
    let words = unsafe unsafeBitCast(found, to: SIMD2<UInt64>.self)
    return words[0] | words[1] != 0
  }
}
