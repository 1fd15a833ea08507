import Text

extension Catalog {
  /// The rows that have most in common with a row, the most alike first.
  ///
  /// Shared facets and keywords count most, then shared list items by how rare they are, then words of the name.
  ///
  /// - Complexity: O(*n*) in the number of values.
  package func similar(to row: Int, limit: Int) -> [Int] {
    var scores = [Double](repeating: 0, count: count)
    for (number, field) in schema.fields.enumerated() {
      switch column(number) {
      case .keywords(let column) where column.present.contains(row):
        let weight = field.role == .facet ? 3.0 : 1.5
        for other in column.present.rows where column.codes[other] == column.codes[row] {
          scores[other] += weight
        }
      case .lists(let column) where field.role != .instructions:
        addShared(column, row, &scores)
      case .texts(let column) where field.role == .name:
        let words = significantWords(column.folded[row])
        for other in 0..<count where !words.isDisjoint(with: significantWords(column.folded[other]))
        {
          scores[other] += 2
        }
      default: break
      }
    }
    scores[row] = 0
    return scores.indices.filter { scores[$0] > 0 }
      .sorted { (scores[$1], $0) < (scores[$0], $1) }.prefix(limit).map { $0 }
  }

  private func addShared(_ column: ListColumn, _ row: Int, _ scores: inout [Double]) {
    let mine = Set(column.items(row))
    guard !mine.isEmpty else { return }
    var sharing: [UInt32: [Int]] = [:]
    for other in 0..<count {
      for code in Set(column.items(other)) where mine.contains(code) {
        sharing[code, default: []].append(other)
      }
    }
    for rows in sharing.values {
      let weight = 1 / (1 + Double(rows.count) / 8)
      for other in rows { scores[other] += weight }
    }
  }

  private func significantWords(_ folded: String) -> Set<Substring> {
    Set(folded.split { !$0.isLetter }.filter { $0.count > 3 })
  }
}
