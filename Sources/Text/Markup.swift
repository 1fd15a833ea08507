/// The text of an HTML fragment: without tags, with character references decoded.
///
/// Text that is encoded twice is decoded twice, but not a third time; a decoded tag is removed only if it names an
/// element of HTML, so that `2 &lt;large&gt; eggs` keep their size.
///
/// - Parameters:
///   - markup: Text that may contain HTML; without `<` and `&` it is returned as it is.
///   - keepingLines: Whether block elements end lines; otherwise they become spaces.
/// - Returns: A text in which no-break spaces are spaces.
/// - Complexity: O(*n*).
package func plainText(_ markup: String, keepingLines: Bool) -> String {
  guard mayHoldMarkup(markup.utf8) else { return markup }
  var bytes = Array(markup.utf8)
  bytes = withoutTags(bytes, keepingLines: keepingLines, wereEncoded: false)
  for _ in 0..<2 where mayHoldMarkup(bytes) {
    bytes = decodingReferences(bytes)
    bytes = withoutTags(bytes, keepingLines: keepingLines, wereEncoded: true)
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// The text with its character references decoded, once.
package func decodingReferences(_ text: String) -> String {
  guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
  return String(decoding: decodingReferences(Array(text.utf8)), as: UTF8.self)
}

private func mayHoldMarkup(_ bytes: some Sequence<UInt8>) -> Bool {
  bytes.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }
}

private func withoutTags(_ bytes: [UInt8], keepingLines: Bool, wereEncoded: Bool) -> [UInt8] {
  guard bytes.contains(UInt8(ascii: "<")) else { return bytes }
  var stripper = TagStripper(bytes, keepingLines: keepingLines, onlyElements: wereEncoded)
  return stripper.strip()
}

private func decodingReferences(_ bytes: [UInt8]) -> [UInt8] {
  var out: [UInt8] = []
  out.reserveCapacity(bytes.count)
  var place = 0
  while place < bytes.count {
    if bytes[place] == UInt8(ascii: "&"), let reference = CharacterReference(bytes, at: place) {
      out += String(reference.scalar).utf8
      place = reference.end
    } else if bytes[place] == 0xC2, bytes[place + 1] == 0xA0 {
      out.append(0x20)
      place += 2
    } else {
      out.append(bytes[place])
      place += 1
    }
  }
  return out
}

/// Removes tags and comments of HTML; `3 < 4` and `<3` stay.
struct TagStripper {
  private let bytes: [UInt8]
  private let keepingLines: Bool
  /// Whether only elements of HTML count as tags.
  private let onlyElements: Bool
  private var out: [UInt8] = []
  private var place = 0
  /// Whether the last line contains more than blanks.
  private var isInLine = false
  /// Whether a quoted `>` may be part of a tag; not after one tag turned out to be none, so that the cost stays linear.
  private var hasQuotes = true
  /// Strings that were searched for to the end without being found.
  private var missing: Set<[UInt8]> = []

  init(_ bytes: [UInt8], keepingLines: Bool, onlyElements: Bool = false) {
    (self.bytes, self.keepingLines, self.onlyElements) = (bytes, keepingLines, onlyElements)
    out.reserveCapacity(bytes.count)
  }

  mutating func strip() -> [UInt8] {
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "<"), let end = endOfMarkup() {
        place = end
      } else {
        append(bytes[place])
        place += 1
      }
    }
    return out
  }

  /// The end of the tag, comment or script that begins here; nil if there is none.
  private mutating func endOfMarkup() -> Int? {
    if hasPrefix("<!--"), let end = end(of: Array("-->".utf8), from: place + 4) { return end }
    guard place + 1 < bytes.count, Self.begins(tagWith: bytes[place + 1]), let end = endOfTag()
    else { return nil }
    let name = Self.name(bytes[(place + 1)..<end])
    let isElement = bytes[place + 1] == UInt8(ascii: "!") || Self.elements.contains(name)
    if onlyElements, !isElement { return nil }
    separate(name)
    guard Self.hidden.contains(name) else { return end }
    return self.end(of: Array("</\(name)".utf8), from: end).map { closeOfTag(from: $0) } ?? end
  }

  private static let hidden: Set<String> = ["script", "style"]

  /// The elements of HTML (its Living Standard, sections 4 and 16.2).
  private static let elements: Set<String> = [
    "a", "abbr", "acronym", "address", "area", "article", "aside", "audio", "b", "base", "bdi",
    "bdo",
    "big", "blink", "blockquote", "body", "br", "button", "canvas", "caption", "center", "cite",
    "code", "col", "colgroup", "data", "datalist", "dd", "del", "details", "dfn", "dialog", "dir",
    "div", "dl", "dt", "em", "embed", "fieldset", "figcaption", "figure", "font", "footer", "form",
    "frame", "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hgroup", "hr",
    "html",
    "i", "iframe", "img", "input", "ins", "kbd", "label", "legend", "li", "link", "main", "map",
    "mark", "marquee", "math", "menu", "meta", "meter", "nav", "nobr", "noscript", "object", "ol",
    "optgroup", "option", "output", "p", "param", "picture", "pre", "progress", "q", "rp", "rt",
    "ruby", "s", "samp", "script", "section", "select", "slot", "small", "source", "span", "strike",
    "strong", "style", "sub", "summary", "sup", "svg", "table", "tbody", "td", "template",
    "textarea",
    "tfoot", "th", "thead", "time", "title", "tr", "track", "tt", "u", "ul", "var", "video", "wbr",
  ]

  private static func begins(tagWith byte: UInt8) -> Bool {
    0x41...0x5A ~= byte & 0xDF || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "!")
  }

  /// The lowercase name of a tag without its slash.
  private static func name(_ tag: ArraySlice<UInt8>) -> String {
    let name = tag.drop { $0 == UInt8(ascii: "/") }.prefix(11)
    let letters = name.prefix { 0x41...0x5A ~= $0 & 0xDF || 0x30...0x39 ~= $0 }
    return String(decoding: letters.map { $0 | 0x20 }, as: UTF8.self)
  }

  /// The end of the tag that begins here; nil if another `<` comes first.
  private mutating func endOfTag() -> Int? {
    var (end, isQuoting) = (place + 1, false)
    while end < bytes.count {
      switch bytes[end] {
      case UInt8(ascii: ">"): return end + 1
      case UInt8(ascii: "<"):
        if isQuoting { hasQuotes = false }
        return nil
      case UInt8(ascii: "=") where hasQuotes:
        guard let close = endOfQuote(from: end + 1) else { break }
        (end, isQuoting) = (close - 1, true)
      default: break
      }
      end += 1
    }
    if isQuoting { hasQuotes = false }
    return nil
  }

  private mutating func endOfQuote(from start: Int) -> Int? {
    guard start < bytes.count, bytes[start] == 0x22 || bytes[start] == 0x27 else { return nil }
    return end(of: [bytes[start]], from: start + 1)
  }

  private func closeOfTag(from start: Int) -> Int {
    (bytes[start...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.count - 1) + 1
  }

  /// The end of the next occurrence of some letters, ignoring case.
  private mutating func end(of letters: [UInt8], from start: Int) -> Int? {
    guard !missing.contains(letters) else { return nil }
    var start = start
    while let found = bytes[start...].firstIndex(of: letters[0]) {
      let rest = bytes[found...].prefix(letters.count)
      if rest.elementsEqual(letters, by: { $0 == $1 || $0 | 0x20 == $1 && $1 >= 0x61 }) {
        return found + letters.count
      }
      start = found + 1
    }
    missing.insert(letters)
    return nil
  }

  private func hasPrefix(_ text: StaticString) -> Bool {
    bytes[place...].starts(with: text.description.utf8)
  }

  /// Separates lines and words at an element; does not begin an empty line.
  private mutating func separate(_ name: String) {
    guard name == "br" || Self.blocks.contains(name) else { return }
    if !keepingLines {
      append(0x20)
    } else if name == "br" || isInLine {
      append(0x0A)
    }
  }

  private static let blocks: Set<String> = [
    "article", "blockquote", "dd", "div", "dl", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "hr",
    "li", "ol", "p", "section", "table", "td", "th", "tr", "ul",
  ]

  private mutating func append(_ byte: UInt8) {
    out.append(byte)
    if byte != 0x20, byte != 0x09 { isInLine = byte != 0x0A }
  }
}
