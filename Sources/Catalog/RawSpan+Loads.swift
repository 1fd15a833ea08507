#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Loads that are checked against the bounds; that any bits make a number keeps them safe.
extension RawSpan {
  /// The byte at an offset.
  @inlinable @inline(__always)
  package func byte(_ offset: Int) -> UInt8 {
    unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  /// The eight bytes from an offset on, the first one lowest.
  @inlinable @inline(__always)
  package func word(_ offset: Int) -> UInt64 {
    unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  /// The same where it is known that these bytes are there, once for many of them.
  @unsafe @inline(__always)
  func knownWord(_ offset: Int) -> UInt64 {
    unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
  }

  /// Whether the bytes of a range are those of `other` from `start` on.
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

/// Whether one of the bytes of a word is zero.
@inline(__always)
func hasZeroByte(_ word: UInt64) -> Bool {
  (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080 != 0
}

/// Whether one of the bytes of a word is `byte`.
@inline(__always)
func hasByte(_ byte: UInt8, _ word: UInt64) -> Bool {
  hasZeroByte(word ^ UInt64(byte) &* 0x0101_0101_0101_0101)
}
