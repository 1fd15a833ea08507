import Text

/// Removes markup from a text, and collapses white space.
///
/// - Parameters:
///   - markup: A text that may contain HTML.
///   - keepingLines: Whether block-level markup becomes a line feed.
/// - Returns: Lines that end in a line feed, with at most one empty line between two of them.
func cleanText(_ markup: String, keepingLines: Bool = false) -> String {
  let text = plainText(markup, keepingLines: keepingLines)
  if isClean(text) { return text }
  let bytes = Array(text.utf8)
  var out: [UInt8] = []
  out.reserveCapacity(bytes.count)
  var (place, breaks, isSpaced) = (0, 0, false)
  while place < bytes.count {
    if let space = Space(bytes, at: place) {
      breaks += space.isBreak ? 1 : 0
      isSpaced = true
      place += space.length
      continue
    }
    if isSpaced, !out.isEmpty {
      out += breaks == 0 ? [0x20] : [UInt8](repeating: 0x0A, count: min(breaks, 2))
    }
    (breaks, isSpaced) = (0, false)
    out.append(bytes[place])
    place += 1
  }
  return String(decoding: out, as: UTF8.self)
}

/// Removes markup from a text, and joins its lines.
func cleanLine(_ markup: String) -> String { onLine(cleanText(markup)) }

/// Replaces the line feeds of a clean text by spaces.
func onLine(_ text: String) -> String {
  text.utf8.contains(0x0A) ? text.split(separator: "\n").joined(separator: " ") : text
}

/// Returns the lines of a text that are not empty.
func cleanLines(_ markup: String) -> [String] {
  let text = cleanText(markup, keepingLines: true)
  // Most texts have one line; looking for characters is slower than for a byte.
  guard text.utf8.contains(0x0A) else { return text.isEmpty ? [] : [text] }
  return text.split(separator: "\n").map(String.init)
}

/// A character with Unicode's `White_Space` property, in UTF-8.
private struct Space {
  var length: Int
  var isBreak = false

  init?(_ bytes: [UInt8], at place: Int) {
    switch bytes[place] {
    case 0x20, 0x09, 0x0B, 0x0C: length = 1
    case 0x0A: (length, isBreak) = (1, true)
    case 0x0D:
      let isPair = place + 1 < bytes.count && bytes[place + 1] == 0x0A
      (length, isBreak) = (isPair ? 2 : 1, true)
    case 0xC2:
      guard bytes[place + 1] == 0xA0 || bytes[place + 1] == 0x85 else { return nil }
      (length, isBreak) = (2, bytes[place + 1] == 0x85)
    case 0xE1, 0xE2, 0xE3:
      guard let isBreak = Self.wide(bytes[place], bytes[place + 1], bytes[place + 2]) else {
        return nil
      }
      (length, self.isBreak) = (3, isBreak)
    default: return nil
    }
  }

  /// Whether a space of three bytes breaks a line; nil if the bytes are not a space.
  private static func wide(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Bool? {
    switch (first, second, third) {
    case (0xE2, 0x80, 0xA8...0xA9): true
    case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xAF), (0xE2, 0x81, 0x9F),
      (0xE3, 0x80, 0x80):
      false
    default: nil
    }
  }
}

/// Whether a text needs no cleaning: ASCII with single spaces, and none at the ends.
private func isClean(_ text: String) -> Bool {
  var previous: UInt8 = 0x20
  for byte in text.utf8 {
    guard 0x20...0x7E ~= byte, byte != 0x20 || previous != 0x20 else { return false }
    previous = byte
  }
  return previous != 0x20
}

/// Joins texts; nil if there are none.
func joined(_ texts: [String], by separator: String = ", ") -> String? {
  texts.isEmpty ? nil : texts.joined(separator: separator)
}
