import Catalog
import Text

/// The records of a feed that are not rows, as runs of numbers.
///
/// There is no more than one run before each row, however many records are skipped.
struct SkippedRecords: Equatable, Sendable {
  private struct Run: Equatable, Sendable {
    /// The first record of the run.
    var first: UInt32
    /// How many records are skipped up to the end of the run, those of the runs before it among them.
    var total: UInt32
  }

  /// In ascending order, with a row between any two.
  private var runs: [Run] = []

  /// How many records are skipped.
  var count: Int { Int(runs.last?.total ?? 0) }

  /// Skips records behind all that are skipped already.
  mutating func append(_ records: Range<Int>) {
    if records.isEmpty { return }
    let total = UInt32(truncatingIfNeeded: count + records.count)
    if let last = runs.indices.last, end(of: last) == records.lowerBound {
      runs[last].total = total
    } else {
      runs.append(Run(first: UInt32(truncatingIfNeeded: records.lowerBound), total: total))
    }
  }

  /// Skips the records of a range behind all that are skipped already, apart from some ascending ones.
  mutating func append(_ records: Range<Int>, but good: [Int]) {
    if good.count == records.count { return }
    var next = records.lowerBound
    for index in good {
      append(next..<index)
      next = index + 1
    }
    append(next..<records.upperBound)
  }

  /// Adds what is skipped of the records that follow the first `count` ones.
  mutating func append(_ later: SkippedRecords, after count: Int) {
    for run in later.ranges { append(run.lowerBound + count..<run.upperBound + count) }
  }

  /// The runs, as ranges of records.
  var ranges: some Sequence<Range<Int>> {
    runs.indices.lazy.map { Int(runs[$0].first)..<end(of: $0) }
  }

  /// How many records before one are skipped.
  func count(before record: Int) -> Int {
    ranges.prefix { $0.lowerBound < record }.reduce(0) {
      $0 + $1.clamped(to: 0..<record).count
    }
  }

  /// The number of the record that is row number `place`.
  ///
  /// - Complexity: O(log *n*) in the number of runs.
  func index(ofRow place: Int) -> Int {
    // A run with k skipped records before it comes before the rows from its first number less k on.
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(runs[middle].first) - total(before: middle) <= place {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return place + total(before: low)
  }

  /// How many records are skipped in the runs before one.
  private func total(before run: Int) -> Int { run == 0 ? 0 : Int(runs[run - 1].total) }

  /// The number behind the last record of a run.
  private func end(of run: Int) -> Int {
    Int(runs[run].first) + Int(runs[run].total) - total(before: run)
  }
}

extension SkippedRecords {
  /// Puts the runs where ``init(from:)`` finds them.
  func put(in writer: inout BinaryWriter) {
    writer.put(runs.count)
    for range in ranges {
      writer.put(range.lowerBound)
      writer.put(range.upperBound)
    }
  }

  /// Reads what ``put(in:)`` put; nil for anything else.
  init?(from reader: inout BinaryReader) {
    guard let count = reader.number() else { return nil }
    var end = -1
    for _ in 0..<max(0, count) {
      guard let first = reader.number(), let next = reader.number(), first > end, next > first,
        UInt32(exactly: next) != nil
      else { return nil }
      append(first..<next)
      end = next
    }
  }
}
