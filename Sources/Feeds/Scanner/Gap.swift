import Catalog

/// Bytes that are expected between two values, such as `,"name":`.
///
/// What equals bytes that were read once, in the same place of another record, needs no reading.
struct Gap: BitwiseCopyable {
  /// The most bytes of a gap.
  static let limit = 64
  /// How many gaps are tried behind a value.
  static let choices = 3

  /// What the bytes mean; places count from the first of them.
  struct Meaning: Equatable, BitwiseCopyable {
    /// The number of the key; -1 if it has none.
    var number: Int
    /// Where the key stands, between its quotes.
    var key: ScannedValue
    /// The place behind the brace that ends a record; 0 if it goes on.
    var recordEnd = 0
    /// Where the next record begins.
    var nextRecord = 0
  }

  private var bytes: (SIMD16<UInt8>, SIMD16<UInt8>, SIMD16<UInt8>, SIMD16<UInt8>)
  private var masks: (SIMD16<UInt8>, SIMD16<UInt8>, SIMD16<UInt8>, SIMD16<UInt8>)
  /// How many bytes there are; 0 if nothing is expected.
  private(set) var length: Int
  private(set) var meaning: Meaning
  /// How many bytes the text behind it is likely to have; 0 if that is not known.
  var textLength = 0

  /// Nothing is expected.
  init() {
    let none = SIMD16<UInt8>(repeating: 0)
    bytes = (none, none, none, none)
    masks = bytes
    length = 0
    meaning = Meaning(number: -1, key: .absent)
  }

  /// The bytes of a range, no more than ``limit``.
  init(_ text: RawSpan, _ range: Range<Int>, _ meaning: Meaning) {
    var parts = InlineArray<4, SIMD16<UInt8>>(repeating: SIMD16(repeating: 0))
    var masks = parts
    for (index, place) in range.enumerated() {
      parts[index / 16][index % 16] = text[place]
      masks[index / 16][index % 16] = 0xFF
    }
    bytes = (parts[0], parts[1], parts[2], parts[3])
    self.masks = (masks[0], masks[1], masks[2], masks[3])
    length = range.count
    self.meaning = meaning
  }

  /// Whether a text has the bytes at a place; no bytes are everywhere.
  @inline(__always)
  func matches(_ text: RawSpan, at place: Int) -> Bool {
    guard place >= 0, place <= text.byteCount &- Gap.limit else { return false }
    var differences = unsafe (text.knownSixteenBytes(at: place) ^ bytes.0) & masks.0
    unsafe differences |= (text.knownSixteenBytes(at: place &+ 16) ^ bytes.1) & masks.1
    if length > 32 {
      unsafe differences |= (text.knownSixteenBytes(at: place &+ 32) ^ bytes.2) & masks.2
      unsafe differences |= (text.knownSixteenBytes(at: place &+ 48) ^ bytes.3) & masks.3
    }
    return (differences .== SIMD16<UInt8>(repeating: 0)).bits == 0xFFFF
  }

  /// Whether it is these bytes of a text, with that meaning.
  func isThere(_ text: RawSpan, _ range: Range<Int>, _ meaning: Meaning) -> Bool {
    length == range.count && self.meaning == meaning && matches(text, at: range.lowerBound)
  }
}

extension Span<Gap> {
  /// The number of the first likely gap that a text has behind a value; -1 if it has another.
  @inline(__always)
  func match(behind state: Int, _ text: RawSpan, at place: Int) -> Int {
    var number = state &* Gap.choices
    if !self[number].matches(text, at: place) {
      number &+= 1
      if !self[number].matches(text, at: place) {
        number &+= 1
        if !self[number].matches(text, at: place) { return -1 }
      }
    }
    return self[number].length > 0 ? number : -1
  }
}
