import World

/// Reading step by step.
extension Input {
  /// Does a step, again with more text until there is enough.
  ///
  /// - Parameter body: The step. It moves the position behind whatever need not be looked at again.
  /// - Returns: What the step returns.
  /// - Throws: ``ScanError`` if the text is not right or cannot be read.
  mutating func step<Value>(
    _ body: (RawSpan, Piece, inout Int) throws(Interruption) -> Value
  ) throws(ScanError) -> Value {
    while true {
      var place = position
      do throws(Interruption) {
        let value = try unsafe body(buffer.span.bytes, piece, &place)
        position = place
        return value
      } catch {
        position = place
        switch error {
        case .incomplete: try more()
        case .fault(let fault): throw .fault(fault)
        }
      }
    }
  }

  /// The next byte that is not white space, which is skipped; nil at the end.
  mutating func peek() throws(ScanError) -> UInt8? {
    try step { (text, piece, position) throws(Interruption) in
      position = piece.skippingSpace(text, from: position)
      if position < piece.end { return text[position] }
      if !piece.isLast { throw .incomplete }
      return nil
    }
  }

  /// Takes one expected byte, white space before it skipped.
  mutating func take(_ byte: UInt8, _ name: StaticString) throws(ScanError) {
    try step { (text, piece, position) throws(Interruption) in
      position = try piece.taking(byte, name, text, from: position)
    }
  }

  /// Moves behind a value, or the rest of one.
  mutating func skip(_ check: ValueCheck) throws(ScanError) {
    var check = check
    try step { (text, piece, position) throws(Interruption) in
      try check.advance(text, piece, from: &position)
    }
  }
}
