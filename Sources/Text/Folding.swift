import CUnicode

/// A letter without case, width and diacritics, with a number for its diacritics.
package struct FoldedLetter: Equatable, Sendable {
  /// The plain letter.
  package var scalar: UInt32
  /// Identifies the removed diacritics; 0 if there were none.
  package var accent: UInt32
}

/// Calls `body` for each folded letter of `text`.
///
/// Folding is NFKD of the full case folding, less marks and invisible characters (Unicode 3.13).
/// - Complexity: O(*n*) table look-ups, no allocation.
@inline(__always)
func forEachFoldedLetter(in text: String, _ body: (FoldedLetter) -> Void) {
  for scalar in text.unicodeScalars { forEachFoldedLetter(of: scalar.value, body) }
}

/// Calls `body` for each folded letter of a scalar; a lone combining mark is a letter 0 with an accent.
@inline(__always)
private func forEachFoldedLetter(of value: UInt32, _ body: (FoldedLetter) -> Void) {
  if value < 0x80 {
    // A line feed or a tab is shown as a space, and therefore compared as one.
    let isCapital = value >= 0x41 && value <= 0x5A
    body(FoldedLetter(scalar: isCapital ? value + 32 : max(value, 0x20), accent: 0))
  } else if value == 0x85 || value & ~1 == 0x2028 {
    body(FoldedLetter(scalar: 0x20, accent: 0))
  } else if value >= 0xAC00 && value <= 0xD7A3 {
    decomposeHangul(value, body)
  } else {
    let place = cunicode_fold(value)
    guard place != 0 else { return body(FoldedLetter(scalar: value, accent: 0)) }
    let count = cunicode_fold_count(place)
    let accent = cunicode_fold_accent(place)
    for k in 0..<count {
      body(
        FoldedLetter(scalar: cunicode_fold_scalar(place, k), accent: k + 1 == count ? accent : 0))
    }
    if count == 0 { body(FoldedLetter(scalar: 0, accent: accent)) }
  }
}

/// Decomposes a Hangul syllable (Unicode 3.12).
private func decomposeHangul(_ value: UInt32, _ body: (FoldedLetter) -> Void) {
  let index = value - 0xAC00
  body(FoldedLetter(scalar: 0x1100 + index / 588, accent: 0))
  body(FoldedLetter(scalar: 0x1161 + index % 588 / 28, accent: 0))
  if index % 28 != 0 { body(FoldedLetter(scalar: 0x11A7 + index % 28, accent: 0)) }
}

/// The folded text, without case, diacritics and width, so that `crepe` equals `Crêpe`.
package func folded(_ text: String) -> String {
  var text = text
  return text.withUTF8 { source in
    var target = [UInt8](
      repeating: 0, count: min(source.count, foldedPiece) * foldedGrowth + foldedMargin)
    if source.count > foldedPiece {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(source.count)
      unsafe foldPieces(of: source.span.bytes, scratch: &target) { bytes += $0 }
      return String(decoding: bytes, as: UTF8.self)
    }
    var span = target.mutableSpan
    let count = fold(unsafe source.span.bytes, into: &span, from: 0)
    return String(decoding: target[..<count], as: UTF8.self)
  }
}

/// The number of bytes of a long text that are folded at a time.
private let foldedPiece = 1 << 12

/// The number of bytes that folding needs in addition to ``foldedGrowth`` times the length.
private let foldedMargin = 8

/// Folds a text in pieces that fit into `scratch`, because a text may grow eleven-fold.
///
/// - Parameters:
///   - source: UTF-8.
///   - scratch: A buffer of at least a kilobyte.
///   - take: Called with the folded pieces in order.
package func foldPieces(
  of source: RawSpan, scratch: inout [UInt8], _ take: (ArraySlice<UInt8>) -> Void
) {
  precondition(scratch.count >= 1 << 10, "A piece has room for some letters.")
  let most = (scratch.count - foldedMargin) / foldedGrowth
  var start = 0
  while start < source.byteCount {
    var end = min(start + most, source.byteCount)
    // A piece ends between two scalars.
    while end < source.byteCount, end > start + most - 4,
      unsafe source.unsafeLoad(fromByteOffset: end, as: UInt8.self) & 0xC0 == 0x80
    {
      end -= 1
    }
    var target = scratch.mutableSpan
    let count = fold(source.extracting(start..<end), into: &target, from: 0)
    take(scratch[..<count])
    start = end
  }
}

/// The version of folding: that of Unicode, followed by digits for our own rules.
package var foldingVersion: Int { Int(cunicode_version) * 10 + 2 }

/// The maximum growth of a text by folding: U+FDFA becomes 33 bytes from 3.
package let foldedGrowth = 11

