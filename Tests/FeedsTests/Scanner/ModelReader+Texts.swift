import Catalog
import Feeds
import Text

/// Texts in quotes.
extension ModelReader {
  mutating func text() throws(JSONFault) -> Value {
    let start = place + 1
    var units: [UInt16] = []
    var run: [UInt8] = []
    var isEscaped = false
    var bad: Int?
    func flush() { units += String(decoding: run, as: UTF8.self).utf16 }
    place = start
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        flush()
        place += 1
        if let bad, !isLoose { throw JSONFault(offset: bad, reason: "the text is not UTF-8") }
        return Value(
          shape: isEscaped ? .escapedText : .text, range: start..<place - 1,
          text: String(decoding: units, as: UTF16.self))
      case UInt8(ascii: "\\"):
        isEscaped = true
        flush()
        run = []
        if isLoose { place += 2 } else { units.append(try escape()) }
      case 0..<0x20 where !isLoose: throw fault("a text has a raw control character")
      default:
        let length = scalarLength()
        if length == 0, bad == nil { bad = place }
        run += bytes[place..<min(place + max(1, length), end)]
        place += max(1, length)
      }
    }
    if end < bytes.count {
      throw JSONFault(offset: place, reason: "a text has a raw control character")
    }
    throw JSONFault(offset: start - 1, reason: "the quote that opens here is never closed")
  }

  private mutating func escape() throws(JSONFault) -> UInt16 {
    let start = place
    place += 1
    let wrong = JSONFault(
      offset: start, reason: "`\\` is followed by something that it does not escape")
    guard let letter = next else { throw end < bytes.count ? wrong : fault("") }
    place += 1
    let letters: [UInt8: UInt16] = [
      0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F, 0x62: 8, 0x66: 12, 0x6E: 10, 0x72: 13, 0x74: 9,
    ]
    if let unit = letters[letter] { return unit }
    guard letter == UInt8(ascii: "u") else { throw wrong }
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = next, byte < 0x80,
        let digit = Character(Unicode.Scalar(byte)).hexDigitValue
      else { throw fault("four hexadecimal digits were expected") }
      unit = unit * 16 + UInt16(digit)
      place += 1
    }
    return unit
  }

  /// Returns the length, in bytes, of the current scalar; 0 if it is not valid UTF-8.
  private func scalarLength() -> Int {
    var decoder = UTF8()
    var iterator = bytes[place..<min(place + 4, end)].makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return 0 }
    return UTF8.width(scalar)
  }
}
