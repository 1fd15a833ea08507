import Dispatch
import Synchronization

/// Sorts texts by their folded form, then by their exact bytes, then by position.
///
/// Records without a text come last.
///
/// - Parameters:
///   - shown: The original texts.
///   - folded: The folded texts, each followed by a zero byte.
///   - present: Whether each record has a text; nil for all.
///   - isStopped: Whether to cancel; called regularly, from any thread.
/// - Returns: The records in sorted order; in any order if sorting is canceled.
/// - Complexity: O(*n* log *n*), comparing eight bytes at a time (Bentley and Sedgewick, "Fast Algorithms for Sorting
///   and Searching Strings", 1997), with two threads for many texts.
func textOrder(
  _ shown: TextArena, _ folded: TextArena, _ present: PresenceBits? = nil,
  unless isStopped: @Sendable () -> Bool = { false }
) -> [UInt32] {
  let texts = TextSorter(shown: shown, folded: folded)
  var entries: [TextSorter.Entry] = []
  var missing: [UInt32] = []
  entries.reserveLargely(shown.count)
  for record in 0..<UInt32(shown.count) {
    if present?[Int(record)] ?? true {
      entries.append(texts.entry(record))
    } else {
      missing.append(record)
    }
  }
  return texts.order(of: entries, unless: isStopped) + missing
}

/// The state of sorting texts.
struct TextSorter: Sendable {
  /// The bytes that are compared: first those of the folded texts, then those of the originals.
  struct Stage: BitwiseCopyable {
    var isWritten = false
    /// The offset of the eight bytes.
    var depth = 0
  }

  /// A record, and the eight bytes of its text that are compared.
  struct Entry: BitwiseCopyable {
    var key: UInt64 = 0
    var record: UInt32 = 0
    /// The offset of the folded text, to load its bytes without another lookup.
    var start: UInt32 = 0

    /// The first two of the bytes.
    var bucket: Int { Int(key >> 48) }
  }

  let shown: TextArena
  let folded: TextArena

  /// Returns an entry with the first eight bytes.
  func entry(_ record: UInt32) -> Entry {
    let start = folded.place(Int(record)).lowerBound
    return Entry(key: foldedKey(at: start), record: record, start: UInt32(start))
  }

  /// Loads eight bytes of a folded text in big-endian order, with zeros after its zero byte.
  @inline(__always)
  func foldedKey(at place: Int) -> UInt64 {
    if place + 8 <= folded.bytes.count {
      let word = unsafe folded.bytes.span.bytes.word(place)
      // The lowest bit marks the first zero byte. Higher bits can be false positives.
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

  /// Loads eight bytes of an original text in big-endian order, with zeros after its end.
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

  /// Returns the records of entries in sorted order; in any order if sorting is canceled.
  func order(of entries: [Entry], unless isStopped: @Sendable () -> Bool) -> [UInt32] {
    if entries.count < 1 << 12 {
      var sorted = entries
      var span = sorted.mutableSpan
      sortFully(&span, 0..<span.count, unless: isStopped)
      return sorted.map(\.record)
    }
    // A counting sort by the first two bytes distributes the entries to buckets. If there are many entries, the buckets
    // are divided into two parts of similar size.
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
    // A task knows that it is canceled only on its own thread, which tells the other one.
    let isCanceled = Atomic(false)
    @Sendable func mustStop() -> Bool {
      if isCanceled.load(ordering: .relaxed) { return true }
      if isStopped() { isCanceled.store(true, ordering: .relaxed) }
      return isCanceled.load(ordering: .relaxed)
    }
    let low = Mutex(consume lower)
    let high = Mutex(consume upper)
    DispatchQueue.concurrentPerform(iterations: split < count ? 2 : 1) { part in
      if part == 0 {
        low.withLock { sort(&$0, buckets: 0..<middle, bounds, unless: mustStop) }
      } else {
        high.withLock { sort(&$0, buckets: middle..<1 << 16, bounds, unless: mustStop) }
      }
    }
    return low.withLock { $0.map(\.record) } + high.withLock { $0.map(\.record) }
  }

  /// Sorts each of a range of buckets.
  private func sort(
    _ entries: inout [Entry], buckets: Range<Int>, _ starts: [Int], unless mustStop: () -> Bool
  ) {
    let first = starts[buckets.lowerBound]
    var span = entries.mutableSpan
    for bucket in buckets where starts[bucket + 1] - starts[bucket] > 1 {
      let range = starts[bucket] - first..<starts[bucket + 1] - first
      sortFully(&span, range, unless: mustStop)
    }
  }
}
