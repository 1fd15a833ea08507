import Text

/// Removes the numbering of lines: `1.`, `2)`, `Step 3:`, `①`.
///
/// The lines stay as they are unless their numbers count up from 1, in all or in some of the lines.
func withoutNumbering(_ lines: [String]) -> [String] {
  let numbers = lines.map(LineNumber.init)
  guard isCounting(numbers.compactMap(\.self), of: lines.count) else { return lines }
  let rests = zip(lines, numbers).compactMap { line, number in
    guard let number else { return line }
    let rest = trimmingSpace(String(decoding: line.utf8.dropFirst(number.length), as: UTF8.self))
    return rest.isEmpty ? nil : rest
  }
  if rests.isEmpty { return lines }
  // Some lines are numbered twice, by their author and by a program: `1. 1. Heat`.
  return rests.count > 1 || numbers.count == 1 ? withoutSecondNumbers(rests) : rests
}

private func withoutSecondNumbers(_ lines: [String]) -> [String] {
  let numbers = lines.map(LineNumber.init)
  guard numbers.allSatisfy({ $0 != nil }), isCounting(numbers.compactMap(\.self), of: lines.count)
  else { return lines }
  let rests = zip(lines, numbers).map { line, number in
    trimmingSpace(String(decoding: line.utf8.dropFirst(number?.length ?? 0), as: UTF8.self))
  }
  return rests.contains("") ? lines : rests
}

/// Whether a line consists of its numbering, such as `Step 3`.
func isNumbering(_ line: String) -> Bool { LineNumber(line)?.length == line.utf8.count }

/// Whether the title of a step has more to say than its text: it neither is a numbering nor begins the text.
func isHeading(_ title: String, of text: String) -> Bool {
  if title.isEmpty || isNumbering(title) { return false }
  var start = folded(title)
  for end in ["…", "...", ".", ":"] where start.hasSuffix(end) {
    start.removeLast(end.count)
    break
  }
  return !folded(text).hasPrefix(start)
}

private func isCounting(_ numbers: [LineNumber], of count: Int) -> Bool {
  guard let first = numbers.first, first.value == 1 else { return false }
  // A single number among other lines is not a numbering unless it follows a word such as “Step”.
  guard numbers.count > 1 || count == 1 || first.isStep else { return false }
  return zip(numbers, numbers.dropFirst()).allSatisfy {
    $1.value == $0.value + 1 || $1.value == 1
  }
}

/// A number at the start of a line that may be its numbering.
private struct LineNumber {
  var value: Int
  /// The length, in bytes, of the number and its punctuation.
  var length: Int
  /// Whether a word for “step” precedes the number.
  var isStep: Bool

  /// “Step” in the languages of Western Europe, in lowercase.
  private static let words = [
    "step", "étape", "etape", "schritt", "paso", "passo", "passaggio", "stap", "steg", "trin",
  ].map { Array($0.utf8) }

  /// The punctuation of Chinese and Japanese numberings, and what makes a digit the picture of a key.
  private static let wideSigns = ["、", "．", "：", "）", "\u{FE0F}\u{20E3}", "\u{20E3}"].map {
    Array($0.utf8)
  }

  init?(_ line: String) {
    guard let first = line.utf8.first, mayBegin(first) else { return nil }
    if let (number, length) = Self.enclosed(line) {
      (value, self.length, isStep) = (number, length, true)
      return
    }
    var rest = line.utf8[...]
    let word = Self.words.first { word in
      rest.prefix(word.count).elementsEqual(word) { $0 == $1 || $0 | 0x20 == $1 }
    }
    let hasWord = word != nil
    if let word { rest = rest.dropFirst(word.count).drop { $0 == 0x20 } }
    let digits = rest.prefix { 0x30...0x39 ~= $0 }
    guard 1...3 ~= digits.count, let value = Int(Substring(digits)) else { return nil }
    rest = rest[digits.endIndex...]
    guard let after = Self.separator(rest, isNeeded: !hasWord) else { return nil }
    self.value = value
    isStep = hasWord
    length = line.utf8.count - after.count
  }

  /// Returns the number in a sign such as `①` or `⑴` at the start of a line, with the length of its sign and punctuation.
  ///
  /// A Japanese particle after it shows that it refers to another step: `①に水を加える`.
  private static func enclosed(_ line: String) -> (value: Int, length: Int)? {
    guard let sign = line.unicodeScalars.first, !sign.isASCII,
      sign.properties.generalCategory == .otherNumber,
      let number = sign.properties.numericValue, let value = Int(exactly: number), value > 0
    else { return nil }
    let rest = line.unicodeScalars.dropFirst()
    // A variation selector asks for the sign as text, or as a picture.
    let next = rest.drop { " .)、．：）\u{FE0E}\u{FE0F}".unicodeScalars.contains($0) }
    if next.startIndex == rest.startIndex, let first = next.first, particles.contains(first) {
      return nil
    }
    return (value, line.utf8.count - String(next).utf8.count)
  }

