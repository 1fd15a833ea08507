import Text

/// A search that ignores case, width and diacritics.
///
/// A diacritic in the search text must match.
struct PagerSearch: Sendable {
  let text: String
  private let pattern: Pattern
  private let letters: [FoldedLetter]

  init(_ text: String) {
    self.text = text
    pattern = Pattern(text)
    letters = foldedLetters(text)
  }

  /// Whether a line contains the text.
  func matches(_ line: ArraySlice<UInt8>) -> Bool {
    pattern.matches(Self.plain(line), .anywhere)
  }

  /// The number of bytes searched before and after a part of a line.
  private static let margin = 1024

  /// The size of the parts in which a line is searched, in bytes.
  private static let partSize = 1 << 16

  /// Returns the byte offset of the first match in a line from an offset; nil if there is none.
  ///
  /// - Complexity: O(*n*) time, and memory for one part of the line.
  func firstPlace(in line: ArraySlice<UInt8>, from offset: Int = 0) -> Int? {
    for start in stride(from: offset, to: line.count, by: Self.partSize) {
      let part = start..<min(start + Self.partSize, line.count)
      let places = places(in: line, near: part).map(\.lowerBound)
      if let place = places.first(where: { $0 >= offset }) { return place }
    }
    return nil
  }

  /// Returns the byte offset of the last match in a line before an offset; nil if there is none.
  func lastPlace(in line: ArraySlice<UInt8>, before offset: Int) -> Int? {
    var end = min(offset, line.count)
    while end > 0 {
      let part = max(0, end - Self.partSize)..<end
      let places = places(in: line, near: part).map(\.lowerBound)
      if let place = places.last(where: { $0 < offset }) { return place }
      end = part.lowerBound
    }
    return nil
  }

  /// Returns the byte ranges of the matches in or near a part of a line.
  func places(in line: ArraySlice<UInt8>, near part: Range<Int>) -> [Range<Int>] {
    var start = line.startIndex + max(0, part.lowerBound - Self.margin)
    while start < line.endIndex, line[start] & 0xC0 == 0x80 { start += 1 }
    let end = line.startIndex + min(line.count, part.upperBound + Self.margin)
    return places(in: line[start..<max(start, end)]).map {
      $0.lowerBound + start - line.startIndex..<$0.upperBound + start - line.startIndex
    }
  }

  private func places(in line: ArraySlice<UInt8>) -> [Range<Int>] {
    guard !letters.isEmpty, matches(line) else { return [] }
    let (text, bytes) = Self.letters(of: line)
    var places: [Range<Int>] = []
    var place = 0
    while place + letters.count <= text.count {
      guard isFound(at: place, in: text) else {
        place += 1
        continue
      }
      let last = place + letters.count - 1
      places.append(bytes[place].lowerBound..<bytes[last].upperBound)
      place = last + 1
    }
    return places
  }

  private func isFound(at place: Int, in text: [FoldedLetter]) -> Bool {
    letters.indices.allSatisfy { number in
      let (letter, other) = (letters[number], text[place + number])
      return letter.scalar == other.scalar && (letter.accent == 0 || letter.accent == other.accent)
    }
  }

  /// Returns the letters of a line and the byte range of each.
  private static func letters(
    of line: ArraySlice<UInt8>
  ) -> (letters: [FoldedLetter], bytes: [Range<Int>]) {
    var letters: [FoldedLetter] = []
    var bytes: [Range<Int>] = []
    var place = line.startIndex
    for (piece, end) in LineTokens(line) {
      if case .character = piece {
        let some = foldedLetters(String(decoding: line[place..<end], as: UTF8.self))
        letters += some
        bytes += some.map { _ in place - line.startIndex..<end - line.startIndex }
      }
      place = end
    }
    return (letters, bytes)
  }

  /// Returns a line without escape sequences.
  static func plain(_ line: ArraySlice<UInt8>) -> String {
    guard line.contains(0x1B) else { return String(decoding: line, as: UTF8.self) }
    var plain: [UInt8] = []
    var place = line.startIndex
    for (piece, end) in LineTokens(line) {
      if piece != .control && piece != .command { plain += line[place..<end] }
      place = end
    }
    return String(decoding: plain, as: UTF8.self)
  }
}
