import Catalog

/// The number of records that are not rows because of one field, by the shape of its value.
struct RejectedValues: Equatable, Sendable {
  /// The index of the mapping.
  var subject: Int
  /// The shape of the value; absent or null if there is none.
  var shape: JSONShape
  var count: Int
}

extension [RejectedValues] {
  /// Counts a value.
  mutating func add(_ count: Int = 1, of subject: Int, _ shape: JSONShape) {
    if let place = firstIndex(where: { $0.subject == subject && $0.shape == shape }) {
      self[place].count += count
    } else {
      append(RejectedValues(subject: subject, shape: shape, count: count))
    }
  }
}
