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
      entries.append(texts.entry(record))
    } else {
      missing.append(record)
    }
  }
  return texts.order(of: entries) + missing
}

private struct TextsToSort: Sendable {
  /// The bytes at which texts are being compared: those of their folded form, then those as they are written.
  struct Stage: BitwiseCopyable {
    var isWritten = false
    /// How many bytes stand before the eight.
    var depth = 0

    /// What comes behind bytes that are the same, a zero among which ends a text; nil if that is nothing.
    func next(after key: UInt64) -> Stage? {
      if key & 0xFF != 0 { return Stage(isWritten: isWritten, depth: depth + 8) }
      return isWritten ? nil : Stage(isWritten: true)
    }
  }

  /// A record, and the eight bytes of its text at which it is being compared.
  struct Entry: BitwiseCopyable {
    var key: UInt64 = 0
    var record: UInt32 = 0
    /// Where its folded text begins, so that nothing else is waited for to get at the bytes.
    var start: UInt32 = 0

    /// The first two of the bytes.
    var bucket: Int { Int(key >> 48) }
  }

  let shown: TextArena
  let folded: TextArena

  /// A record before anything was compared.
  func entry(_ record: UInt32) -> Entry {
    let start = folded.place(Int(record)).lowerBound
    return Entry(key: foldedKey(at: start), record: record, start: UInt32(start))
  }

