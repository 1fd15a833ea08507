/// Where a statement ends, and what is still open there.
struct StatementEnd {
  /// The next `;` or line feed outside quotes, or the end of the line: a UTF-8 offset.
  let offset: Int
  /// Whether a quotation is never closed, or, in an expression, a parenthesis.
  let isOpen: Bool

  /// The end of the statement that goes on at an offset; in an expression parentheses hold lines together.
  init(in line: String, from offset: Int, isExpression: Bool = false) {
    var scanner = LineScanner(line, from: offset)
    var depth = 0
    var isUnclosed = false
    while let character = scanner.current, character != ";" {
      if depth <= 0, character.isNewline { break }
      if let close = scanner.closingQuote {
        isUnclosed = !scanner.takeQuotation(closedBy: close).isClosed
        continue
      }
      if isExpression {
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
        if character == "\\" { scanner.advance() }
      }
      scanner.advance()
    }
    self.offset = scanner.offset
    isOpen = isUnclosed || depth > 0
  }
}