  private static let particles: Set<Unicode.Scalar> = Set("にをとのはがへでも".unicodeScalars)

  /// Returns the rest of a line after the punctuation of its number; nil if the number is not a numbering.
  private static func separator(
    _ rest: Substring.UTF8View, isNeeded: Bool
  ) -> Substring.UTF8View? {
    guard !rest.isEmpty else { return rest }
    let unspaced = rest.drop { $0 == 0x20 }
    guard let sign = unspaced.first else { return nil }
    if sign == 0x2E || sign == 0x29 || sign == 0x3A, rest.first == sign || !isNeeded {
      let after = unspaced.dropFirst()
      // `1.5 cups`, `1:30`
      return after.first.map { 0x30...0x39 ~= $0 } == true ? nil : after
    }
    for wide in wideSigns where rest.starts(with: wide) { return rest.dropFirst(wide.count) }
    guard !isNeeded, rest.first == 0x20 || sign == 0x2D else { return nil }
    let dashes: [[UInt8]] = [[0x2D], Array("–".utf8), Array("—".utf8)]
    for dash in dashes where unspaced.starts(with: dash) { return unspaced.dropFirst(dash.count) }
    return unspaced
  }
}

/// Splits a text into steps: its lines and blocks, and the parts that are numbered within a line.
///
/// - Parameters:
///   - text: A text that may contain HTML.
///   - isAlone: Whether each line is a step. Otherwise a line continues the one before, unless that ends a sentence or
///     markup separates them.
/// - Returns: The steps, with the numbers of those that have one.
func stepLines(_ text: String, isAlone: Bool) -> [String] {
  let hasMarkup = text.utf8.contains(UInt8(ascii: "<"))
  let text = cleanText(hasMarkup ? markingHeadings(text) : text, keepingLines: true)
  // Most steps have one line; looking for characters is slower than for a byte.
  let lines =
    text.utf8.contains(0x0A)
    ? text.split(separator: "\n", omittingEmptySubsequences: false) : [text[...]]
  var joined: [String] = []
  var continues = false
  for line in lines {
    if continues, !line.isEmpty, LineNumber(String(line)) == nil,
      !isBullet(line.unicodeScalars.first)
    {
      joined[joined.count - 1] += " " + line
    } else {
      joined.append(String(line))
    }
    continues = !isAlone && !hasMarkup && !line.isEmpty && !endsSentence(line)
  }
  let parts = joined.flatMap { bulletedParts($0, isList: false) }.map(withoutSeparator).filter {
    $0.contains { $0.isLetter || $0.isNumber }
  }
  .flatMap(numberedParts)
  return isAlone && parts.count == 1 ? partsWithoutBreaks(parts[0]) : parts
}

/// Adds a colon to the headings of markup: `<h4>Dough</h4>`, and a paragraph that is bold as a whole.
private func markingHeadings(_ markup: String) -> String {
  markup
    .replacing(/<h[1-6][^>]*>([^<]{1,80}[^<:.!?\s])\s*<\/h[1-6]>/.ignoresCase()) {
      "<p>\($0.1):</p>"
    }
    .replacing(
      /<p>\s*<(?:strong|b)>([^<]{1,80}[^<:.!?\s])\s*<\/(?:strong|b)>\s*<\/p>/.ignoresCase()
    ) {
      "<p>\($0.1):</p>"
    }
}

/// Splits a text whose line breaks were lost: where sentences follow each other without a space, more than once.
private func partsWithoutBreaks(_ text: String) -> [String] {
  var (parts, start) = ([Substring](), text.startIndex)
  // The number of letters of the word before, and whether it ends a sentence.
  var (letters, isEnd) = (0, false)
  for place in text.indices {
    let letter = text[place]
    if isEnd, letter.isUppercase, let next = text[text.index(after: place)...].first,
      next.isLowercase
    {
      parts.append(text[start..<place])
      start = place
    }
    isEnd = letters > 2 && (letter == "." || letter == "!" || letter == "?")
    letters = letter.isLowercase ? letters + 1 : letter == ")" ? 3 : 0
  }
  return parts.count < 2 ? [text] : (parts + [text[start...]]).map { trimmingSpace(String($0)) }
}

/// Whether a line ends with a mark that ends a sentence or introduces a list, before closing quotes and brackets.
private func endsSentence(_ line: some StringProtocol) -> Bool {
  let last = line.unicodeScalars.last { !"\"')]”’»".unicodeScalars.contains($0) }
  return last.map { ".!?:;…。！？：；".unicodeScalars.contains($0) } ?? true
}

