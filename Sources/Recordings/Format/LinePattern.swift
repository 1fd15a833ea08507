import Text

/// A line pattern with placeholders, such as `[int] rows of [..]`.
package struct LinePattern: Equatable, Sendable {
  /// A class of texts that a pattern matches.
  package enum Placeholder: String, CaseIterable, Sendable {
    /// Any text, including none.
    case anything = "[..]"
    /// Digits with an optional sign.
    case integer = "[int]"
    /// Digits with points or commas between them, with an optional sign.
    case number = "[num]"
    /// A date such as `2025-10-01`.
    case date = "[date]"
    /// A time of day such as `12:00`, `12:00:01` or `12:00:01.250`.
    case time = "[time]"
    /// A duration such as `250 ms`, `1.5s` or `2 h 5 min`.
    case duration = "[dur]"
    /// Hexadecimal digits.
    case hexadecimal = "[hex]"
  }

  enum Component: Equatable {
    case text(String)
    case placeholder(Placeholder)
    case variable(String?)
  }

  /// The text after `|~ `.
  package var text: String

  package init(_ text: String) { self.text = text }

  /// The components of the pattern, with `[[` unescaped to `[`.
  var pieces: [Component] {
    var source = VariableText(Array(text.unicodeScalars)[...])
    var pieces: [Component] = []
    while let piece = source.next() {
      switch piece {
      case .text(let text): pieces += Self.pieces(of: text)
      case .variable(let name, _): pieces.append(.variable(name))
      }
    }
    return pieces
  }

  /// The number of placeholders other than `[..]`.
  var placeholders: Int {
    pieces.count { if case .placeholder(let kind) = $0 { kind != .anything } else { false } }
  }

  private static func pieces(of text: String) -> [Component] {
    var cursor = LineCursor(SourceLine(offset: 0, text: text), path: "")
    var pieces: [Component] = []
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

  /// The misspelled placeholders, each with the nearest known one.
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

  /// Escapes everything in a text that would be a placeholder or a variable.
  package static func escaping(_ text: String) -> String {
    escapingVariables(text).replacing("[", with: "[[")
  }
}

/// A pattern with its variables expanded.
///
/// The runs between `[..]` are searched from left to right, each at its first occurrence, since a later one
/// could not match more. Within a run, all readings of a placeholder are followed at once.
struct LineMatcher {
  /// The maximum number of scalars in a line that placeholders other than `[..]` match.
  static let reach = 4096

  /// The parts between `[..]`.
  private var runs: [PatternRun] = [PatternRun()]
  private let isStrict: Bool

  /// Creates a matcher.
  ///
  /// - Throws: ``ExpansionProblem`` if a variable is undefined.
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

  /// Whether a line matches the pattern.
  ///
  /// - Complexity: O(*n* · *m*) for *n* scalars of the line and *m* of the pattern; O(*n* + *m*) if `[..]` is
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
  /// Returns the slice without its trailing blanks.
  func dropLastBlanks() -> ArraySlice<Unicode.Scalar> {
    self[..<((lastIndex { $0 != " " && $0 != "\t" } ?? startIndex - 1) + 1)]
  }
}
