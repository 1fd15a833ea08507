import Text

/// Texts, numbers and literals.
extension BlockScan {
  /// The current byte; nil at the end of the block.
  var next: UInt8? { place < end ? bytes[place] : nil }

  mutating func skipSpace() {
    while place < end {
      switch bytes[place] {
      case 0x20, 0x0A, 0x0D, 0x09: place += 1
      default: return
      }
    }
  }

  /// Reads a text, and repairs it in place.
  ///
  /// - Returns: The byte range of the text, without its quotes.
  /// - Throws: ``JSONFault`` at an unknown escape, or at the opening quote if there is no closing one.
  mutating func readText() throws(JSONFault) -> Range<Int> {
    let start = place
    place += 1
    while place < end {
      switch bytes[place] {
      case 0x22:
        place += 1
        return (start + 1)..<(place - 1)
      case 0x5C: try readEscape()
      case 0..<0x20: repair(.rawControl, with: 0x20)
      case 0x80...: skipLetter()
      default: place += 1
      }
    }
    throw JSONFault(offset: start, reason: "the quote that opens here is never closed")
  }

  private mutating func repair(_ kind: LinkedData.Remark.Kind, with byte: UInt8) {
    note(kind, at: place)
    bytes[place] = byte
    place += 1
  }

  private mutating func readEscape() throws(JSONFault) {
    let start = place
    place += 1
    switch next {
    case 0x27:
      // The two bytes of JavaScript's `\'` are replaced by U+02BC, a modifier letter apostrophe.
      note(.unknownEscape, at: start)
      bytes.replaceSubrange(start...place, with: [0xCA, 0xBC])
      place += 1
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: place += 1
    case 0x75:
      place += 1
      for _ in 0..<4 {
        guard let byte = next, isHexadecimal(byte) else {
          throw fault("four hexadecimal digits were expected")
        }
        place += 1
      }
    default: throw fault("`\\` is followed by something that it does not escape", at: start)
    }
  }

  private func isHexadecimal(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || 0x41...0x46 ~= byte & 0xDF && byte >= 0x41
  }

  private mutating func skipLetter() {
    if let length = utf8Length(bytes, at: place, end: end) {
      place += length
    } else {
      repair(.notUTF8, with: 0x3F)
    }
  }

  /// Reads a number, `true`, `false` or `null`.
  mutating func readScalar() throws(JSONFault) {
    switch next {
    case 0x74: try skipWord("true")
    case 0x66: try skipWord("false")
    case 0x6E: try skipWord("null")
    case 0x2D, .some(0x30...0x39): try skipNumber()
    default: throw fault("a value was expected")
    }
  }

  private mutating func skipWord(_ word: StaticString) throws(JSONFault) {
    guard bytes[place..<end].starts(with: word.description.utf8) else {
      throw fault("a value was expected")
    }
    place += word.utf8CodeUnitCount
  }

  private mutating func skipNumber() throws(JSONFault) {
    if next == 0x2D { place += 1 }
    if next == 0x30 { place += 1 } else { try skipDigits() }
    if next == 0x2E {
      place += 1
      try skipDigits()
    }
    if next == 0x65 || next == 0x45 {
      place += 1
      if next == 0x2B || next == 0x2D { place += 1 }
      try skipDigits()
    }
  }

  private mutating func skipDigits() throws(JSONFault) {
    let start = place
    while let byte = next, 0x30...0x39 ~= byte { place += 1 }
    if place == start { throw fault("a digit was expected") }
  }
}

/// Returns the length, in bytes, of a scalar beyond ASCII; nil if it is not valid UTF-8 (RFC 3629, section 4).
func utf8Length(_ bytes: [UInt8], at place: Int, end: Int) -> Int? {
  let first = bytes[place]
  let second: ClosedRange<UInt8>
  switch first {
  case 0xE0: second = 0xA0...0xBF
  case 0xED: second = 0x80...0x9F
  case 0xF0: second = 0x90...0xBF
  case 0xF4: second = 0x80...0x8F
  case 0xC2...0xF3: second = 0x80...0xBF
  default: return nil
  }
  let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
  guard place + length <= end, second ~= bytes[place + 1] else { return nil }
  for k in 2..<max(length, 2) where bytes[place + k] & 0xC0 != 0x80 { return nil }
  return length
}
