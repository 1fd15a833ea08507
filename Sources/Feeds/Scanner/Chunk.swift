import Catalog
import Text

/// The reason that reading cannot continue in a chunk.
enum Interruption: Error {
  /// The bytes are not JSON.
  case fault(JSONFault)
  /// The chunk ends before the value does, but the document does not.
  case incomplete
}

/// A chunk of the document in the read buffer.
///
/// At least ``padding`` zero bytes follow its end. Wide loads stay in bounds, and no value extends past them.
struct Chunk {
  /// The number of zero bytes after the end.
  static let padding = 64

  /// The length, in bytes.
  var end: Int
  /// The offset of the chunk in the document, in bytes.
  var base: Int
  /// Whether the document ends with the chunk.
  var isLast: Bool
  /// Whether a line break ends a value, as in NDJSON.
  var isByLine = false

  /// Returns the error of an unexpected byte: at the end of the chunk, the need for more bytes.
  func flaw(_ text: RawSpan, at place: Int, _ reason: String) -> Interruption {
    if place >= end {
      return isLast
        ? .fault(JSONFault(offset: base + place, reason: "the text ends here")) : .incomplete
    }
    let isLineOver = isByLine && text[place] == 0x0A
    return .fault(
      JSONFault(offset: base + place, reason: isLineOver ? "the line ends here" : reason))
  }

  /// Returns the offset of the first byte that is not white space.
  @inline(__always)
  func skippingSpace(_ text: RawSpan, from start: Int) -> Int {
    if text[start] > 0x20 { return start }
    return skippingLongSpace(text, from: start)
  }

  private func skippingLongSpace(_ text: RawSpan, from start: Int) -> Int {
    var place = start
    while true {
      switch text[place] {
      case 0x20, 0x0D, 0x09: place &+= 1
      case 0x0A where !isByLine: place &+= 1
      default: return place
      }
    }
  }

  /// Returns the offset after white space and an expected byte.
  @inline(__always)
  func taking(
    _ byte: UInt8, _ name: StaticString, _ text: RawSpan, from start: Int
  ) throws(Interruption) -> Int {
    let place = skippingSpace(text, from: start)
    guard text[place] == byte else { throw flaw(text, at: place, "\(name) was expected") }
    return place &+ 1
  }
}

/// Loads by offset, which trap out of bounds.
extension RawSpan {
  @inline(__always)
  subscript(place: Int) -> UInt8 {
    unsafe unsafeLoad(fromByteOffset: place, as: UInt8.self)
  }

  /// Loads four bytes, in little-endian order.
  @inline(__always)
  func fourBytes(at place: Int) -> UInt32 {
    unsafe UInt32(littleEndian: unsafeLoadUnaligned(fromByteOffset: place, as: UInt32.self))
  }

  /// Loads eight bytes, in little-endian order.
  @inline(__always)
  func eightBytes(at place: Int) -> UInt64 {
    unsafe UInt64(littleEndian: unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self))
  }

  @inline(__always)
  func sixteenBytes(at place: Int) -> SIMD16<UInt8> {
    unsafe unsafeLoadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self)
  }

  /// Loads sixteen bytes, which must be in bounds.
  @unsafe @inline(__always)
  func knownSixteenBytes(at place: Int) -> SIMD16<UInt8> {
    unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: SIMD16<UInt8>.self)
  }
}

/// The members of objects.
extension Chunk {
  /// A key, or the end of the object.
  struct Member {
    /// The location of the key, without its quotes; absent at the end of the object.
    var key: ScannedValue
    /// The offset of the value, or the offset after the closing brace.
    var next: Int
    var isEnd: Bool { key.shape == .absent }
  }

  /// Reads up to the value of the next member.
  ///
  /// - Parameters:
  ///   - text: The bytes.
  ///   - place: The offset after the preceding value; for the first member, that of the opening brace.
  ///   - isFirst: Whether this is the first member.
  /// - Returns: The key and the offset of its value, or the end of the object.
  /// - Throws: ``Interruption`` at any other byte.
  func nextMember(
    _ text: RawSpan, from place: Int, isFirst: Bool
  ) throws(Interruption) -> Member {
    var next = skippingSpace(text, from: isFirst ? place + 1 : place)
    if text[next] == 0x7D { return Member(key: .absent, next: next + 1) }
    if !isFirst {
      guard text[next] == 0x2C else { throw flaw(text, at: next, "`,` or `}` was expected") }
      next = skippingSpace(text, from: next + 1)
    }
    guard text[next] == 0x22 else { throw flaw(text, at: next, "a name in quotes was expected") }
    let start = next + 1
    let (end, isEscaped) = try textEnd(text, from: start)
    next = try taking(0x3A, "`:`", text, from: end + 1)
    next = skippingSpace(text, from: next)
    if next >= self.end { throw flaw(text, at: next, "a value was expected") }
    return Member(key: scanned(start, end, isEscaped ? .escapedText : .text), next: next)
  }

  /// Returns the offset of the record that follows after a comma; nil if there is none.
  func nextRecord(_ text: RawSpan, after place: Int) -> Int? {
    let comma = skippingSpace(text, from: place)
    guard text[comma] == 0x2C else { return nil }
    let next = skippingSpace(text, from: comma + 1)
    return text[next] == 0x7B ? next : nil
  }
}
