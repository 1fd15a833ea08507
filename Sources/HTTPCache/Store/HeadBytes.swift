import World

/// Writes numbers, texts and fields one after the other.
struct HeadWriter {
  private(set) var bytes: [UInt8] = []

  /// A writer that grows when more bytes come than are expected.
  init(expecting count: Int) { bytes.reserveCapacity(count) }

  /// Eight bytes, the lowest first.
  mutating func put(_ word: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
    }
  }

  /// A number from 0 on, in as few groups of seven bits as it takes, the lowest first.
  mutating func put(_ number: Int) {
    precondition(number >= 0, "a negative number has no place in a head")
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F | 0x80))
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func put(_ text: String) {
    put(text.utf8.count)
    bytes += text.utf8
  }

  mutating func put(_ fields: [HTTPField]) {
    put(fields.count)
    for field in fields {
      put(field.name)
      put(field.value)
    }
  }
}

/// Reads what ``HeadWriter`` wrote; anything else is nil.
struct HeadReader {
  private let bytes: [UInt8]
  private let end: Int
  private var place: Int

  /// A reader of a part of some bytes.
  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    place = range.lowerBound
    end = range.upperBound
  }

  mutating func word() -> UInt64? {
    guard end - place >= 8 else { return nil }
    var word: UInt64 = 0
    for offset in (0..<8).reversed() { word = word << 8 | UInt64(bytes[place + offset]) }
    place += 8
    return word
  }

  mutating func number() -> Int? {
    var number = 0
    for shift in stride(from: 0, to: 56, by: 7) {
      guard place < end else { return nil }
      let byte = bytes[place]
      place += 1
      number |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return number }
    }
    return nil
  }

  mutating func string() -> String? {
    guard let count = number(), end - place >= count else { return nil }
    defer { place += count }
    return String(decoding: bytes[place..<place + count], as: UTF8.self)
  }

  mutating func fields() -> [HTTPField]? {
    // A field takes two bytes at least, so that a mad count asks for no memory.
    guard let count = number(), count <= (end - place) / 2 else { return nil }
    var fields: [HTTPField] = []
    fields.reserveCapacity(count)
    for _ in 0..<count {
      guard let name = string(), let value = string() else { return nil }
      fields.append(HTTPField(name, value))
    }
    return fields
  }
}
