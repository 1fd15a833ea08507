import Text

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Loads that are bounds-checked. They are safe because any bits are a valid integer.
extension RawSpan {
  /// Loads the byte at an offset.
  @inlinable @inline(__always)
  package func byte(_ offset: Int) -> UInt8 {
    unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  /// Loads the eight bytes at an offset, in little-endian order.
  @inlinable @inline(__always)
  package func word(_ offset: Int) -> UInt64 {
    unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  /// Loads eight bytes, whose bounds the caller has checked.
  @unsafe @inline(__always)
  func knownWord(_ offset: Int) -> UInt64 {
    unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
  }

  /// Whether the bytes of a range equal those of `other` from `start` on.
  @inline(__always)
  func equals(_ range: Range<Int>, _ other: RawSpan, from start: Int) -> Bool {
    let (mine, theirs) = (extracting(range), other.extracting(start..<start + range.count))
    return unsafe mine.withUnsafeBytes { mine in
      unsafe theirs.withUnsafeBytes { theirs in
        guard let mine = mine.baseAddress, let theirs = theirs.baseAddress else { return true }
        return unsafe memcmp(mine, theirs, range.count) == 0
      }
    }
  }
}

/// Whether a byte of a word is zero.
@inline(__always)
func hasZeroByte(_ word: UInt64) -> Bool {
  (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080 != 0
}

/// Whether a byte of a word is `byte`.
@inline(__always)
func hasByte(_ byte: UInt8, _ word: UInt64) -> Bool {
  hasZeroByte(word ^ UInt64(byte) &* 0x0101_0101_0101_0101)
}

extension RawSpan {
  /// Finds text that may have been encoded twice: the encoding of a UTF-8 lead byte, followed by that of a possible
  /// continuation byte.
  ///
  /// - Parameters:
  ///   - start: The offset to start at.
  ///   - end: The offset to stop at.
  /// - Returns: The offset of the lead byte's encoding; nil if there is none.
  /// - Complexity: O(*n*), 32 bytes at a time without lead bytes.
  package func indexOfDoubleEncoding(from start: Int, to end: Int) -> Int? {
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

  /// Whether one of 32 bytes is 0xC3, whose bounds the caller has checked.
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
