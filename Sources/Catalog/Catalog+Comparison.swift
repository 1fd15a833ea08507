/// The rows of the same record in two versions of a catalog.
package struct RowPair: Equatable, Sendable {
  package var before: Int
  package var after: Int

  package init(before: Int, after: Int) {
    self.before = before
    self.after = after
  }
}

/// Comparison of two versions of a catalog, column by column.
extension Catalog {
  /// Returns the UUID of each row as two big-endian halves; nil unless every row has one.
  package func uuids(_ field: Int) -> [SIMD2<UInt64>]? {
    guard case .texts(let column) = column(field) else { return nil }
    return column.uuids(count)
  }

  /// Marks the pairs of rows whose values in a field differ.
  ///
  /// - Parameters:
  ///   - field: The field; nil if this catalog does not have it.
  ///   - later: The other catalog.
  ///   - laterField: The field in the other catalog; nil if that does not have it.
  ///   - pairs: The pairs of rows.
  ///   - isChanged: An element for each pair, set to true if its values differ.
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
        isChanged[place] = !old.isEquivalent(to: after?.value(pairs[place].after))
      }
    }
  }
}

/// A comparison of two columns of texts.
///
/// If both have the same pattern, only the variable parts are compared.
private struct TextComparison {
  let before: TextColumn
  let after: TextColumn
  /// The size of a variable part, in bytes; 0 if whole texts must be compared.
  private let size: Int
  /// The records whose texts are stored whole because they do not match the pattern.
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
        // The slots of a damaged snapshot may end early.
        guard old + size <= mine.count, new + size <= theirs.count else { return true }
        for k in 0..<size where mine[old + k] != theirs[new + k] { return true }
        return false
      }
    }
  }
}

extension TextColumn {
  /// Returns the records, out of `count`, that do not match the pattern.
  fileprivate func oddRecords(_ count: Int) -> RowSet {
    var odd = RowSet(capacity: count)
    if pattern == nil { return odd }
    exceptions.withSpan { numbers in
      for k in numbers.indices where Int(numbers[k]) < count { odd.insert(Int(numbers[k])) }
    }
    return odd
  }

  fileprivate func uuids(_ count: Int) -> [SIMD2<UInt64>]? {
    guard let pattern, pattern.middle == .uuid, pattern.prefix.isEmpty, pattern.suffix.isEmpty,
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
  /// Returns the number of a row's word; nil if the row has no value.
  fileprivate func presentWord(_ row: Int) -> Int? { present.contains(row) ? word(row) : nil }

  /// Returns the number of each word in another column; -1 for a word that the other column does not have.
  fileprivate func translation(to other: KeywordColumn) -> [Int] {
    let numbers = Dictionary(other.words.all.enumerated().map { ($1, $0) }) { first, _ in first }
    return words.all.map { numbers[$0] ?? -1 }
  }
}
