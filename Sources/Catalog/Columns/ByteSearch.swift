extension StoredTexts {
  /// Calls `body` for each text that contains some bytes, until it returns false.
  ///
  /// - Parameters:
  ///   - needle: At least one byte, none of them zero.
  ///   - body: Takes the number of the text, its byte range, and the offset of the first match; returns whether to
  ///     continue.
  /// - Complexity: O(*n*) in the number of bytes, 32 at a time.
  @inline(__always)
  func forEachText(with needle: [UInt8], _ body: (Int, Range<Int>, Int) -> Bool) {
    let count = starts.count
    withAllBytes { bytes in
      starts.withAll { at in
        var number = 0
        forEachMatch(of: ByteNeedle(needle), in: bytes) { hit in
          number = textNumber(holding: hit, count, from: number, at)
          guard number + 1 < count else { return bytes.byteCount }
          let (start, end) = (at(number), at(number + 1))
          guard start <= hit, hit < end, end <= bytes.byteCount else { return hit + 1 }
          return body(number, start..<end, hit) ? end : bytes.byteCount
        }
      }
    }
  }
}

/// Returns the number of the text that contains a byte, by exponential search.
@inline(__always)
private func textNumber(
  holding byte: Int, _ count: Int, from number: Int, _ start: (Int) -> Int
) -> Int {
  var (low, step) = (number, 1)
  while low + step < count, start(low + step) <= byte {
    low += step
    step *= 2
  }
  while step > 0 {
    if low + step < count, start(low + step) <= byte { low += step }
    step /= 2
  }
  return low
}

/// The letters of folded text, most frequent first.
///
/// All other bytes are rarer.
private let frequentBytes = Array(" eaiorntslcdumphgbyfvkwxqjz".utf8)

/// A byte string to search for, with the positions of two bytes that are rare in texts.
package struct ByteNeedle: Sendable {
  let bytes: [UInt8]
  let near, far: Int

  /// Creates a needle.
  ///
  /// - Precondition: There is at least one byte.
  package init(_ bytes: [UInt8]) {
    let ranked = bytes.indices.sorted { one, other in
      let ranks = [one, other].map { frequentBytes.firstIndex(of: bytes[$0]) ?? 99 }
      return ranks[0] != ranks[1] ? ranks[0] > ranks[1] : one < other
    }
    let second = ranked.first { bytes[$0] != bytes[ranked[0]] } ?? ranked[ranked.count - 1]
    self.bytes = bytes
    (near, far) = (min(ranked[0], second), max(ranked[0], second))
  }
}

extension RawSpan {
  /// Whether the span contains some bytes.
  ///
  /// - Complexity: O(*n*) in the number of bytes, 32 at a time.
  package func holds(_ needle: ByteNeedle) -> Bool {
    var isPresent = false
    forEachMatch(of: needle, in: self) { _ in
      isPresent = true
      return byteCount
    }
    return isPresent
  }
}

/// Finds bytes in a text.
///
/// Positions where two rare bytes match are compared as a whole.
///
/// - Parameters:
///   - needle: The bytes to find.
///   - text: The text.
///   - body: Takes the offset of a match, and returns the offset to continue at.
func forEachMatch(of needle: ByteNeedle, in text: RawSpan, _ body: (Int) -> Int) {
  let (near, far) = (needle.near, needle.far)
  let needle = needle.bytes
  guard let first = needle.first, needle.count <= text.byteCount else { return }
  let nears = SIMD32<UInt8>(repeating: needle[near])
  let fars = SIMD32<UInt8>(repeating: needle[far])
  let end = text.byteCount - needle.count + 1
  let bytes = unsafe needle.span.bytes
  var place = 0
  while place + 32 <= end {
    let one = unsafe text.unsafeLoadUnaligned(
      fromByteOffset: place + near, as: SIMD32<UInt8>.self)
    let other = unsafe text.unsafeLoadUnaligned(
      fromByteOffset: place + far, as: SIMD32<UInt8>.self)
    let mask = unsafe unsafeBitCast((one .== nears) .& (other .== fars), to: SIMD4<UInt64>.self)
    if mask[0] | mask[1] | mask[2] | mask[3] == 0 {
      place += 32
      continue
    }
    var next = place + 32
    search: for word in 0..<4 {
      var rest = mask[word]
      while rest != 0 {
        let byte = rest.trailingZeroBitCount >> 3
        rest &= ~(0xFF << UInt64(byte * 8))
        let hit = place + word * 8 + byte
        guard text.equals(hit..<hit + needle.count, bytes, from: 0) else { continue }
        let goOn = body(hit)
        if goOn > hit + 1 {
          next = goOn
          break search
        }
      }
    }
    place = next
  }
  while place < end {
    if text.byte(place) == first, text.equals(place..<place + needle.count, bytes, from: 0) {
      place = max(body(place), place + 1)
    } else {
      place += 1
    }
  }
}
