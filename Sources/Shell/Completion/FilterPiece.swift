import Catalog

/// The last piece of an unfinished filter: a bare word, or the value of a comparison.
struct FilterPiece {
  /// The field whose value is being typed; nil for a bare word.
  var field: String?
  /// Where the piece begins: a UTF-8 offset.
  var valueStart: Int
  /// Where the word that the piece is in begins: a UTF-8 offset.
  var wordStart: Int
  /// Whether the field is to be equal to the value.
  var isEquality = true
  /// Whether the field is to be more or less than the value, as only numbers can be.
  var isOrder = false
  /// Whether the field is to have the value inside, as only texts can.
  var isContainment = false

  init(_ text: String) {
    // In a filter a line feed is a space.
    let bytes = text.utf8.map { $0 == 0x0A || $0 == 0x09 ? 0x20 : $0 }
    var start = 0
    var wordStart = 0
    var quote: UInt8?
    var comparison: (field: Range<Int>, end: Int)?
    var earlier: (start: Int, word: Range<Int>)?
    var addressEnd = 0
    for (offset, byte) in bytes.enumerated() {
      if offset < addressEnd { continue }
      if let open = quote {
        if byte == open { quote = nil }
        continue
      }
      // In an address of the web nothing joins or compares.
      if offset == comparison?.end || offset == wordStart,
        let end = endOfAddress(in: bytes.count, from: offset, { UInt32(bytes[$0]) })
      {
        addressEnd = end
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): quote = byte
      case 0x20 where comparison?.end == offset: comparison?.end = offset + 1
      case 0x20 where wordStart == offset: (start, wordStart) = (offset + 1, offset + 1)
      case 0x20, UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "|"), UInt8(ascii: "&"):
        earlier = byte == 0x20 && comparison == nil ? (start, wordStart..<offset) : nil
        (start, wordStart, comparison) = (offset + 1, offset + 1, nil)
      case UInt8(ascii: "-") where offset == wordStart, UInt8(ascii: "!") where offset == wordStart:
        wordStart = offset + 1
      case UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "~"), UInt8(ascii: "<"),
        UInt8(ascii: ">"), UInt8(ascii: "!"):
        if comparison == nil, wordStart == offset, let earlier {
          (start, wordStart) = (earlier.start, offset)
          comparison = (earlier.word, offset + 1)
        } else {
          comparison = (comparison?.field ?? wordStart..<offset, offset + 1)
        }
      case UInt8(ascii: ","):
        if let field = comparison?.field { comparison = (field, offset + 1) }
      default: break
      }
    }
    field = comparison.map { String(decoding: bytes[$0.field], as: UTF8.self) }
    valueStart = comparison?.end ?? wordStart
    if let comparison {
      let sign = bytes[comparison.field.upperBound..<comparison.end]
      isEquality = !sign.contains { "<>!~".utf8.contains($0) }
      isOrder = sign.contains { "<>".utf8.contains($0) }
      isContainment = sign.contains(UInt8(ascii: "~"))
    }
    self.wordStart = start
  }
}
