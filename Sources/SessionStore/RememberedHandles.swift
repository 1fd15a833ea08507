import FeedLoading

/// What each of the remembered records is called by: the first digits of its handle, as many as tell it from all others
/// that are remembered.
package struct RememberedHandles {
  /// The fewest digits that are shown.
  private static let fewest = 8

  /// All handles, in order.
  private let handles: [String]

  /// The handles of all that is remembered.
  ///
  /// - Complexity: O(*n* log *n*)
  package init(of keys: some Sequence<String>) {
    handles = Set(keys.map { RecordKey(stored: $0).handle }).sorted()
  }

  /// What the record with a key is called by, as in `#018f2a3c`.
  ///
  /// - Complexity: O(log *n*)
  package func shown(ofKey key: String) -> String {
    let handle = RecordKey(stored: key).handle
    var (low, high) = (0, handles.count)
    while low < high {
      let middle = (low + high) / 2
      if handles[middle] < handle { low = middle + 1 } else { high = middle }
    }
    let isHere = low < handles.count && handles[low] == handle
    let neighbors = [low - 1, isHere ? low + 1 : low].filter(handles.indices.contains)
    let shared = neighbors.map { handles[$0].commonPrefix(with: handle) }.max() ?? 0
    return "#" + handle.prefix(max(Self.fewest, shared + 1))
  }
}

extension String {
  /// How many characters both begin with.
  fileprivate func commonPrefix(with other: String) -> Int {
    zip(self, other).prefix { $0 == $1 }.count
  }
}
