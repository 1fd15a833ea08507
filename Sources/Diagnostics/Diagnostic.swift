import Text

/// An error message with its place in a text, and a hint about how to correct it.
package struct Diagnostic: Error, Equatable, Sendable {
  /// The severity of the message.
  package enum Severity: String, Sendable { case error, warning, note, hint }

  /// The kind of text that could correct a line that is still being typed.
  package enum Addition: Sendable {
    case nothing
    /// Letters directly behind the place.
    case letters
    /// More words at the end.
    case words
  }

  package var severity: Severity
  /// The problem, in a clause without a full stop.
  package var message: String
  /// The place: UTF-8 offsets into ``source``.
  package var span: Range<Int>?
  /// The text that contains the place, usually the line as typed.
  package var source: String?
  /// The remedy, in a clause; printed behind the carets, or on a line of its own.
  package var hint: String
  /// The text that was most likely meant at the place; nil if there is none, or several.
  package var correction: String?
  package var remedy: Addition
  /// The kind of the failure, such as `unknown-command`; empty if the exit status is enough.
  package var code = ""

  package init(
    _ message: String, at span: Range<Int>? = nil, in source: String? = nil, hint: String = "",
    severity: Severity = .error, correction: String? = nil, remedy: Addition = .nothing
  ) {
    self.severity = severity
    self.message = message
    self.span = span
    self.source = source
    self.hint = hint
    self.correction = correction
    self.remedy = remedy
  }

  /// The same message for a longer text that contains the source at `offset`.
  package func moved(by offset: Int, in source: String) -> Diagnostic {
    var moved = self
    moved.source = source
    moved.span = span.map { $0.lowerBound + offset..<$0.upperBound + offset }
    return moved
  }

  /// The same message with a kind, unless it has one already.
  package func coded(_ code: String) -> Diagnostic {
    var coded = self
    if coded.code.isEmpty { coded.code = code }
    return coded
  }

  /// The lines to print: the message, the text, and carets under the place.
  package var lines: [String] { lines(width: nil) }

  /// The lines to print, with the text cut around the place if it is too long.
  ///
  /// - Parameter width: The maximum width in terminal cells; nil for no limit.
  /// - Returns: Lines without control characters; the carets are aligned by display width.
  package func lines(width: Int?) -> [String] { parts(width: width).map(\.text) }

  /// The place in words, such as `at word 2, "cusine"`; nil without a place.
  ///
  /// The words are those of the source's line, counted from 1.
  package var wordPlace: String? {
    guard let source, let span else { return nil }
    let bytes = Array(source.utf8)
    let lower = min(max(0, span.lowerBound), bytes.count)
    let upper = min(max(lower, span.upperBound), bytes.count)
    func text(_ range: Range<Int>) -> String {
      harmless(String(decoding: bytes[range], as: UTF8.self))
    }
    let start = bytes[..<lower].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let words = text(start..<lower).split(separator: " ").count
    let isInWord = lower > start && bytes[lower - 1] != 0x20
    let number = isInWord ? words : words + 1
    let named = text(lower..<upper)
    if named.allSatisfy(\.isWhitespace) {
      return words == 0 ? "at the start" : "after word \(words)"
    }
    return "at word \(number), \"\(named)\""
  }

  /// A line to print, in parts that have different colors.
  package enum Line: Equatable, Sendable {
    /// The severity with a colon, and the problem.
    case message(label: String, text: String)
    /// The text that contains the place.
    case source(String)
    /// Blanks up to the place, carets under it, and the hint.
    case carets(indent: String, carets: String, hint: String)
    /// The hint on a line of its own.
    case hint(String)

    package var text: String {
      switch self {
      case .message(let label, let text): label + text
      case .source(let text), .hint(let text): text
      case .carets(let indent, let carets, let hint): indent + carets + hint
      }
    }
  }

  /// The lines to print, in parts, with the text cut around the place if it is too long.
  ///
  /// - Parameter width: The maximum width in terminal cells; nil for no limit.
  /// - Returns: Lines without control characters.
  package func parts(width: Int?) -> [Line] {
    let message = Line.message(label: severity.rawValue + ":", text: " " + harmless(message))
    let hint = harmless(hint)
    guard let source, let span else {
      return hint.isEmpty ? [message] : [message, .hint("  " + hint)]
    }
    let shown = Excerpt(of: source, around: span, width: width.map { max(8, $0 - 2) })
    let indent = "  " + String(repeating: " ", count: shown.indent)
    let lines = [message, .source("  " + shown.line)]
    let cells = displayWidth(of: indent + shown.carets) + 1 + displayWidth(of: hint)
    if let width, cells > width {
      return lines + [.carets(indent: indent, carets: shown.carets, hint: "")]
        + (hint.isEmpty ? [] : [.hint("  " + hint)])
    }
    let after = hint.isEmpty ? "" : " " + hint
    return lines + [.carets(indent: indent, carets: shown.carets, hint: after)]
  }
}

/// The line of a text that contains a place, and the position of the carets below it.
private struct Excerpt {
  var line: String
  var indent: Int
  var carets: String

  init(of source: String, around span: Range<Int>, width: Int?) {
    let bytes = Array(source.utf8)
    let lower = min(max(0, span.lowerBound), bytes.count)
    let start = bytes[..<lower].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let end = bytes[lower...].firstIndex(of: 0x0A) ?? bytes.count
    let upper = min(max(lower, span.upperBound), end)
    func text(_ range: Range<Int>) -> String {
      harmless(String(decoding: bytes[range], as: UTF8.self))
    }
    line = text(start..<end)
    indent = displayWidth(of: text(start..<lower))
    carets = String(repeating: "^", count: max(1, displayWidth(of: text(lower..<upper))))
    if let width, displayWidth(of: line) > width {
      cut(before: text(start..<lower), to: width)
    }
  }

  /// Cuts the text around the place, with `…` for the rest.
  private mutating func cut(before: String, to width: Int) {
    let room = max(0, width - min(carets.utf8.count, width) - 1)
    if indent > room {
      var shown = ""
      var cells = 1
      for character in before.reversed() {
        cells += displayWidth(of: character)
        if cells > min(room, width / 2) { break }
        shown = String(character) + shown
      }
      line = "…" + shown + line.dropFirst(before.count)
      indent = 1 + displayWidth(of: shown)
    }
    line = clipped(line, to: width)
    carets = String(carets.prefix(max(1, width - indent)))
  }
}
