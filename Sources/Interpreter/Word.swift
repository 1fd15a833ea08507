/// A word of a line and its range.
package struct Word: Equatable, Sendable {
  /// The text without quotes.
  package var text: String
  /// The range in UTF-8 offsets, including quotes.
  package var range: Range<Int>
  package var isQuoted: Bool

  package init(text: String, range: Range<Int>, isQuoted: Bool) {
    self.text = text
    self.range = range
    self.isQuoted = isQuoted
  }

  /// The text without surrounding quotes, even if it was read verbatim, as the rest of a statement is.
  package var unquoted: String {
    if isQuoted { return text }
    let parts = words(of: text, in: 0..<text.utf8.count).words
    return parts.count == 1 ? parts[0].text : text
  }
}

/// The opening quotes and their closing quotes.
package let quotes: [Character: Character] = ["\"": "\"", "'": "'", "“": "”", "‘": "’", "«": "»"]

/// A scanner for lines that tracks quotations and UTF-8 offsets.
///
/// A quote opens only at the start of a word or value, so that `Grandma's` is a word.
struct LineScanner {
  let line: String
  private(set) var index: String.Index
  private(set) var offset = 0
  private var previous: Character?

  init(_ line: String, from offset: Int = 0) {
    self.line = line
    self.offset = offset
    index = line.utf8.index(line.startIndex, offsetBy: offset)
  }

  var isAtEnd: Bool { index == line.endIndex }
  var current: Character? { isAtEnd ? nil : line[index] }

  /// The closing quote of a quotation that starts here; nil if none does.
  var closingQuote: Character? {
    // Fast path: most characters are not quotes.
    guard let current, let first = current.utf8.first,
      first == 0x22 || first == 0x27 || first >= 0x80, let close = quotes[current]
    else { return nil }
    guard let previous else { return close }
    return previous.isWhitespace || ";=:~<>,(!-&|".contains(previous) ? close : nil
  }

  mutating func advance() {
    guard let character = current else { return }
    previous = character
    offset += character.utf8.count
    index = line.index(after: index)
  }

  /// Reads a quotation, including its closing quote.
  ///
  /// - Returns: The text without quotes, and whether there was a closing quote.
  mutating func takeQuotation(closedBy close: Character) -> (text: String, isClosed: Bool) {
    var text = ""
    advance()
    while let character = current, character != close {
      if character == "\\" {
        advance()
        if let escaped = current {
          if escaped != close && escaped != "\\" { text.append("\\") }
          text.append(escaped)
        } else {
          text.append("\\")
        }
      } else {
        text.append(character)
      }
      advance()
    }
    let isClosed = !isAtEnd
    advance()
    return (text, isClosed)
  }

  /// Reads a character of a word without quotes; a backslash makes the blank after it part of the word.
  mutating func takeBare(_ character: Character) -> Character {
    advance()
    guard character == "\\", let next = current, next == " " || next == "\t" else {
      return character
    }
    advance()
    return next
  }

  mutating func skipSpace() {
    while let character = current, character.isWhitespace, !character.isNewline { advance() }
  }
}

/// Splits a range of a line into words.
///
/// - Returns: The words, and whether the last one is an open quotation.
package func words(
  of line: String, in range: Range<Int>
) -> (words: [Word], isUnclosed: Bool) {
  var scanner = LineScanner(line, from: range.lowerBound)
  var words: [Word] = []
  var isUnclosed = false
  while scanner.offset < range.upperBound {
    if scanner.current?.isWhitespace == true {
      scanner.advance()
      continue
    }
    let start = scanner.offset
    if let close = scanner.closingQuote {
      let (text, isClosed) = scanner.takeQuotation(closedBy: close)
      isUnclosed = !isClosed
      words.append(Word(text: text, range: start..<scanner.offset, isQuoted: true))
    } else {
      var text = ""
      while scanner.offset < range.upperBound, let character = scanner.current,
        !character.isWhitespace
      {
        if let close = scanner.closingQuote, text.last.map({ "=:~<>,".contains($0) }) ?? false {
          let (value, isClosed) = scanner.takeQuotation(closedBy: close)
          isUnclosed = !isClosed
          text += value
        } else {
          text.append(scanner.takeBare(character))
        }
      }
      words.append(Word(text: text, range: start..<scanner.offset, isQuoted: false))
    }
  }
  return (words, isUnclosed)
}

/// Returns the substring of a range of UTF-8 offsets.
package func slice(_ line: String, _ range: Range<Int>) -> String {
  let bytes = line.utf8
  let lower = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
  return String(decoding: bytes[lower..<bytes.index(lower, offsetBy: range.count)], as: UTF8.self)
}

/// Returns the range without surrounding blanks and carriage returns.
package func trimmed(_ line: String, _ range: Range<Int>) -> Range<Int> {
  let bytes = line.utf8
  let lower = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
  let part = bytes[lower..<bytes.index(lower, offsetBy: range.count)]
  let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
  guard let first = part.firstIndex(where: { !isSpace($0) }),
    let last = part.lastIndex(where: { !isSpace($0) })
  else { return range.upperBound..<range.upperBound }
  let start = range.lowerBound + bytes.distance(from: lower, to: first)
  return start..<start + bytes.distance(from: first, to: last) + 1
}
