import CEditLine

/// A prompt in the two forms that are needed: as libedit wants it and as it is seen.
///
/// libedit takes escape sequences between two U+0001, and attaches them to the
/// printed character that must follow. So neighbours are merged, and those at
/// the very end move before the last character.
struct Prompt {
  /// What marks an escape sequence for libedit.
  static let marker: Unicode.Scalar = "\u{1}"

  private(set) var visible = ""
  private(set) var encoded = ""

  /// As a terminal takes it.
  var drawn: String { encoded.filter { $0 != Character(Self.marker) } }

  init(_ text: String, usesColor: Bool) {
    var cells: [(escapes: String, scalar: Unicode.Scalar)] = []
    let trailing = Self.split(text) { cells.append(($0, $1)) }
    if let last = cells.indices.last { cells[last].escapes += trailing }
    for (escapes, scalar) in cells {
      let kept = usesColor ? escapes : Self.marks(in: escapes)
      if !kept.isEmpty { encoded += "\(Self.marker)\(kept)\(Self.marker)" }
      encoded.unicodeScalars.append(scalar)
      visible.unicodeScalars.append(scalar)
    }
  }

  /// What is no color.
  private static func marks(in escapes: String) -> String {
    escapes.hasSuffix(PromptMark.promptEnd) ? PromptMark.promptEnd : ""
  }

  /// Hands over every printed character with the sequences before it, and returns those after the last.
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

  /// Takes a sequence, whose Escape is gone, off the front; only colors and marks are kept.
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

/// A C string that stays where it is for as long as libedit may ask for it.
@safe
struct CStringBox: ~Copyable {
  let pointer: UnsafeMutablePointer<CChar>?

  init(_ text: String) {
    unsafe pointer = strdup(text)
  }

  deinit {
    unsafe free(pointer)
  }
}
