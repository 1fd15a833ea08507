/// Why bytes are not JSON, and where.
package struct JSONFault: Error, Equatable, Sendable {
  /// How many bytes stand before the place.
  package var offset: Int
  /// What is wrong there, in a clause.
  package var reason: String

  package init(offset: Int, reason: String) { (self.offset, self.reason) = (offset, reason) }
}
