import Text

/// The distinct words of the names, facets, tags and ingredients of a catalog, for finding those that a mistyped word
/// may stand for, and the texts that contain each.
///
/// Each word has a signature, the set of its letters, and its length. Both change little by an edit, so most words are
/// ruled out by comparing numbers, and few by their edit distance. The lists of texts take four bytes for each word of
/// each text.
struct SearchVocabulary: Sendable {
  /// The maximum number of letters of a word; longer ones are not indexed.
  private static let longest = 64

  private var words = ByteTable()
  /// The signature of each word, without the ending of a plural.
  private var signatures: [UInt64] = []
  /// The number of letters of each word, without the ending of a plural.
  private var lengths: [UInt8] = []
  /// The words with letters of scripts without spaces, in which mistyped words may be parts.
  private var unspaced: [Int] = []
  /// The texts of each field.
  private var fields: [Int: WordTexts] = [:]

  /// Adds the words of the folded texts of a field.
  mutating func add(_ texts: StoredTexts, of field: Int) {
    var occurrences = WordOccurrences()
    texts.withAllBytes { bytes in
      texts.starts.withAll { start in
        for number in 0..<texts.count {
          let (first, end) = (start(number), start(number + 1))
          if first <= end, end <= bytes.byteCount {
            add(first..<end, of: bytes, number, &occurrences)
          }
        }
      }
    }
    fields[field] = WordTexts(occurrences, wordCount: words.count)
  }

  /// Adds the words of the folded texts of some rows.
  mutating func add(_ rows: [Int], of field: Int, _ text: (Int) -> String) {
    var occurrences = WordOccurrences()
    for row in rows {
      let bytes = Array(text(row).utf8)
      add(0..<bytes.count, of: unsafe bytes.span.bytes, row, &occurrences)
    }
    fields[field] = WordTexts(occurrences, wordCount: words.count)
  }

  private mutating func add(
    _ text: Range<Int>, of bytes: RawSpan, _ number: Int, _ occurrences: inout WordOccurrences
  ) {
    var start = text.lowerBound
    while start < text.upperBound {
      while start < text.upperBound, !isWordByte(bytes.byte(start)) { start += 1 }
      var end = start
      while end < text.upperBound, isWordByte(bytes.byte(end)) { end += 1 }
      if end - start > 4 * Self.longest {
        occurrences.isComplete = false
      } else if end > start {
        occurrences.append(word: self.number(of: start..<end, in: bytes), text: number)
      }
      start = end
    }
  }

  /// Returns the number of a word, adding it if necessary.
  private mutating func number(of range: Range<Int>, in text: RawSpan) -> UInt32 {
    let number = words.number(of: range, in: text)
    guard Int(number) == signatures.count else { return number }
    var letters = WordLetters()
    letters.read(withoutPluralEnding(range, of: text), of: text)
    signatures.append(letters.signature)
    lengths.append(UInt8(min(letters.count, 255)))
    if letters.hasUnspaced { unspaced.append(Int(number)) }
    return number
  }

  /// Returns a word, folded.
  func word(_ number: Int) -> String {
    String(decoding: words.bytes[words.place(number)], as: UTF8.self)
  }

  /// Calls `body` with the number of each text of a field that contains one of some words; it may repeat texts.
  func forEachText(of words: [Int], in field: Int, _ body: (Int) -> Void) {
    guard let texts = fields[field] else { return }
    for word in words { texts.forEach(of: word, body) }
  }

  /// Returns the words that contain some letters.
  ///
  /// - Returns: The words; nil if the index cannot tell which texts of the field contain the letters, because they are
  ///   not a part of a single word, or the field has words that are not indexed.
  /// - Complexity: O(*n*) for *n* bytes of words.
  func words(containing letters: [UInt8], in field: Int) -> [Int]? {
    guard let texts = fields[field], texts.isComplete, !letters.isEmpty,
      letters.allSatisfy(isWordByte)
    else { return nil }
    var found: [Int] = []
    var number = 0
    forEachMatch(of: ByteNeedle(letters), in: unsafe words.bytes.span.bytes) { hit in
      while words.place(number).upperBound <= hit { number += 1 }
      let end = words.place(number).upperBound
      guard hit + letters.count <= end else { return hit + 1 }
      found.append(number)
      return end
    }
    return found
  }

