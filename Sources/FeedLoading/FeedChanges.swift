import Catalog
import Diagnostics

/// What is different between two states of one feed.
package struct FeedChanges: Sendable {
  /// The rows of the later state that the earlier one does not have, by name.
  package var new: [Int] = []
  /// The rows of the earlier state that the later one does not have, by name.
  package var gone: [Int] = []
  /// The rows of both that have another value in some field, by name.
  package var changed: [RowPair] = []

  /// Whether everything is as it was.
  package var isEmpty: Bool { new.isEmpty && gone.isEmpty && changed.isEmpty }

  /// How many rows are new, gone and changed, such as `3 new, 1 gone`.
  package var summary: String {
    [(new.count, "new"), (gone.count, "gone"), (changed.count, "changed")].filter { $0.0 > 0 }
      .map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }

  /// Compares two states of a feed, record by record.
  ///
  /// Records with the same key are compared one after another, in the order of the feed.
  ///
  /// - Parameters:
  ///   - before: The earlier state.
  ///   - after: The later state.
  ///   - isStopped: Whether nobody wants to know any more; asked now and then.
  /// - Throws: ``Failure`` if it was stopped.
  /// - Complexity: O(*n* log *n*) in the rows, nearly all of it in looking at their values once.
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

/// The fields of two states of a feed by name: one that a state does not have is empty in all of its rows.
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