/// Writes the folded text into `target`.
///
/// - Parameters:
///   - source: UTF-8; other bytes are copied.
///   - target: Has room for ``foldedGrowth`` times the bytes of the source, and 8 more, behind `start`.
///   - start: The offset in `target` to begin at.
/// - Returns: The offset at which the folded text ends.
/// - Complexity: O(*n*), eight bytes at a time as long as they are ASCII.
package func fold(_ source: RawSpan, into target: inout MutableSpan<UInt8>, from start: Int) -> Int
{
  let count = source.byteCount
  precondition(count &* foldedGrowth &+ 8 <= target.count - start, "There is no room to fold.")
  var (place, end) = (0, start)
  while place < count {
    let left = count &- place
    let word = word(of: source, at: place)
    // Bytes behind the plain letters are overwritten later.
    store(lowercased(word), into: &target, at: end)
    // Marks control characters and non-ASCII bytes; the lowest mark is right, others may be wrong.
    let others = (word | (word &- 0x2020_2020_2020_2020)) & 0x8080_8080_8080_8080
    let letters = min(left, others == 0 ? 8 : others.trailingZeroBitCount &>> 3)
    place &+= letters
    end &+= letters
    if letters < min(left, 8) { foldScalar(of: source, at: &place, into: &target, at: &end) }
  }
  return end
}

/// The eight bytes from an offset on, the first one lowest; zeros beyond the end.
@inline(__always)
private func word(of source: RawSpan, at place: Int) -> UInt64 {
  let count = source.byteCount
  if place <= count &- 8 {
    return unsafe source.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: UInt64.self)
  }
  if count >= 8 {
    let last = unsafe source.unsafeLoadUnaligned(
      fromUncheckedByteOffset: count &- 8, as: UInt64.self)
    return last &>> UInt64(8 &* (place &- count &+ 8))
  }
  var word: UInt64 = 0
  for at in (place..<count).reversed() {
    word = word << 8 | UInt64(unsafe source.unsafeLoad(fromByteOffset: at, as: UInt8.self))
  }
  return word
}

@inline(__always)
private func store(_ word: UInt64, into target: inout MutableSpan<UInt8>, at place: Int) {
  var bytes = unsafe target.mutableBytes
  bytes.storeBytes(of: word, toByteOffset: place, as: UInt64.self)
}

/// Eight ASCII letters in lower case at once.
@inline(__always)
private func lowercased(_ word: UInt64) -> UInt64 {
  let fromA = word &+ 0x3F3F_3F3F_3F3F_3F3F
  let beyondZ = word &+ 0x2525_2525_2525_2525
  return word | (fromA & ~beyondZ & 0x8080_8080_8080_8080) >> 2
}

/// Folds the scalar that begins at an offset: a control character, or one outside ASCII.
private func foldScalar(
  of source: RawSpan, at place: inout Int, into target: inout MutableSpan<UInt8>, at end: inout Int
) {
  func byte(_ offset: Int) -> UInt32 {
    guard place + offset < source.byteCount else { return 0 }
    return UInt32(unsafe source.unsafeLoad(fromByteOffset: place + offset, as: UInt8.self))
  }
  let first = byte(0)
  let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
  var value = first < 0x80 ? first : length == 1 ? 0xFFFD : first & (0x7F >> UInt32(length))
  for k in 1..<max(length, 1) where length > 1 { value = value << 6 | byte(k) & 0x3F }
  place = min(place + length, source.byteCount)
  forEachFoldedLetter(of: value) { letter in
    if letter.scalar != 0 { append(letter.scalar, to: &target, at: &end) }
  }
}

/// Writes a scalar in UTF-8.
@inline(__always)
private func append(_ scalar: UInt32, to target: inout MutableSpan<UInt8>, at end: inout Int) {
  switch scalar {
  case 0..<0x80:
    target[end] = UInt8(scalar)
    end += 1
  case 0..<0x800:
    target[end] = UInt8(0xC0 | scalar >> 6)
    target[end + 1] = UInt8(0x80 | scalar & 0x3F)
    end += 2
  case 0..<0x10000:
    target[end] = UInt8(0xE0 | scalar >> 12)
    target[end + 1] = UInt8(0x80 | scalar >> 6 & 0x3F)
    target[end + 2] = UInt8(0x80 | scalar & 0x3F)
    end += 3
  default:
    target[end] = UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18)
    target[end + 1] = UInt8(0x80 | scalar >> 12 & 0x3F)
    target[end + 2] = UInt8(0x80 | scalar >> 6 & 0x3F)
    target[end + 3] = UInt8(0x80 | scalar & 0x3F)
    end += 4
  }
}

/// The folded letters of `text`, each mark joined to the letter before it.
package func foldedLetters(_ text: String) -> [FoldedLetter] {
  var letters: [FoldedLetter] = []
  forEachFoldedLetter(in: text) { letter in
    if letter.scalar != 0 {
      letters.append(letter)
    } else if let last = letters.indices.last, letter.accent != 0 {
      letters[last].accent = (letters[last].accent &* 31 &+ letter.accent) & 0xFFFF
    }
  }
  return letters
}

/// The single scalar of a letter with a combining mark (NFC); nil if there is none.
package func composed(_ base: Unicode.Scalar, _ mark: Unicode.Scalar) -> Unicode.Scalar? {
  let pair = cunicode_compose(base.value, mark.value)
  return pair == 0 ? nil : Unicode.Scalar(pair)
}
