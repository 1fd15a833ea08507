import Catalog
import FeedLoading
import Feeds
import Formats

/// The fields of what the user has given to the rows of a feed: `tags`, `my-rating` and `cooked`.
struct OwnColumns {
  /// The fields, and a value or nil for each row.
  private(set) var fields: [(field: Field, values: [Value?])] = []
  /// The rows that were cooked.
  private(set) var cooked: RowSet

  /// Collects the own values of the rows of a feed.
  ///
  /// - Parameters:
  ///   - own: The own values by the keys of records.
  ///   - feed: The feed as published.
  ///   - kinds: The kinds that have a field, even if no row has a value.
  /// - Complexity: O(*n*) in the number of rows if a row has own values.
  init(_ own: [String: [OwnValue]], in feed: LoadedFeed, always kinds: Set<OwnValue.Kind>) {
    let catalog = feed.feed.catalog
    cooked = RowSet(capacity: catalog.count)
    var values: [Int: [OwnValue]] = [:]
    for (key, rows) in feed.rows(of: own.keys) {
      for row in rows { values[row, default: []] += own[key] ?? [] }
    }
    let present = Set(values.values.joined().map(\.kind)).union(kinds)
    for (row, list) in values where list.contains(where: { $0.kind == .cooked }) {
      cooked.insert(row)
    }
    for kind in OwnValue.Kind.allCases where present.contains(kind) {
      add(kind, values, catalog)
    }
  }

  private mutating func add(
    _ kind: OwnValue.Kind, _ own: [Int: [OwnValue]], _ catalog: Catalog
  ) {
    let published = catalog.schema.fields.firstIndex { $0.name == kind.fieldName }
    var column = [Value?](repeating: nil, count: catalog.count)
    if kind == .tag, let published {
      for row in 0..<catalog.count { column[row] = catalog.value(published, row).map(\.asList) }
    }
    for (row, list) in own {
      let values = list.filter { $0.kind == kind }.map(\.value)
      guard let last = values.max() else { continue }
      switch kind {
      case .tag:
        let before: [String] = if case .list(let items)? = column[row] { items } else { [] }
        column[row] = .list(before + values.filter { !before.contains($0) })
      case .rating: column[row] = Double(last).map { .number($0) }
      case .cooked: column[row] = .text(last)
      }
    }
    var field = published.map { catalog.schema.fields[$0] } ?? kind.field
    if kind == .tag { field.kind = .list }
    fields.append((field, column))
  }
}

extension OwnValue.Kind {
  /// The name of the field that rows have the values in.
  package var fieldName: String {
    switch self {
    case .tag: "tags"
    case .rating: Recipe.ownRatingField
    case .cooked: "cooked"
    }
  }

  fileprivate var field: Field {
    switch self {
    case .tag: Field(fieldName, .list, aliases: ["tag"])
    case .rating: Field(fieldName, .number, aliases: ["rated"])
    case .cooked: Field(fieldName, .date, aliases: ["last-cooked"])
    }
  }
}

extension Value {
  fileprivate var asList: Value {
    if case .list = self { self } else { .list([text]) }
  }
}

/// What the user has given to rows.
extension Session {
  /// The values of a kind that the user has given a row, the oldest first.
  func ownValues(of row: Int, _ kind: OwnValue.Kind) -> [String] {
    guard !ownState.own.isEmpty, let key = feed?.key(of: row) else { return [] }
    return (ownState.own[key.text] ?? []).filter { $0.kind == kind }.map(\.value)
  }

  /// The tags that the user has given a row.
  package func ownTags(of row: Int) -> [String] {
    ownValues(of: row, .tag)
  }

  /// The number of rows that the user has given each tag.
  package func ownTags() -> [String: Int] {
    var counts: [String: Int] = [:]
    for (key, rows) in feed?.rows(of: ownState.own.keys) ?? [:] {
      for value in ownState.own[key] ?? [] where value.kind == .tag {
        counts[value.value, default: 0] += rows.count
      }
    }
    return counts
  }
}
