/// Sorting by eight bytes of each text at a time, level by level.
///
/// The next bytes of all equal entries are loaded before the first is needed, because texts are spread over memory.
extension TextSorter {
  /// Sorts entries by their folded texts, and then those with equal ones by their original texts.
  ///
  /// - Parameters:
  ///   - entries: The entries.
  ///   - range: The range to sort.
  ///   - mustStop: Whether to cancel; called for every eight bytes.
  func sortFully(
    _ entries: inout MutableSpan<Entry>, _ range: Range<Int>, unless mustStop: () -> Bool
  ) {
    let alike = sort(&entries, [range], isWritten: false, unless: mustStop)
    for range in alike { advance(&entries, range, to: Stage(isWritten: true)) }
    var different: [Range<Int>] = []
    for range in alike {
      if areSame(entries, range) {
        sortSameTexts(&entries, range)
      } else {
        different.append(range)
      }
    }
    for range in sort(&entries, different, isWritten: true, unless: mustStop) {
      sortByRecord(&entries, range)
    }
  }

  /// Sorts ranges of entries by their texts up to a zero byte, starting with their keys.
  ///
  /// - Returns: The ranges of equal entries; none if it was canceled.
  private func sort(
    _ entries: inout MutableSpan<Entry>, _ ranges: [Range<Int>], isWritten: Bool,
    unless mustStop: () -> Bool
  ) -> [Range<Int>] {
    var same: [Range<Int>] = []
    var open = ranges
    var stage = Stage(isWritten: isWritten)
    while !open.isEmpty {
      if mustStop() { return [] }
      var unsettled: [Range<Int>] = []
      for range in open {
        sortByKeys(&entries, range)
        forEachRun(entries, range) { run, key in
          if key & 0xFF == 0 { same.append(run) } else { unsettled.append(run) }
        }
      }
      stage.depth += 8
      for range in unsettled { advance(&entries, range, to: stage) }
      open = unsettled
    }
    return same
  }

  /// Whether all entries have the same original text, as is usual for equal folded texts.
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

  /// Sorts entries with equal texts by their records.
  private func sortSameTexts(_ entries: inout MutableSpan<Entry>, _ range: Range<Int>) {
    for place in range { entries[place].key = UInt64(entries[place].record) }
    sortByKeys(&entries, range)
  }

  /// Calls `body` with each run of at least two entries with the same key.
  @inline(__always)
  private func forEachRun(
    _ entries: borrowing MutableSpan<Entry>, _ range: Range<Int>,
    _ body: (Range<Int>, UInt64) -> Void
  ) {
    var start = range.lowerBound
    while start < range.upperBound {
      let key = entries[start].key
      var end = start + 1
      while end < range.upperBound, entries[end].key == key { end += 1 }
      if end - start > 1 { body(start..<end, key) }
      start = end
    }
  }

  /// Loads the next keys of entries.
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

  /// Sorts entries whose original texts are equal up to a zero byte.
  private func sortByRecord(_ entries: inout MutableSpan<Entry>, _ range: Range<Int>) {
    if areSame(entries, range) { return sortSameTexts(&entries, range) }
    // The zero byte may be part of the texts, which are compared as a whole.
    let sorted = range.map { entries[$0] }.sorted { one, other in
      let mine = shown.bytes[shown.place(Int(one.record))]
      let theirs = shown.bytes[shown.place(Int(other.record))]
      return mine == theirs ? one.record < other.record : mine.lexicographicallyPrecedes(theirs)
    }
    for (place, entry) in zip(range, sorted) { entries[place] = entry }
  }
}
