import Text

/// A search for the JSON-LD blocks of a web page.
struct ScriptFinder {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Finds the contents of each `<script type="application/ld+json">`.
  ///
  /// - Complexity: O(*n*): an element without an end tag extends to the end of the page.
  mutating func linkedDataBlocks() -> [Range<Int>] {
    var blocks: [Range<Int>] = []
    while let start = next(0x3C, from: place) {
      place = start + 1
      if hasPrefix("!--") {
        place = end(of: "-->", from: place + 1)
      } else if let name = Self.rawTextElements.first(where: { hasName($0) }) {
        place += name.utf8CodeUnitCount
        let isLinkedData = readAttributes() && name.description == "script"
        let block = place..<self.start(of: name)
        if isLinkedData { blocks.append(block) }
        place = block.upperBound
      }
    }
    return blocks
  }

  /// The elements in which `<` does not open a tag.
  private static let rawTextElements: [StaticString] = ["script", "style", "textarea", "title"]

  /// Moves past the `>` of a tag, and returns whether its type is that of JSON-LD.
  private mutating func readAttributes() -> Bool {
    var isLinkedData = false
    skipSpace()
    while place < bytes.count, bytes[place] != 0x3E {
      let name = takeWord { Self.isSpace($0) || $0 == 0x3D || $0 == 0x3E || $0 == 0x2F }
      if name.isEmpty { place += 1 }
      if let value = takeValue(), isEqual(name, "type") { isLinkedData = isType(value) }
      skipSpace()
    }
    place = min(place + 1, bytes.count)
    return isLinkedData
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
  private func isType(_ value: Range<Int>) -> Bool {
    let text = decodingReferences(String(decoding: bytes[value], as: UTF8.self))
    let type = text.prefix { $0 != ";" }
    return trimmingSpace(String(type)).lowercased() == "application/ld+json"
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || 0x09...0x0D ~= byte && byte != 0x0B
  }
}

/// Text search.
extension ScriptFinder {
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
