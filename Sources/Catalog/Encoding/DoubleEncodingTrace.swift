import Text

extension RawSpan {
  /// The first place at which a letter stands that a first byte of UTF-8 becomes when it is encoded once more, with
  /// one behind it that another byte becomes.
  ///
  /// - Parameters:
  ///   - start: Where to begin.
  ///   - end: Where to stop.
  /// - Returns: The place; nil if there is none.
  /// - Complexity: O(*n*), eight bytes at a time where they are none of these letters.
  package func traceOfDoubleEncoding(from start: Int, to end: Int) -> Int? {
    var place = start
    while place + 2 < end {
      if place + 8 <= end {
        // A word with a byte 0xC3 has a zero byte when each is compared with it.
        let word = word(place) ^ 0xC3C3_C3C3_C3C3_C3C3
        if (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080 == 0 {
          place += 8
          continue
        }
      }
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
}
