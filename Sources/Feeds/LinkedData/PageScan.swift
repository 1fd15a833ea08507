import Text

/// The parts of a web page outside of its text: JSON-LD, and what its head declares.
struct PageFacts {
  /// The contents of each `<script type="application/ld+json">`.
  var blocks: [Range<Int>] = []
  /// The label of the charset that the page declares.
  var charset: String?
  /// The first value of each kind of link and metadata: `canonical`, `og:url`, `og:image` and `og:title`.
  private(set) var members: [JSONValue.Member] = []

  fileprivate mutating func add(_ name: String, _ value: String?) {
    guard let value, !trimmingSpace(value).isEmpty, !members.contains(where: { $0.name == name })
    else { return }
    members.append(JSONValue.Member(name, .string(trimmingSpace(value))))
  }
}

/// A search for the tags of a web page that are not part of its text.
struct PageScan {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Finds JSON-LD, links and metadata.
  ///
  /// - Complexity: O(*n*): an element without an end tag extends to the end of the page.
  mutating func facts() -> PageFacts {
    var facts = PageFacts()
    while let start = next(0x3C, from: place) {
      place = start + 1
      if hasPrefix("!--") {
        place = end(of: "-->", from: place + 1)
      } else if let name = Self.rawTextElements.first(where: { hasName($0) }) {
        place += name.utf8CodeUnitCount
        let type = attributes()["type"]
        let block = place..<self.start(of: name)
        if name.description == "script", let type, isLinkedData(type) { facts.blocks.append(block) }
        place = block.upperBound
      } else if hasPrefix("?xml") {
        place += 4
        facts.charset = attributes()["encoding"] ?? facts.charset
      } else if hasName("meta") {
        place += 4
        takeMetadata(attributes(), &facts)
      } else if hasName("link") {
        place += 4
        let attributes = attributes()
        let relations = attributes["rel"]?.lowercased().split { $0.isWhitespace } ?? []
        if relations.contains("canonical") { facts.add("canonical", attributes["href"]) }
      }
    }
    return facts
  }

  private func takeMetadata(_ attributes: [String: String], _ facts: inout PageFacts) {
    if facts.charset == nil {
      let isType = attributes["http-equiv"]?.lowercased() == "content-type"
      facts.charset =
        attributes["charset"] ?? (isType ? charsetLabel(in: attributes["content"] ?? "") : nil)
    }
    let name = (attributes["property"] ?? attributes["name"])?.lowercased()
    if let name, ["og:url", "og:image", "og:title"].contains(name) {
      facts.add(name, attributes["content"])
    }
  }

  /// The elements in which `<` does not open a tag.
  private static let rawTextElements: [StaticString] = ["script", "style", "textarea", "title"]

  /// The maximum length, in bytes, of the value of an attribute that is read.
  private static let longestValue = 1 << 13

  /// Moves past the `>` of a tag, and returns its attributes, of duplicates the first one.
  private mutating func attributes() -> [String: String] {
    var attributes: [String: String] = [:]
    skipSpace()
    while place < bytes.count, bytes[place] != 0x3E {
      let name = takeWord { Self.isSpace($0) || $0 == 0x3D || $0 == 0x3E || $0 == 0x2F }
      if name.isEmpty { place += 1 }
      if let value = takeValue(), 1...16 ~= name.count, value.count <= Self.longestValue {
        let name = String(decoding: bytes[name], as: UTF8.self).lowercased()
        let text = decodingReferences(String(decoding: bytes[value], as: UTF8.self))
        if attributes[name] == nil { attributes[name] = text }
      }
      skipSpace()
    }
    place = min(place + 1, bytes.count)
    return attributes
  }

  /// Moves past the value of an attribute; returns nil if it has none.
  private mutating func takeValue() -> Range<Int>? {
    skipSpace()
    guard place < bytes.count, bytes[place] == 0x3D else { return nil }
    place += 1
    skipSpace()
    guard place < bytes.count, bytes[place] == 0x22 || bytes[place] == 0x27 else {
      return takeWord { Self.isSpace($0) || $0 == 0x3E }
    }
    let quote = bytes[place]
    place += 1
    let value = takeWord { $0 == quote }
    place = min(place + 1, bytes.count)
    return value
  }

  private mutating func takeWord(until isEnd: (UInt8) -> Bool) -> Range<Int> {
    let start = place
    while place < bytes.count, !isEnd(bytes[place]) { place += 1 }
    return start..<place
  }

  private mutating func skipSpace() {
    while place < bytes.count, Self.isSpace(bytes[place]) { place += 1 }
  }

  /// Whether a media type, ignoring its parameters, is that of JSON-LD.
  private func isLinkedData(_ type: String) -> Bool {
    trimmingSpace(String(type.prefix { $0 != ";" })).lowercased() == "application/ld+json"
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || 0x09...0x0D ~= byte && byte != 0x0B
  }
}

/// Text search.
extension PageScan {
  private func next(_ byte: UInt8, from start: Int) -> Int? {
    start < bytes.count ? bytes[start...].firstIndex(of: byte) : nil
  }

  private func hasPrefix(_ text: StaticString, at start: Int? = nil) -> Bool {
    let start = start ?? place
    let end = start + text.utf8CodeUnitCount
    return end <= bytes.count && isEqual(start..<end, text)
  }

  /// Whether bytes equal a lowercase ASCII text, ignoring case.
  private func isEqual(_ range: Range<Int>, _ text: StaticString) -> Bool {
    bytes[range].elementsEqual(text.description.utf8) {
      $0 == $1 || $0 | 0x20 == $1 && 0x61...0x7A ~= $1
    }
  }

  /// Whether a tag name is at a position, as a whole.
  private func hasName(_ name: StaticString, at start: Int? = nil) -> Bool {
    let start = start ?? place
    guard hasPrefix(name, at: start) else { return false }
    let end = start + name.utf8CodeUnitCount
    return end == bytes.count || Self.isSpace(bytes[end]) || bytes[end] == 0x2F
      || bytes[end] == 0x3E
  }

  private func end(of text: StaticString, from start: Int) -> Int {
    var start = start
    while let found = next(text.description.utf8.first ?? 0, from: start) {
      if hasPrefix(text, at: found) { return found + text.utf8CodeUnitCount }
      start = found + 1
    }
    return bytes.count
  }

  /// Returns the offset of the end tag of an element.
  private func start(of name: StaticString) -> Int {
    var start = place
    while let found = next(0x3C, from: start) {
      let slash = found + 1
      if slash < bytes.count, bytes[slash] == 0x2F, hasName(name, at: slash + 1) { return found }
      start = found + 1
    }
    return bytes.count
  }
}

/// Returns the charset in a media type such as `text/html; charset=koi8-r`; nil if there is none.
package func charsetLabel(in type: String) -> String? {
  for parameter in type.split(separator: ";").dropFirst() {
    let parts = parameter.split(separator: "=", maxSplits: 1).map { trimmingSpace(String($0)) }
    guard parts.count == 2, parts[0].lowercased() == "charset" else { continue }
    return parts[1].filter { $0 != "\"" && $0 != "'" }
  }
  return nil
}
