/// Sorting by the keys alone, without a branch that depends on them where there are many.
extension TextsToSort {
  /// Sorts entries by their keys; those with the same key end up in any order.
  ///
  /// - Complexity: O(*n* log *n*), whatever the keys.
  func sortByKeys(_ entries: inout MutableSpan<Entry>, _ range: Range<Int>) {
    if range.count > 12 {
      let levels = Int.bitWidth - range.count.leadingZeroBitCount
      split(&entries, range, atMost: 2 * levels)
    } else {
      insertionSort(&entries, range)
    }
  }

  /// Splits a range around one key after another, and sorts what that leaves too large; the largest part is split in
  /// the loop, so that the stack stays shallow.
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

  /// The median of three entries.
  private func pivot(_ entries: borrowing MutableSpan<Entry>, _ range: Range<Int>) -> UInt64 {
    let first = entries[range.lowerBound].key
    let middle = entries[range.lowerBound + range.count / 2].key
    let last = entries[range.upperBound - 1].key
    return max(min(first, middle), min(max(first, middle), last))
  }

  /// Moves the entries with some keys to the front.
  ///
  /// Each entry is swapped, needed or not: what depends on the key is then a number and no branch, which a processor
  /// would guess wrong every other time.
  ///
  /// - Returns: Where the others begin.
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

  /// Sorts entries that were split badly again and again.
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
