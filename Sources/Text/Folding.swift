import CUnicode

/// One letter as it is compared: without case, width and accents, but knowing which accents it had.
package struct FoldedLetter: Equatable, Sendable {
  /// The plain letter.
  package var scalar: UInt32
  /// A number that stands for the accents that were taken away; 0 if there were none.
  package var accent: UInt32
}

/// Calls `body` for each letter of `text` as it is compared.
///
/// Folding is NFKD of the full case folding, less marks and invisible characters (Unicode 3.13).
/// - Complexity: O(*n*) table look-ups, no allocation.
@inline(__always)
func forEachFoldedLetter(in text: String, _ body: (FoldedLetter) -> Void) {
  for scalar in text.unicodeScalars {
    let value = scalar.value
    if value < 0x80 {
      let isCapital = value >= 0x41 && value <= 0x5A
      body(FoldedLetter(scalar: isCapital ? value + 32 : value, accent: 0))
    } else if value >= 0xAC00 && value <= 0xD7A3 {
      decomposeHangul(value, body)
    } else {
      let place = cunicode_fold(value)
      guard place != 0 else {
        body(FoldedLetter(scalar: value, accent: 0))
        continue
      }
      let count = cunicode_fold_count(place)
      let accent = cunicode_fold_accent(place)
      for k in 0..<count {
        body(
          FoldedLetter(
            scalar: cunicode_fold_scalar(place, k), accent: k + 1 == count ? accent : 0))
      }
      if count == 0 { body(FoldedLetter(scalar: 0, accent: accent)) }
    }
  }
}

/// Takes a Hangul syllable apart by arithmetic (Unicode 3.12).
private func decomposeHangul(_ value: UInt32, _ body: (FoldedLetter) -> Void) {
  let index = value - 0xAC00
  body(FoldedLetter(scalar: 0x1100 + index / 588, accent: 0))
  body(FoldedLetter(scalar: 0x1161 + index % 588 / 28, accent: 0))
  if index % 28 != 0 { body(FoldedLetter(scalar: 0x11A7 + index % 28, accent: 0)) }
}

/// The text as it is compared: case, accents and width taken away, so that `crepe` equals `Crêpe`.
package func folded(_ text: String) -> String {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(text.utf8.count)
  var isASCII = true
  for byte in text.utf8 {
    if byte >= 0x80 {
      isASCII = false
      break
    }
    bytes.append(byte >= 0x41 && byte <= 0x5A ? byte + 32 : byte)
  }
  if isASCII { return String(decoding: bytes, as: UTF8.self) }
  bytes.removeAll(keepingCapacity: true)
  forEachFoldedLetter(in: text) { letter in
    if letter.scalar != 0, let scalar = Unicode.Scalar(letter.scalar) {
      for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { bytes.append(unit) }
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// The letters of `text` as they are compared, each mark joined to the letter before it.
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

/// The single scalar that a letter and a combining mark make together, if there is one (NFC).
package func composed(_ base: Unicode.Scalar, _ mark: Unicode.Scalar) -> Unicode.Scalar? {
  let pair = cunicode_compose(base.value, mark.value)
  return pair == 0 ? nil : Unicode.Scalar(pair)
}
