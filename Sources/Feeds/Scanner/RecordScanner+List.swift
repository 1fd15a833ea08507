import Catalog

/// Records in a list.
extension RecordScanner {
  /// Reads records of a list.
  ///
  /// - Parameters:
  ///   - text: The bytes.
  ///   - piece: Where they end.
  ///   - position: Where to go on; moved behind what is in the batch.
  ///   - stop: The place at which no further record is to begin.
  /// - Returns: Why it paused.
  /// - Throws: ``Interruption`` if the text is not right or ends; the records before are in the batch.
  mutating func readList(
    _ text: RawSpan, _ piece: Piece, _ position: inout Int, until stop: Int
  ) throws(Interruption) -> Pause {
    while true {
      let next = piece.skippingSpace(text, from: position)
      if next >= piece.end { throw piece.flaw(text, at: next, "a value was expected") }
      switch place {
      case .elementOrEnd, .commaOrEnd:
        if text[next] == 0x5D {
          position = next + 1
          return .over
        }
        if place == .commaOrEnd {
          guard text[next] == 0x2C else {
            throw piece.flaw(text, at: next, "`,` or `]` was expected")
          }
          position = next + 1
        }
        place = .element
      case .element, .line:
        position = next
        if next >= stop { return .boundary }
        if count == RecordBatch.capacity { return .full }
        if text[next] == 0x7B {
          let isAtNext = try readRecords(text, piece, &position, until: stop)
          place = isAtNext ? .element : .commaOrEnd
        } else {
          position = try readMisfit(text, piece, at: next)
          place = .commaOrEnd
        }
      }
    }
  }

  /// What is left of the list, for nobody.
  var restOfList: ValueCheck {
    switch place {
    case .elementOrEnd: ValueCheck(restOfListAt: 0, expected: .elementOrEnd)
    case .commaOrEnd: ValueCheck(restOfListAt: 0, expected: .commaOrEnd)
    case .element, .line: ValueCheck(restOfListAt: 0, expected: .value)
    }
  }
}
