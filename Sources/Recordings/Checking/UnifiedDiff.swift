/// The difference between two texts, as `patch -p0` takes it.
///
/// - Parameters:
///   - path: The file that a patch is for.
///   - old: The lines that are expected.
///   - new: The lines that there are.
/// - Returns: The lines of the difference; none if there is none.
/// - Complexity: O(*n* + *d*²), where *d* is how many lines differ up to a thousand; what differs more is
///   replaced as one piece.
package func unifiedDiff(path: String, old: [String], new: [String]) -> [String] {
  let edits = LineEdits(old, new).edits
  guard !edits.isEmpty else { return [] }
  var lines = ["--- \(path)\texpected", "+++ \(path)\t(actual)"]
  for hunk in hunks(edits) { lines += hunk.lines(old, new) }
  return lines
}

/// A stretch of the old text and what stands in its place.
struct LineEdit: Equatable {
  var old: Range<Int>
  var new: Range<Int>
}

/// Edits that are near one another.
private struct Hunk {
  static let context = 3
  var edits: [LineEdit]

  func lines(_ old: [String], _ new: [String]) -> [String] {
    guard let first = edits.first, let last = edits.last else { return [] }
    let before = min(Self.context, first.old.lowerBound)
    let after = min(Self.context, old.count - last.old.upperBound)
    let oldRange = first.old.lowerBound - before..<last.old.upperBound + after
    let newRange = first.new.lowerBound - before..<last.new.upperBound + after
    var lines = ["@@ -\(place(oldRange)) +\(place(newRange)) @@"]
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
