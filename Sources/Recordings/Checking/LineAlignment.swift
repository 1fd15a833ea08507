/// An alignment of the expected lines with the actual ones that keeps as many expectations as possible.
struct LineAlignment {
  enum Move: Equatable {
    /// Keeps an expected line, which matches a line or is an elision.
    case keep(Int)
    /// Removes an expected line.
    case drop(Int)
    /// Inserts an actual line.
    case insert(Int)
  }

  /// The maximum size of the alignment table.
  ///
  /// Larger inputs are aligned only by their common prefix and suffix.
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

/// The dynamic programming table that aligns expected lines (rows) with actual lines (columns).
struct AlignmentTable {
  let expected: ExpectedLines
  let actual: [Int]
  let streams: [ScriptStream]
  /// The expected lines still to be aligned.
  var rows: Range<Int>
  var columns: Range<Int>

  init(expected: ExpectedLines, actual: [Int], streams: [ScriptStream]) {
    (self.expected, self.actual, self.streams) = (expected, actual, streams)
    rows = expected.forms.indices
    columns = actual.indices
  }

  var first: [ExpectedLines.Form] { expected.forms }

  /// The estimated cost of the alignment, in table cells; a pattern counts as 16 further cells.
  var weight: Int {
    let patterns = rows.count { if case .pattern = expected.forms[$0] { true } else { false } }
    let (product, overflow) = (rows.count + 1 + 16 * patterns).multipliedReportingOverflow(
      by: columns.count + 1)
    return overflow ? .max : product
  }

  /// Returns the length of the common prefix.
  func head() -> Int {
    var count = 0
    while count < min(rows.count, columns.count), pairs(count, count) { count += 1 }
    return count
  }

  /// Returns the length of the common suffix, outside the common prefix.
  func tail(besides head: Int) -> Int {
    let most = min(rows.count, columns.count) - head
    var count = 0
    while count < most, pairs(rows.upperBound - 1 - count, columns.upperBound - 1 - count) {
      count += 1
    }
    return count
  }

  mutating func narrow(head: Int, tail: Int) {
    rows = head..<rows.upperBound - tail
    columns = head..<columns.upperBound - tail
  }

  /// Whether an expected line, other than an elision, matches an actual line.
  private func pairs(_ row: Int, _ column: Int) -> Bool {
    expected.matches(row, actual[column], streams[column])
  }

  private func swallows(_ row: Int, _ column: Int) -> Bool {
    if case .elision = expected.forms[row] {
      expected.streams[row] == streams[column]
    } else {
      false
    }
  }

  /// Returns the moves with the lowest cost: dropping costs 3, inserting 2, replacing 2.
  ///
  /// An elision takes two layers of the table, before and inside: lines before it are inserted, lines inside
  /// it are swallowed, and no line is inserted between those.
  func bestMoves() -> [LineAlignment.Move] {
    let layers = rows.flatMap { isElision($0) ? [($0, false), ($0, true)] : [($0, false)] }
    let width = columns.count + 1
    var costs = [Int32](repeating: 0, count: (layers.count + 1) * width)
    for j in stride(from: width - 2, through: 0, by: -1) {
      costs[layers.count * width + j] = costs[layers.count * width + j + 1] + 2
    }
    for i in stride(from: layers.count - 1, through: 0, by: -1) {
      for j in stride(from: width - 1, through: 0, by: -1) {
        costs[i * width + j] = step(i, j, layers[i], costs, width).cost
      }
    }
    return moves(along: costs, layers, width)
  }

  private func isElision(_ row: Int) -> Bool {
    if case .elision = expected.forms[row] { true } else { false }
  }

  private enum Step { case keep, enter, leave, swallow, replace, insert, drop }

  /// Returns the cheapest step from a cell; ties prefer the step that keeps more.
  private func step(
    _ i: Int, _ j: Int, _ layer: (row: Int, isInside: Bool), _ costs: [Int32], _ width: Int
  ) -> (step: Step, cost: Int32) {
    let (place, column) = (i * width + j, columns.lowerBound + j)
    let hasMore = j < width - 1
    if layer.isInside {
      let leave = (Step.leave, costs[place + width])
      guard hasMore, swallows(layer.row, column), costs[place + 1] < leave.1 else { return leave }
      return (.swallow, costs[place + 1])
    }
    let isElision = isElision(layer.row)
    var best = (Step.drop, costs[place + (isElision ? 2 : 1) * width] + 3)
    func consider(_ step: Step, _ cost: Int32) { if cost <= best.1 { best = (step, cost) } }
    if hasMore { consider(.insert, costs[place + 1] + 2) }
    if isElision {
      consider(.enter, costs[place + width])
    } else if hasMore {
      let isPair = pairs(layer.row, column)
      consider(isPair ? .keep : .replace, costs[place + width + 1] + (isPair ? 0 : 2))
    }
    return best
  }

  private func moves(
    along costs: [Int32], _ layers: [(row: Int, isInside: Bool)], _ width: Int
  ) -> [LineAlignment.Move] {
    var moves: [LineAlignment.Move] = []
    var (i, j) = (0, 0)
    while i < layers.count {
      let (row, column) = (layers[i].row, columns.lowerBound + j)
      let step = step(i, j, layers[i], costs, width).step
      switch step {
      case .keep, .enter: moves.append(.keep(row))
      case .replace: moves += [.drop(row), .insert(column)]
      case .insert: moves.append(.insert(column))
      case .drop: moves.append(.drop(row))
      case .swallow, .leave: break
      }
      switch step {
      case .keep, .replace: (i, j) = (i + 1, j + 1)
      case .enter, .leave: i += 1
      case .drop: i += isElision(row) ? 2 : 1
      case .insert, .swallow: j += 1
      }
    }
    return moves + (columns.lowerBound + j..<columns.upperBound).map { .insert($0) }
  }

  /// Whether all lines match, computed without a table.
  ///
  /// Returns false if the work exceeds the limit.
  func isMatch() -> Bool {
    var places: Set<Int> = [rows.lowerBound]
    var work = 0
    func passElisions() {
      for place in places {
        var place = place
        while place < rows.upperBound, case .elision = expected.forms[place] {
          place += 1
          places.insert(place)
        }
      }
    }
    passElisions()
    for column in columns {
      var next: Set<Int> = []
      for place in places where place < rows.upperBound {
        if swallows(place, column) { next.insert(place) }
        if pairs(place, column) { next.insert(place + 1) }
        if case .pattern = expected.forms[place] { work += 16 } else { work += 1 }
      }
      if next.isEmpty || work > LineAlignment.limit { return false }
      places = next
      passElisions()
    }
    return places.contains(rows.upperBound)
  }
}
