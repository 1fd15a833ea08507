/// A JSON value; the members of an object keep their order.
package enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// A name and its value.
  package struct Member: Equatable, Sendable {
    package var name: String
    package var value: JSONValue

    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The value as JSON text (RFC 8259), with controls and bidirectional marks escaped.
  ///
  /// - Parameter isPretty: Whether nested values are on lines of their own.
  /// - Returns: JSON without a line feed at the end.
  package func text(isPretty: Bool = false) -> String {
    String(decoding: bytes(isPretty: isPretty), as: UTF8.self)
  }

  /// The value as JSON in UTF-8.
  package func bytes(isPretty: Bool = false) -> [UInt8] {
    var out: [UInt8] = []
    write(to: &out, indent: isPretty ? 0 : nil)
    return out
  }

  /// Appends the value as JSON in UTF-8.
  package func write(to out: inout [UInt8]) { write(to: &out, indent: nil) }

  private func write(to out: inout [UInt8], indent: Int?) {
    switch self {
    case .null: out += "null".utf8
    case .bool(let flag): out += (flag ? "true" : "false").utf8
    case .number(let number): out += Self.text(of: number).utf8
    case .string(let text): Self.write(quoted: text, to: &out)
    case .array(let items):
      Self.write(items, "[", "]", to: &out, indent) { item, out, indent in
        item.write(to: &out, indent: indent)
      }
    case .object(let members):
      Self.write(members, "{", "}", to: &out, indent) { member, out, indent in
        Self.write(quoted: member.name, to: &out)
        out += (indent == nil ? ":" : ": ").utf8
        member.value.write(to: &out, indent: indent)
      }
    }
  }

  private static func write<Item>(
    _ items: [Item], _ open: Character, _ close: Character, to out: inout [UInt8], _ indent: Int?,
    _ body: (Item, inout [UInt8], Int?) -> Void
  ) {
    out += open.utf8
    for (number, item) in items.enumerated() {
      if number > 0 { out.append(UInt8(ascii: ",")) }
      if let indent { out += [0x0A] + [UInt8](repeating: 0x20, count: indent + 2) }
      body(item, &out, indent.map { $0 + 2 })
    }
    if let indent, !items.isEmpty { out += [0x0A] + [UInt8](repeating: 0x20, count: indent) }
    out += close.utf8
  }

  private static func text(of number: Double) -> String {
    guard number.isFinite else { return "null" }
    return number == number.rounded() && abs(number) < 1e18
      ? String(Int(number)) : String(number)
  }

  /// Writes a string in quotes.
  package static func write(quoted text: String, to out: inout [UInt8]) {
    var text = text
    text.makeContiguousUTF8()
    write(quoted: text.utf8Span, to: &out)
  }

  /// Writes a string in quotes; runs of plain letters are copied as they are.
  package static func write(quoted text: UTF8Span, to out: inout [UInt8]) {
    let bytes = text.span
    out.append(UInt8(ascii: "\""))
    var place = 0
    while place < bytes.count {
      let end = endOfPlain(bytes, from: place)
      append(bytes.extracting(place..<end), to: &out)
      place = end
      guard place < bytes.count else { break }
      let length = bytes[place] < 0x80 ? 1 : bytes[place] < 0xE0 ? 2 : bytes[place] < 0xF0 ? 3 : 4
      let letter = bytes.extracting(place..<min(place + length, bytes.count))
      write(letter, to: &out)
      place += length
    }
    out.append(UInt8(ascii: "\""))
  }

  private static func append(_ bytes: Span<UInt8>, to out: inout [UInt8]) {
    unsafe bytes.withUnsafeBufferPointer { unsafe out.append(contentsOf: $0) }
  }

  /// The end of the letters that need no escape: ASCII without controls, quotes and backslashes.
  private static func endOfPlain(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var place = start
    // A loop without an exit inside a block can be vectorized.
    while bytes.count - place >= 64 {
      let block = bytes.extracting(place..<place + 64)
      var others: UInt8 = 0
      for offset in 0..<64 { others |= oddity(of: block[offset]) }
      if others != 0 { break }
      place += 64
    }
    while place < bytes.count, oddity(of: bytes[place]) == 0 { place += 1 }
    return place
  }

  /// 0 for a letter without an escape, 1 for any other byte.
  private static func oddity(of byte: UInt8) -> UInt8 {
    (byte &- 0x20 < 0x5F ? 0 : 1) | (byte == 0x22 ? 1 : 0) | (byte == 0x5C ? 1 : 0)
  }

  /// Writes a letter that may need an escape.
  private static func write(_ letter: Span<UInt8>, to out: inout [UInt8]) {
    switch letter[0] {
    case UInt8(ascii: "\""): out += "\\\"".utf8
    case UInt8(ascii: "\\"): out += "\\\\".utf8
    case 0x0A: out += "\\n".utf8
    case 0x09: out += "\\t".utf8
    case 0x0D: out += "\\r".utf8
    default:
      let text = String(decoding: letter.indices.map { letter[$0] }, as: UTF8.self)
      guard let scalar = text.unicodeScalars.first, isHarmful(scalar) else {
        append(letter, to: &out)
        return
      }
      for unit in text.utf16 { out += ("\\u" + zeroPadded(unit, to: 4, radix: 16)).utf8 }
    }
  }
}

/// Reading whole values.
extension JSONReader {
  /// Reads any value with its nested values.
  ///
  /// Unless the reader is strict, a number with more digits than a `Double` represents becomes a text of these digits:
  /// it is most likely an id.
  ///
  /// - Throws: ``JSONFault`` at the first byte that is not JSON, or at the 513th level of nesting.
  package mutating func readTree() throws(JSONFault) -> JSONValue {
    skipSpace()
    switch next {
    case 0x7B:
      var members: [JSONValue.Member] = []
      try readObject { (reader, key, _) throws(JSONFault) in
        if reader.isStrict, members.contains(where: { $0.name == key }) {
          throw reader.fault("the object has `\(key)` twice")
        }
        members.append(JSONValue.Member(key, try reader.readTree()))
      }
      return .object(members)
    case 0x5B:
      var items: [JSONValue] = []
      try readArray { (reader, _) throws(JSONFault) in items.append(try reader.readTree()) }
      return .array(items)
    default:
      switch try readValue() {
      case .null: return .null
      case .bool(let flag): return .bool(flag)
      case .number(let number, let written):
        let isNumber = isStrict || number.isFinite && written.utf8.count { 0x30...0x39 ~= $0 } <= 15
        return isNumber ? .number(number) : .string(written)
      case .string(let text): return .string(text)
      case .array, .object: return .null
      }
    }
  }
}

extension JSONValue {
  /// Parses a document; nil if it is not JSON.
  ///
  /// - Parameters:
  ///   - bytes: JSON in UTF-8.
  ///   - isStrict: Whether duplicate names and unpaired surrogates, on which RFC 8259 leaves the choice, are refused.
  package init?(json bytes: [UInt8], isStrict: Bool = false) {
    var reader = JSONReader(bytes, isStrict: isStrict)
    // To get the error, use a ``JSONReader``.
    guard let value = try? reader.readTree() else { return nil }
    reader.skipSpace()
    guard reader.next == nil else { return nil }
    self = value
  }

  /// The value of a member, of duplicates the last one; nil if there is none, or this is not an object.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }
}
