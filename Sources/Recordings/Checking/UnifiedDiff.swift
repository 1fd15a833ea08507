/// Returns the difference between two texts in unified format, as `patch -p0` reads it.
///
/// - Parameters:
///   - path: The file name for the header.
///   - old: The expected lines.
///   - new: The actual lines.
///   - heading: Returns a text for the head of the hunk that begins before an old line, by its index.
/// - Returns: The lines of the diff; empty if the texts are equal.
/// - Complexity: O(*n* + *d*²), where *d* is the number of differing lines, up to a thousand. Texts with more
///   differences are replaced as a whole.
package func unifiedDiff(
  path: String, old: [String], new: [String], heading: (Int) -> String = { _ in "" }
) -> [String] {
  let edits = LineEdits(old, new).edits
  guard !edits.isEmpty else { return [] }
  var lines = ["--- \(path)\texpected", "+++ \(path)\t(actual)"]
  for hunk in hunks(edits) { lines += hunk.lines(old, new, heading) }
  return lines
}

/// A range of old lines and the range of new lines that replaces it.
struct LineEdit: Equatable {
  var old: Range<Int>
  var new: Range<Int>
}

/// Edits close enough to share their context lines.
private struct Hunk {
  static let context = 3
  var edits: [LineEdit]

  func lines(_ old: [String], _ new: [String], _ heading: (Int) -> String) -> [String] {
    guard let first = edits.first, let last = edits.last else { return [] }
    let before = min(Self.context, first.old.lowerBound)
    let after = min(Self.context, old.count - last.old.upperBound)
    let oldRange = first.old.lowerBound - before..<last.old.upperBound + after
    let newRange = first.new.lowerBound - before..<last.new.upperBound + after
    let title = heading(first.old.lowerBound)
    let end = title.isEmpty ? "" : " " + title
    var lines = ["@@ -\(place(oldRange)) +\(place(newRange)) @@\(end)"]
    var position = oldRange.lowerBound
    for edit in edits {
      lines += old[position..<edit.old.lowerBound].map { " " + $0 }
      lines += old[edit.old].map { "-" + $0 } + new[edit.new].map { "+" + $0 }
      position = edit.old.upperBound
    }
    return lines + old[position..<oldRange.upperBound].map { " " + $0 }
  }

  private func place(_ range: Range<Int>) -> String {
    "\(range.isEmpty ? range.lowerBound : range.lowerBound + 1),\(range.count)"
  }
}

private func hunks(_ edits: [LineEdit]) -> [Hunk] {
  var hunks: [Hunk] = []
  for edit in edits {
    if let last = hunks.last?.edits.last,
      edit.old.lowerBound - last.old.upperBound <= 2 * Hunk.context
    {
      hunks[hunks.count - 1].edits.append(edit)
    } else {
      hunks.append(Hunk(edits: [edit]))
    }
  }
  return hunks
}

/// The shortest edit script between two texts (Myers 1986).
struct LineEdits {
  /// The maximum number of differing lines before the texts are replaced as a whole.
  static let limit = 1000

  private(set) var edits: [LineEdit] = []
  private let old: [Int]
  private let new: [Int]

  init(_ oldLines: [String], _ newLines: [String]) {
    var texts = NumberedTexts(isStrict: true)
    old = oldLines.map { texts.number(of: $0) }
    new = newLines.map { texts.number(of: $0) }
    let most = min(old.count, new.count)
    var head = 0
    while head < most, old[head] == new[head] { head += 1 }
    var tail = 0
    while tail < most - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
    let (oldRange, newRange) = (head..<old.count - tail, head..<new.count - tail)
    if oldRange.isEmpty && newRange.isEmpty { return }
    edits =
      oldRange.isEmpty || newRange.isEmpty
      ? [LineEdit(old: oldRange, new: newRange)]
      : path(oldRange, newRange) ?? [LineEdit(old: oldRange, new: newRange)]
  }

  /// Returns the edits; nil if there are more than the limit.
  private func path(_ oldRange: Range<Int>, _ newRange: Range<Int>) -> [LineEdit]? {
    var rounds: [[Int]] = []
    var reach = [0, 0, 0]
    for cost in 0...Self.limit {
      // `reach[k + cost + 1]` is the furthest offset in the old text on diagonal `k`.
      var next = [Int](repeating: 0, count: 2 * cost + 5)
      for diagonal in stride(from: -cost, through: cost, by: 2) {
        var x = cost == 0 ? 0 : start(diagonal, cost, reach)
        while x < oldRange.count, x - diagonal < newRange.count, x - diagonal >= 0,
          old[oldRange.lowerBound + x] == new[newRange.lowerBound + x - diagonal]
        {
          x += 1
        }
        next[diagonal + cost + 2] = x
        if x >= oldRange.count, x - diagonal >= newRange.count {
          return edits(rounds, oldRange, newRange)
        }
      }
      rounds.append(next)
      reach = next
    }
    return nil
  }

  /// Returns the start offset on a diagonal, one insertion or deletion after the previous round.
  private func start(_ diagonal: Int, _ cost: Int, _ reach: [Int]) -> Int {
    let comes = diagonal == -cost || diagonal != cost && above(diagonal, cost, reach)
    return comes ? value(diagonal + 1, cost, reach) : value(diagonal - 1, cost, reach) + 1
  }

  private func above(_ diagonal: Int, _ cost: Int, _ reach: [Int]) -> Bool {
    value(diagonal - 1, cost, reach) < value(diagonal + 1, cost, reach)
  }

  /// Returns the furthest offset on a diagonal in the round before `cost`.
  private func value(_ diagonal: Int, _ cost: Int, _ reach: [Int]) -> Int {
    reach[diagonal + cost - 1 + 2]
  }

  /// Backtracks from the end, one round at a time.
  private func edits(
    _ rounds: [[Int]], _ oldRange: Range<Int>, _ newRange: Range<Int>
  ) -> [LineEdit] {
    var edits: [LineEdit] = []
    var (x, y) = (oldRange.count, newRange.count)
    for cost in stride(from: rounds.count, to: 0, by: -1) {
      let diagonal = x - y
      let comes =
        diagonal == -cost || diagonal != cost && above(diagonal, cost, rounds[cost - 1])
      let previous = comes ? diagonal + 1 : diagonal - 1
      let fromX = value(previous, cost, rounds[cost - 1])
      let fromY = fromX - previous
      let edit = LineEdit(
        old: oldRange.lowerBound + fromX..<oldRange.lowerBound + fromX + (comes ? 0 : 1),
        new: newRange.lowerBound + fromY..<newRange.lowerBound + fromY + (comes ? 1 : 0))
      edits.append(edit)
      (x, y) = (fromX, fromY)
    }
    return merged(edits.reversed())
  }

  private func merged(_ edits: [LineEdit]) -> [LineEdit] {
    var merged: [LineEdit] = []
    for edit in edits {
      if let last = merged.last, last.old.upperBound == edit.old.lowerBound,
        last.new.upperBound == edit.new.lowerBound
      {
        merged[merged.count - 1] = LineEdit(
          old: last.old.lowerBound..<edit.old.upperBound,
          new: last.new.lowerBound..<edit.new.upperBound)
      } else {
        merged.append(edit)
      }
    }
    return merged
  }
}
