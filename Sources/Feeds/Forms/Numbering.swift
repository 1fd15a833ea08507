import Text

/// Removes the numbering of lines: `1.`, `2)`, `Step 3:`.
///
/// The lines stay as they are unless their numbers count up from 1, in all or in some of the lines.
func withoutNumbering(_ lines: [String]) -> [String] {
  let numbers = lines.map(LineNumber.init)
  if lines.count == 1, let number = numbers[0], number.continues(in: lines[0]) { return lines }
  guard isCounting(numbers.compactMap(\.self), of: lines.count) else { return lines }
  let rests = zip(lines, numbers).compactMap { line, number in
    guard let number else { return line }
    let rest = trimmingSpace(String(decoding: line.utf8.dropFirst(number.length), as: UTF8.self))
    return rest.isEmpty ? nil : rest
  }
  return rests.isEmpty ? lines : rests
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

  init?(_ line: String) {
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

  /// Whether the numbering continues within the line: the next number follows with the same punctuation.
  func continues(in line: String) -> Bool {
    let own = line.utf8.prefix(length)
    guard let sign = own.last(where: { [0x2E, 0x29, 0x3A].contains($0) }) else { return false }
    return line.contains(" \(value + 1)\(Character(Unicode.Scalar(sign))) ")
  }

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
    guard !isNeeded, rest.first == 0x20 || sign == 0x2D else { return nil }
    let dashes: [[UInt8]] = [[0x2D], Array("–".utf8), Array("—".utf8)]
    for dash in dashes where unspaced.starts(with: dash) { return unspaced.dropFirst(dash.count) }
    return unspaced
  }
}
