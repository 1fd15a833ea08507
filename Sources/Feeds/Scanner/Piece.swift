import Catalog
import Text

/// Why reading cannot go on in a piece of text.
enum Interruption: Error {
  /// The bytes are not JSON.
  case fault(JSONFault)
  /// The piece ends before the value does; the document goes on.
  case incomplete
}

/// What is known of the bytes in the buffer: where they end, and what that means.
///
/// At least ``padding`` zero bytes follow the end, so that wide loads stay in bounds and no value
/// runs past it.
struct Piece {
  /// How many zero bytes follow the end.
  static let padding = 64

  /// How many bytes mean something.
  var end: Int
  /// How many bytes of the document stand before the piece.
  var base: Int
  /// Whether the document ends with the piece.
  var isLast: Bool
  /// Whether a line break ends a document, as in NDJSON.
  var isByLine = false

  /// Why what stands at a place is not what has to stand there.
  func flaw(_ text: RawSpan, at place: Int, _ reason: String) -> Interruption {
    if place >= end {
      return isLast
        ? .fault(JSONFault(offset: base + place, reason: "the text ends here")) : .incomplete
    }
    let isLineOver = isByLine && text[place] == 0x0A
    return .fault(
      JSONFault(offset: base + place, reason: isLineOver ? "the line ends here" : reason))
  }

  /// The place of the first byte from a place on that is not white space.
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

  /// The place behind one expected byte, white space before it skipped.
  @inline(__always)
  func taking(
    _ byte: UInt8, _ name: StaticString, _ text: RawSpan, from start: Int
  ) throws(Interruption) -> Int {
    let place = skippingSpace(text, from: start)
    guard text[place] == byte else { throw flaw(text, at: place, "\(name) was expected") }
    return place &+ 1
  }
}

/// Loads that trap outside the bytes, by place.
extension RawSpan {
  @inline(__always)
  subscript(place: Int) -> UInt8 {
    unsafe unsafeLoad(fromByteOffset: place, as: UInt8.self)
  }

  /// Four bytes, the first one lowest.
  @inline(__always)
  func fourBytes(at place: Int) -> UInt32 {
    unsafe UInt32(littleEndian: unsafeLoadUnaligned(fromByteOffset: place, as: UInt32.self))
  }

  /// Eight bytes, the first one lowest.
  @inline(__always)
  func eightBytes(at place: Int) -> UInt64 {
    unsafe UInt64(littleEndian: unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self))
  }

  @inline(__always)
  func sixteenBytes(at place: Int) -> SIMD16<UInt8> {
    unsafe unsafeLoadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self)
  }

  /// The same where it is known that these bytes are there.
  @unsafe @inline(__always)
  func knownSixteenBytes(at place: Int) -> SIMD16<UInt8> {
    unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: SIMD16<UInt8>.self)
  }
}

/// The members of objects.
extension Piece {
  /// A key as it stands in the text, or the end of the object.
  struct Member {
    /// Where the key stands, between its quotes; absent at the end of the object.
    var key: ScannedValue
    /// The place of the value, or behind the brace.
    var next: Int
    var isEnd: Bool { key.shape == .absent }
  }

  /// Reads up to the value of the next member.
  ///
  /// - Parameters:
  ///   - text: The bytes.
  ///   - place: The place behind the value before; that of the opening brace if there is none.
  ///   - isFirst: Whether there is none.
  /// - Returns: The key and where its value is, or the end of the object.
  /// - Throws: ``Interruption`` if neither comes next.
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

  /// Where the record begins that a comma and nothing else stands before; nil if there is none.
  func nextRecord(_ text: RawSpan, behind place: Int) -> Int? {
    let comma = skippingSpace(text, from: place)
    guard text[comma] == 0x2C else { return nil }
    let next = skippingSpace(text, from: comma + 1)
    return text[next] == 0x7B ? next : nil
  }
}
