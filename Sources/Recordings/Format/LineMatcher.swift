/// A pattern whose variables have values, ready to look at lines.
///
/// What stands between two `[..]` is looked for from left to right, and the first place is taken: no later one
/// could lead to more. Within, all ways to read a placeholder are followed at once.
struct LineMatcher {
  /// Lines with more scalars than this match no placeholder but `[..]`.
  static let reach = 4096

  /// What stands between the `[..]`.
  private var runs: [PatternRun] = [PatternRun()]
  private let isStrict: Bool

  /// - Throws: ``ExpansionProblem`` if a variable has no value.
  init(
    _ pattern: LinePattern, variables: [String: String], isStrict: Bool
  ) throws(ExpansionProblem) {
    self.isStrict = isStrict
    for piece in pattern.pieces {
      switch piece {
      case .placeholder(.anything): runs.append(PatternRun())
      case .placeholder(let placeholder): runs[runs.count - 1].append(placeholder)
      case .text(let text): runs[runs.count - 1].append(text)
      case .variable(let name):
        runs[runs.count - 1].append(try expanded("${\(name ?? "")}", variables: variables))
      }
    }
    if !isStrict { runs[runs.count - 1].dropBlanks() }
  }

  /// Whether a line is one that the pattern stands for.
  ///
  /// - Complexity: O(*n* · *m*) for *n* scalars of the line and *m* of the pattern; O(*n* + *m*) where `[..]` is
  ///   the only placeholder.
  func matches(_ line: String) -> Bool {
    var scalars = Array(line.unicodeScalars)[...]
    if !isStrict { scalars = scalars.dropLastBlanks() }
    guard let first = runs.first, let last = runs.last else { return false }
    if runs.count == 1 {
      return first.end(in: scalars, from: 0, moving: false, wholly: true) != nil
    }
    guard var place = first.end(in: scalars, from: 0, moving: false, wholly: false) else {
      return false
    }
    for run in runs.dropFirst().dropLast() where !run.isEmpty {
      guard let end = run.end(in: scalars, from: place, moving: true, wholly: false) else {
        return false
      }
      place = end
    }
    return last.end(in: scalars, from: place, moving: true, wholly: true) != nil
  }
}

extension ArraySlice<Unicode.Scalar> {
  /// All of it but the blanks at its end.
  func dropLastBlanks() -> ArraySlice<Unicode.Scalar> {
    self[..<((lastIndex { $0 != " " && $0 != "\t" } ?? startIndex - 1) + 1)]
  }
}
