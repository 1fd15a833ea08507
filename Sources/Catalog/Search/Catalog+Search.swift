import Text

extension Catalog {
  /// Returns the rows that contain every word of a text, best first.
  ///
  /// A word in the name scores highest, with a bonus for the start of the name or of a word in it. Facets and keywords
  /// follow, then lists, then prose and `notes`. Rows with equal scores are in the order of the feed.
  ///
  /// - Parameters:
  ///   - text: Words, in any order.
  ///   - notes: The user's notes, by row.
  ///   - candidates: The rows to search; nil for all.
  /// - Returns: The rows, best first.
  /// - Complexity: O(*w* · *n*) for *w* words and *n* bytes of values.
  package func search(
    _ text: String, notes: [Int: String] = [:], among candidates: RowSet? = nil
  ) -> RowList {
    let words = text.split(whereSeparator: \.isWhitespace).map { Pattern(String($0)) }
    var found = candidates ?? all
    guard !words.isEmpty else { return sorted(found, by: .feed) }
    var scores = [Int32](repeating: 0, count: count)
    for word in words { found.formIntersection(hits(of: word, notes, &scores, among: found)) }
    return ranked(found, by: scores)
  }

  /// Returns the rows that contain a word, and adds to their scores.
  func hits(
    of word: Pattern, _ notes: [Int: String], _ scores: inout [Int32], among candidates: RowSet
  ) -> RowSet {
    var hits = RowSet(capacity: count)
    for field in searchable {
      let rows = rows(field, containing: word).intersection(candidates)
      hits.formUnion(rows)
      addScores(of: word, in: field, to: &scores, rows)
    }
    for (row, note) in notes where row < count && word.matches(note, .anywhere) {
      hits.insert(row)
      scores[row] += 3
    }
    return hits
  }

  /// Adds the weight of a field, and the bonus of a word in a name, to the scores of rows.
  func addScores(of word: Pattern, in field: Int, to scores: inout [Int32], _ rows: RowSet) {
    let weight = weight(of: field)
    guard weight == 100, case .texts(let names) = column(field) else {
      return rows.forEach { scores[$0] += weight }
    }
    guard word.isPlain else {
      return rows.forEach { scores[$0] += weight + bonus(word, names.text($0)) }
    }
    let wanted = Array(word.plain.utf8)
    rows.forEach { row in
      scores[row] += weight + names.withFoldedText(row) { bonus(wanted, $0) }
    }
  }

  /// Returns rows by their scores, the highest first; rows with equal scores are in the order of the feed.
  func ranked(_ rows: RowSet, by scores: [Int32]) -> RowList {
    let ranked = sorted(rows, by: .feed).map { UInt32($0) }
    let highest = ranked.reduce(0) { max($0, scores[Int($1)]) }
    return RowList(listed: stableSorted(ranked) { UInt64(highest - scores[Int($0)]) })
  }

  private func weight(of field: Int) -> Int32 {
    if schema.fields[field].role == .name { return 100 }
    switch schema.fields[field].kind {
    case .keyword: return 30
    case .list: return 10
    default: return 3
    }
  }
}

/// Returns the bonus of a word with accents in a name: for the whole name, or its start.
private func bonus(_ word: Pattern, _ name: String) -> Int32 {
  if word.matches(name, .whole) { return 100 }
  return word.matches(name, .start) ? 60 : 0
}

/// Returns the bonus of a word in a folded name: for the whole name, its start, or the start of a word.
private func bonus(_ word: [UInt8], _ name: RawSpan) -> Int32 {
  guard let first = word.first, word.count <= name.byteCount else { return word.isEmpty ? 60 : 0 }
  let bytes = unsafe word.span.bytes
  if name.equals(0..<word.count, bytes, from: 0) { return word.count == name.byteCount ? 100 : 60 }
  for place in 1..<max(name.byteCount - word.count + 1, 1) where name.byte(place) == first {
    if !isWordByte(name.byte(place - 1)),
      name.equals(place..<place + word.count, bytes, from: 0)
    {
      return 40
    }
  }
  return 0
}

