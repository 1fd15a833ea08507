import Text

/// A text for each row.
final class TextColumn: Sendable {
  let present: Bits
  /// As they are shown: all texts, or those that do not fit the pattern.
  private let shown: Arena
  /// As they are compared, a zero byte behind each; nil where that is worked out when it is needed.
  let folded: Arena?
  let pattern: TextPattern?
  /// What is left of each record's text without what is common.
  let slots: Numbers<UInt8>
  /// The records that do not fit the pattern.
  let exceptions: Numbers<UInt32>
  /// The servers that addresses begin with, and for each record which: its number plus one.
  private let servers: Arena?
  private let serverCodes: NarrowNumbers
  let order: RowOrder
  /// Whether the texts are kept in the order of the rows, which is their own; else in that of the feed.
  private let isSorted: Bool

  /// Whether the rows stand in the order of these texts.
  var isInOrder: Bool { isSorted }

  /// Numbers the texts of rows that stand in the order of these texts; equal ones alike.
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
    present = Bits(sections.numbers(.present))
    shown = sections.shown
    servers = sections.has(.servers) ? sections.servers : nil
    serverCodes = sections.narrow(.serverCodes)
    folded = sections.has(.folded) ? sections.folded : nil
    pattern = sections.has(.pattern) ? TextPattern(encoded: sections.bytes(.pattern)) : nil
    slots = sections.numbers(.slots)
    exceptions = sections.numbers(.exceptions)
    self.order = order
    isSorted = isName
  }

  /// Where the text of a row is kept.
  private func place(_ row: Int) -> Int { isSorted ? row : order.record(row) }

  /// The text of a row that has one.
  func text(_ row: Int) -> String {
    let place = place(row)
    guard let pattern else {
      if let servers {
        let code = serverCodes[place]
        if code > 0, code <= servers.count { return servers.text(code - 1) + shown.text(place) }
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

  /// A number that is the same for rows with the same text, and almost surely another one for others.
  func hash(_ row: Int) -> UInt64 {
    let place = place(row)
    if let pattern, exceptions.firstIndex(of: UInt32(truncatingIfNeeded: place)) == nil {
      let size = pattern.slotSize
      return slots.withSpan(place * size..<(place + 1) * size) { unsafe checksum($0.bytes) }
    }
    if pattern == nil, servers == nil { return shown.withBytes(shown.place(place), checksum) }
    var text = text(row)
    return text.withUTF8 { checksum(unsafe $0.span.bytes) }
  }

  /// The text of a row as it is compared.
  func foldedText(_ row: Int) -> String {
    folded.map { $0.foldedText(place(row)) } ?? Text.folded(text(row))
  }

  /// The rows with a text that matches.
  func rows(_ pattern: Pattern, _ extent: Pattern.Extent, count: Int) -> RowSet {
    let anchor = Array(pattern.anchor.utf8)
    if pattern.plain.isEmpty, pattern.isPlain, extent != .whole { return present.rows(count) }
    guard let folded, !anchor.isEmpty else {
      return present.rows(count).filtered {
        pattern.matches(text($0), folded: foldedText($0), extent)
      }
    }
    let isExact = pattern.isPlain
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
        case .anywhere: true
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

  /// The first rows with a text in which a pattern is, as far as they pass a test.
  ///
  /// - Complexity: O(*n*), but where the rows stand in the order of these texts only to the last row that is found.
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

  /// The rows whose folded text begins with some bytes, if the texts are in order.
  ///
  /// - Complexity: O(log *n*).
  private func rows(from prefix: [UInt8], in folded: Arena) -> Range<Int> {
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

extension Arena {
  /// How a text compares with a prefix: below 0 if it comes before all texts that begin with it, above if after.
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

extension Numbers where Element == UInt32 {
  /// The place of a number, if the numbers ascend.
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
  /// The rows of the set for which `test` holds.
  func filtered(_ test: (Int) -> Bool) -> RowSet {
    var kept = RowSet(capacity: capacity)
    forEach { if test($0) { kept.insert($0) } }
    return kept
  }

  /// The same rows out of more.
  func widened(to capacity: Int) -> RowSet {
    if capacity == self.capacity { return self }
    var wide = RowSet(capacity: capacity)
    forEach { wide.insert($0) }
    return wide
  }
}
