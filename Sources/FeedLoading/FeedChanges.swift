import Catalog
import Diagnostics

/// The differences between two versions of a feed.
package struct FeedChanges: Sendable {
  /// The rows that only the later version has, by name.
  package var new: [Int] = []
  /// The rows that only the earlier version has, by name.
  package var gone: [Int] = []
  /// The rows of both versions whose values differ, by name.
  package var changed: [RowPair] = []

  /// Whether there are no differences.
  package var isEmpty: Bool { new.isEmpty && gone.isEmpty && changed.isEmpty }

  /// The numbers of new, gone and changed rows, such as `3 new, 1 gone`.
  package var summary: String {
    [(new.count, "new"), (gone.count, "gone"), (changed.count, "changed")].filter { $0.0 > 0 }
      .map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }

  /// Compares two versions of a feed, record by record.
  ///
  /// Records with the same key are paired in the order of the feed.
  ///
  /// - Parameters:
  ///   - before: The earlier version.
  ///   - after: The later version.
  ///   - isStopped: Whether to cancel; called regularly.
  /// - Throws: ``Failure`` if the comparison was canceled.
  /// - Complexity: O(*n* log *n*) in the number of rows, dominated by reading their values once.
  package init(
    from before: LoadedFeed, to after: LoadedFeed, isStopped: () -> Bool = { false }
  ) throws {
    let pairing = RecordPairing(before, after)
    (new, gone) = (pairing.new, pairing.gone)
    var isChanged = [Bool](repeating: false, count: pairing.pairs.count)
    for item in SharedFields(before.catalog.schema, after.catalog.schema).items {
      if isStopped() { throw Failure.interrupted }
      before.catalog.noteChanges(
        of: item.before, to: after.catalog, item.after, in: pairing.pairs, &isChanged)
    }
    changed = zip(pairing.pairs, isChanged).filter(\.1).map(\.0)
  }
}

/// The fields of two versions of a feed, matched by name.
package struct SharedFields {
  package struct Item {
    package var name: String
    package var before: Int?
    package var after: Int?
  }

  package let items: [Item]

  package init(_ before: Schema, _ after: Schema) {
    let old = Dictionary(before.fields.enumerated().map { ($1.name, $0) }) { first, _ in first }
    let new = Dictionary(after.fields.enumerated().map { ($1.name, $0) }) { first, _ in first }
    items =
      after.fields.map { Item(name: $0.name, before: old[$0.name], after: new[$0.name]) }
      + before.fields.filter { new[$0.name] == nil }
      .map { Item(name: $0.name, before: old[$0.name], after: nil) }
  }
}
