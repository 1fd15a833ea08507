import Text

/// A line with placeholders, such as `[int]` rows of `[..]`.
package struct LinePattern: Equatable, Sendable {
  /// What stands for some text that is not known.
  package enum Placeholder: String, CaseIterable, Sendable {
    /// Anything, nothing included.
    case anything = "[..]"
    /// Digits, with a sign or without.
    case integer = "[int]"
    /// Digits with points or commas between them, with a sign or without.
    case number = "[num]"
    /// A day such as `2025-10-01`.
    case date = "[date]"
    /// A time of the day such as `12:00`, `12:00:01` or `12:00:01.250`.
    case time = "[time]"
    /// A duration such as `250 ms`, `1.5s` or `2 h 5 min`.
    case duration = "[dur]"
    /// Hexadecimal digits.
    case hexadecimal = "[hex]"
  }

  enum Piece: Equatable {
    case text(String)
    case placeholder(Placeholder)
    case variable(String?)
  }

  /// The text as it is written behind `|~ `.
  package var text: String

  package init(_ text: String) { self.text = text }

  /// The text taken apart, in which `[[` stands for `[`.
  var pieces: [Piece] {
    var source = VariableText(Array(text.unicodeScalars)[...])
    var pieces: [Piece] = []
    while let piece = source.next() {
      switch piece {
      case .text(let text): pieces += Self.pieces(of: text)
      case .variable(let name, _): pieces.append(.variable(name))
      }
    }
    return pieces
  }

  /// How many placeholders it has, `[..]` aside.
  var placeholders: Int {
    pieces.count { if case .placeholder(let kind) = $0 { kind != .anything } else { false } }
  }

  private static func pieces(of text: String) -> [Piece] {
    var cursor = LineCursor(SourceLine(offset: 0, text: text), path: "")
    var pieces: [Piece] = []
    var literal = String.UnicodeScalarView()
    func flush() {
      if !literal.isEmpty { pieces.append(.text(String(literal))) }
      literal = String.UnicodeScalarView()
    }
    while let scalar = cursor.next {
      if scalar == "[",
        let placeholder = Placeholder.allCases.first(where: { cursor.take($0.rawValue) })
      {
        flush()
        pieces.append(.placeholder(placeholder))
      } else {
        cursor.place += cursor.scalars[cursor.place...].starts(with: ["[", "["]) ? 2 : 1
        literal.append(scalar)
      }
    }
    flush()
    return pieces
  }

  /// What looks like a placeholder and is none, each with the one that was likely meant.
  var mistakes: [(text: String, correction: String)] {
    let parts = text.split(separator: "[", omittingEmptySubsequences: false).dropFirst()
    return parts.compactMap { part in
      guard let end = part.firstIndex(of: "]") else { return nil }
      let text = "[\(part[..<end])]"
      let known = Placeholder.allCases.map(\.rawValue)
      guard text.utf8.count <= 8, !known.contains(text), let meant = nearest(to: text, among: known)
      else { return nil }
      return (text, meant)
    }
  }

  /// The text with whatever could be taken for a placeholder or a variable written so that it is not.
  package static func escaping(_ text: String) -> String {
    escapingVariables(text).replacing("[", with: "[[")
  }
}

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
