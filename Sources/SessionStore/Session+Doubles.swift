import Catalog
import Cooking
import FeedLoading
import Feeds
import Text

extension Session {
  /// Returns the rows that are the same dish as another one, in groups: by name and ingredients.
  ///
  /// - Complexity: O(*n*) in the number of rows, and in the ingredients of those with names that others have.
  package func doubles() -> [[Int]] {
    guard let feed else { return [] }
    var named: [String: [Int]] = [:]
    for row in catalog.sorted(by: .feed) {
      named[DishSignature.key(of: catalog.name(row)), default: []].append(row)
    }
    return named.values.filter { $0.count > 1 }.flatMap { rows in
      Self.groups(of: rows.map { ($0, feed.signature(of: $0)) })
    }.sorted { $0[0] < $1[0] }
  }

  /// The rows that are the same dish as the first of them, and so on.
  private static func groups(of rows: [(row: Int, signature: DishSignature)]) -> [[Int]] {
    var groups: [[(row: Int, signature: DishSignature)]] = []
    for one in rows {
      let place = groups.firstIndex { $0[0].signature.isSameDish(as: one.signature) }
      if let place { groups[place].append(one) } else { groups.append([one]) }
    }
    return groups.filter { $0.count > 1 }.map { $0.map(\.row) }
  }

  /// The names of the fields in which two rows differ; of ingredients and steps with how many lines do.
  package func differences(of row: Int, from other: Int) -> [String] {
    let hidden: Set = [Feed.sourceField, SavedRecord.source]
    return catalog.schema.fields.indices.compactMap { number in
      let field = catalog.schema.fields[number]
      guard field.role != .id, !hidden.contains(field.name),
        case let (one, two) = (catalog.value(number, row), catalog.value(number, other)), one != two
      else { return nil }
      guard case .list(let lines)? = one, case .list(let others)? = two else { return field.name }
      let count = Set(lines).symmetricDifference(others).count
      return "\(field.name) (\(counted(count, "line")))"
    }
  }
}

extension LoadedFeed {
  /// What tells whether a row is the same dish as another one.
  func signature(of row: Int) -> DishSignature {
    let field = catalog.schema.index(of: .ingredients)
    let lines: [String]
    switch field.flatMap({ catalog.value($0, row) }) {
    case .list(let items): lines = items
    case .text(let text): lines = text.split(whereSeparator: \.isNewline).map(String.init)
    case .number, nil: lines = []
    }
    return DishSignature(name: catalog.name(row), ingredients: lines)
  }

  /// The link to the page where a row was published; nil if there is none.
  func sourceLink(of row: Int) -> String? {
    guard let field = catalog.schema.index(of: "source"),
      catalog.schema.fields[field].kind == .link, let text = catalog.value(field, row)?.text,
      isWebLink(text)
    else { return nil }
    return text
  }
}
