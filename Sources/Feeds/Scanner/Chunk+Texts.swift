import Text

/// Texts in quotes.
extension Chunk {
  /// Finds the end of a text.
  ///
  /// - Parameters:
  ///   - text: The bytes.
  ///   - start: The offset of the first byte after the opening quote.
  /// - Returns: The offset of the closing quote, and whether the text contains escapes.
  /// - Throws: ``Interruption`` at a control character, an unknown escape, invalid UTF-8, or the end of the chunk.
  @inline(__always)
  func textEnd(
    _ text: RawSpan, from start: Int
  ) throws(Interruption) -> (place: Int, isEscaped: Bool) {
    let place = text.plainEnd(from: start)
    if text[place] == 0x22 { return (place, false) }
    return try unplainTextEnd(text, from: start, at: place)
  }

  /// Continues at the first byte that is not plain.
  @inline(never)
  private func unplainTextEnd(
    _ text: RawSpan, from start: Int, at first: Int
  ) throws(Interruption) -> (place: Int, isEscaped: Bool) {
    var place = first
    var isEscaped = false
    while true {
      let byte = text[place]
      if byte >= 0x80 {
        let length = text.lengthOfScalar(at: place)
        if length == 0 { break }
        place &+= length
      } else if byte == 0x22 {
        return (place, isEscaped)
      } else if byte == 0x5C {
        isEscaped = true
        guard let end = text.escapeEnd(at: place) else { break }
        place = end
      } else if byte < 0x20 {
        break
      } else {
        place = text.plainEnd(from: place &+ 1)
      }
    }
    throw textFlaw(text, from: start)
  }

  /// Returns the first error of a text.
  ///
  /// Errors in the syntax take precedence over those in the encoding.
  private func textFlaw(_ text: RawSpan, from start: Int) -> Interruption {
    var place = start
    while place < end {
      switch text[place] {
      case 0x22:
        return flaw(text, at: text.firstBadByte(from: start), "the text is not UTF-8")
      case 0x5C:
        guard let end = text.escapeEnd(at: place) else {
          return escapeFlaw(text, at: place)
        }
        place = end
      case 0..<0x20:
        let reason = "a text has a raw control character"
        return .fault(JSONFault(offset: base + place, reason: reason))
      default: place += 1
      }
    }
    if !isLast { return .incomplete }
    let reason = "the quote that opens here is never closed"
    return .fault(JSONFault(offset: base + start - 1, reason: reason))
  }

  private func escapeFlaw(_ text: RawSpan, at place: Int) -> Interruption {
    guard place + 1 < end else { return flaw(text, at: end, "") }
    guard text[place + 1] == 0x75 else {
      return flaw(text, at: place, "`\\` is followed by something that it does not escape")
    }
    let wrong = (place + 2..<place + 6).first { !isHexadecimal(text[$0]) } ?? place
    return flaw(text, at: wrong, "four hexadecimal digits were expected")
  }

  /// Finds the end of a text without validating it.
  ///
  /// - Throws: ``Interruption`` at the end of the chunk.
  func looseTextEnd(_ text: RawSpan, from start: Int) throws(Interruption) -> Int {
    var place = start
    while place < end {
      switch text[place] {
      case 0x22: return place
      case 0x5C: place += 2
      default: place += 1
      }
    }
    if !isLast { throw .incomplete }
    let reason = "the quote that opens here is never closed"
    throw .fault(JSONFault(offset: base + start - 1, reason: reason))
  }
}