extension Catalog {
  /// Returns the rows that have the most in common with a row, best first.
  ///
  /// Shared facets and keywords score highest, then shared list items by rarity, then words of the name. Rows with
  /// equal scores are in the order of the feed.
  ///
  /// - Complexity: O(*n*) in the number of values.
  package func similar(to row: Int, limit: Int) -> [Int] {
    var scores = [Float](repeating: 0, count: count)
    for (number, field) in schema.fields.enumerated() {
      switch column(number) {
      case .keywords(let column):
        guard let word = column.word(row) else { continue }
        var wanted = [Bool](repeating: false, count: column.words.count + 1)
        wanted[word + 1] = true
        let weight: Float = field.role == .facet ? 3 : 1.5
        column.codes.rows(where: wanted, count: count).forEach { scores[$0] += weight }
      case .lists(let column) where field.role != .instructions:
        addShared(column, row, &scores)
      case .texts(let column) where field.role == .name:
        addSharedWords(column, row, &scores)
      default: break
      }
    }
    scores[row] = 0
    return best(scores, limit)
  }

  private func addShared(_ column: ListColumn, _ row: Int, _ scores: inout [Float]) {
    for word in Set(column.items(row)).sorted() {
      var wanted = [Bool](repeating: false, count: column.words.count + 1)
      wanted[word + 1] = true
      let rows = column.rows(where: wanted, count: count)
      let weight = 1 / (1 + Float(rows.count) / 8)
      rows.forEach { scores[$0] += weight }
    }
  }

  /// Adds to the score of each row whose name shares a word of more than three letters.
  private func addSharedWords(_ names: TextColumn, _ row: Int, _ scores: inout [Float]) {
    guard let folded = names.folded else { return }
    var sharing = RowSet(capacity: count)
    let name = names.foldedText(row)
    let words = name.split { !$0.isLetter }.filter { $0.count > 3 }
    for word in Set(words.map { String($0) }) {
      let wanted = Array(word.utf8)
      folded.forEachText(with: wanted) { other, text, _ in
        if other < count, folded.hasWord(wanted, in: text) { sharing.insert(other) }
        return true
      }
    }
    sharing.forEach { scores[$0] += 2 }
  }

  /// Returns the rows with the highest scores above 0.
  private func best(_ scores: [Float], _ limit: Int) -> [Int] {
    var best: [Int] = []
    var lowest: Float = 0
    func precedes(_ one: Int, _ other: Int) -> Bool {
      scores[one] != scores[other]
        ? scores[one] > scores[other] : record(of: one) < record(of: other)
    }
    for row in scores.indices where scores[row] > 0 && scores[row] >= lowest {
      if best.count == limit, let last = best.last, !precedes(row, last) { continue }
      let place = best.firstIndex { precedes(row, $0) } ?? best.count
      best.insert(row, at: place)
      if best.count > limit { best.removeLast() }
      if best.count == limit, let last = best.last { lowest = scores[last] }
    }
    return best
  }
}

extension StoredTexts {
  /// Whether a text contains a word between word boundaries.
  fileprivate func hasWord(_ word: [UInt8], in text: Range<Int>) -> Bool {
    withBytes(text) { bytes in
      var isFound = false
      forEachMatch(of: ByteNeedle(word), in: bytes) { hit in
        let isStart = hit == 0 || !isLetter(bytes.byte(hit - 1))
        let isEnd =
          hit + word.count == bytes.byteCount || !isLetter(bytes.byte(hit + word.count))
        if isStart && isEnd { isFound = true }
        return hit + 1
      }
      return isFound
    }
  }
}

/// Whether a byte of folded text is a letter, or a part of one.
private func isLetter(_ byte: UInt8) -> Bool { byte >= 0x61 && byte <= 0x7A || byte >= 0x80 }
