import Text

extension Suggestion {
  /// The same for a line that goes on behind the cursor: what it would double is replaced too.
  ///
  /// A quotation is replaced whole. The rest of a word, or of a quotation that is still open, is if the
  /// suggestion has it too, or could not stand in front of it.
  ///
  /// - Parameters:
  ///   - line: The whole line.
  ///   - cursor: Up to where the suggestion was found, a UTF-8 offset.
  /// - Returns: The suggestion with as much or more to replace.
  package func replacingTail(of line: String, behind cursor: Int) -> Suggestion {
    guard range.upperBound == cursor, !range.isEmpty, cursor < line.utf8.count else { return self }
    var scanner = LineScanner(line, from: range.lowerBound)
    if let close = scanner.closingQuote {
      let isClosed = scanner.takeQuotation(closedBy: close).isClosed
      if isClosed { return reaching(to: max(cursor, scanner.offset)) }
      let isBegun = folded(text).hasPrefix(folded(slice(line, range.lowerBound..<line.utf8.count)))
      return isBegun ? reaching(to: line.utf8.count) : self
    }
    scanner = LineScanner(line, from: cursor)
    while let next = scanner.current, next.isOfWord { scanner.advance() }
    let tail = slice(line, cursor..<scanner.offset)
    if let sign = scanner.current, "=:/".contains(sign), text.last == sign { scanner.advance() }
    // Another comparison stands there already.
    if let sign = scanner.current, "<>~!".contains(sign), text.last == "=" {
      var name = self
      name.text.removeLast()
      return name.fits(around: tail, typed: slice(line, range))
        ? name.reaching(to: scanner.offset) : name
    }
    if scanner.offset == cursor || !fits(around: tail, typed: slice(line, range)) { return self }
    return reaching(to: scanner.offset)
  }

  private func reaching(to end: Int) -> Suggestion {
    var longer = self
    longer.range = range.lowerBound..<end
    return longer
  }

  /// Whether what stands behind the cursor is a part of it.
  private func fits(around tail: String, typed: String) -> Bool {
    let isQuoted = text.first.map { quotes[$0] != nil } ?? false
    if isQuoted { return true }
    let (whole, rest) = (folded(text), folded(tail))
    if whole.hasPrefix(folded(typed + tail)) { return true }
    return whole.count >= folded(typed).count + rest.count
      && (whole.hasSuffix(rest) || whole.dropLast().hasSuffix(rest))
  }
}

extension Character {
  /// Whether it goes on with a word in which the cursor is.
  fileprivate var isOfWord: Bool {
    !isWhitespace && !"();|&,=:<>~!/".contains(self) && quotes[self] == nil
  }
}
