import Text

/// A word of a search that no row contains, with the words that it most likely stands for.
package struct SearchCorrection: Equatable, Sendable {
  /// The word as typed.
  package let word: String
  /// The words of rows, folded, with the number of rows that contain each; most frequent first.
  package let found: [(word: String, count: Int)]

  package static func == (one: SearchCorrection, other: SearchCorrection) -> Bool {
    one.word == other.word && one.found.map(\.word) == other.found.map(\.word)
  }
}

extension Catalog {
  /// Returns the rows that contain every word of a text, best first; words that no row contains are forgiven.
  ///
  /// - Parameters:
  ///   - text: Words, in any order.
  ///   - notes: The user's notes, by row.
  ///   - candidates: The rows to search; nil for all.
  /// - Returns: The rows of ``search(_:notes:among:)``; if there are none, those with the words that the mistyped ones most
  ///   likely stand for, and these corrections. If a word has none, there are neither.
  /// - Complexity: O(*w* · *n*) for *w* words and *n* bytes of values; the first time that a word is forgiven also O(*n*)
  ///   for the index of words.
  package func forgivingSearch(
    _ text: String, notes: [Int: String] = [:], among candidates: RowSet? = nil
  ) -> (rows: RowList, corrections: [SearchCorrection]) {
    let exact = search(text, notes: notes, among: candidates)
    guard exact.isEmpty else { return (exact, []) }
    let all = all
    var found = candidates ?? all
    var scores = [Int32](repeating: 0, count: count)
    var corrections: [SearchCorrection] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      let pattern = Pattern(String(word))
      var hits = hits(of: pattern, notes, &scores, among: all)
      if hits.isEmpty {
        let near = vocabulary.value.nearest(to: pattern.plain).map { near in
          (word: near, rows: wordHits(of: near, &scores))
        }
        if near.isEmpty { return (exact, []) }
        for found in near { hits.formUnion(found.rows) }
        corrections.append(
          SearchCorrection(
            word: String(word),
            found: near.map { (word: $0.word, count: $0.rows.count) }
              .sorted { ($1.count, $0.word) < ($0.count, $1.word) }))
      }
      found.formIntersection(hits)
    }
    return corrections.isEmpty ? (exact, []) : (ranked(found, by: scores), corrections)
  }

  /// The fields whose words may be mistyped: names, facets, tags and ingredients, but no prose.
  private static func forgivingFields(of schema: Schema) -> [Int] {
    schema.searchable.filter { number in
      let field = schema.fields[number]
      return field.role == .name || field.kind != .text && field.role != .instructions
    }
  }

  /// The words of the forgiving fields of some columns.
  static func vocabulary(of columns: [Column], _ schema: Schema, count: Int) -> SearchVocabulary {
    var vocabulary = SearchVocabulary()
    for field in forgivingFields(of: schema) {
      switch columns[field] {
      case .keywords(let column): column.words.folded.withAllBytes { vocabulary.add($0) }
      case .lists(let column): column.words.folded.withAllBytes { vocabulary.add($0) }
      case .texts(let column):
        if let folded = column.folded {
          folded.withAllBytes { vocabulary.add($0) }
        } else {
          column.present.rows(count).forEach { row in
            vocabulary.add(unsafe Array(column.foldedText(row).utf8).span.bytes)
          }
        }
      case .numbers, .dates: break
      }
    }
    return vocabulary
  }

  /// Returns the rows with a whole word in a forgiving field, and adds to their scores.
  private func wordHits(of word: String, _ scores: inout [Int32]) -> RowSet {
    let pattern = Pattern(word)
    var hits = RowSet(capacity: count)
    for field in Self.forgivingFields(of: schema) {
      let rows = rows(field, withWord: Array(word.utf8))
      hits.formUnion(rows)
      addScores(of: pattern, in: field, to: &scores, rows)
    }
    return hits
  }

  /// Returns the rows of a field whose folded text has a word between word boundaries.
  private func rows(_ field: Int, withWord word: [UInt8]) -> RowSet {
    switch column(field) {
    case .keywords(let column):
      return column.codes.rows(where: column.words.having(word), count: count)
    case .lists(let column): return column.rows(where: column.words.having(word), count: count)
    case .texts(let column): return column.rows(withWord: word, count: count)
    case .numbers, .dates: return RowSet(capacity: count)
    }
  }
}

extension TextColumn {
  /// Returns the rows whose folded text has a word between word boundaries.
  fileprivate func rows(withWord word: [UInt8], count: Int) -> RowSet {
    guard let folded else {
      return present.rows(count).filtered { row in
        let bytes = Array(foldedText(row).utf8)
        return hasWord(word, in: unsafe bytes.span.bytes)
      }
    }
    var places = RowSet(capacity: count)
    folded.forEachText(with: word) { place, text, _ in
      if place < count, folded.withBytes(text, { hasWord(word, in: $0) }) { places.insert(place) }
      return true
    }
    return isInOrder ? places : order.rows(places)
  }
}

extension WordDictionary {
  /// Returns the codes of the texts that have a word between word boundaries.
  fileprivate func having(_ word: [UInt8]) -> [Bool] {
    var hits = [Bool](repeating: false, count: count + 1)
    folded.forEachText(with: word) { number, text, _ in
      if number < count, folded.withBytes(text, { hasWord(word, in: $0) }) {
        hits[number + 1] = true
      }
      return true
    }
    return hits
  }
}

/// Whether a text has a word that is not a part of a longer one.
private func hasWord(_ word: [UInt8], in text: RawSpan) -> Bool {
  var isFound = false
  forEachMatch(of: ByteNeedle(word), in: text) { hit in
    let end = hit + word.count
    let isStart = hit == 0 || !isWordByte(text.byte(hit - 1))
    let isEnd = end == text.byteCount || !isWordByte(text.byte(end))
    if isStart, isEnd { isFound = true }
    return isFound ? text.byteCount : hit + 1
  }
  return isFound
}
