/// Calls `body` with the scalar elements of a list except null, in order.
///
/// Nested values are skipped.
///
/// - Parameters:
///   - list: A list; other values have no elements.
///   - text: The text that the list refers to, which must be valid JSON.
///   - body: Takes an element.
package func scalars(
  ofList list: ScannedValue, in text: RawSpan, _ body: (ScannedValue) -> Void
) {
  if list.shape != .list { return }
  let end = list.range.upperBound - 1
  var place = list.range.lowerBound + 1
  var depth = 0
  while place < end {
    let start = place
    switch text[place] {
    case 0x22:
      let isEscaped = skipText(text, &place)
      if depth == 0 { body(scanned(start + 1, place, isEscaped ? .escapedText : .text)) }
      place += 1
    case 0x7B, 0x5B:
      depth += 1
      place += 1
    case 0x7D, 0x5D:
      depth -= 1
      place += 1
    case 0x2D, 0x30...0x39, 0x74, 0x66, 0x6E:
      while place < end, isOfWord(text[place]) { place += 1 }
      if depth > 0 || text[start] == 0x6E { break }
      let shape: JSONShape = text[start] == 0x74 ? .yes : text[start] == 0x66 ? .no : .number
      body(scanned(start, place, shape))
    default: place += 1
    }
  }
}

/// Moves from an opening to the closing quote, and returns whether there are escapes between them.
private func skipText(_ text: RawSpan, _ place: inout Int) -> Bool {
  var isEscaped = false
  place += 1
  while true {
    while place + 8 <= text.byteCount, !hasByte(0x22, text.word(place)),
      !hasByte(0x5C, text.word(place))
    {
      place += 8
    }
    if text[place] == 0x22 { return isEscaped }
    if text[place] == 0x5C {
      isEscaped = true
      place += 1
    }
    place += 1
  }
}

/// Whether a byte belongs to a number or a literal.
private func isOfWord(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x2B, 0x2D, 0x2E, 0x30...0x39, 0x45, 0x61...0x7A: true
  default: false
  }
}

private func scanned(_ start: Int, _ end: Int, _ shape: JSONShape) -> ScannedValue {
  ScannedValue(offset: UInt32(start), length: UInt32(end - start), shape: shape)
}

extension RawSpan {
  fileprivate subscript(place: Int) -> UInt8 {
    unsafe unsafeLoad(fromByteOffset: place, as: UInt8.self)
  }
}
