import Text

/// Reads one line of JSON as strictly as RFC 8259 has it; nil where it is none.
struct JSONLine {
  private let bytes: [UInt8]
  private var place = 0

  private static let depthLimit = 16

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  static func value(_ bytes: [UInt8]) -> JSONValue? {
    var line = JSONLine(bytes)
    guard let value = line.value(depth: 0) else { return nil }
    line.skipSpaces()
    return line.place == bytes.count ? value : nil
  }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skipSpaces() {
    while next == 0x20 || next == 0x09 { place += 1 }
  }

  private mutating func takes(_ text: String) -> Bool {
    guard bytes[place...].starts(with: text.utf8) else { return false }
    place += text.utf8.count
    return true
  }

  private mutating func value(depth: Int) -> JSONValue? {
    skipSpaces()
    switch next {
    case UInt8(ascii: "{"): return depth < Self.depthLimit ? object(depth: depth) : nil
    case UInt8(ascii: "["): return depth < Self.depthLimit ? array(depth: depth) : nil
    case UInt8(ascii: "\""): return string().map(JSONValue.string)
    case UInt8(ascii: "t"): return takes("true") ? .bool(true) : nil
    case UInt8(ascii: "f"): return takes("false") ? .bool(false) : nil
    case UInt8(ascii: "n"): return takes("null") ? .null : nil
    default: return number()
    }
  }

  private mutating func object(depth: Int) -> JSONValue? {
    var members: [JSONValue.Member] = []
    let isWhole = items(until: "}") { line in
      line.skipSpaces()
      guard let name = line.string(), !members.contains(where: { $0.name == name }) else {
        return false
      }
      line.skipSpaces()
      guard line.takes(":"), let value = line.value(depth: depth + 1) else { return false }
      members.append(.init(name, value))
      return true
    }
    return isWhole ? .object(members) : nil
  }

  private mutating func array(depth: Int) -> JSONValue? {
    var values: [JSONValue] = []
    let isWhole = items(until: "]") { line in
      guard let value = line.value(depth: depth + 1) else { return false }
      values.append(value)
      return true
    }
    return isWhole ? .array(values) : nil
  }

  /// Takes what stands between brackets, with commas between.
  private mutating func items(until end: String, _ item: (inout JSONLine) -> Bool) -> Bool {
    place += 1
    skipSpaces()
    if takes(end) { return true }
    while item(&self) {
      skipSpaces()
      if takes(end) { return true }
      guard takes(",") else { return false }
    }
    return false
  }

  private mutating func number() -> JSONValue? {
    let start = place
    _ = takes("-")
    let whole = digits()
    guard whole > 0, whole == 1 || bytes[place - whole] != UInt8(ascii: "0") else { return nil }
    if takes("."), digits() == 0 { return nil }
    if takes("e") || takes("E") {
      if !takes("-") { _ = takes("+") }
      guard digits() > 0 else { return nil }
    }
    return Double(String(decoding: bytes[start..<place], as: UTF8.self)).map(JSONValue.number)
  }

  private mutating func digits() -> Int {
    let start = place
    while let byte = next, 0x30...0x39 ~= byte { place += 1 }
    return place - start
  }

  private mutating func string() -> String? {
    guard takes("\"") else { return nil }
    var text: [UInt8] = []
    while let byte = next {
      place += 1
      switch byte {
      case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = escape() else { return nil }
        text += String(scalar).utf8
      case 0..<0x20: return nil
      default: text.append(byte)
      }
    }
    return nil
  }

  private mutating func escape() -> Unicode.Scalar? {
    guard let byte = next else { return nil }
    place += 1
    if byte == UInt8(ascii: "u") { return unicodeEscape() }
    let letters: [UInt8: Unicode.Scalar] = [
      0x22: "\"", 0x5C: "\\", 0x2F: "/", 0x62: "\u{8}", 0x66: "\u{C}", 0x6E: "\n", 0x72: "\r",
      0x74: "\t",
    ]
    return letters[byte]
  }

  /// A scalar behind `\u`, in one unit or in a pair of them.
  private mutating func unicodeEscape() -> Unicode.Scalar? {
    guard let unit = fourDigits() else { return nil }
    guard 0xD800..<0xDC00 ~= unit else { return Unicode.Scalar(unit) }
    guard takes("\\u"), let low = fourDigits(), 0xDC00..<0xE000 ~= low else { return nil }
    return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
  }

  private mutating func fourDigits() -> UInt32? {
    let digits = bytes[place...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else {
      return nil
    }
    place += 4
    return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
