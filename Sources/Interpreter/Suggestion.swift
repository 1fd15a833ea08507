import Text

/// A completion.
package struct Suggestion: Equatable, Sendable {
  /// The replacement for the range.
  package var text: String
  /// A description; may be empty.
  package var description: String
  /// The number of rows that would remain, if it is known.
  package var count: Int?
  /// The range to replace, in UTF-8 offsets.
  package var range: Range<Int>
  /// Whether a space is inserted after it if it is the only completion.
  package var isWhole: Bool
  /// The quality of the match.
  package var fit: Fit
  /// The text without optional quotes; nil if there is no other spelling.
  package var plainText: String?
  /// Whether further completions were omitted, so that the common prefix is unknown.
  package var hidesOthers = false

  package init(
    text: String, description: String = "", count: Int? = nil, range: Range<Int>,
    isWhole: Bool = false, fit: Fit = .start, plainText: String? = nil
  ) {
    self.text = text
    self.description = description
    self.count = count
    self.range = range
    self.isWhole = isWhole
    self.fit = fit
    self.plainText = plainText
  }
}

extension [Suggestion] {
  /// The same completions, marked as incomplete.
  package var hidingOthers: [Suggestion] {
    map { suggestion in
      var suggestion = suggestion
      suggestion.hidesOthers = true
      return suggestion
    }
  }
}

extension Suggestion {
  /// Returns the completion extended over the text after the cursor that it would duplicate.
  ///
  /// A quotation is replaced as a whole. The rest of a word, or of an open quotation, is replaced if the
  /// completion contains it or cannot precede it.
  ///
  /// - Parameters:
  ///   - line: The whole line.
  ///   - cursor: The UTF-8 offset up to which the completion was found.
  /// - Returns: The completion with an equal or longer range.
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
    // There is already another comparison operator.
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

  /// Whether the completion contains the text after the cursor.
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
  /// Whether the character continues the word at the cursor.
  fileprivate var isOfWord: Bool {
    !isWhitespace && !"();|&,=:<>~!/".contains(self) && quotes[self] == nil
  }
}

/// The quality of a match; lower is better.
package struct Fit: Comparable, Sendable {
  private let rank: Int

  /// The text equals the typed text.
  package static let whole = Fit(rank: 0)
  /// The text starts with the typed text.
  package static let start = Fit(rank: 1)
  /// A later word of the text starts with the typed text.
  package static let laterWord = Fit(rank: 2)
  /// The worst possible match.
  package static let last = Fit(rank: .max)

  /// The typed letters occur in order, with a number of gaps.
  package static func scattered(gaps: Int) -> Fit { Fit(rank: 3 + gaps) }

  private init(rank: Int) { self.rank = rank }

  /// Matches a text, with both in folded form; nil if it does not match.
  package init?(of text: String, to typed: String) {
    if text.utf8.starts(with: typed.utf8) {
      self = text.utf8.count == typed.utf8.count && !typed.isEmpty ? .whole : .start
    } else if hasWord(of: text, beginningWith: typed) {
      self = .laterWord
    } else if let gaps = gaps(in: text, between: typed) {
      self = .scattered(gaps: gaps)
    } else {
      return nil
    }
  }

  package static func < (one: Fit, other: Fit) -> Bool { one.rank < other.rank }
}

/// Whether a word after the first one starts with the typed text.
private func hasWord(of text: String, beginningWith typed: String) -> Bool {
  let bytes = text.utf8
  var isInside = true
  for place in bytes.indices {
    let byte = bytes[place]
    let continues = byte >= 0x80 || byte >= 0x61 && byte <= 0x7A || byte >= 0x30 && byte <= 0x39
    if continues, !isInside, bytes[place...].starts(with: typed.utf8) { return true }
    isInside = continues
  }
  return false
}

/// Returns the number of gaps between the letters of `typed`, which must occur in order; nil if they do not.
private func gaps(in text: String, between typed: String) -> Int? {
  var left = typed.unicodeScalars[...]
  var gaps = 0
  var isNext = false
  for scalar in text.unicodeScalars {
    guard let wanted = left.first else { break }
    if scalar == wanted {
      if !isNext { gaps += 1 }
      left.removeFirst()
    }
    isNext = scalar == wanted
  }
  return left.isEmpty ? gaps : nil
}
