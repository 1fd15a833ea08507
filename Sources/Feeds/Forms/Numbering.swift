import Text

/// Lines without the numbers that somebody has put before them: `1.`, `2)`, `Step 3:`.
///
/// A number is one of these only if they count up from 1, over all the lines or a part of them; else all lines stay.
func withoutNumbering(_ lines: [String]) -> [String] {
  let numbers = lines.map(LineNumber.init)
  if lines.count == 1, let number = numbers[0], number.goesOn(in: lines[0]) { return lines }
  guard isCounting(numbers.compactMap(\.self), of: lines.count) else { return lines }
  let rests = zip(lines, numbers).compactMap { line, number in
    guard let number else { return line }
    let rest = trimmingSpace(String(decoding: line.utf8.dropFirst(number.length), as: UTF8.self))
    return rest.isEmpty ? nil : rest
  }
  return rests.isEmpty ? lines : rests
}

private func isCounting(_ numbers: [LineNumber], of count: Int) -> Bool {
  guard let first = numbers.first, first.value == 1 else { return false }
  // A single number in the midst of other lines is not counting, unless it says that it is a step.
  guard numbers.count > 1 || count == 1 || first.isStep else { return false }
  return zip(numbers, numbers.dropFirst()).allSatisfy {
    $1.value == $0.value + 1 || $1.value == 1
  }
}

/// A number at the beginning of a line that may be the line's own.
private struct LineNumber {
  var value: Int
  /// The bytes of the number and what belongs to it.
  var length: Int
  /// Whether a word for a step is before it.
  var isStep: Bool

  /// `Step` in the languages of Western Europe, in small letters.
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

  /// Whether the next number stands further on in its line, with the same sign and a text behind it.
  func goesOn(in line: String) -> Bool {
    let own = line.utf8.prefix(length)
    guard let sign = own.last(where: { [0x2E, 0x29, 0x3A].contains($0) }) else { return false }
    return line.contains(" \(value + 1)\(Character(Unicode.Scalar(sign))) ")
  }

  /// What follows the sign behind a number; nil if there is none, and the number means something else.
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
