import Text

extension Catalog {
  /// How long it takes to find the rows for which a condition holds: nanoseconds, roughly and on the high side.
  package func cost(of expression: FilterExpression) -> Int {
    switch expression {
    case .all(let parts), .any(let parts): parts.reduce(0) { $0 + cost(of: $1) + setCost }
    case .not(let part): cost(of: part) + setCost
    case .text(let pattern): searchable.reduce(0) { $0 + cost(of: $1, pattern, .anywhere) }
    case .has, .flag: setCost
    case .matches(let field, let patterns, let extent):
      patterns.reduce(0) { $0 + cost(of: field, $1, extent) }
    case .lies(_, let intervals): setCost + 3 * count * max(1, intervals.count)
    }
  }

  /// What it takes to look at a bit of each row.
  private var setCost: Int { 100 + count / 32 }

  private func cost(of field: Int, _ pattern: Pattern, _ extent: Pattern.Extent) -> Int {
    switch column(field) {
    case .texts(let column): setCost + column.cost(of: pattern, extent, count: count)
    case .keywords(let column): setCost + count / 2 + column.words.count * 150
    case .lists(let column): setCost + 6 * count + column.words.count * 150
    case .numbers, .dates: setCost + 300 * count
    }
  }
}

extension TextColumn {
  fileprivate func cost(of pattern: Pattern, _ extent: Pattern.Extent, count: Int) -> Int {
    guard let folded, !pattern.anchor.isEmpty else { return 300 * count }
    if isInOrder, pattern.isPlain, extent != .anywhere { return 10_000 }
    return folded.byteCount / 4 + (pattern.isPlain ? 0 : 50 * count)
  }
}
