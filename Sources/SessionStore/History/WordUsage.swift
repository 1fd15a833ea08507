import Text

/// How often each word was entered.
struct WordUsage {
  /// By the hash of the word as it is compared.
  private var counts: [UInt64: Int32] = [:]
  private var learned = 0

  /// How many of the lines that were there at first are looked at: a habit shows in the latest ones.
  private static let firstLines = 2000

  /// Counts the words of the lines that were not counted before.
  mutating func learn(_ lines: FoldedLines) {
    if learned == 0 { learned = max(0, lines.count - Self.firstLines) }
    for number in learned..<max(learned, lines.count) {
      forEachWord(of: lines.line(number)) { counts[$0, default: 0] += 1 }
    }
    learned = max(learned, lines.count)
  }

  /// How often the rarest word of a text was entered.
  func count(of text: String) -> Int {
    if counts.isEmpty { return 0 }
    var least: Int32?
    let bytes = Array(folded(text).utf8)
    forEachWord(of: bytes[...]) { least = min(least ?? .max, counts[$0] ?? 0) }
    return Int(least ?? 0)
  }
}

/// Calls `body` with the hash of each word: what stands between spaces, quotes, brackets and operators.
private func forEachWord(of line: ArraySlice<UInt8>, _ body: (UInt64) -> Void) {
  var start = line.startIndex
  for place in line.indices where isBetweenWords(line[place]) {
    if place > start { body(hash(line[start..<place])) }
    start = place + 1
  }
  if start < line.endIndex { body(hash(line[start...])) }
}

private func isBetweenWords(_ byte: UInt8) -> Bool {
  switch byte {
  case 0...0x20, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: ")"),
    UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "~"), UInt8(ascii: "<"), UInt8(ascii: ">"),
    UInt8(ascii: "!"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: "&"):
    true
  default: false
  }
}
