/// Reading strings.
extension JSONReader {
  /// Reads a string; an unpaired surrogate becomes U+FFFD, unless the reader is strict.
  ///
  /// - Throws: ``JSONFault`` at a control character, an unknown escape, invalid UTF-8, or a missing end.
  package mutating func readString() throws(JSONFault) -> String {
    let start = position
    position += 1
    var run = position
    var parts: [UInt8] = []
    var isASCII = true
    while let byte = next {
      switch byte {
      case 0x22:
        let text = parts.isEmpty ? bytes[run..<position] : (parts + bytes[run..<position])[...]
        position += 1
        if isASCII { return String(decoding: text, as: UTF8.self) }
        guard let string = String(validating: text, as: UTF8.self) else {
          throw JSONFault(offset: firstBadByte(from: start + 1), reason: "the text is not UTF-8")
        }
        return string
      case 0x5C:
        parts += bytes[run..<position]
        try readEscape(into: &parts)
        run = position
        isASCII = false
      case 0..<0x20: throw fault("a text has a raw control character")
      case 0x80...:
        isASCII = false
        position += 1
      default: position += 1
      }
    }
    throw JSONFault(offset: start, reason: "the quote that opens here is never closed")
  }

  /// Skips a string without decoding it.
  mutating func skipString() throws(JSONFault) {
    let start = position
    position += 1
    while let byte = next {
      position += 1
      if byte == 0x22 { return }
      if byte == 0x5C { position += 1 }
    }
    throw JSONFault(offset: start, reason: "the quote that opens here is never closed")
  }

  private mutating func readEscape(into parts: inout [UInt8]) throws(JSONFault) {
    let start = position
    position += 1
    guard let letter = next else { throw fault("the text ends here") }
    position += 1
    switch letter {
    case 0x22, 0x5C, 0x2F: parts.append(letter)
    case 0x62: parts.append(0x08)
    case 0x66: parts.append(0x0C)
    case 0x6E: parts.append(0x0A)
    case 0x72: parts.append(0x0D)
    case 0x74: parts.append(0x09)
    case 0x75: try readUnicodeEscape(into: &parts)
    default: throw fault("`\\` is followed by something that it does not escape", at: start)
    }
  }

  private mutating func readUnicodeEscape(into parts: inout [UInt8]) throws(JSONFault) {
    let unit = try readHexadecimal()
    var scalar = Unicode.Scalar(UInt32(unit))
    if UTF16.isLeadSurrogate(unit), bytes[position...].starts(with: [0x5C, 0x75]) {
      let before = position
      position += 2
      let trail = try readHexadecimal()
      if UTF16.isTrailSurrogate(trail) {
        scalar = Unicode.Scalar(
          0x10000 + (UInt32(unit) - 0xD800) << 10 + UInt32(trail) - 0xDC00)
      } else {
        position = before
      }
    }
    if isStrict, scalar == nil { throw fault("half of a surrogate pair is alone") }
    parts += Array(String(scalar ?? "\u{FFFD}").utf8)
  }

  private mutating func readHexadecimal() throws(JSONFault) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue,
        byte < 0x80
      else { throw fault("four hexadecimal digits were expected") }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }

  /// The offset of the first byte that is not valid UTF-8.
  private func firstBadByte(from start: Int) -> Int {
    var decoder = UTF8()
    var place = start
    var iterator = bytes[start...].makeIterator()
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      place += UTF8.width(scalar)
    }
    return place
  }
}
