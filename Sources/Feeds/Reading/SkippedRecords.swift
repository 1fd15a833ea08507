import Catalog
import Text

/// The records of a feed that are not rows, as runs of indices.
///
/// There is at most one run before each row, so that the size does not depend on the number of skipped records.
struct SkippedRecords: Equatable, Sendable {
  private struct Run: Equatable, Sendable {
    /// The index of the run's first record.
    var first: UInt32
    /// The number of skipped records up to the end of the run.
    var total: UInt32
  }

  /// The runs in ascending order, with at least one row between any two.
  private var runs: [Run] = []

  /// The number of skipped records.
  var count: Int { Int(runs.last?.total ?? 0) }

  /// Skips records after all those skipped so far.
  mutating func append(_ records: Range<Int>) {
    if records.isEmpty { return }
    let total = UInt32(truncatingIfNeeded: count + records.count)
    if let last = runs.indices.last, end(of: last) == records.lowerBound {
      runs[last].total = total
    } else {
      runs.append(Run(first: UInt32(truncatingIfNeeded: records.lowerBound), total: total))
    }
  }

  /// Skips the records of a range, except some ascending ones.
  mutating func append(_ records: Range<Int>, but good: [Int]) {
    if good.count == records.count { return }
    var next = records.lowerBound
    for index in good {
      append(next..<index)
      next = index + 1
    }
    append(next..<records.upperBound)
  }

  /// Appends the records skipped after the first `count` records.
  mutating func append(_ later: SkippedRecords, after count: Int) {
    for run in later.ranges { append(run.lowerBound + count..<run.upperBound + count) }
  }

  /// The runs, as ranges of indices.
  var ranges: some Sequence<Range<Int>> {
    runs.indices.lazy.map { Int(runs[$0].first)..<end(of: $0) }
  }

  /// Returns the number of skipped records before an index.
  func count(before record: Int) -> Int {
    ranges.prefix { $0.lowerBound < record }.reduce(0) {
      $0 + $1.clamped(to: 0..<record).count
    }
  }

  /// Returns the index of the record of a row.
  ///
  /// - Complexity: O(log *n*) in the number of runs.
  func index(ofRow place: Int) -> Int {
    // A run with k skipped records before it precedes the rows from its first index minus k.
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

  /// Returns the number of skipped records before a run.
  private func total(before run: Int) -> Int { run == 0 ? 0 : Int(runs[run - 1].total) }

  /// Returns the index after the last record of a run.
  private func end(of run: Int) -> Int {
    Int(runs[run].first) + Int(runs[run].total) - total(before: run)
  }
}

extension SkippedRecords {
  /// Encodes the runs in the format of ``init(from:)``.
  func put(in writer: inout BinaryWriter) {
    writer.put(runs.count)
    for range in ranges {
      writer.put(range.lowerBound)
      writer.put(range.upperBound)
    }
  }

  /// Decodes the format of ``put(in:)``; nil for invalid data.
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
