import Catalog
import Diagnostics
import Interpreter
import Text

/// Resolves the argument ITEM…: numbers, ids and quoted names of rows, or one name.
extension Session {
  /// The rows of a text: `1,3,5-7`, several numbers, ids or quoted names, or one name.
  package func rows(_ word: Word?, in line: String) throws -> [Int] {
    guard let word else { return [try row(nil, in: line)] }
    if !isName(word), let items = items(word, in: line) { return try rows(items, in: line) }
    do {
      return [try row(word, in: line, isOneOfSeveral: true)]
    } catch {
      // A name that fits several rows cannot be part of a list.
      guard catalog.rows(nameMatching: Pattern(word.unquoted), .anywhere).isEmpty else {
        throw error
      }
      if let names = names(word, in: line) { return try rows(names, in: line) }
      let parts = parts(of: word, in: line)
      let isListed = parts.count > 1 && parts.contains { (try? rows(item: $0, in: line)) != nil }
      // If no part is a row, the whole is a mistyped name.
      guard isListed else { throw error }
      return try rows(parts, in: line)
    }
  }

  /// The parts of a text between commas that are not in quotes.
  private func parts(of word: Word, in line: String) -> [Word] {
    let (letters, spaced) = (Array(line.utf8), Array(spaced(line, word.range).utf8))
    let commas = word.range.filter { letters[$0] != spaced[$0] }
    return zip([word.range.lowerBound] + commas.map { $0 + 1 }, commas + [word.range.upperBound])
      .compactMap { start, end in
        let range = trimmed(line, start..<end)
        guard !range.isEmpty else { return nil }
        let words = words(of: line, in: range).words
        return words.count == 1
          ? words[0] : Word(text: slice(line, range), range: range, isQuoted: false)
      }
  }

  private func rows(_ items: [Word], in line: String) throws -> [Int] {
    var seen: Set<Int> = []
    return try items.flatMap { try rows(item: $0, in: line) }.filter { seen.insert($0).inserted }
  }

  /// The words of a text that begins with a quotation, or of which each is a name; nil otherwise.
  private func names(_ word: Word, in line: String) -> [Word]? {
    let words = word.isQuoted ? [] : words(of: spaced(line, word.range), in: word.range).words
    guard let first = words.first, words.count > 1 else { return nil }
    let hasQuotes = words.contains(where: \.isQuoted)
    let areItems = words.allSatisfy { word in
      word.isQuoted || hasQuotes && isList(word.text)
        || !catalog.rows(nameMatching: Pattern(word.text), .whole).isEmpty
    }
    return first.isQuoted || areItems ? words : nil
  }

  /// The words of a list: numbers, ranges, ids and quoted names; nil if the text is not a list.
  private func items(_ word: Word, in line: String) -> [Word]? {
    let words = word.isQuoted ? [word] : words(of: spaced(line, word.range), in: word.range).words
    let isOne = words.count == 1
    guard words.allSatisfy({ $0.isQuoted && !isOne || isList($0.text) }) else { return nil }
    let items = words.flatMap { word in
      if word.isQuoted, !isOne { return [word] }
      return word.text.split { $0 == "," || $0.isWhitespace }
        .map { Word(text: String($0), range: word.range, isQuoted: false) }
    }
    return items.isEmpty ? nil : items
  }

  /// The line with spaces in place of commas outside quotes, in a range.
  private func spaced(_ line: String, _ range: Range<Int>) -> String {
    var text = slice(line, 0..<range.lowerBound)
    var close: Character?
    var isStart = true
    var isEscaped = false
    for letter in slice(line, range) {
      let isComma = letter == "," && close == nil
      if let end = close {
        if letter == end, !isEscaped { close = nil }
        isEscaped = letter == "\\" && !isEscaped
      } else if isStart {
        close = quotes[letter]
      }
      isStart = close == nil && (isComma || letter == " ")
      text.append(isComma ? " " : letter)
    }
    return text + slice(line, range.upperBound..<line.utf8.count)
  }

  /// Whether a text consists of numbers, ranges and ids.
  private func isList(_ text: String) -> Bool {
    text.split { $0 == "," || $0.isWhitespace }.allSatisfy { part in
      part.hasPrefix("#")
        || part.split(separator: "-", omittingEmptySubsequences: false)
          .allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isNumber) }
    }
  }

  private func rows(item: Word, in line: String) throws -> [Int] {
    let ends = item.text.split(separator: "-").compactMap { ordinal($0) }
    guard !item.isQuoted, !item.text.hasPrefix("#"), ends.count == 2 else {
      return [try row(item, in: line)]
    }
    guard ends[0] <= ends[1] else {
      throw Failure(
        "the range `\(item.text)` is backwards", hint: "write the smaller number first",
        at: item.range, in: line, code: .noSuchRow)
    }
    if ends[1] > rows.count { _ = try row(number: ends[1], item, line) }
    return try (ends[0]...ends[1]).map { try row(number: $0, item, line) }
  }
}
