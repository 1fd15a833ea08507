/// How the lines that are expected and those that came go together, as many as can.
struct LineAlignment {
  enum Move: Equatable {
    /// The expected line stays; it matches, or it is an elision.
    case keep(Int)
    /// The expected line goes.
    case drop(Int)
    /// The line that came stands there.
    case insert(Int)
  }

  /// The most pairs of lines that are looked at; where there are more, only what is alike at both ends is kept.
  static let limit = 1_000_000

  let moves: [Move]
  let isMatch: Bool

  init(_ expected: ExpectedLines, _ actual: [Int], streams: [ScriptStream]) {
    var table = AlignmentTable(expected: expected, actual: actual, streams: streams)
    let head = table.head()
    let tail = table.tail(besides: head)
    var moves: [Move] = table.first.indices.prefix(head).map { .keep($0) }
    table.narrow(head: head, tail: tail)
    if table.weight <= Self.limit {
      moves += table.bestMoves()
    } else if table.isMatch() {
      moves += table.rows.map { .keep($0) }
    } else {
      moves += table.rows.map { .drop($0) } + table.columns.map { .insert($0) }
    }
    moves += table.first.indices.suffix(tail).map { .keep($0) }
    self.moves = moves
    isMatch = moves.allSatisfy { if case .keep = $0 { true } else { false } }
  }
}
