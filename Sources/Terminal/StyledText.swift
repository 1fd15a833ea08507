import Text

/// How a piece of text stands out.
package enum Style: String, Sendable {
  case plain, strong, faint, good, warning, bad, accent

  /// The parameters of the SGR sequence (ECMA-48, 8.3.117); empty for plain text.
  var parameters: String {
    switch self {
    case .plain: ""
    case .strong: "1"
    case .faint: "2"
    case .good: "32"
    case .warning: "33"
    case .bad: "1;31"
    case .accent: "36"
    }
  }
}

/// One line of text in pieces that stand out differently; harmless to a terminal whatever is in it.
package struct StyledText: Equatable, Sendable, ExpressibleByStringLiteral {
  private var pieces: [(text: String, style: Style)] = []

  package init() {}

  /// A text in one style; control characters in it are replaced.
  package init(_ text: String, _ style: Style = .plain) {
    if !text.isEmpty { pieces = [(harmless(text), style)] }
  }

  package init(stringLiteral text: String) { self.init(text) }

  package static func + (left: StyledText, right: StyledText) -> StyledText {
    var sum = left
    sum.pieces += right.pieces
    return sum
  }

  package static func == (left: StyledText, right: StyledText) -> Bool {
    left.pieces.elementsEqual(right.pieces) { $0 == $1 }
  }

  /// The text alone.
  package var plain: String { pieces.map(\.text).joined() }

  /// How many cells the text takes.
  package var width: Int { pieces.reduce(0) { $0 + displayWidth(of: $1.text) } }

  /// The text as a terminal takes it, with or without color.
  package func rendered(colored: Bool) -> String {
    guard colored else { return plain }
    return pieces.map { piece in
      piece.style == .plain ? piece.text : "\u{1B}[\(piece.style.parameters)m\(piece.text)\u{1B}[0m"
    }.joined()
  }

  /// The text in lines of at most `width` cells, broken at spaces where there are any.
  package func wrapped(to width: Int) -> [StyledText] {
    if self.width <= width { return [self] }
    var lines: [StyledText] = []
    var line = StyledText()
    var used = 0
    for piece in pieces {
      for (number, word) in piece.text.split(separator: " ", omittingEmptySubsequences: false)
        .enumerated()
      {
        let spaced = number > 0 ? " " + word : String(word)
        let cells = displayWidth(of: spaced)
        if used + cells > width, used > 0 {
          lines.append(line)
          line = StyledText(String(word), piece.style)
          used = displayWidth(of: word)
        } else {
          line = line + StyledText(spaced, piece.style)
          used += cells
        }
      }
    }
    return lines + [line]
  }

  /// The text cut to at most `width` cells.
  package func clipped(to width: Int) -> StyledText {
    if self.width <= width { return self }
    var result = StyledText()
    var left = width
    for piece in pieces {
      let cells = displayWidth(of: piece.text)
      if cells >= left {
        result.pieces.append((Text.clipped(piece.text + " ", to: left), piece.style))
        break
      }
      result.pieces.append(piece)
      left -= cells
    }
    return result
  }
}