private func isBullet(_ scalar: Unicode.Scalar?) -> Bool {
  scalar.map { "•●▪◦‣∙·-–—*".unicodeScalars.contains($0) } ?? false
}

/// Splits a line at the bullets in it: `• 2 eggs • 100 g sugar`, also after a heading.
///
/// - Parameters:
///   - line: A line of text.
///   - isList: Whether two bullets separate items without one before the first.
/// - Returns: The parts without bullets; the line alone if they do not separate anything.
func bulletedParts(_ line: String, isList: Bool) -> [String] {
  guard line.utf8.contains(0xE2) else { return [line] }
  let words = line.split(separator: " ")
  let parts = words.split(omittingEmptySubsequences: false) { word in
    word.unicodeScalars.count == 1 && "•●▪◦‣∙".contains(word)
  }.map { $0.joined(separator: " ") }
  let isAfterHeading = parts[0].isEmpty || parts[0].hasSuffix(":")
  let count = parts.count - 1
  return isAfterHeading && count > 1 || isList && count > 1 ? parts.filter { !$0.isEmpty } : [line]
}

/// Removes the commas that joined the elements of a list, and the bullet of a line.
private func withoutSeparator(_ line: String) -> String {
  var rest = line[...]
  while let first = rest.first, first == "," || first == ";" || first == " " { rest.removeFirst() }
  if let first = rest.unicodeScalars.first, isBullet(first),
    first != "*" || rest.dropFirst().first == " "
  {
    let after = rest.dropFirst().drop { $0 == " " }
    if rest.dropFirst().first == " " || !first.isASCII, !after.isEmpty { rest = after }
  }
  return String(rest)
}

/// Splits a line at numbers that count up from 1, such as `1. Wash. 2. Slice.`, and after a heading before them.
private func numberedParts(_ line: String) -> [String] {
  // The second part has a number.
  guard line.utf8.contains(where: { $0 == UInt8(ascii: "2") || $0 >= 0xE2 }) else { return [line] }
  let bytes = Array(line.utf8)
  var (starts, expected) = ([Int](), 1)
  var isStep = false
  var place = 0
  while place < bytes.count {
    defer { place += 1 }
    guard beginsWord(bytes, place), mayBegin(bytes[place]) else { continue }
    let window = String(decoding: bytes[place..<min(place + 24, bytes.count)], as: UTF8.self)
    guard let number = LineNumber(window), number.value == expected,
      place + number.length < bytes.count
    else { continue }
    if expected == 1 {
      // A number inside a sentence is not a numbering.
      let before = bytes[..<place].last { $0 != 0x20 }
      guard before == nil || before == UInt8(ascii: ":") else { return [line] }
      isStep = number.isStep
    }
    guard number.isStep == isStep else { continue }
    starts.append(place)
    expected += 1
    place += number.length - 1
  }
  guard starts.count > 1 else { return [line] }
  let ends = starts.dropFirst() + [bytes.count]
  let parts = [0..<starts[0]] + zip(starts, ends).map { $0..<$1 }
  return parts.map { trimmingSpace(String(decoding: bytes[$0], as: UTF8.self)) }
    .filter { !$0.isEmpty }
}

/// Whether a numbering may begin with a byte: a digit, a sign such as `①`, or a letter of a word for “step”.
private func mayBegin(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x30...0x39, 0xC3, 0xE2: true
  case UInt8(ascii: "e"), UInt8(ascii: "p"), UInt8(ascii: "s"), UInt8(ascii: "t"): true
  case UInt8(ascii: "E"), UInt8(ascii: "P"), UInt8(ascii: "S"), UInt8(ascii: "T"): true
  default: false
  }
}

/// Whether a byte follows a space, or a mark that ends a sentence.
private func beginsWord(_ bytes: [UInt8], _ place: Int) -> Bool {
  guard place > 0, case let last = bytes[place - 1] else { return true }
  switch last {
  case UInt8(ascii: "."): return !isDigitBefore(bytes, place - 1)
  case 0x20, UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: ";"), UInt8(ascii: ":"),
    UInt8(ascii: ")"):
    return true
  case 0..<0x80: return false
  default: break
  }
  return ["。", "！", "？", "；", "：", "）"].contains {
    bytes[..<place].suffix(3).elementsEqual($0.utf8)
  }
}

/// Whether a digit precedes a point, as in `1.5`.
private func isDigitBefore(_ bytes: [UInt8], _ place: Int) -> Bool {
  place > 0 && 0x30...0x39 ~= bytes[place - 1]
}