  /// Eight bytes of a folded text, the first one highest; zeros from the zero byte on that ends it.
  @inline(__always)
  private func foldedKey(at place: Int) -> UInt64 {
    if place + 8 <= folded.bytes.count {
      let word = unsafe folded.bytes.span.bytes.word(place)
      // The lowest of these bits is that of the first zero byte; beyond it there may be wrong ones.
      let zeros = (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
      if zeros == 0 { return word.byteSwapped }
      return (word & ((zeros & (0 &- zeros)) >> 7 &- 1)).byteSwapped
    }
    var word: UInt64 = 0
    var isOver = false
    for k in 0..<8 {
      let byte = isOver || place + k >= folded.bytes.count ? 0 : folded.bytes[place + k]
      isOver = byte == 0
      word = word << 8 | UInt64(byte)
    }
    return word
  }

  /// Eight bytes of a text as it is written, the first one highest; zeros from its end on.
  @inline(__always)
  private func shownKey(_ record: UInt32, _ depth: Int) -> UInt64 {
    let place = shown.place(Int(record))
    let start = place.lowerBound + depth
    let left = place.upperBound - start
    if left <= 0 { return 0 }
    if start + 8 <= shown.bytes.count {
      let word = unsafe shown.bytes.span.bytes.word(start).byteSwapped
      return left >= 8 ? word : word & ~(UInt64.max >> UInt64(left * 8))
    }
    var word: UInt64 = 0
    for k in 0..<8 { word = word << 8 | (k < left ? UInt64(shown.bytes[start + k]) : 0) }
    return word
  }

  /// The records of some entries, in their order.
  func order(of entries: [Entry]) -> [UInt32] {
    if entries.count < 1 << 12 {
      var sorted = entries
      var span = sorted.mutableSpan
      sortFully(&span, 0..<span.count)
      return sorted.map(\.record)
    }
    // First by two bytes, each entry at once to where those with the same begin; where there are many, in two
    // parts of about the same size.
    let count = entries.count
    var starts = [Int](repeating: 0, count: 1 << 16 + 1)
    for entry in entries { starts[entry.bucket + 1] += 1 }
    for bucket in 1..<starts.count { starts[bucket] += starts[bucket - 1] }
    let middle = count < 1 << 15 ? 1 << 16 : starts.firstIndex { $0 >= count / 2 } ?? 1 << 16
    let split = starts[middle]
    var lower: [Entry] = []
    var upper: [Entry] = []
    lower.fillLargely(Entry(), split)
    upper.fillLargely(Entry(), count - split)
    var ends = starts
    for entry in entries {
      let place = ends[entry.bucket]
      if place < split { lower[place] = entry } else { upper[place - split] = entry }
      ends[entry.bucket] += 1
    }
    let bounds = starts
    let low = Mutex(consume lower)
    let high = Mutex(consume upper)
    DispatchQueue.concurrentPerform(iterations: split < count ? 2 : 1) { part in
      if part == 0 {
        low.withLock { sort(&$0, buckets: 0..<middle, bounds) }
      } else {
        high.withLock { sort(&$0, buckets: middle..<1 << 16, bounds) }
      }
    }
    return low.withLock { $0.map(\.record) } + high.withLock { $0.map(\.record) }
  }

  /// Sorts entries that are in the order of their first two bytes: those of some of these.
  private func sort(_ entries: inout [Entry], buckets: Range<Int>, _ starts: [Int]) {
    let first = starts[buckets.lowerBound]
    var span = entries.mutableSpan
    for bucket in buckets where starts[bucket + 1] - starts[bucket] > 1 {
      sortFully(&span, starts[bucket] - first..<starts[bucket + 1] - first)
    }
  }

  /// Sorts entries by their folded texts, then those among which that tells no difference as they are written.
  private func sortFully(_ entries: inout MutableSpan<Entry>, _ range: Range<Int>) {
    var alike: [Range<Int>] = []
    sort(&entries, range, Stage(), &alike)
    // Each of these texts is somewhere else, so all are asked for before the first is compared.
    for range in alike { advance(&entries, range, to: Stage(isWritten: true)) }
    for range in alike {
      if areSame(entries, range) {
        sortSameTexts(&entries, range)
      } else {
        var none: [Range<Int>] = []
        sort(&entries, range, Stage(isWritten: true), &none)
      }
    }
  }

  /// Whether the texts of all entries are written as that of the first, as those that fold alike mostly are.
  private func areSame(_ entries: borrowing MutableSpan<Entry>, _ range: Range<Int>) -> Bool {
    let text = unsafe shown.bytes.span.bytes
    let first = shown.place(Int(entries[range.lowerBound].record))
    for place in range.dropFirst() {
      let other = shown.place(Int(entries[place].record))
      if other.count != first.count || !text.equals(other, text, from: first.lowerBound) {
        return false
      }
    }
    return true
  }

  /// Sorts entries whose texts are the same by their records.
  private func sortSameTexts(_ entries: inout MutableSpan<Entry>, _ range: Range<Int>) {
    var none: [Range<Int>] = []
    for place in range { entries[place].key = UInt64(entries[place].record) }
    sort(&entries, range, Stage(), &none)
  }

  /// Sorts a range of entries that agree in all bytes before the stage, but for those that fold alike.
  ///
  /// The largest part is sorted in the loop, so that the stack stays shallow whatever the texts.
  private func sort(
    _ entries: inout MutableSpan<Entry>, _ range: Range<Int>, _ stage: Stage,
    _ alike: inout [Range<Int>]
  ) {
    var (range, stage) = (range, stage)
    while range.count > 1 {
      if range.count < 12 {
        insertionSort(&entries, range)
        range = sortRuns(&entries, range, stage, &alike)
      } else {
        let (low, high) = partition(&entries, range, around: pivot(entries, range))
        let parts: InlineArray<3, Range<Int>> = [
          range.lowerBound..<low, low..<high, high..<range.upperBound,
        ]
        var largest = 0
        for part in 1..<3 where parts[part].count > parts[largest].count { largest = part }
        if largest != 0 { sort(&entries, parts[0], stage, &alike) }
        if largest != 1 { sortSame(&entries, parts[1], stage, &alike) }
        if largest != 2 { sort(&entries, parts[2], stage, &alike) }
        range = parts[largest]
        guard largest == 1 else { continue }
      }
      if range.count < 2 { return }
      guard let next = next(&entries, range, stage, &alike) else { return }
      stage = next
    }
  }

  /// Sorts a range of entries whose keys are the same.
  private func sortSame(
    _ entries: inout MutableSpan<Entry>, _ range: Range<Int>, _ stage: Stage,
    _ alike: inout [Range<Int>]
  ) {
    if range.count < 2 { return }
    if let next = next(&entries, range, stage, &alike) { sort(&entries, range, next, &alike) }
  }

  /// Takes entries whose keys are the same to what is compared next.
  ///
  /// - Returns: The stage they are at now; nil if nothing more is to be done with them here.
  private func next(
    _ entries: inout MutableSpan<Entry>, _ range: Range<Int>, _ stage: Stage,
    _ alike: inout [Range<Int>]
  ) -> Stage? {
    guard let next = stage.next(after: entries[range.lowerBound].key) else {
      sortByRecord(&entries, range, stage.depth)
      return nil
    }
    if next.isWritten, !stage.isWritten {
      alike.append(range)
      return nil
    }
    advance(&entries, range, to: next)
    return next
  }

  /// Sorts the runs of entries with the same key, but for the longest.
  ///
  /// - Returns: The longest run.
  private func sortRuns(
    _ entries: inout MutableSpan<Entry>, _ range: Range<Int>, _ stage: Stage,
    _ alike: inout [Range<Int>]
  ) -> Range<Int> {
    var longest = range.lowerBound..<range.lowerBound
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start + 1
      while end < range.upperBound, entries[end].key == entries[start].key { end += 1 }
      let shorter = end - start > longest.count ? longest : start..<end
      if end - start > longest.count { longest = start..<end }
      sortSame(&entries, shorter, stage, &alike)
      start = end
    }
    return longest
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

  private func advance(
    _ entries: inout MutableSpan<Entry>, _ range: Range<Int>, to stage: Stage
  ) {
    if stage.isWritten {
      for place in range { entries[place].key = shownKey(entries[place].record, stage.depth) }
    } else {
      for place in range {
        entries[place].key = foldedKey(at: Int(entries[place].start) + stage.depth)
      }
    }
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

  /// Sorts entries whose texts are the same as far as the zero behind `depth` bytes or up to eight more.
  private func sortByRecord(
    _ entries: inout MutableSpan<Entry>, _ range: Range<Int>, _ depth: Int
  ) {
    let length = shown.place(Int(entries[range.lowerBound].record)).count
    if length <= depth + 8,
      range.allSatisfy({ shown.place(Int(entries[$0].record)).count == length })
    {
      return sortSameTexts(&entries, range)
    }
    // Behind a zero byte that is one of their own they go on, each as it likes.
    let sorted = range.map { entries[$0] }.sorted { one, other in
      let mine = shown.bytes[shown.place(Int(one.record))]
      let theirs = shown.bytes[shown.place(Int(other.record))]
      return mine == theirs ? one.record < other.record : mine.lexicographicallyPrecedes(theirs)
    }
    for (place, entry) in zip(range, sorted) { entries[place] = entry }
  }
}
