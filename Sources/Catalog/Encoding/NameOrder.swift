import Dispatch
import Synchronization

/// The order of texts: by their folded form, then as they are written, then as they came; records without one come last.
///
/// - Parameters:
///   - shown: The texts as they are written.
///   - folded: The texts as they are compared, a zero byte behind each.
///   - present: Which records have one; nil for all.
/// - Returns: The number of the record in each place.
/// - Complexity: O(*n* log *n*), eight bytes of every text at a time (Bentley and Sedgewick, "Fast
///   Algorithms for Sorting and Searching Strings", 1997); on two threads where there are many.
func textOrder(
  _ shown: TextArena, _ folded: TextArena, _ present: PresenceBits? = nil
) -> [UInt32] {
  let texts = TextsToSort(shown: shown, folded: folded)
  var entries: [TextsToSort.Entry] = []
  var missing: [UInt32] = []
  entries.reserveLargely(shown.count)
  for record in 0..<UInt32(shown.count) {
    if present?[Int(record)] ?? true {
      entries.append(TextsToSort.Entry(key: texts.key(record, 0), record: record))
    } else {
      missing.append(record)
    }
  }
  return texts.sorted(entries).map(\.record) + missing
}

private struct TextsToSort: Sendable {
  /// A record, and the eight bytes of its text at which it is being compared.
  struct Entry: BitwiseCopyable {
    var key: UInt64
    var record: UInt32
  }

  let shown: TextArena
  let folded: TextArena

  /// Eight bytes of a folded text, the first one highest; zeros from its end on.
  @inline(__always)
  func key(_ record: UInt32, _ depth: Int) -> UInt64 {
    let place = folded.place(Int(record))
    let start = place.lowerBound + depth
    let left = place.upperBound - start
    if left <= 0 { return 0 }
    if start + 8 <= folded.bytes.count {
      let word = unsafe folded.bytes.span.bytes.word(start).byteSwapped
      return left >= 8 ? word : word & ~(UInt64.max >> UInt64(left * 8))
    }
    var word: UInt64 = 0
    for k in 0..<8 { word = word << 8 | (k < left ? UInt64(folded.bytes[start + k]) : 0) }
    return word
  }

  func sorted(_ entries: [Entry]) -> [Entry] {
    if entries.count < 1 << 15 { return sortedAlone(entries) }
    let sample = stride(from: 0, to: entries.count, by: entries.count / 1000)
      .map { entries[$0].key }.sorted()
    let pivot = sample[sample.count / 2]
    let low = Mutex(entries.filter { $0.key < pivot })
    let high = Mutex(entries.filter { $0.key >= pivot })
    DispatchQueue.concurrentPerform(iterations: 2) { half in
      if half == 0 {
        low.withLock { $0 = sortedAlone($0) }
      } else {
        high.withLock { $0 = sortedAlone($0) }
      }
    }
    return low.withLock { $0 } + high.withLock { $0 }
  }

  private func sortedAlone(_ entries: [Entry]) -> [Entry] {
    if entries.count < 1 << 12 {
      var sorted = entries
      var span = sorted.mutableSpan
      sort(&span, 0..<span.count, depth: 0)
      return sorted
    }
    // First by two bytes, each entry at once to where those with the same begin.
    var ends = [Int](repeating: 0, count: 1 << 16 + 1)
    for entry in entries { ends[Int(entry.key >> 48) + 1] += 1 }
    for start in 1..<ends.count { ends[start] += ends[start - 1] }
    let starts = ends
    var sorted = entries
    for entry in entries {
      sorted[ends[Int(entry.key >> 48)]] = entry
      ends[Int(entry.key >> 48)] += 1
    }
    var span = sorted.mutableSpan
    for start in 0..<1 << 16 where starts[start + 1] - starts[start] > 1 {
      sort(&span, starts[start]..<starts[start + 1], depth: 0)
    }
    return sorted
  }

