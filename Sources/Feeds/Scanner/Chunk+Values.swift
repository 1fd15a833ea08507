import Catalog

/// Values of any shape.
extension Chunk {
  /// Reads a value.
  ///
  /// - Parameters:
  ///   - text: The bytes.
  ///   - start: The offset of the value.
  ///   - depth: The nesting depth of the value.
  /// - Returns: The value, and the offset after it.
  /// - Throws: ``Interruption`` if the value is not valid or not complete.
  func value(
    _ text: RawSpan, at start: Int, depth: Int
  ) throws(Interruption) -> (value: ScannedValue, end: Int) {
    if text[start] == 0x22 {
      let (end, isEscaped) = try textEnd(text, from: start + 1)
      return (scanned(start + 1, end, isEscaped ? .escapedText : .text), end + 1)
    }
    let shape = text.shape(at: start)
    switch shape {
    case .list, .object:
      var check = ValueCheck(depth: depth)
      var place = start
      try check.advance(text, self, from: &place)
      return (scanned(start, place, shape), place)
    case .number:
      let end = try numberEnd(text, from: start)
      return (scanned(start, end, shape), end)
    default:
      let end = try literalEnd(text, from: start)
      return (scanned(start, end, shape), end)
    }
  }

  @inline(__always)
  func scanned(_ start: Int, _ end: Int, _ shape: JSONShape) -> ScannedValue {
    ScannedValue(
      offset: UInt32(truncatingIfNeeded: start), length: UInt32(truncatingIfNeeded: end &- start),
      shape: shape)
  }

  /// Returns the offset after `true`, `false` or `null`.
  func literalEnd(_ text: RawSpan, from start: Int) throws(Interruption) -> Int {
    let length: Int
    let isRight: Bool
    switch text[start] {
    case 0x74: (length, isRight) = (4, text.fourBytes(at: start) == 0x6575_7274)
    case 0x6E: (length, isRight) = (4, text.fourBytes(at: start) == 0x6C6C_756E)
    case 0x66: (length, isRight) = (5, text.fourBytes(at: start + 1) == 0x6573_6C61)
    default: (length, isRight) = (1, false)
    }
    if isRight { return start + length }
    if !isLast, start + length > end { throw .incomplete }
    throw flaw(text, at: start, "a value was expected")
  }

  /// Returns the offset after a number (RFC 8259, section 6).
  func numberEnd(_ text: RawSpan, from start: Int) throws(Interruption) -> Int {
    var place = start
    if text[place] == 0x2D { place += 1 }
    if text[place] == 0x30 { place += 1 } else { try takeDigits(text, &place) }
    if text[place] == 0x2E {
      place += 1
      try takeDigits(text, &place)
    }
    if text[place] | 0x20 == 0x65 {
      place += 1
      if text[place] == 0x2B || text[place] == 0x2D { place += 1 }
      try takeDigits(text, &place)
    }
    if place >= end, !isLast { throw .incomplete }
    return place
  }

  private func takeDigits(_ text: RawSpan, _ place: inout Int) throws(Interruption) {
    let start = place
    while text[place] &- 0x30 < 10 { place += 1 }
    if place == start { throw flaw(text, at: place, "a digit was expected") }
  }
}

extension RawSpan {
  /// Returns the shape of a value by its first byte; `absent` if no value begins with it.
  func shape(at place: Int) -> JSONShape {
    switch self[place] {
    case 0x22: .text
    case 0x7B: .object
    case 0x5B: .list
    case 0x74: .yes
    case 0x66: .no
    case 0x6E: .null
    case 0x2D, 0x30...0x39: .number
    default: .absent
    }
  }
}
