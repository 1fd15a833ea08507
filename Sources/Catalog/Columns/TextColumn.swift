import Text

/// A column with a text per row.
final class TextColumn: Sendable {
  let present: StoredBits
  /// The original texts: all of them, or only those that do not match the pattern.
  private let shown: StoredTexts
  /// The folded texts, each followed by a zero byte; nil if texts are folded when needed.
  let folded: StoredTexts?
  let pattern: TextPattern?
  /// The variable part of each record's text.
  let slots: NumberArray<UInt8>
  /// The records that do not match the pattern.
  let exceptions: NumberArray<UInt32>
  /// The origins of addresses, and the number of each record's origin plus one; 0 for no origin.
  private let origins: StoredTexts?
  private let originCodes: NarrowNumberArray
  let order: RowOrder
  /// Whether the texts are stored in the order of the rows, which are sorted by them, instead of that of the feed.
  private let isSorted: Bool

  /// Whether the rows are sorted by these texts.
  var isInOrder: Bool { isSorted }

  /// Assigns ranks to the rows, which are sorted by these texts.
  ///
  /// Equal texts have equal ranks.
  func rank(_ ranks: inout [UInt64], _ present: RowSet) {
    let last = shown.count
    shown.withAllBytes { bytes in
      shown.starts.withAll { start in
        var rank: UInt64 = 0
        var previous = 0..<0
        present.forEach { row in
          let place = row < last ? start(row)..<max(start(row), start(row + 1)) : 0..<0
          let isSame =
            place.count == previous.count && place.upperBound <= bytes.byteCount
            && bytes.equals(place, bytes, from: previous.lowerBound)
          if !isSame { rank += 1 }
          ranks[row] = rank
          previous = place.upperBound <= bytes.byteCount ? place : 0..<0
        }
      }
    }
  }

  init(_ sections: FieldSections, _ order: RowOrder, isName: Bool) {
    present = StoredBits(sections.numbers(.present))
    shown = sections.shown
    origins = sections.has(.origins) ? sections.origins : nil
    originCodes = sections.narrow(.originCodes)
    folded = sections.has(.folded) ? sections.folded : nil
    pattern = sections.has(.pattern) ? TextPattern(encoded: sections.bytes(.pattern)) : nil
    slots = sections.numbers(.slots)
    exceptions = sections.numbers(.exceptions)
    self.order = order
    isSorted = isName
  }

  /// Returns the position at which a row's text is stored.
  private func place(_ row: Int) -> Int { isSorted ? row : order.record(row) }

  /// Returns the text of a row that has one.
  func text(_ row: Int) -> String {
    let place = place(row)
    guard let pattern else {
      if let origins {
        let code = originCodes[place]
        if code > 0, code <= origins.count { return origins.text(code - 1) + shown.text(place) }
      }
      return shown.text(place)
    }
    if let number = exceptions.firstIndex(of: UInt32(truncatingIfNeeded: place)) {
      return shown.text(number)
    }
    let size = pattern.slotSize
    return slots.withSpan(place * size..<(place + 1) * size) { slot in
      String(decoding: pattern.unpacked(unsafe slot.bytes), as: UTF8.self)
    }
  }

  /// Returns a 64-bit hash of a row's text.
  func hash(_ row: Int) -> UInt64 {
    let place = place(row)
    if let pattern, exceptions.firstIndex(of: UInt32(truncatingIfNeeded: place)) == nil {
      let size = pattern.slotSize
      return slots.withSpan(place * size..<(place + 1) * size) { unsafe checksum($0.bytes) }
    }
    if pattern == nil, origins == nil { return shown.withBytes(shown.place(place), checksum) }
    var text = text(row)
    return text.withUTF8 { checksum(unsafe $0.span.bytes) }
  }

  /// Returns the folded text of a row.
  func foldedText(_ row: Int) -> String {
    folded.map { $0.foldedText(place(row)) } ?? Text.folded(text(row))
  }

  /// Calls `body` with the folded text of a row.
  func withFoldedText<Result>(_ row: Int, _ body: (RawSpan) -> Result) -> Result {
    guard let folded else {
      let bytes = Array(foldedText(row).utf8)
      return body(unsafe bytes.span.bytes)
    }
    return folded.withBytes(folded.place(place(row)).dropLast(), body)
  }