  /// Returns the words that a mistyped word most likely stands for: those at the smallest edit distance.
  ///
  /// One edit is allowed in words of four to seven letters, two in longer ones; two letters in the wrong order are one
  /// edit. An `s` at the end does not count, so that a word is found in its singular and its plural.
  ///
  /// - Parameter text: A folded word.
  /// - Returns: The numbers of the words; none for a word of less than four letters.
  /// - Complexity: O(*n*) for *n* words, with two comparisons of numbers for most of them.
  func nearest(to text: String) -> [Int] {
    let bytes = Array(text.utf8)
    var typed = WordLetters()
    typed.read(0..<bytes.count, of: unsafe bytes.span.bytes)
    guard typed.count >= 4, typed.count <= Self.longest else { return [] }
    var wanted = WordLetters()
    wanted.read(
      withoutPluralEnding(0..<bytes.count, of: unsafe bytes.span.bytes),
      of: unsafe bytes.span.bytes)
    var distance = EditDistance(wanted, limit: typed.count < 8 ? 1 : 2)
    var found: [Int] = []
    func consider(_ number: Int, asPart: Bool) {
      let place = withoutPluralEnding(words.place(number), of: unsafe words.bytes.span.bytes)
      var letters = WordLetters()
      letters.read(place, of: unsafe words.bytes.span.bytes)
      guard let edits = distance.edits(to: letters, asPart: asPart) else { return }
      if edits < distance.limit { found = [] }
      distance.limit = edits
      found.append(number)
    }
    signatures.forEachCandidate(
      lengths, signature: wanted.signature, length: wanted.count, limit: distance.limit
    ) { consider($0, asPart: false) }
    if wanted.hasUnspaced {
      for number in unspaced
      where (wanted.signature & ~signatures[number]).nonzeroBitCount <= 2 * distance.limit
        && !found.contains(number)
      {
        consider(number, asPart: true)
      }
    }
    return found
  }
}

/// The words of the texts of a field, in the order in which they occur.
private struct WordOccurrences {
  /// A word in the high half, and the text that contains it in the low half.
  private(set) var pairs: [UInt64] = []
  /// Whether all words are indexed.
  var isComplete = true

  mutating func append(word: UInt32, text: Int) {
    pairs.append(UInt64(word) << 32 | UInt64(UInt32(truncatingIfNeeded: text)))
  }
}

/// The texts of a field that contain each word.
private struct WordTexts: Sendable {
  /// The index in `texts` of the first text of each word, and the end of the last.
  private var starts: [UInt32]
  /// The numbers of texts, by word.
  private var texts: [UInt32]
  /// Whether all words of the field are indexed.
  let isComplete: Bool

  /// Sorts occurrences by word.
  init(_ occurrences: WordOccurrences, wordCount: Int) {
    isComplete = occurrences.isComplete
    starts = Array(repeating: 0, count: wordCount + 1)
    texts = Array(repeating: 0, count: occurrences.pairs.count)
    for pair in occurrences.pairs { starts[Int(pair >> 32) + 1] += 1 }
    for word in 0..<wordCount { starts[word + 1] += starts[word] }
    var next = starts
    for pair in occurrences.pairs {
      let word = Int(pair >> 32)
      texts[Int(next[word])] = UInt32(truncatingIfNeeded: pair)
      next[word] += 1
    }
  }

  /// Calls `body` with the number of each text that contains a word.
  func forEach(of word: Int, _ body: (Int) -> Void) {
    // Words that only later fields have are not counted here.
    guard word + 1 < starts.count else { return }
    for place in Int(starts[word])..<Int(starts[word + 1]) { body(Int(texts[place])) }
  }
}

extension [UInt64] {
  /// Calls `body` with each word whose letters and length are near enough.
  @inline(__always)
  fileprivate func forEachCandidate(
    _ lengths: [UInt8], signature: UInt64, length: Int, limit: Int, _ body: (Int) -> Void
  ) {
    let (signatures, lengths) = (span, lengths.span)
    for number in signatures.indices {
      // An edit changes at most two letters of the set.
      if (signatures[number] ^ signature).nonzeroBitCount > 2 * limit { continue }
      if abs(Int(lengths[number]) - length) <= limit { body(number) }
    }
  }
}

