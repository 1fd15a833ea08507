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
  ///   - kept: The rows to look among; nil for all.
  /// - Returns: The rows, the best first.
  /// - Complexity: O(*w* · *n*) for *w* words and *n* bytes of values.
  package func search(
    _ text: String, notes: [Int: String] = [:], among kept: RowSet? = nil
  ) -> RowList {
    let words = text.split(whereSeparator: \.isWhitespace).map { Pattern(String($0)) }
    var found = kept ?? all
    guard !words.isEmpty else { return sorted(found, by: .feed) }
    var scores = [Int32](repeating: 0, count: count)
    for word in words {
      var hits = RowSet(capacity: count)
      for field in searchable {
        let rows = rows(field, word, .anywhere).intersection(found)
        hits.formUnion(rows)
        let weight = weight(of: field)
        if weight == 100, case .texts(let column) = column(field) {
          rows.forEach { scores[$0] += weight + bonus(word, column, $0) }
        } else {
          rows.forEach { scores[$0] += weight }
        }
      }
      for (row, note) in notes where row < count && word.matches(note, .anywhere) {
        hits.insert(row)
        scores[row] += 3
      }
      found.formIntersection(hits)
    }
    let ranked = sorted(found, by: .feed).map { UInt32($0) }
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

  /// What a word in a name counts beside: all of it, its beginning, or the beginning of a word.
  private func bonus(_ word: Pattern, _ names: TextColumn, _ row: Int) -> Int32 {
    guard word.isPlain else {
      let name = names.text(row)
      if word.matches(name, .whole) { return 100 }
      return word.matches(name, .start) ? 60 : 0
    }
    let name = names.foldedText(row).utf8
    let wanted = word.plain.utf8
    if name.starts(with: wanted) { return name.count == wanted.count ? 100 : 60 }
    var previous: UInt8 = 0x20
    for place in name.indices {
      let isBoundary =
        switch previous {
        case 0x30...0x39, 0x61...0x7A, 0x80...: false
        default: true
        }
      if isBoundary, name[place...].starts(with: wanted) { return 40 }
      previous = name[place]
    }
    return 0
  }
}
