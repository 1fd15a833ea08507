import Text

extension Catalog {
  /// The rows that have every word of a text somewhere, best first.
  ///
  /// A word in the name counts most, at the start of a word of it more, then facets and keywords,
  /// then lists, then prose and `notes`; equals stay in the order of the feed.
  ///
  /// - Parameters:
  ///   - text: Words, in any order.
  ///   - notes: What a person wrote about rows.
  /// - Returns: The rows, the best first.
  /// - Complexity: O(*w* · *n*) for *w* words and *n* values.
  package func search(_ text: String, notes: [Int: String] = [:]) -> [Int] {
    let words = text.split(whereSeparator: \.isWhitespace).map { Pattern(String($0)) }
    guard !words.isEmpty else { return Array(0..<count) }
    var scores = [Int](repeating: 0, count: count)
    var found = all
    for word in words {
      var hits = RowSet(capacity: count)
      for field in searchable {
        let rows = rows(field, word, .anywhere)
        hits.formUnion(rows)
        let weight = weight(of: field)
        for row in rows.rows {
          scores[row] += weight + (weight == 100 ? bonus(word, value(field, row)?.text ?? "") : 0)
        }
      }
      for (row, note) in notes where row < count && word.matches(note, .anywhere) {
        hits.insert(row)
        scores[row] += 3
      }
      found.formIntersection(hits)
    }
    return found.rows.sorted { (scores[$1], $0) < (scores[$0], $1) }
  }

  private func weight(of field: Int) -> Int {
    if schema.fields[field].role == .name { return 100 }
    switch schema.fields[field].kind {
    case .keyword: return 30
    case .list: return 10
    default: return 3
    }
  }

  private func bonus(_ word: Pattern, _ name: String) -> Int {
    if word.matches(name, .whole) { return 100 }
    if word.matches(name, .start) { return 60 }
    let parts = name.split { !$0.isLetter && !$0.isNumber }
    return parts.contains { word.matches(String($0), .start) } ? 40 : 0
  }
}
