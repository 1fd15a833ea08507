import Catalog

/// What wraps all that a record has.
enum Wrapper {
  /// What services call it.
  private static let known: Set = ["_source", "attributes", "fields", "node", "properties"]

  /// Keys of texts that may stand beside it: they tell one record from another, or what kind it is.
  private static let besides: Set = [
    "cursor", "etag", "kind", "lang", "language", "object", "rev", "score", "status", "type",
  ]

  /// How many texts of a key are looked at.
  fileprivate static let glance = 64

  /// The place of the column that is one, if there is one.
  ///
  /// It has a name in it, and nothing beside it is one.
  static func place(among columns: [LooseColumns.Column]) -> Int? {
    let objects = columns.indices.filter { columns[$0].nesting == .objects }
    let wrappers = objects.filter { known.contains(columns[$0].key) }
    if wrappers.count == 1 { return wrappers[0] }
    let named = objects.filter { columns[$0].hasNamedObjects }
    guard named.count == 1 else { return nil }
    let rows = columns[named[0]].rows.count
    let isAlone = columns.indices.allSatisfy { place in
      objects.contains(place) || isBeside(columns[place], rows)
    }
    return isAlone ? named[0] : nil
  }

  /// Whether a key may stand beside what wraps so many rows: what at most half of them have is a remark.
  private static func isBeside(_ column: LooseColumns.Column, _ rows: Int) -> Bool {
    let key = column.key.lowercased()
    if column.isName { return false }
    if besides.contains(key) || Inference.isEssential(key) { return true }
    if let first = key.first, "_@$".contains(first) { return true }
    return column.rows.count * 2 <= rows || !column.isProse
  }
}

extension LooseColumns.Column {
  /// Whether half of the first texts or more say something, and do not only lead to it or date it.
  fileprivate var isProse: Bool {
    var (texts, prose) = (0, 0)
    for place in values.indices where texts < Wrapper.glance {
      let isList = values[place].shape == .list
      guard let text = isList ? "" : trimmedText(place), isList || !text.isEmpty else { continue }
      texts += 1
      if isList || !isWebLink(text) && !isDateAlone(text) { prose += 1 }
    }
    return texts > 0 && prose * 2 >= texts
  }
}
