/// Sorting by eight bytes of each text at a time (multikey quicksort).
extension TextsToSort {
  /// Sorts entries by their folded texts, then those among which that tells no difference as they are written.
  func sortFully(_ entries: inout MutableSpan<Entry>, _ range: Range<Int>) {
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
