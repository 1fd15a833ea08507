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

/// Texts that are put in order: what is compared of them, and in which parts.
struct TextsToSort: Sendable {
  /// The bytes at which texts are being compared: those of their folded form, then those as they are written.
  struct Stage: BitwiseCopyable {
    var isWritten = false
    /// How many bytes stand before the eight.
    var depth = 0
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
  func foldedKey(at place: Int) -> UInt64 {
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
  func shownKey(_ record: UInt32, _ depth: Int) -> UInt64 {
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
}
