import Text

/// The items of a list of ingredients or steps, in the order of their `position`, a member of schema.org.
struct PositionedItems {
  /// The items with their indices in the list.
  let items: [(place: Int, value: JSONValue)]
  /// The indices of items whose positions contradict the order, where it is that of the list.
  let ignored: [Int]

  /// Puts items in order if each of them has a position, and no two have the same.
  init(_ list: [JSONValue]) {
    let published = list.enumerated().map { (place: $0, value: $1) }
    let positions = list.compactMap(\.position)
    let isUnsorted = zip(positions, positions.dropFirst()).contains { $0.0 > $0.1 }
    if isUnsorted, positions.count == list.count, Set(positions).count == list.count {
      items = zip(published, positions).sorted { $0.1 < $1.1 }.map(\.0)
      ignored = []
      return
    }
    items = published
    var last = -Double.infinity
    ignored =
      !isUnsorted
      ? []
      : published.compactMap { item in
        guard let position = item.value.position else { return nil }
        defer { last = position }
        return position < last ? item.place : nil
      }
  }
}

extension JSONValue {
  /// The number under `position`; nil without one.
  fileprivate var position: Double? {
    guard case .object(let members) = self else { return nil }
    return members.first { plainKey($0.name) == "position" }?.value.plainNumber
  }
}
