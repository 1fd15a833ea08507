/// A row of each of two states of a catalogue, both of the same record.
package struct RowPair: Equatable, Sendable {
  package var before: Int
  package var after: Int

  package init(before: Int, after: Int) {
    self.before = before
    self.after = after
  }
}

/// Comparing two states of a catalogue, column by column.
extension Catalog {
  /// The UUID of each row in two halves, the first digits highest; nil unless every row has one.
  package func uuids(_ field: Int) -> [SIMD2<UInt64>]? {
    guard case .texts(let column) = column(field) else { return nil }
    return column.uuids(count)
  }

  /// Notes of each pair of rows whether its values in a field differ; a field that is nil has no values.
  package func noteChanges(
    of field: Int?, to later: Catalog, _ laterField: Int?, in pairs: [RowPair],
    _ isChanged: inout [Bool]
  ) {
    let (before, after) = (field.map { column($0) }, laterField.map { later.column($0) })
    switch (before, after) {
    case (nil, nil): break
    case (.texts(let before)?, .texts(let after)?):
      let texts = TextComparison(before, count, after, later.count)
      for place in pairs.indices where !isChanged[place] {
        isChanged[place] = texts.differs(pairs[place])
      }
    case (.keywords(let before)?, .keywords(let after)?):
      let codes = before.translation(to: after)
      for place in pairs.indices where !isChanged[place] {
        let old = before.presentWord(pairs[place].before).map { codes[$0] }
        isChanged[place] = old != after.presentWord(pairs[place].after)
      }
    default:
      for place in pairs.indices where !isChanged[place] {
        let old = before?.value(pairs[place].before)
        isChanged[place] = !old.saysTheSame(as: after?.value(pairs[place].after))
      }
    }
  }
}

/// Two columns of texts that are compared row by row, without their common parts where these are the same.
private struct TextComparison {
  let before: TextColumn
  let after: TextColumn
  /// How many bytes are left of a text; 0 if whole texts have to be compared.
  private let size: Int
  /// The records whose texts are kept whole all the same.
  private let oddBefore: RowSet
  private let oddAfter: RowSet

  init(_ before: TextColumn, _ count: Int, _ after: TextColumn, _ laterCount: Int) {
    (self.before, self.after) = (before, after)
    let isAlike = before.pattern != nil && before.pattern == after.pattern
    size = isAlike ? before.pattern?.slotSize ?? 0 : 0
    oddBefore = before.oddRecords(count)
    oddAfter = after.oddRecords(laterCount)
  }

  func differs(_ pair: RowPair) -> Bool {
    let isHere = before.present.contains(pair.before)
    guard isHere, after.present.contains(pair.after) else {
      return isHere != after.present.contains(pair.after)
    }
    let old = before.isInOrder ? pair.before : before.order.record(pair.before)
    let new = after.isInOrder ? pair.after : after.order.record(pair.after)
    if size == 0 || oddBefore.contains(old) || oddAfter.contains(new) {
      return before.text(pair.before) != after.text(pair.after)
    }
    return slotsDiffer(old * size, new * size)
  }

  private func slotsDiffer(_ old: Int, _ new: Int) -> Bool {
    before.slots.withSpan { mine in
      after.slots.withSpan { theirs in
        // A file of kept rows that is damaged may end early.
        guard old + size <= mine.count, new + size <= theirs.count else { return true }
        for k in 0..<size where mine[old + k] != theirs[new + k] { return true }
        return false
      }
    }
  }
}

extension TextColumn {
  /// The records that do not fit the pattern, out of so many.
  fileprivate func oddRecords(_ count: Int) -> RowSet {
    var odd = RowSet(capacity: count)
    if pattern == nil { return odd }
    exceptions.withSpan { numbers in
      for k in numbers.indices where Int(numbers[k]) < count { odd.insert(Int(numbers[k])) }
    }
    return odd
  }

  fileprivate func uuids(_ count: Int) -> [SIMD2<UInt64>]? {
    guard let pattern, pattern.hole == .uuid, pattern.prefix.isEmpty, pattern.suffix.isEmpty,
      exceptions.count == 0
    else { return nil }
    return slots.withSpan { slots in
      var uuids: [SIMD2<UInt64>] = []
      uuids.reserveCapacity(count)
      for row in 0..<count {
        let start = order.record(row) * 16
        guard present.contains(row), start + 16 <= slots.count else { return nil }
        var halves = SIMD2<UInt64>()
        for k in 0..<16 { halves[k >> 3] = halves[k >> 3] << 8 | UInt64(slots[start + k]) }
        uuids.append(halves)
      }
      return uuids
    }
  }
}

extension KeywordColumn {
  /// The number of the word of a row that has one.
  fileprivate func presentWord(_ row: Int) -> Int? { present.contains(row) ? word(row) : nil }

  /// The number that each word has in another column; -1 for a word that it does not have.
  fileprivate func translation(to other: KeywordColumn) -> [Int] {
    let numbers = Dictionary(other.words.all.enumerated().map { ($1, $0) }) { first, _ in first }
    return words.all.map { numbers[$0] ?? -1 }
  }
}
