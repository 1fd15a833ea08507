/// A prompt in two forms: encoded for libedit, and as visible text.
///
/// libedit requires escape sequences between two U+0001 and attaches them to the printed character that
/// follows. So neighboring sequences are merged, and those at the end move before the last character.
struct Prompt {
  /// The character before and after an escape sequence, for libedit.
  static let marker: Unicode.Scalar = "\u{1}"

  private(set) var visible = ""
  private(set) var encoded = ""

  /// The text for the terminal, with escape sequences.
  var drawn: String { encoded.filter { $0 != Character(Self.marker) } }

  init(_ text: String, usesColor: Bool) {
    var cells: [(escapes: String, scalar: Unicode.Scalar)] = []
    let trailing = Self.split(text) { cells.append(($0, $1)) }
    if let last = cells.indices.last { cells[last].escapes += trailing }
    for (escapes, scalar) in cells {
      let retained = usesColor ? escapes : Self.marks(in: escapes)
      if !retained.isEmpty { encoded += "\(Self.marker)\(retained)\(Self.marker)" }
      encoded.unicodeScalars.append(scalar)
      visible.unicodeScalars.append(scalar)
    }
  }

  /// The prompt mark among escape sequences, without the colors.
  private static func marks(in escapes: String) -> String {
    escapes.hasSuffix(PromptMark.promptEnd) ? PromptMark.promptEnd : ""
  }

  /// Calls `cell` with every printed character and the sequences before it, and returns the sequences after the last.
  private static func split(_ text: String, into cell: (String, Unicode.Scalar) -> Void) -> String {
    var escapes = ""
    var rest = text.unicodeScalars[...]
    var isBehindText = false
    while let scalar = rest.popFirst() {
      if scalar == "\u{1B}" {
        escapes += sequence(&rest)
      } else if !scalar.isControl, !scalar.isSpelledOut,
        !scalar.isZeroWidth || isBehindText && escapes.isEmpty
      {
        cell(escapes, scalar)
        (escapes, isBehindText) = ("", true)
      }
    }
    return escapes
  }

  /// Removes an escape sequence, without its Escape, from the front.
  ///
  /// Only colors and marks are returned.
  private static func sequence(_ rest: inout Substring.UnicodeScalarView) -> String {
    let mark = PromptMark.promptEnd.unicodeScalars.dropFirst()
    if rest.starts(with: mark) {
      rest.removeFirst(mark.count)
      return PromptMark.promptEnd
    }
    guard rest.first == "[" else { return "" }
    rest.removeFirst()
    var parameters = ""
    while let scalar = rest.popFirst() {
      if "\u{40}"..."\u{7E}" ~= scalar {
        return scalar == "m" ? "\u{1B}[\(parameters)m" : ""
      }
      parameters.unicodeScalars.append(scalar)
    }
    return ""
  }
}

/// The marks that tell a terminal where prompts, lines and results begin (OSC 133, from FinalTerm).
enum PromptMark {
  static let promptStart = "\u{1B}]133;A\u{7}"
  static let promptEnd = "\u{1B}]133;B\u{7}"
  static let outputStart = "\u{1B}]133;C\u{7}"

  static func outputEnd(status: Int32) -> String { "\u{1B}]133;D;\(status)\u{7}" }
}

extension String {
  /// The lines of a pasted text without the prompts before them, such as `demo 64 ❯` or the `>` of a script; nil if the
  /// first line has none.
  var withoutPrompts: String? {
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.first?.promptLength != nil else { return nil }
    return lines.map { line in line.promptLength.map { String(line.dropFirst($0)) } ?? String(line)
    }
    .joined(separator: "\n")
  }
}

extension Substring {
  /// The number of characters of a prompt at the start; nil if there is none.
  ///
  /// No command of Larder begins with a `>`, and none has `❯`.
  fileprivate var promptLength: Int? {
    if hasPrefix("> ") { return 2 }
    guard let mark = firstIndex(of: "❯"), distance(from: startIndex, to: mark) <= 60 else {
      return nil
    }
    let end = index(after: mark)
    return distance(from: startIndex, to: end) + (self[end...].first == " " ? 1 : 0)
  }
}
