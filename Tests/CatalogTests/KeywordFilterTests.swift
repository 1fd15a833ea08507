import Catalog
import TestSupport
import Testing
import Text

/// Filtering of records by words.
struct KeywordFilterTests {
  /// Words of one to twenty letters, many of which share prefixes or suffixes.
  private static let words: [String] = {
    var numbers = SeededNumbers(seed: 11)
    return (0..<3000).map { number in
      let length = numbers.oneOf(Array(1...20))
      let middle = numbers.oneOf(["aaaaaaaa", "bbbbbbbb", "é", " x"])
      return String(
        (numbers.oneOf(["a", "b", "ab", "ba"]) + middle + "\(number)" + middle).prefix(length))
    } + [" ", "  ", " a", "A"]
  }()

  @Test(arguments: ["a", "b*", "*1", "ab*b", "é*"])
  func `each word matches or not, independently of the words before`(pattern: String) {
    let wanted = Pattern(pattern, wildcards: true)
    var filter = KeywordFilter([wanted], .whole)
    for turn in 0..<2 {
      for start in stride(from: 0, to: Self.words.count, by: RecordBatch.capacity) {
        let words = Array(Self.words[start..<min(start + RecordBatch.capacity, Self.words.count)])
        var (bytes, batch): ([UInt8], RecordBatch) = ([], RecordBatch(slots: 1))
        for (row, word) in words.enumerated() {
          batch.values[row] = ScannedValue(
            offset: UInt32(bytes.count), length: UInt32(word.utf8.count), shape: .text)
          bytes += Array(word.utf8)
        }
        batch.count = words.count
        bytes += [UInt8](repeating: 0, count: 64)
        let kept = filter.matching(
          Array(words.indices), of: batch, [0], in: unsafe bytes.span.bytes)
        let right = words.indices.filter { row in
          let shown = words[row].split(separator: " ").joined(separator: " ")
          return !shown.isEmpty && wanted.matches(shown, folded: folded(shown), .whole)
        }
        #expect(kept == right, "\(turn), \(start)")
      }
    }
  }
}
