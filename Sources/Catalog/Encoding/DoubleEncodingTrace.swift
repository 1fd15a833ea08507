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
    var place = start
    while place + 2 < end {
      while place + 32 <= end,
        !hasLetter(at: place), !hasLetter(at: place + 8), !hasLetter(at: place + 16),
        !hasLetter(at: place + 24)
      {
        place += 32
      }
      while place + 8 <= end, !hasLetter(at: place) { place += 8 }
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

  /// Whether one of eight bytes is 0xC3.
  @inline(__always)
  private func hasLetter(at place: Int) -> Bool { hasByte(0xC3, word(place)) }
}
