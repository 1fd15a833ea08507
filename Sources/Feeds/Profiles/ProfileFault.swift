/// An error in a profile, with its location.
package struct ProfileFault: Error, Equatable, Sendable {
  /// The line, counted from 1.
  package var line: Int
  /// The column in characters, counted from 1.
  package var column: Int
  /// A description, as a clause.
  package var reason: String
  /// A hint for the user; may be empty.
  package var hint: String

  package init(line: Int, column: Int, reason: String, hint: String = "") {
    (self.line, self.column, self.reason, self.hint) = (line, column, reason, hint)
  }
}

/// The source text of a TOML document, to locate keys, which the TOML library does not.
struct ProfileText {
  private let lines: [Substring]

  init(_ text: String) { lines = text.split(omittingEmptySubsequences: false) { $0.isNewline } }

  /// Returns the number, counted from 1, of the first line with more than `limit` dots.
  func firstLine(withMoreDotsThan limit: Int) -> Int? {
    lines.firstIndex { $0.utf8.count { $0 == 0x2E } > limit }.map { $0 + 1 }
  }

  /// The number, counted from 1, of the first line with an opening bracket that no table name can follow.
  var firstLineWithoutTable: Int? {
    var quotes: String?
    let place = lines.firstIndex { line in
      // Lines inside of a multi-line text do not open tables.
      if let end = quotes {
        if line.contains(end) { quotes = nil }
        return false
      }
      quotes = Self.quotes(openedIn: line)
      let line = line.unicodeScalars.drop { $0.properties.isWhitespace || $0 == "\u{FEFF}" }
      guard line.first == "[" else { return false }
      let name = line.dropFirst(line.dropFirst().first == "[" ? 2 : 1)
        .drop { $0.properties.isWhitespace }
      guard let first = name.first else { return true }
      let isBare = first.isASCII && (first.properties.isAlphabetic || ("0"..."9").contains(first))
      return !isBare && !"-_\"']".unicodeScalars.contains(first)
    }
    return place.map { $0 + 1 }
  }

  /// Returns the delimiter of a multi-line text that a line opens as the value of a key, and does not close.
  private static func quotes(openedIn line: Substring) -> String? {
    for quotes in ["\"\"\"", "'''"] {
      let parts = line.split(separator: quotes, omittingEmptySubsequences: false)
      guard parts.count == 2, let last = parts[0].last(where: { !$0.isWhitespace }), last == "=",
        !parts[0].contains(where: { "#\"'".contains($0) })
      else { continue }
      return quotes
    }
    return nil
  }

  /// The number, counted from 1, of the first line with a `}` whose innermost open bracket is not `{`.
  var firstLineWithStrayBrace: Int? {
    var open: [Character] = []
    /// The delimiter of the text that the scan is in.
    var quotes: String?
    for (number, line) in lines.enumerated() {
      if let text = quotes, text.count == 1 { quotes = nil }
      var rest = line[...]
      while let letter = rest.first {
        if let text = quotes {
          if text.first == "\"", letter == "\\" {
            rest = rest.dropFirst(2)
          } else if rest.hasPrefix(text) {
            rest = rest.dropFirst(text.count)
            // Up to two quotes may precede the three that end a text of several lines.
            while text.count == 3, rest.first == text.first { rest = rest.dropFirst() }
            quotes = nil
          } else {
            rest = rest.dropFirst()
          }
          continue
        }
        if letter == "#" { break }
        switch letter {
        case "\"", "'":
          let triple = String(repeating: letter, count: 3)
          quotes = rest.hasPrefix(triple) ? triple : String(letter)
          rest = rest.dropFirst(quotes?.count ?? 1)
          continue
        case "[", "{": open.append(letter)
        case "]": if open.last == "[" { open.removeLast() }
        case "}":
          guard open.last == "{" else { return number + 1 }
          open.removeLast()
        default: break
        }
        rest = rest.dropFirst()
      }
    }
    return nil
  }

  /// Returns the position of a key, or of its table if the key is spelled in another way.
  ///
  /// - Parameters:
  ///   - key: The name of the key; nil for the table itself.
  ///   - table: The name of the table; nil for the top level.
  ///   - number: The index of the table among those of the same name.
  /// - Returns: The line and the column, both counted from 1.
  func place(of key: String?, in table: String?, number: Int = 0) -> (line: Int, column: Int) {
    guard let first = start(of: table, number) else { return (1, 1) }
    let header = (line: max(first, 1), column: 1)
    guard let key else { return header }
    for place in first..<lines.count {
      let line = lines[place]
      let rest = line.drop { $0 == " " || $0 == "\t" }
      if rest.hasPrefix("[") { break }
      let name = rest.prefix { $0 != "=" && $0 != " " && $0 != "." }
      if name.filter({ $0 != "\"" && $0 != "'" }) == key {
        return (place + 1, line.distance(from: line.startIndex, to: rest.startIndex) + 1)
      }
    }
    // At the top level, a key may be the name of a table.
    if table == nil, let first = start(of: key, 0) { return (first, 1) }
    return header
  }

  /// Returns the index of the first line after a table's header.
  private func start(of table: String?, _ number: Int) -> Int? {
    guard let table else { return 0 }
    var left = number
    for (place, line) in lines.enumerated() {
      let name = line.prefix { $0 != "#" }.filter { !" \t[]".contains($0) }
      guard line.drop(while: { $0 == " " || $0 == "\t" }).hasPrefix("["), name == table else {
        continue
      }
      if left == 0 { return place + 1 }
      left -= 1
    }
    return nil
  }
}
