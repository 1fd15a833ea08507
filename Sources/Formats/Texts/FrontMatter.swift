import Text
import Yams

/// The metadata at the beginning of a text, between two lines of three dashes, in YAML.
///
/// The values of ``entries`` are texts, so that `no` and `1:20` stay what they are. What YAML refuses is read line by line:
/// keys, texts, lists and nested keys.
struct FrontMatter: Equatable {
  /// A key, those of nested values joined by dots, and its values.
  struct Entry: Equatable {
    var key: String
    var values: [String]
    /// The line, counted from 1.
    var line: Int
  }

  private(set) var entries: [Entry] = []
  /// The values with their types, in their order: lists, and numbers and flags without quotes; empty if YAML refuses them.
  private(set) var members: [JSONValue.Member] = []
  /// Why YAML refuses the text; nil if it does not.
  private(set) var fault: FormatFault?
  /// The index of the first line behind it; 0 if there is none.
  private(set) var end = 0

  init() {}

  /// Reads the metadata of a text; empty if the first line is not three dashes, or they do not end.
  init(_ lines: [String]) {
    end = Self.end(of: lines)
    guard end > 1 else { return }
    let text = lines[1..<end - 1].joined(separator: "\n")
    do throws(FormatFault) {
      let values = try YAMLValues(text, after: 1)
      (entries, members) = (values.entries, values.members)
    } catch {
      fault = error
      read(lines, 1..<end - 1)
    }
  }

  /// Returns the index of the first line behind the metadata; 0 if there is none.
  static func end(of lines: [String]) -> Int {
    guard lines.first.map({ trimmingEnd($0) }) == "---",
      let last = lines.dropFirst().firstIndex(where: {
        trimmingEnd($0) == "---" || trimmingEnd($0) == "..."
      })
    else { return 0 }
    return last + 1
  }

  private mutating func read(_ lines: [String], _ range: Range<Int>) {
    /// The open keys and their indentation.
    var open: [(indent: Int, key: String)] = []
    var place = range.lowerBound
    while place < range.upperBound {
      let line = lines[place]
      let number = place + 1
      place += 1
      let words = trimmingSpace(line)
      if words.isEmpty || words.hasPrefix("#") { continue }
      let indent = line.prefix { $0 == " " || $0 == "\t" }.count
      if words == "-" || words.hasPrefix("- ") {
        // A list may be as far to the left as its key.
        while let last = open.last, last.indent > indent { open.removeLast() }
        append(Self.scalar(String(words.dropFirst())), to: path(open), number)
        continue
      }
      while let last = open.last, last.indent >= indent { open.removeLast() }
      guard let colon = Self.colon(in: words) else { continue }
      let key = Self.scalar(String(words[..<colon]))
      let text = trimmingSpace(String(words[words.index(after: colon)...]))
      open.append((indent, key))
      if ["|", ">", "|-", ">-", "|+", ">+"].contains(text) {
        let block = Self.block(lines, &place, range.upperBound, deeperThan: indent)
        let separator = text.hasPrefix("|") ? "\n" : " "
        append(block.joined(separator: separator), to: path(open), number)
      } else if text.hasPrefix("["), text.hasSuffix("]") {
        for item in commaNames(String(text.dropFirst().dropLast())) {
          append(Self.scalar(item), to: path(open), number)
        }
      } else if !text.isEmpty {
        append(Self.scalar(text), to: path(open), number)
      }
    }
  }

  private func path(_ open: [(indent: Int, key: String)]) -> String {
    open.map(\.key).joined(separator: ".")
  }

  private mutating func append(_ value: String, to key: String, _ line: Int) {
    if key.isEmpty || value.isEmpty { return }
    if let place = entries.firstIndex(where: { $0.key == key }) {
      entries[place].values.append(value)
    } else {
      entries.append(Entry(key: key, values: [value], line: line))
    }
  }

  /// The colon behind a key, which may be in quotes.
  private static func colon(in words: String) -> String.Index? {
    guard let quote = words.first, quote == "\"" || quote == "'",
      let close = words.dropFirst().firstIndex(of: quote)
    else { return words.firstIndex(of: ":") }
    return words[close...].firstIndex(of: ":")
  }

  /// Returns a text without its quotes, or without a comment behind it.
  static func scalar(_ text: String) -> String {
    let words = trimmingSpace(text)
    guard let quote = words.first, quote == "\"" || quote == "'" else {
      let end = words.firstRange(of: " #")?.lowerBound ?? words.endIndex
      return trimmingSpace(String(words[..<end]))
    }
    guard words.count > 1, let close = words.lastIndex(of: quote), close != words.startIndex else {
      return words
    }
    let inner = String(words[words.index(after: words.startIndex)..<close])
    if quote == "'" { return inner.replacing("''", with: "'") }
    return inner.replacing("\\\"", with: "\"").replacing("\\n", with: "\n").replacing(
      "\\\\", with: "\\")
  }

  private static func block(
    _ lines: [String], _ place: inout Int, _ end: Int, deeperThan indent: Int
  ) -> [String] {
    var block: [String] = []
    while place < end {
      let line = lines[place]
      let isBlank = trimmingSpace(line).isEmpty
      if !isBlank, line.prefix(while: { $0 == " " }).count <= indent { break }
      block.append(trimmingSpace(line))
      place += 1
    }
    while block.last?.isEmpty ?? false { block.removeLast() }
    return block
  }

  /// The values of the first of some keys that has any, without regard to case.
  func values(_ keys: String...) -> [String] { values(among: keys) }

  func values(among keys: [String]) -> [String] {
    for key in keys {
      if let entry = entries.first(where: { $0.key.lowercased() == key }) { return entry.values }
    }
    return []
  }

  func text(_ keys: String...) -> String? {
    for key in keys {
      if let entry = entries.first(where: { $0.key.lowercased() == key }) {
        return entry.values.joined(separator: ", ")
      }
    }
    return nil
  }

  /// The keys that are none of some, or below them.
  func unused(besides keys: Set<String>) -> [String] {
    entries.map(\.key).filter { key in
      let name = key.lowercased()
      return !keys.contains(name)
        && !keys.contains { name.hasPrefix($0 + ".") && keys.contains($0 + ".*") }
    }
  }
}

private func trimmingEnd(_ line: String) -> String {
  var line = line
  while line.last?.isWhitespace ?? false { line.removeLast() }
  return line
}
