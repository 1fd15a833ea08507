/// A search pattern that ignores case, width, and those diacritics that the pattern itself leaves out.
///
/// `crepe` finds `Crêpes`; `crêpe` finds only texts with the diacritic.
package struct Pattern: Equatable, Sendable {
  /// The part of a text that the pattern must match.
  package enum Extent: Sendable {
    case anywhere, start, whole
    /// One or more whole words of the text: `egg` is in `egg noodles`, but not in `eggplant`.
    case words
  }

  private enum Piece: Equatable, Sendable {
    case letters([FoldedLetter])
    case anything
  }

  private let pieces: [Piece]
  /// The folded pattern, if it has no wildcard.
  package let plain: String
  private let hasAccents: Bool
  private let hasWildcards: Bool

  /// Creates a pattern.
  ///
  /// - Parameters:
  ///   - text: The text to search for.
  ///   - wildcards: Whether `*` matches any text.
  ///   - literal: The offsets of scalars that are literal even if they are `*`.
  package init(_ text: String, wildcards: Bool = false, literal: Set<Int> = []) {
    var pieces: [Piece] = []
    var run = ""
    for (offset, scalar) in text.unicodeScalars.enumerated() {
      if wildcards, scalar == "*", !literal.contains(offset) {
        if !run.isEmpty { pieces.append(.letters(foldedLetters(run))) }
        run = ""
        if pieces.last != .anything { pieces.append(.anything) }
      } else {
        run.unicodeScalars.append(scalar)
      }
    }
    if !run.isEmpty || pieces.isEmpty { pieces.append(.letters(foldedLetters(run))) }
    self.pieces = pieces
    hasWildcards = pieces.contains(.anything)
    plain = folded(text)
    hasAccents = pieces.contains {
      if case .letters(let letters) = $0 { letters.contains { $0.accent != 0 } } else { false }
    }
  }

  /// Whether comparing folded texts is enough.
  package var isPlain: Bool { !hasWildcards && !hasAccents }

  /// The longest run of folded letters that every match contains.
  package var anchor: String {
    let runs = pieces.map { piece -> String in
      guard case .letters(let letters) = piece else { return "" }
      var run = String.UnicodeScalarView()
      run.append(contentsOf: letters.compactMap { Unicode.Scalar($0.scalar) }.filter { $0 != "\0" })
      return String(run)
    }
    return runs.max { $0.utf8.count < $1.utf8.count } ?? ""
  }

  /// Whether the pattern contains a wildcard.
  package var isWild: Bool { hasWildcards }

  /// Whether `text` matches, given its folded form.
  ///
  /// - Complexity: O(*n*) for a whole or a starting match; linear on average elsewhere.
  package func matches(_ text: String, folded: String, _ extent: Extent) -> Bool {
    if !hasWildcards {
      guard matchesPlainly(folded, extent) else { return false }
      if !hasAccents, extent != .words { return true }
    }
    return matchesExactly(foldedLetters(text), extent)
  }

  /// Whether `text` matches.
  package func matches(_ text: String, _ extent: Extent) -> Bool {
    matches(text, folded: Text.folded(text), extent)
  }

  private func matchesPlainly(_ folded: String, _ extent: Extent) -> Bool {
    switch extent {
    case .whole: folded == plain
    case .start: folded.utf8.starts(with: plain.utf8)
    case .anywhere, .words: contains(folded, plain)
    }
  }

  /// Matches the pieces between wildcards greedily from left to right.
  private func matchesExactly(_ text: [FoldedLetter], _ extent: Extent) -> Bool {
    if extent == .words { return matchesWords(text) }
    var position = 0
    var mayMove = extent == .anywhere
    for (number, piece) in pieces.enumerated() {
      guard case .letters(let letters) = piece else {
        mayMove = true
        continue
      }
      let isLast = number == pieces.count - 1
      if isLast, extent == .whole, mayMove {
        let start = text.count - letters.count
        return start >= position && hasLetters(letters, in: text, at: start)
      }
      guard let found = find(letters, in: text, from: position, moving: mayMove) else {
        return false
      }
      position = found + letters.count
      mayMove = false
    }
    return extent != .whole || mayMove || position == text.count
  }

  /// Whether the letters of the pattern are whole words of a text.
  private func matchesWords(_ text: [FoldedLetter]) -> Bool {
    guard case .letters(let letters)? = pieces.first, let first = letters.first,
      let last = letters.last
    else { return matchesExactly(text, .anywhere) }
    var start = 0
    while let found = find(letters, in: text, from: start, moving: true) {
      let end = found + letters.count
      let isCut =
        first.isOfWord && found > 0 && text[found - 1].isOfWord
        || last.isOfWord && end < text.count && text[end].isOfWord
      if !isCut { return true }
      start = found + 1
    }
    return false
  }

  private func find(
    _ letters: [FoldedLetter], in text: [FoldedLetter], from start: Int, moving: Bool
  ) -> Int? {
    var place = start
    while place + letters.count <= text.count {
      if hasLetters(letters, in: text, at: place) { return place }
      if !moving { return nil }
      place += 1
    }
    return nil
  }

  private func hasLetters(_ letters: [FoldedLetter], in text: [FoldedLetter], at place: Int) -> Bool
  {
    for (k, letter) in letters.enumerated() {
      let other = text[place + k]
      if letter.scalar != other.scalar { return false }
      if letter.accent != 0, letter.accent != other.accent { return false }
    }
    return true
  }
}

extension FoldedLetter {
  /// Whether the letter is part of a word: a letter, a digit, or an accent.
  fileprivate var isOfWord: Bool {
    guard scalar != 0 else { return true }
    return Unicode.Scalar(scalar).map {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
    } ?? false
  }
}

/// Whether `text` contains the bytes of `needle`.
package func contains(_ text: String, _ needle: String) -> Bool {
  let bytes = text.utf8
  let wanted = needle.utf8
  guard let first = wanted.first else { return true }
  guard wanted.count <= bytes.count else { return false }
  var place = bytes.startIndex
  while let found = bytes[place...].firstIndex(of: first) {
    if bytes[found...].starts(with: wanted) { return true }
    place = bytes.index(after: found)
  }
  return false
}
