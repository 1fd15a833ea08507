import Catalog

/// The bytes expected between two values, such as `,"name":`.
///
/// Most records of a feed have the same keys in the same order. Bytes that equal a separator seen before need not be
/// parsed.
struct ValueSeparator: BitwiseCopyable {
  /// The maximum length, in bytes.
  static let limit = 64
  /// The number of separators that are tried after a value.
  static let choices = 3

  /// The parsed form.
  ///
  /// Offsets are relative to the first byte.
  struct Contents: Equatable, BitwiseCopyable {
    /// The number of the key; -1 if it has none.
    var number: Int
    /// The location of the key, without its quotes.
    var key: ScannedValue
    /// The offset after the brace that ends a record; 0 if the record continues.
    var recordEnd = 0
    /// The offset of the next record.
    var nextRecord = 0
  }

  private var bytes: (SIMD16<UInt8>, SIMD16<UInt8>, SIMD16<UInt8>, SIMD16<UInt8>)
  private var masks: (SIMD16<UInt8>, SIMD16<UInt8>, SIMD16<UInt8>, SIMD16<UInt8>)
  /// The length in bytes; 0 if nothing is expected.
  private(set) var length: Int
  private(set) var contents: Contents
  /// The likely length, in bytes, of the text that follows; 0 if unknown.
  var textLength = 0

  /// Creates an empty separator, which never counts as a match.
  init() {
    let none = SIMD16<UInt8>(repeating: 0)
    bytes = (none, none, none, none)
    masks = bytes
    length = 0
    contents = Contents(number: -1, key: .absent)
  }

  /// Creates a separator of at most ``limit`` bytes.
  init(_ text: RawSpan, _ range: Range<Int>, _ contents: Contents) {
    var parts = InlineArray<4, SIMD16<UInt8>>(repeating: SIMD16(repeating: 0))
    var masks = parts
    for (index, place) in range.enumerated() {
      parts[index / 16][index % 16] = text[place]
      masks[index / 16][index % 16] = 0xFF
    }
    bytes = (parts[0], parts[1], parts[2], parts[3])
    self.masks = (masks[0], masks[1], masks[2], masks[3])
    length = range.count
    self.contents = contents
  }

  /// Whether a text contains the bytes at an offset.
  ///
  /// An empty separator matches everywhere.
  @inline(__always)
  func matches(_ text: RawSpan, at place: Int) -> Bool {
    guard place >= 0, place <= text.byteCount &- ValueSeparator.limit else { return false }
    var differences = unsafe (text.knownSixteenBytes(at: place) ^ bytes.0) & masks.0
    unsafe differences |= (text.knownSixteenBytes(at: place &+ 16) ^ bytes.1) & masks.1
    if length > 32 {
      unsafe differences |= (text.knownSixteenBytes(at: place &+ 32) ^ bytes.2) & masks.2
      unsafe differences |= (text.knownSixteenBytes(at: place &+ 48) ^ bytes.3) & masks.3
    }
    return (differences .== SIMD16<UInt8>(repeating: 0)).bits == 0xFFFF
  }

  /// Whether the separator has these bytes and this parsed form.
  func occurs(_ text: RawSpan, _ range: Range<Int>, _ contents: Contents) -> Bool {
    length == range.count && self.contents == contents && matches(text, at: range.lowerBound)
  }
}

extension Span<ValueSeparator> {
  /// Returns the index of the first likely separator that follows a value; -1 if none matches.
  @inline(__always)
  func match(after state: Int, _ text: RawSpan, at place: Int) -> Int {
    var number = state &* ValueSeparator.choices
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
