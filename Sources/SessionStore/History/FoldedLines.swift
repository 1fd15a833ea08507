import Text

/// Case-folded lines of the history, for searching.
struct FoldedLines {
  private(set) var bytes: [UInt8] = []
  /// The start of each line, and of the next one to be added.
  private var starts: [UInt32] = [0]

  var count: Int { starts.count - 1 }

  func line(_ number: Int) -> ArraySlice<UInt8> {
    bytes[Int(starts[number])..<Int(starts[number + 1])]
  }

  /// Adds the lines that it does not have yet.
  mutating func learn(_ lines: HistoryLines) {
    for number in count..<max(count, lines.count) {
      let line = lines.bytes(number)
      let isPlain = line.allSatisfy { $0 < 0x80 && $0 != 0x5C }
      if isPlain {
        for byte in line { bytes.append(byte >= 0x41 && byte <= 0x5A ? byte + 32 : byte) }
      } else {
        bytes += folded(lines.text(number)).utf8
      }
      starts.append(UInt32(bytes.count))
    }
  }

  /// The lines that contain all words of a text and pass a test, the latest first.
  func matches(_ text: String, limit: Int, where test: (Int) -> Bool) -> [Int] {
    let words = folded(text).split(whereSeparator: \.isWhitespace).map { Array($0.utf8) }
    var found: [Int] = []
    for number in (0..<count).reversed() {
      if found.count >= limit { break }
      if words.allSatisfy({ line(number).has($0) }), test(number) { found.append(number) }
    }
    return found
  }
}

extension ArraySlice<UInt8> {
  /// Whether the bytes contain other bytes.
  fileprivate func has(_ needle: [UInt8]) -> Bool {
    var rest = self
    while rest.count >= needle.count, let place = rest.firstIndex(of: needle[0]) {
      if rest[place...].starts(with: needle) { return true }
      rest = rest[(place + 1)...]
    }
    return false
  }
}

/// How often each word was entered.
struct WordUsage {
  /// The counts by the hash of the folded word.
  private var counts: [UInt64: Int32] = [:]
  private var learned = 0

  /// The number of latest lines that are counted at the start; they show habits well enough.
  private static let firstLines = 2000

  /// Counts the words of lines that were not counted yet.
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

/// Calls `body` with the hash of each word; words end at spaces, quotes, brackets and operators.
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
