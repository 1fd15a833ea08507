import Text

/// One way in which the text around the cursor can be completed.
package struct Suggestion: Equatable, Sendable {
  /// What replaces the range.
  package var text: String
  /// What it is, for somebody who chooses; may be empty.
  package var description: String
  /// How many rows it would leave, if that is known.
  package var count: Int?
  /// What is replaced: UTF-8 offsets into the line.
  package var range: Range<Int>
  /// Whether a space follows when it is the only one.
  package var isWhole: Bool
  /// How well it fits what was typed.
  package var fit: Fit
  /// The text without the quotes that it could do without where it stands; nil if there is no other way to write it.
  package var plainText: String?
  /// Whether there are others that are not offered, so that nobody knows what all begin with.
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
  /// The same, with it said that there are others.
  package var hidingOthers: [Suggestion] {
    map { suggestion in
      var suggestion = suggestion
      suggestion.hidesOthers = true
      return suggestion
    }
  }
}

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

/// How well a text fits what was typed; the least is the best.
package struct Fit: Comparable, Sendable {
  private let rank: Int

  /// The text is what was typed.
  package static let whole = Fit(rank: 0)
  /// The text begins so.
  package static let start = Fit(rank: 1)
  /// A later word of the text begins so.
  package static let laterWord = Fit(rank: 2)
  /// The worst fit of all.
  package static let last = Fit(rank: .max)

  /// The letters stand in the text in their order, others between them in so many places.
  package static func scattered(gaps: Int) -> Fit { Fit(rank: 3 + gaps) }

  private init(rank: Int) { self.rank = rank }

  /// How a text fits, both as texts are compared; nil if it does not.
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

/// Whether a word of a text behind its first one begins with what was typed.
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

/// In how many places other letters stand between those of `typed`, which come in their order; nil if they do not.
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
