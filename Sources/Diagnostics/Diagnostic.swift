import Text

/// What went wrong in words, where in a text, and what to do about it.
package struct Diagnostic: Error, Equatable, Sendable {
  /// How bad it is.
  package enum Severity: String, Sendable { case error, warning, note, hint }

  package var severity: Severity
  /// What is wrong, in a clause without a full stop.
  package var message: String
  /// The place: UTF-8 offsets into ``source``.
  package var span: Range<Int>?
  /// The text that the place is in, usually the line as typed.
  package var source: String?
  /// What to do, in a clause; stands behind the caret, or on a line of its own.
  package var hint: String

  package init(
    _ message: String, at span: Range<Int>? = nil, in source: String? = nil, hint: String = "",
    severity: Severity = .error
  ) {
    self.severity = severity
    self.message = message
    self.span = span
    self.source = source
    self.hint = hint
  }

  /// The same, seen as a part of a longer text in which its own text begins at `offset`.
  package func moved(by offset: Int, in source: String) -> Diagnostic {
    var moved = self
    moved.source = source
    moved.span = span.map { $0.lowerBound + offset..<$0.upperBound + offset }
    return moved
  }

  /// The lines that a person reads: the message, the text, and carets under the place.
  ///
  /// - Returns: Lines without control characters; the carets are aligned by display width.
  package var lines: [String] {
    var lines = ["\(severity.rawValue): \(harmless(message))"]
    guard let source, let span else {
      if !hint.isEmpty { lines.append("  " + harmless(hint)) }
      return lines
    }
    let shown = Excerpt(of: source, around: span)
    lines.append("  " + shown.line)
    let carets = String(repeating: " ", count: shown.indent) + shown.carets
    lines.append("  " + carets + (hint.isEmpty ? "" : " " + harmless(hint)))
    return lines
  }
}

/// The line of a text that a place is in, and where the carets go below it.
private struct Excerpt {
  let line: String
  let indent: Int
  let carets: String

  init(of source: String, around span: Range<Int>) {
    let bytes = Array(source.utf8)
    let lower = min(max(0, span.lowerBound), bytes.count)
    let start = bytes[..<lower].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let end = bytes[lower...].firstIndex(of: 0x0A) ?? bytes.count
    let upper = min(max(lower, span.upperBound), end)
    line = harmless(String(decoding: bytes[start..<end], as: UTF8.self))
    indent = displayWidth(of: harmless(String(decoding: bytes[start..<lower], as: UTF8.self)))
    let width = displayWidth(of: harmless(String(decoding: bytes[lower..<upper], as: UTF8.self)))
    carets = String(repeating: "^", count: max(1, width))
  }
}