/// Whether a byte of a folded text is part of a word: a letter, a digit, or a part of either.
func isWordByte(_ byte: UInt8) -> Bool {
  byte >= 0x61 && byte <= 0x7A || byte >= 0x30 && byte <= 0x39 || byte >= 0x80
}

/// Returns a word of a folded text without an `s` at its end, if it has three other letters.
private func withoutPluralEnding(_ word: Range<Int>, of text: RawSpan) -> Range<Int> {
  word.count > 3 && text.byte(word.upperBound - 1) == UInt8(ascii: "s") ? word.dropLast() : word
}

/// The letters of a word.
private struct WordLetters {
  private(set) var scalars: [UInt32] = []
  /// A bit for each letter that occurs and one for each that occurs again; other scalars share bits.
  private(set) var signature: UInt64 = 0
  /// Whether a letter is of a script without spaces between words.
  private(set) var hasUnspaced = false

  var count: Int { scalars.count }

  /// Reads a folded word.
  mutating func read(_ range: Range<Int>, of text: RawSpan) {
    scalars.reserveCapacity(range.count)
    var place = range.lowerBound
    while place < range.upperBound {
      let first = UInt32(text.byte(place))
      let length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      var value = length == 1 ? first : first & (0x7F >> UInt32(length))
      for offset in 1..<max(length, 1) where place + offset < range.upperBound {
        value = value << 6 | UInt32(text.byte(place + offset) & 0x3F)
      }
      append(value)
      place += length
    }
  }

  private mutating func append(_ scalar: UInt32) {
    scalars.append(scalar)
    switch scalar {
    case 0x61...0x7A:
      let bit: UInt64 = 1 << UInt64(scalar - 0x61)
      signature |= signature & bit == 0 ? bit : bit << 26
    default:
      signature |= 1 << UInt64(52 + scalar % 12)
      if scalar >= 0x0E00,
        scalar < 0x1000 || scalar >= 0x1780 && scalar < 0x1800 || scalar >= 0x2E80
      {
        hasUnspaced = true
      }
    }
  }
}

/// The edit distance between a word and others, up to a limit.
private struct EditDistance {
  private let word: [UInt32]
  /// The maximum number of edits.
  var limit: Int
  private var rows: [[Int]]

  init(_ letters: WordLetters, limit: Int) {
    (word, self.limit) = (letters.scalars, limit)
    rows = Array(repeating: Array(repeating: 0, count: word.count + 1), count: 3)
  }

  /// Counts the edits that turn the word into another one.
  ///
  /// Insertions, deletions, substitutions and exchanges of neighbors count one each (the optimal string alignment
  /// distance).
  ///
  /// - Parameters:
  ///   - other: The other word.
  ///   - asPart: Whether the word may be a part of the other one (Sellers' algorithm).
  /// - Returns: The number of edits; nil if they are more than the limit.
  mutating func edits(to other: WordLetters, asPart: Bool) -> Int? {
    let other = other.scalars
    for k in 0...word.count { rows[0][k] = k }
    var best = asPart ? word.count : Int.max
    for (i, letter) in other.enumerated() {
      let (old, new, older) = (i % 3, (i + 1) % 3, (i + 2) % 3)
      rows[new][0] = asPart ? 0 : i + 1
      var least = rows[new][0]
      for j in 0..<word.count {
        var cost = min(
          rows[old][j + 1] + 1, rows[new][j] + 1, rows[old][j] + (word[j] == letter ? 0 : 1))
        if i > 0, j > 0, word[j] == other[i - 1], word[j - 1] == letter {
          cost = min(cost, rows[older][j - 1] + 1)
        }
        rows[new][j + 1] = cost
        least = min(least, cost)
      }
      if asPart { best = min(best, rows[new][word.count]) } else if least > limit { return nil }
    }
    let edits = asPart ? best : rows[other.count % 3][word.count]
    return edits <= limit ? edits : nil
  }
}
