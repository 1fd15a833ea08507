/// A JSON value without nested objects and lists of objects.
package enum JSONToken: Equatable {
  case null
  case bool(Bool)
  /// A number with its text: an id may have more digits than a number can represent.
  case number(Double, String)
  case string(String)
  /// The scalars of an array; nested objects and arrays are left out.
  case array([String])
  case object
}

/// Reads JSON text (RFC 8259) from bytes, one value after another.
package struct JSONReader {
  /// The maximum depth of nesting.
  package static let depthLimit = 512

  let bytes: [UInt8]
  package var position: Int
  /// Whether duplicate names and unpaired surrogates are errors, and whether a number stays a number regardless of its
  /// digits.
  let isStrict: Bool
  private var depth = 0

  package init(_ bytes: [UInt8], at position: Int = 0, isStrict: Bool = false) {
    self.bytes = bytes
    self.position = position
    self.isStrict = isStrict
  }

  /// The number of bytes of the text.
  package var count: Int { bytes.count }

  /// The byte at the position; nil at the end.
  package var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  package mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  package func fault(_ reason: String, at offset: Int? = nil) -> JSONFault {
    let place = offset ?? position
    return JSONFault(offset: place, reason: place >= bytes.count ? "the text ends here" : reason)
  }

  /// Consumes an expected byte after white space.
  mutating func take(_ byte: UInt8, _ name: String) throws(JSONFault) {
    skipSpace()
    guard next == byte else { throw fault("\(name) was expected") }
    position += 1
  }

  /// Consumes a byte if it comes next, after white space.
  package mutating func takes(_ byte: UInt8) -> Bool {
    skipSpace()
    guard next == byte else { return false }
    position += 1
    return true
  }

  /// Calls `body` for each member of an object; `body` must read the value.
  package mutating func readObject(
    _ body: (inout JSONReader, _ key: String, _ keyOffset: Int) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    try take(0x7B, "`{`")
    try descend()
    defer { depth -= 1 }
    if takes(0x7D) { return }
    repeat {
      skipSpace()
      let offset = position
      guard next == 0x22 else { throw fault("a name in quotes was expected") }
      let key = try readString()
      try take(0x3A, "`:`")
      skipSpace()
      try body(&self, key, offset)
    } while takes(0x2C)
    try take(0x7D, "`,` or `}`")
  }

  /// Calls `body` for each member of an object with the range of its key between the quotes; `body` must read the
  /// value.
  package mutating func readObject(
    named body: (inout JSONReader, _ key: Range<Int>) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    try take(0x7B, "`{`")
    try descend()
    defer { depth -= 1 }
    if takes(0x7D) { return }
    repeat {
      skipSpace()
      let start = position + 1
      guard next == 0x22 else { throw fault("a name in quotes was expected") }
      try skipString()
      let key = start..<position - 1
      try take(0x3A, "`:`")
      skipSpace()
      try body(&self, key)
    } while takes(0x2C)
    try take(0x7D, "`,` or `}`")
  }

  /// Calls `body` for each element of an array; `body` must read the element.
  package mutating func readArray(
    _ body: (inout JSONReader, _ index: Int) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    try take(0x5B, "`[`")
    try descend()
    defer { depth -= 1 }
    if takes(0x5D) { return }
    var index = 0
    repeat {
      skipSpace()
      try body(&self, index)
      index += 1
    } while takes(0x2C)
    try take(0x5D, "`,` or `]`")
  }

  private mutating func descend() throws(JSONFault) {
    depth += 1
    if depth > Self.depthLimit { throw fault("values are nested more than 512 deep") }
  }

  /// Reads any value.
  package mutating func readValue() throws(JSONFault) -> JSONToken {
    skipSpace()
    switch next {
    case 0x22: return .string(try readString())
    case 0x7B:
      try readObject { (reader, _, _) throws(JSONFault) in _ = try reader.readValue() }
      return .object
    case 0x5B:
      var items: [String] = []
      try readArray { (reader, _) throws(JSONFault) in
        switch try reader.readValue() {
        case .string(let text): items.append(text)
        case .number(_, let text): items.append(text)
        case .bool(let flag): items.append(flag ? "true" : "false")
        case .null, .array, .object: break
        }
      }
      return .array(items)
    case 0x74: return try readLiteral("true", .bool(true))
    case 0x66: return try readLiteral("false", .bool(false))
    case 0x6E: return try readLiteral("null", .null)
    case 0x2D, .some(0x30...0x39):
      let text = try readNumber()
      return .number(Double(text) ?? 0, text)
    default: throw fault("a value was expected")
    }
  }

  /// Skips a value; the contents of its strings are not checked.
  package mutating func skipValue() throws(JSONFault) {
    skipSpace()
    switch next {
    case 0x22: try skipString()
    case 0x7B:
      position += 1
      try descend()
      defer { depth -= 1 }
      if takes(0x7D) { return }
      repeat {
        skipSpace()
        guard next == 0x22 else { throw fault("a name in quotes was expected") }
        try skipString()
        try take(0x3A, "`:`")
        try skipValue()
      } while takes(0x2C)
      try take(0x7D, "`,` or `}`")
    case 0x5B: try readArray { (reader, _) throws(JSONFault) in try reader.skipValue() }
    case 0x2D, .some(0x30...0x39): try skipNumber()
    default: _ = try readValue()
    }
  }

  private mutating func readLiteral(
    _ word: StaticString, _ token: JSONToken
  ) throws(JSONFault) -> JSONToken {
    let letters = Array(word.description.utf8)
    guard bytes[position...].starts(with: letters) else { throw fault("a value was expected") }
    position += letters.count
    return token
  }

  /// Reads a number by the grammar of RFC 8259, section 6.
  private mutating func readNumber() throws(JSONFault) -> String {
    let start = position
    try skipNumber()
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func skipNumber() throws(JSONFault) {
    if next == 0x2D { position += 1 }
    if next == 0x30 { position += 1 } else { try takeDigits() }
    if next == 0x2E {
      position += 1
      try takeDigits()
    }
    if next == 0x65 || next == 0x45 {
      position += 1
      if next == 0x2B || next == 0x2D { position += 1 }
      try takeDigits()
    }
  }

  private mutating func takeDigits() throws(JSONFault) {
    let start = position
    while let byte = next, byte >= 0x30, byte <= 0x39 { position += 1 }
    if position == start { throw fault("a digit was expected") }
  }
}

/// A syntax error of JSON, with its place.
package struct JSONFault: Error, Equatable, Sendable {
  /// The offset of the error in bytes.
  package var offset: Int
  /// The problem, in a clause.
  package var reason: String

  package init(offset: Int, reason: String) { (self.offset, self.reason) = (offset, reason) }
}
