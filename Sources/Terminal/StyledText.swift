import Text
import World

/// A semantic text style.
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

/// One line of text with styles and links.
///
/// Control characters in it are replaced, so that it is safe to print.
package struct StyledText: Equatable, Sendable, ExpressibleByStringLiteral {
  private struct Piece: Equatable, Sendable {
    var text: String
    var style: Style
    /// The link target, in printable ASCII; nil for none.
    var link: String?
  }

  private var pieces: [Piece] = []

  package init() {}

  /// Creates a text in one style, with control characters replaced.
  package init(_ text: String, _ style: Style = .plain) {
    if !text.isEmpty { pieces = [Piece(text: harmless(text), style: style)] }
  }

  /// Creates a part of a piece.
  private init(_ piece: Piece, _ text: Substring) {
    if !text.isEmpty {
      pieces = [Piece(text: String(text), style: piece.style, link: piece.link)]
    }
  }

  package init(stringLiteral text: String) { self.init(text) }

  package static func + (left: StyledText, right: StyledText) -> StyledText {
    var sum = left
    sum.append(right)
    return sum
  }

  /// Appends a text.
  package mutating func append(_ text: StyledText) { pieces += text.pieces }

  /// Appends spaces.
  package mutating func append(spaces count: Int) {
    if count == 0 { return }
    let spaces = String(repeating: " ", count: count)
    if let last = pieces.indices.last, pieces[last].style == .plain, pieces[last].link == nil {
      pieces[last].text += spaces
    } else {
      pieces.append(Piece(text: spaces, style: .plain))
    }
  }

  /// Returns the text with a link.
  ///
  /// An address that ``CheckedLink`` does not accept for hyperlinks, or is too long for some terminals, is ignored.
  package func linked(to address: String?) -> StyledText {
    guard let link = address.flatMap({ terminalLink($0) }) else { return self }
    var linked = self
    for place in linked.pieces.indices { linked.pieces[place].link = link }
    return linked
  }

  /// The text without styles.
  package var plain: String { pieces.map(\.text).joined() }

  /// The width in cells.
  package var width: Int { pieces.reduce(0) { $0 + displayWidth(of: $1.text) } }

  /// The text without blanks at its end, which would wrap when the window becomes narrower.
  package var trimmed: StyledText {
    var text = self
    while let last = text.pieces.last, last.text.utf8.last == UInt8(ascii: " ") {
      text.pieces.removeLast()
      guard let end = last.text.lastIndex(where: { $0 != " " }) else { continue }
      text.append(StyledText(last, last.text[...end]))
    }
    return text
  }

  /// Returns the text with escape sequences for styles and links, as requested.
  package func rendered(colored: Bool, linked: Bool = false) -> String {
    guard colored || linked else { return plain }
    return pieces.map { piece in
      var text = piece.text
      if colored, piece.style != .plain {
        text = "\u{1B}[\(piece.style.parameters)m\(text)\u{1B}[0m"
      }
      guard linked, let link = piece.link else { return text }
      return "\u{1B}]8;;\(link)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
    }.joined()
  }

  /// Returns lines of at most `width` cells, wrapped at spaces where possible.
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
          line = StyledText(piece, word)
          used = displayWidth(of: word)
        } else {
          line = line + StyledText(piece, spaced[...])
          used += cells
        }
      }
    }
    return lines + [line]
  }

  /// Returns the text in parts of at most `width` cells, split within words.
  func parts(of width: Int) -> [StyledText] {
    if self.width <= width { return [self] }
    var parts = [StyledText()]
    var used = 0
    for piece in pieces {
      for character in piece.text {
        let cells = displayWidth(of: character)
        if used + cells > width, used > 0 {
          parts.append(StyledText())
          used = 0
        }
        parts[parts.count - 1].append(StyledText(piece, Substring(String(character))))
        used += cells
      }
    }
    return parts
  }

  /// Returns the text truncated to at most `width` cells.
  package func clipped(to width: Int) -> StyledText {
    if self.width <= width { return self }
    var result = StyledText()
    var left = width
    for piece in pieces {
      let cells = displayWidth(of: piece.text)
      if cells >= left {
        var last = piece
        last.text = Text.clipped(piece.text + " ", to: left)
        result.pieces.append(last)
        break
      }
      result.pieces.append(piece)
      left -= cells
    }
    return result
  }
}

/// The maximum length of a link that all terminals support, in bytes.
private let longestLink = 2000

/// Returns an address in printable ASCII for `OSC 8`; nil if `open` would refuse it or warn of a user name.
func terminalLink(_ address: String) -> String? {
  guard let link = try? CheckedLink(address).hyperlink, link.utf8.count <= longestLink else {
    return nil
  }
  return link
}
