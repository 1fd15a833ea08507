import Catalog

/// Text that was encoded twice means something else than it is, so that a feed with it is read as a whole.
extension PassingSink {
  /// Whether something that is compared may have been encoded twice, and so means something else than it is.
  static func hasDoubleEncoding(
    _ batch: RecordBatch, _ slots: [Int], _ records: some Sequence<Int>, in text: RawSpan
  ) -> Bool {
    let values = batch.values.span
    for slot in slots {
      let first = slot * RecordBatch.capacity
      for record in records where values[first + record].mayBeEncodedTwice(in: text) {
        return true
      }
    }
    return false
  }
}

extension ScannedValue {
  /// Whether a text, or one in a list, may have been encoded twice.
  @inline(__always)
  func mayBeEncodedTwice(in text: RawSpan) -> Bool {
    switch shape {
    case .text, .list: hasTrace(in: text)
    case .escapedText: hasTrace(in: text) || hasEscapedTrace(in: text)
    default: false
    }
  }

  /// Whether a text has a letter that the first byte of one becomes when it is encoded twice, and a fitting one
  /// behind it.
  @inline(__always)
  private func hasTrace(in text: RawSpan) -> Bool {
    var place = Int(offset)
    let end = place &+ Int(length)
    while place < end {
      // A word with a byte 0xC3 has a zero byte when each is compared with it.
      let word = text.word(place) ^ 0xC3C3_C3C3_C3C3_C3C3
      var marks = (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
      while marks != 0 {
        let first = place &+ marks.trailingZeroBitCount / 8
        if text.byte(first) == 0xC3, text.byte(first + 1) <= 0xB4 {
          switch text.byte(first + 2) {
          case 0xC2, 0xC5, 0xC6, 0xCB, 0xE2: return true
          default: break
          }
        }
        marks &= marks &- 1
      }
      place &+= 8
    }
    return false
  }

  /// The same of the escapes of a text: of such a letter, and of another one beyond ASCII right behind it.
  private func hasEscapedTrace(in text: RawSpan) -> Bool {
    var place = Int(offset)
    let end = place + Int(length)
    while place < end {
      if text.byte(place) == 0x5C {
        // An escape of U+00C0 to U+00FF has two zeros, and a digit from C on.
        if text.byte(place + 1) == 0x75, text.byte(place + 2) == 0x30, text.byte(place + 3) == 0x30,
          text.byte(place + 4) | 0x20 >= 0x63, text.byte(place + 6) >= 0x5C,
          text.byte(place + 6) == 0x5C || text.byte(place + 6) >= 0x80
        {
          return true
        }
        place += 1
      }
      place += 1
    }
    return false
  }
}
