/// Sorting by keys, without branches that depend on them.
extension TextSorter {
  /// Sorts entries by their keys; not stable.
  ///
  /// - Complexity: O(*n* log *n*) for any keys.
  func sortByKeys(_ entries: inout MutableSpan<Entry>, _ range: Range<Int>) {
    if range.count > 12 {
      let levels = Int.bitWidth - range.count.leadingZeroBitCount
      split(&entries, range, atMost: 2 * levels)
    } else {
      insertionSort(&entries, range)
    }
  }

  /// Partitions a range repeatedly, and sorts the parts.
  ///
  /// The largest part is partitioned in the loop, which limits the depth of the stack.
  func split(
    _ entries: inout MutableSpan<Entry>, _ range: Range<Int>, atMost splits: Int
  ) {
    var (range, splits) = (range, splits)
    while range.count > 12 {
      guard splits > 0 else { return sortUnluckyKeys(&entries, range) }
      splits -= 1
      let pivot = pivot(entries, range)
      let low = moveToFront(&entries, range) { $0 < pivot }
      let high = moveToFront(&entries, low..<range.upperBound) { $0 == pivot }
      let (lower, higher) = (range.lowerBound..<low, high..<range.upperBound)
      let isLowerShorter = lower.count < higher.count
      split(&entries, isLowerShorter ? lower : higher, atMost: splits)
      range = isLowerShorter ? higher : lower
    }
    insertionSort(&entries, range)
  }

  /// Returns the median of three keys.
  private func pivot(_ entries: borrowing MutableSpan<Entry>, _ range: Range<Int>) -> UInt64 {
    let first = entries[range.lowerBound].key
    let middle = entries[range.lowerBound + range.count / 2].key
    let last = entries[range.upperBound - 1].key
    return max(min(first, middle), min(max(first, middle), last))
  }

  /// Moves the entries whose keys pass a test to the front.
  ///
  /// Every entry is swapped unconditionally. The result of the test is only added to an index, which avoids a branch
  /// that would be mispredicted half of the time.
  ///
  /// - Returns: The index of the first other entry.
  @inline(__always)
  private func moveToFront(
    _ entries: inout MutableSpan<Entry>, _ range: Range<Int>, where isInFront: (UInt64) -> Bool
  ) -> Int {
    var low = range.lowerBound
    for place in range {
      let entry = entries[place]
      entries[place] = entries[low]
      entries[low] = entry
      low += isInFront(entry.key) ? 1 : 0
    }
    return low
  }

  /// Sorts entries for which partitioning has degenerated.
  private func sortUnluckyKeys(_ entries: inout MutableSpan<Entry>, _ range: Range<Int>) {
    let sorted = range.map { entries[$0] }.sorted { $0.key < $1.key }
    for (place, entry) in zip(range, sorted) { entries[place] = entry }
  }

  /// Sorts a few entries by their keys.
  private func insertionSort(_ entries: inout MutableSpan<Entry>, _ range: Range<Int>) {
    for place in range.dropFirst() {
      let entry = entries[place]
      var target = place
      while target > range.lowerBound, entry.key < entries[target - 1].key {
        entries[target] = entries[target - 1]
        target -= 1
      }
      entries[target] = entry
    }
  }
}
