import Catalog
import Feeds
import Text

/// A reference implementation of the scanner, as simple as possible.
struct ModelReader {
  let bytes: [UInt8]
  var place = 0
  /// The end of the text.
  var end: Int
  var isByLine = false
  /// Whether the contents of texts are not validated.
  var isLoose = false

  /// A value with its members or elements.
  struct Value {
    var shape: JSONShape
    var range: Range<Int>
    var text = ""
    var members: [(key: Value, value: Value)] = []
    var elements: [Value] = []

    var line: String { "\(shape)@\(range.lowerBound)+\(range.count)'\(text)'" }
  }

  init(_ bytes: [UInt8]) { (self.bytes, end) = (bytes, bytes.count) }

  var next: UInt8? { place < end ? bytes[place] : nil }

  func fault(_ reason: String, at offset: Int? = nil) -> JSONFault {
    let offset = offset ?? place
    if offset >= bytes.count { return JSONFault(offset: offset, reason: "the text ends here") }
    if offset >= end { return JSONFault(offset: offset, reason: "the line ends here") }
    return JSONFault(offset: offset, reason: reason)
  }

  mutating func skipSpace() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { place += 1 }
  }

  mutating func takes(_ byte: UInt8) -> Bool {
    skipSpace()
    if next != byte { return false }
    place += 1
    return true
  }

  mutating func take(_ byte: UInt8, _ name: String) throws(JSONFault) {
    if !takes(byte) { throw fault("\(name) was expected") }
  }

  mutating func value(in depth: Int = 0) throws(JSONFault) -> Value {
    skipSpace()
    let start = place
    switch next {
    case UInt8(ascii: "\""): return try text()
    case UInt8(ascii: "{"):
      var members: [(key: Value, value: Value)] = []
      try open(depth)
      if !takes(UInt8(ascii: "}")) {
        repeat {
          let key = try name()
          members.append((key, try value(in: depth + 1)))
        } while takes(UInt8(ascii: ","))
        try take(UInt8(ascii: "}"), "`,` or `}`")
      }
      return Value(shape: .object, range: start..<place, members: members)
    case UInt8(ascii: "["):
      var elements: [Value] = []
      try open(depth)
      if !takes(UInt8(ascii: "]")) {
        repeat { elements.append(try value(in: depth + 1)) } while takes(UInt8(ascii: ","))
        try take(UInt8(ascii: "]"), "`,` or `]`")
      }
      let text = String(decoding: bytes[start..<place], as: UTF8.self)
      return Value(shape: .list, range: start..<place, text: text, elements: elements)
    default: return try scalar()
    }
  }

  mutating func name() throws(JSONFault) -> Value {
    skipSpace()
    guard next == UInt8(ascii: "\"") else { throw fault("a name in quotes was expected") }
    let key = try text()
    try take(UInt8(ascii: ":"), "`:`")
    skipSpace()
    return key
  }

  private mutating func open(_ depth: Int) throws(JSONFault) {
    place += 1
    if depth == 512 { throw fault("values are nested more than 512 deep") }
  }

  private mutating func scalar() throws(JSONFault) -> Value {
    let start = place
    for (word, shape) in [("true", JSONShape.yes), ("false", .no), ("null", .null)]
    where bytes[start..<end].starts(with: word.utf8) {
      place += word.utf8.count
      return Value(shape: shape, range: start..<place)
    }
    guard let byte = next, byte == UInt8(ascii: "-") || 0x30...0x39 ~= byte else {
      throw fault("a value was expected")
    }
    if byte == UInt8(ascii: "-") { place += 1 }
    if next == UInt8(ascii: "0") { place += 1 } else { try digits() }
    if next == UInt8(ascii: ".") {
      place += 1
      try digits()
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      place += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { place += 1 }
      try digits()
    }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    return Value(shape: .number, range: start..<place, text: text)
  }

  private mutating func digits() throws(JSONFault) {
    let start = place
    while let byte = next, 0x30...0x39 ~= byte { place += 1 }
    if place == start { throw fault("a digit was expected") }
  }
}
