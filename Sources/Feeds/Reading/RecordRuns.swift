import Catalog
import Text

/// Records of a feed, such as those that are not rows, as runs of indices.
///
/// The size depends on the number of runs, not on that of the records.
struct RecordRuns: Equatable, Sendable {
  private struct Run: Equatable, Sendable {
    /// The index of the run's first record.
    var first: UInt32
    /// The number of records up to the end of the run.
    var total: UInt32
  }

  /// The runs in ascending order, with at least one other record between any two.
  private var runs: [Run] = []

  /// The number of records.
  var count: Int { Int(runs.last?.total ?? 0) }

  /// Appends records behind all those so far.
  mutating func append(_ records: Range<Int>) {
    if records.isEmpty { return }
    let total = UInt32(truncatingIfNeeded: count + records.count)
    if let last = runs.indices.last, end(of: last) == records.lowerBound {
      runs[last].total = total
    } else {
      runs.append(Run(first: UInt32(truncatingIfNeeded: records.lowerBound), total: total))
    }
  }

  /// Appends the records of a range, except some ascending ones.
  mutating func append(_ records: Range<Int>, but good: [Int]) {
    if good.count == records.count { return }
    var next = records.lowerBound
    for index in good {
      append(next..<index)
      next = index + 1
    }
    append(next..<records.upperBound)
  }

  /// Appends the records of other runs, whose indices count from the record `count`.
  mutating func append(_ later: RecordRuns, after count: Int) {
    for run in later.ranges { append(run.lowerBound + count..<run.upperBound + count) }
  }

  /// The runs, as ranges of indices.
  var ranges: some Sequence<Range<Int>> {
    runs.indices.lazy.map { Int(runs[$0].first)..<end(of: $0) }
  }

  /// Returns the number of these records before an index.
  func count(before record: Int) -> Int {
    ranges.prefix { $0.lowerBound < record }.reduce(0) {
      $0 + $1.clamped(to: 0..<record).count
    }
  }

  /// Whether a record is one of these.
  ///
  /// - Complexity: O(log *n*) in the number of runs.
  func contains(_ record: Int) -> Bool {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].first <= record { low = middle + 1 } else { high = middle }
    }
    return low > 0 && record < end(of: low - 1)
  }

  /// Returns the index of a record by its place among all others.
  ///
  /// - Complexity: O(log *n*) in the number of runs.
  func index(ofOther place: Int) -> Int {
    // A run with k of these records before it precedes the others from its first index minus k.
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

  /// Returns the number of records before a run.
  private func total(before run: Int) -> Int { run == 0 ? 0 : Int(runs[run - 1].total) }

  /// Returns the index after the last record of a run.
  private func end(of run: Int) -> Int {
    Int(runs[run].first) + Int(runs[run].total) - total(before: run)
  }
}

extension RecordRuns {
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
