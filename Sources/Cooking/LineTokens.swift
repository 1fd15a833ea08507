/// The numbers, words and marks of a line with their places, without white space.
struct LineTokens {
  struct Token {
    enum Kind: UInt8 { case number, word, mark }

    let kind: Kind
    /// Its bytes in the line.
    let bytes: Range<Int>
    /// Whether white space or the start of the line precedes it.
    let isAfterSpace: Bool
    /// The value of a number.
    var number = WrittenNumber()
    /// The character of a mark, such as `(`; all dashes are `-`, and fullwidth marks are mapped to ASCII.
    var mark: UInt8 = 0
    /// The text in lower case.
    var lowercased = ""
    /// The lists that a word is on.
    var lists: WordList = []
  }

  let line: [UInt8]
  private(set) var tokens: [Token] = []

  /// Divides a line.
  ///
  /// - Parameters:
  ///   - text: The line.
  ///   - isClassified: Whether the lists of its words are looked up.
  init(_ text: String, isClassified: Bool = true) {
    line = Array(text.utf8)
    tokens.reserveCapacity(line.count / 4 + 2)
    var place = 0
    var isAfterSpace = true
    while place < line.count {
      let blank = blankLength(at: place)
      guard blank == 0 else {
        (place, isAfterSpace) = (place + blank, true)
        continue
      }
      if let (end, number) = NumberReader(line: line).number(at: place) {
        tokens.append(
          Token(
            kind: .number, bytes: place..<end, isAfterSpace: isAfterSpace, number: number,
            lowercased: self.text(place..<end)))
      } else if isTimes(at: place) {
        tokens.append(
          Token(
            kind: .mark, bytes: place..<place + 1, isAfterSpace: isAfterSpace,
            mark: UInt8(ascii: "*"), lowercased: self.text(place..<place + 1)))
      } else if case (let length, let mark) = mark(at: place), mark != 0 {
        tokens.append(
          Token(
            kind: .mark, bytes: place..<place + length, isAfterSpace: isAfterSpace, mark: mark,
            lowercased: self.text(place..<place + length)))
      } else {
        let bytes = place..<wordEnd(from: place)
        let word = smallLetters(bytes)
        tokens.append(
          Token(
            kind: .word, bytes: bytes, isAfterSpace: isAfterSpace, lowercased: word,
            lists: isClassified ? WordList.with(word) : []))
      }
      place = tokens[tokens.count - 1].bytes.upperBound
      isAfterSpace = false
    }
  }

  /// The texts of all tokens in lower case, without full stops.
  var words: [String] { tokens.indices.filter { !isMark(".", $0) }.map(lowercased) }

  var count: Int { tokens.count }

  subscript(_ index: Int) -> Token { tokens[index] }

  func isMark(_ mark: Unicode.Scalar, _ index: Int) -> Bool {
    index < tokens.count && index >= 0 && tokens[index].mark == UInt8(ascii: mark)
  }

  func isNumber(_ index: Int) -> Bool {
    index < tokens.count && index >= 0 && tokens[index].kind == .number
  }

  func isWord(_ index: Int) -> Bool {
    index < tokens.count && index >= 0 && tokens[index].kind == .word
  }

  /// Whether a token is a word of a list.
  func isOne(of list: WordList, _ index: Int) -> Bool {
    index < tokens.count && index >= 0 && !tokens[index].lists.isDisjoint(with: list)
  }

  /// Whether white space or the end of the line follows a token.
  func isBeforeSpace(_ index: Int) -> Bool {
    index + 1 >= tokens.count || tokens[index + 1].isAfterSpace
  }

  /// The text of a token, as written in the line.
  func text(_ index: Int) -> String { text(tokens[index].bytes) }

  func text(_ bytes: Range<Int>) -> String { String(decoding: line[bytes], as: UTF8.self) }

  /// The text of a token in lower case; empty if there is none.
  func lowercased(_ index: Int) -> String {
    guard index >= 0, index < tokens.count else { return "" }
    return tokens[index].lowercased
  }

  private func smallLetters(_ bytes: Range<Int>) -> String {
    guard bytes.count <= 15, line[bytes].allSatisfy({ $0 < 0x80 }) else {
      return text(bytes).lowercased()
    }
    return unsafe String(unsafeUninitializedCapacity: bytes.count) { target in
      for (place, byte) in line[bytes].enumerated() {
        unsafe target[place] = byte &- 65 < 26 ? byte | 0x20 : byte
      }
      return bytes.count
    }
  }

  /// The end of the word that starts at a place.
  ///
  /// A word of ASCII letters may contain digits, such as `V8`, unless it directly follows a number.
  private func wordEnd(from start: Int) -> Int {
    var place = start
    var isASCII = true
    let isAfterNumber =
      tokens.last.map { $0.kind == .number && $0.bytes.upperBound == start } ?? false
    while place < line.count, blankLength(at: place) == 0 {
      let byte = line[place]
      if byte < 0x80 {
        let isApostrophe = byte == 0x27 && place > start && isLetter(at: place + 1)
        // `10oz` of `1lb10oz` is a number with a unit.
        let isDigit = byte &- 48 < 10 && !isAfterNumber
        guard isApostrophe || isASCIILetter(byte) || (isDigit && isASCII && place > start) else {
          break
        }
        place += 1
      } else {
        // `g` of `500g前後`
        if isASCII, place > start, byte >= 0xE3, byte <= 0xE9 { break }
        let isFraction = NumberReader(line: line).fraction(at: place) != nil
        guard !isFraction, mark(at: place).mark == 0,
          NumberReader(line: line).digit(at: place) == nil
        else { break }
        isASCII = false
        place += scalarLength(byte)
      }
    }
    return max(place, min(start + scalarLength(line[start]), line.count))
  }