  /// Returns the rows with a matching text.
  func rows(_ pattern: Pattern, _ extent: Pattern.Extent, count: Int) -> RowSet {
    let anchor = Array(pattern.anchor.utf8)
    if pattern.plain.isEmpty, pattern.isPlain, extent != .whole { return present.rows(count) }
    guard let folded, !anchor.isEmpty else {
      return present.rows(count).filtered {
        pattern.matches(text($0), folded: foldedText($0), extent)
      }
    }
    let isExact = pattern.isPlain && extent != .words
    if isSorted, isExact, extent != .anywhere {
      let range = rows(from: anchor, in: folded)
      if extent == .start { return RowSet(capacity: count, range: range) }
      let end = rows(from: anchor + [0], in: folded).upperBound
      return RowSet(capacity: count, range: range.lowerBound..<max(range.lowerBound, end))
    }
    var places = RowSet(capacity: count)
    folded.forEachText(with: anchor) { place, text, hit in
      guard place < count else { return true }
      let fits =
        switch extent {
        case .anywhere, .words: true
        case .start: hit == text.lowerBound
        case .whole: hit == text.lowerBound && text.count == anchor.count + 1
        }
      if !isExact || fits { places.insert(place) }
      return true
    }
    let rows = isSorted ? places : order.rows(places)
    return isExact
      ? rows : rows.filtered { pattern.matches(text($0), folded: foldedText($0), extent) }
  }

  /// Returns the first rows whose text contains a pattern and that pass a test.
  ///
  /// - Complexity: O(*n*); if the rows are sorted by these texts, only up to the last row that is found.
  func firstRows(
    _ limit: Int, having pattern: Pattern, count: Int, where test: (Int) -> Bool
  ) -> [Int] {
    let anchor = Array(pattern.anchor.utf8)
    guard let folded, isSorted, pattern.isPlain, !anchor.isEmpty else {
      return rows(pattern, .anywhere, count: count).first(limit, where: test)
    }
    var found: [Int] = []
    folded.forEachText(with: anchor) { row, _, _ in
      if row < count, found.count < limit, test(row) { found.append(row) }
      return found.count < limit
    }
    return found
  }

  /// Returns the rows whose folded text has a prefix, by binary search in sorted texts.
  ///
  /// - Complexity: O(log *n*).
  private func rows(from prefix: [UInt8], in folded: StoredTexts) -> Range<Int> {
    func firstRow(where isReached: (Int) -> Bool) -> Int {
      var (low, high) = (0, folded.count)
      while low < high {
        let middle = (low + high) / 2
        if !present.contains(middle) || isReached(middle) {
          high = middle
        } else {
          low = middle + 1
        }
      }
      return low
    }
    let first = firstRow { folded.compare($0, prefix) >= 0 }
    let end = firstRow { folded.compare($0, prefix) > 0 }
    return first..<max(first, end)
  }
}

extension StoredTexts {
  /// Compares a text with a prefix.
  ///
  /// Returns 0 if it has the prefix, a negative number if it sorts before all texts that do, and a positive number
  /// otherwise.
  func compare(_ number: Int, _ prefix: [UInt8]) -> Int {
    withBytes(place(number)) { text in
      for (k, byte) in prefix.enumerated() {
        if k >= text.byteCount { return -1 }
        if text.byte(k) != byte { return text.byte(k) < byte ? -1 : 1 }
      }
      return 0
    }
  }
}

extension NumberArray where Element == UInt32 {
  /// Returns the index of a number in ascending numbers.
  fileprivate func firstIndex(of number: UInt32) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] == number ? low : nil
  }
}

extension RowSet {
  /// Returns the rows of the set that pass a test.
  func filtered(_ test: (Int) -> Bool) -> RowSet {
    var result = RowSet(capacity: capacity)
    forEach { if test($0) { result.insert($0) } }
    return result
  }

  /// Returns the same rows in a set of greater capacity.
  func widened(to capacity: Int) -> RowSet {
    if capacity == self.capacity { return self }
    var wide = RowSet(capacity: capacity)
    forEach { wide.insert($0) }
    return wide
  }
}
