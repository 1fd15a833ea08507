import Catalog

/// What is different between two states of one feed.
struct FeedChanges: Sendable {
  /// A row of each state, both of the same record.
  struct Pair: Sendable {
    var before: Int
    var after: Int
  }

  /// The rows of the later state that the earlier one does not have, by name.
  var new: [Int] = []
  /// The rows of the earlier state that the later one does not have, by name.
  var gone: [Int] = []
  /// The rows of both that have another value in some field, by name.
  var changed: [Pair] = []

  /// Whether everything is as it was.
  var isEmpty: Bool { new.isEmpty && gone.isEmpty && changed.isEmpty }

  /// How many rows are new, gone and changed, such as `3 new, 1 gone`.
  var summary: String {
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
  init(
    from before: LoadedFeed, to after: LoadedFeed, isStopped: () -> Bool = { false }
  ) throws {
    let pairing = RecordPairing(before, after)
    (new, gone) = (pairing.new, pairing.gone)
    let fields = SharedFields(before.catalog.schema, after.catalog.schema)
    for (place, pair) in pairing.pairs.enumerated() {
      if place & 0xFFF == 0, isStopped() { throw Failure.interrupted }
      if fields.differs(pair, before.catalog, after.catalog) { changed.append(pair) }
    }
  }
}

/// The fields of two states of a feed by name: one that a state does not have is empty in all of its rows.
struct SharedFields {
  struct Item {
    var name: String
    var before: Int?
    var after: Int?
  }

  let items: [Item]

  init(_ before: Schema, _ after: Schema) {
    let old = Dictionary(before.fields.enumerated().map { ($1.name, $0) }) { first, _ in first }
    let new = Dictionary(after.fields.enumerated().map { ($1.name, $0) }) { first, _ in first }
    items =
      after.fields.map { Item(name: $0.name, before: old[$0.name], after: new[$0.name]) }
      + before.fields.filter { new[$0.name] == nil }
      .map { Item(name: $0.name, before: old[$0.name], after: nil) }
  }

  /// Whether a pair of rows has another value in some field.
  func differs(_ pair: FeedChanges.Pair, _ before: Catalog, _ after: Catalog) -> Bool {
    items.contains { item in
      item.before.flatMap { before.value($0, pair.before) }
        != item.after.flatMap { after.value($0, pair.after) }
    }
  }
}