  /// Whether an `x` after a number means times, as in `2 x 400 g` and `6x`.
  private func isTimes(at place: Int) -> Bool {
    guard line[place] | 0x20 == UInt8(ascii: "x"), tokens.last?.kind == .number else {
      return false
    }
    return place + 1 == line.count || !isLetter(at: place + 1) && line[place + 1] != 0x2D
  }

  private func isLetter(at place: Int) -> Bool {
    place < line.count && (isASCIILetter(line[place]) || line[place] >= 0xC3)
  }

  /// The length of the white space character at a place, in bytes; 0 if there is none.
  ///
  /// Braces, which templates leave around numbers, are white space, too: `{300} ml`.
  private func blankLength(at place: Int) -> Int {
    switch line[place] {
    case 0x20, 0x09, 0x0A, 0x0D, 0x7B, 0x7D: 1
    case 0xC2 where bytes(at: place, 0xC2, 0xA0): 2
    // U+2000 to U+200D, U+202F, U+205F, U+2060, U+3000, U+FEFF
    case 0xE2
    where bytes(at: place, 0xE2, 0x80) && place + 2 < line.count
      && (line[place + 2] <= 0x8D || line[place + 2] == 0xAF):
      3
    case 0xE2 where bytes(at: place, 0xE2, 0x81, 0x9F) || bytes(at: place, 0xE2, 0x81, 0xA0): 3
    case 0xE3 where bytes(at: place, 0xE3, 0x80, 0x80): 3
    case 0xEF where bytes(at: place, 0xEF, 0xBB, 0xBF): 3
    default: 0
    }
  }

  /// The mark at a place with its length; 0 where a word begins.
  private func mark(at place: Int) -> (length: Int, mark: UInt8) {
    let byte = line[place]
    if byte < 0x80 {
      // Brackets are read like parentheses.
      if byte == UInt8(ascii: "[") { return (1, UInt8(ascii: "(")) }
      if byte == UInt8(ascii: "]") { return (1, UInt8(ascii: ")")) }
      return isASCIILetter(byte) || byte == 0x5F ? (0, 0) : (1, byte)
    }
    guard [0xC2, 0xC3, 0xDB, 0xE2, 0xE3, 0xEF].contains(byte) else {
      return (0, 0)
    }
    if bytes(at: place, 0xC3, 0x97) { return (2, UInt8(ascii: "*")) }  // ×
    if bytes(at: place, 0xC2, 0xB0) || bytes(at: place, 0xC2, 0xBA) {
      return (2, UInt8(ascii: "^"))  // ° and º
    }
    if bytes(at: place, 0xC2, 0xA3) || bytes(at: place, 0xC2, 0xA5) {
      return (2, UInt8(ascii: "$"))  // £ and ¥
    }
    if bytes(at: place, 0xDB, 0x94) { return (2, UInt8(ascii: ".")) }  // ۔
    guard place + 2 < line.count else { return (0, 0) }
    switch (byte, line[place + 1], line[place + 2]) {
    case (0xE2, 0x80, 0x90...0x95), (0xE2, 0x88, 0x92): return (3, UInt8(ascii: "-"))
    case (0xE2, 0x80, 0x98...0x99): return (3, UInt8(ascii: "'"))
    case (0xE2, 0x80, 0x9C...0x9E), (0xE2, 0x80, 0xB3): return (3, UInt8(ascii: "\""))
    case (0xE2, 0x80, 0xA2), (0xE2, 0x80, 0xBB), (0xE2, 0x91, _), (0xE2, 0x96...0x9E, _),
      (0xEF, 0xBC, 0x8A):
      return (3, UInt8(ascii: "*"))
    case (0xE2, 0x82, 0xAC): return (3, UInt8(ascii: "$"))  // €
    case (0xE2, 0x89, 0x88): return (3, UInt8(ascii: "~"))  // ≈
    case (0xE2, 0x84, 0x83): return (3, UInt8(ascii: "^"))  // ℃
    case (0xEF, 0xBC, 0x88): return (3, UInt8(ascii: "("))
    case (0xEF, 0xBC, 0x89): return (3, UInt8(ascii: ")"))
    case (0xEF, 0xBC, 0x8C), (0xE3, 0x80, 0x81): return (3, UInt8(ascii: ","))
    case (0xEF, 0xBC, 0x9A): return (3, UInt8(ascii: ":"))
    case (0xEF, 0xBD, 0x9E), (0xE3, 0x80, 0x9C): return (3, UInt8(ascii: "-"))  // ～
    default: return (0, 0)
    }
  }

  private func bytes(at place: Int, _ expected: UInt8...) -> Bool {
    place + expected.count <= line.count
      && expected.indices.allSatisfy { line[place + $0] == expected[$0] }
  }
}

func isASCIILetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 97 < 26 }

/// Returns the length of a UTF-8 scalar from its first byte.
private func scalarLength(_ first: UInt8) -> Int {
  first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
}