  /// Sorts a range of entries that agree in their first `depth` bytes.
  ///
  /// The largest part of three is sorted in the loop, so that the stack stays shallow whatever the texts.
  private func sort(_ entries: inout MutableSpan<Entry>, _ range: Range<Int>, depth: Int) {
    var (range, depth) = (range, depth)
    while range.count > 1 {
      if range.count < 12 { return insertionSort(&entries, range, depth) }
      let pivot = pivot(entries, range)
      let (low, high) = partition(&entries, range, around: pivot)
      let parts: InlineArray<3, Range<Int>> = [
        range.lowerBound..<low, low..<high, high..<range.upperBound,
      ]
      var largest = 0
      for part in 1..<3 where parts[part].count > parts[largest].count { largest = part }
      let isOver = pivot & 0xFF == 0
      for part in 0..<3 where part != largest && parts[part].count > 1 {
        if part != 1 {
          sort(&entries, parts[part], depth: depth)
        } else if isOver {
          sortEquals(&entries, parts[part])
        } else {
          advance(&entries, parts[part], to: depth + 8)
          sort(&entries, parts[part], depth: depth + 8)
        }
      }
      range = parts[largest]
      guard largest == 1 else { continue }
      if isOver { return sortEquals(&entries, range) }
      depth += 8
      advance(&entries, range, to: depth)
    }
  }

  /// The median of three entries.
  private func pivot(_ entries: borrowing MutableSpan<Entry>, _ range: Range<Int>) -> UInt64 {
    let first = entries[range.lowerBound].key
    let middle = entries[range.lowerBound + range.count / 2].key
    let last = entries[range.upperBound - 1].key
    return max(min(first, middle), min(max(first, middle), last))
  }

  /// Moves the lower keys to the front and the higher ones to the back.
  ///
  /// - Returns: Where the keys that equal the pivot begin and end.
  private func partition(
    _ entries: inout MutableSpan<Entry>, _ range: Range<Int>, around pivot: UInt64
  ) -> (Int, Int) {
    var (low, place, high) = (range.lowerBound, range.lowerBound, range.upperBound)
    while place < high {
      let key = entries[place].key
      if key < pivot {
        entries.swapAt(low, place)
        low += 1
        place += 1
      } else if key > pivot {
        high -= 1
        entries.swapAt(place, high)
      } else {
        place += 1
      }
    }
    return (low, high)
  }

  private func advance(_ entries: inout MutableSpan<Entry>, _ range: Range<Int>, to depth: Int) {
    for place in range { entries[place].key = key(entries[place].record, depth) }
  }

  private func insertionSort(
    _ entries: inout MutableSpan<Entry>, _ range: Range<Int>, _ depth: Int
  ) {
    for place in range.dropFirst() {
      let entry = entries[place]
      var target = place
      while target > range.lowerBound, precedes(entry, entries[target - 1], depth) {
        entries[target] = entries[target - 1]
        target -= 1
      }
      entries[target] = entry
    }
  }

  private func precedes(_ one: Entry, _ other: Entry, _ depth: Int) -> Bool {
    if one.key != other.key { return one.key < other.key }
    var (key, depth) = (one.key, depth)
    while key & 0xFF != 0 {
      depth += 8
      key = self.key(one.record, depth)
      let theirs = self.key(other.record, depth)
      if key != theirs { return key < theirs }
    }
    return isWrittenBefore(one.record, other.record)
  }

  /// The order of two texts that fold alike.
  private func isWrittenBefore(_ one: UInt32, _ other: UInt32) -> Bool {
    let (mine, theirs) = (shown.place(Int(one)), shown.place(Int(other)))
    let bytes = unsafe shown.bytes.span.bytes
    var (k, j) = (mine.lowerBound, theirs.lowerBound)
    while k + 8 <= mine.upperBound, j + 8 <= theirs.upperBound {
      let (here, there) = (bytes.word(k), bytes.word(j))
      if here != there { return here.byteSwapped < there.byteSwapped }
      k += 8
      j += 8
    }
    while k < mine.upperBound, j < theirs.upperBound {
      if bytes.byte(k) != bytes.byte(j) { return bytes.byte(k) < bytes.byte(j) }
      k += 1
      j += 1
    }
    return mine.count == theirs.count ? one < other : mine.count < theirs.count
  }

  private func sortEquals(_ entries: inout MutableSpan<Entry>, _ range: Range<Int>) {
    let sorted = range.map { entries[$0] }
      .sorted { isWrittenBefore($0.record, $1.record) }
    for (place, entry) in zip(range, sorted) { entries[place] = entry }
  }
}
