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
  /// - Complexity: O(*w* · *n*) for *w* words and *n* bytes of values. The first time that a word is forgiven, its index
  ///   is made in O(*n*); with the index, a search takes time in proportion to its rows and the number of distinct words.
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
        let vocabulary = vocabulary.value
        let near = vocabulary.nearest(to: pattern.plain).map { number in
          (word: vocabulary.word(number), rows: self.hits(ofWord: number, in: vocabulary, &scores))
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

  /// The words of the forgiving fields of some columns, and the texts that contain them.
  static func vocabulary(of columns: [Column], _ schema: Schema, count: Int) -> SearchVocabulary {
    var vocabulary = SearchVocabulary()
    for field in forgivingFields(of: schema) {
      switch columns[field] {
      case .keywords(let column): vocabulary.add(column.words.folded, of: field)
      case .lists(let column): vocabulary.add(column.words.folded, of: field)
      case .texts(let column):
        if let folded = column.folded {
          vocabulary.add(folded, of: field)
        } else {
          vocabulary.add(column.present.rows(count).rows, of: field) { column.foldedText($0) }
        }
      case .numbers, .dates: break
      }
    }
    return vocabulary
  }

  /// Returns the rows that contain a word of the vocabulary as a whole, and adds to their scores.
  private func hits(
    ofWord number: Int, in vocabulary: SearchVocabulary, _ scores: inout [Int32]
  ) -> RowSet {
    let pattern = Pattern(vocabulary.word(number))
    var hits = RowSet(capacity: count)
    for field in Self.forgivingFields(of: schema) {
      let rows = rows(field, ofWords: [number], in: vocabulary)
      hits.formUnion(rows)
      addScores(of: pattern, in: field, to: &scores, rows)
    }
    return hits
  }

  /// Returns the rows whose text in a field contains a pattern, with the index of words if it has been made.
  func rows(_ field: Int, containing pattern: Pattern) -> RowSet {
    guard let vocabulary = vocabulary.valueIfMade,
      let words = vocabulary.words(containing: Array(pattern.anchor.utf8), in: field),
      pattern.isPlain || words.isEmpty
    else { return rows(field, pattern, .anywhere) }
    return rows(field, ofWords: words, in: vocabulary)
  }

  /// Returns the rows whose text in a field contains one of some words of the vocabulary.
  private func rows(
    _ field: Int, ofWords words: [Int], in vocabulary: SearchVocabulary
  ) -> RowSet {
    func codes(of dictionary: WordDictionary) -> [Bool] {
      var wanted = [Bool](repeating: false, count: dictionary.count + 1)
      vocabulary.forEachText(of: words, in: field) { wanted[$0 + 1] = true }
      return wanted
    }
    switch column(field) {
    case .keywords(let column):
      return column.codes.rows(where: codes(of: column.words), count: count)
    case .lists(let column): return column.rows(where: codes(of: column.words), count: count)
    case .texts(let column):
      var places = RowSet(capacity: count)
      vocabulary.forEachText(of: words, in: field) { if $0 < count { places.insert($0) } }
      return column.folded == nil || column.isInOrder ? places : order.rows(places)
    case .numbers, .dates: return RowSet(capacity: count)
    }
  }
}
