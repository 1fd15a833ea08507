import Text

/// Lines as they are compared, to be searched.
struct FoldedLines {
  private(set) var bytes: [UInt8] = []
  /// Where each line begins, and where the next one will.
  private var starts: [UInt32] = [0]

  var count: Int { starts.count - 1 }

  func line(_ number: Int) -> ArraySlice<UInt8> {
    bytes[Int(starts[number])..<Int(starts[number + 1])]
  }

  /// Takes in the lines that were not before.
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

  /// The lines that have all words of a text and pass a test, the latest first.
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
  /// Whether some bytes stand somewhere in these.
  fileprivate func has(_ needle: [UInt8]) -> Bool {
    var rest = self
    while rest.count >= needle.count, let place = rest.firstIndex(of: needle[0]) {
      if rest[place...].starts(with: needle) { return true }
      rest = rest[(place + 1)...]
    }
    return false
  }
}
