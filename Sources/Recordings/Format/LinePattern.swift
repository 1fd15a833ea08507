/// A line with placeholders, such as `[int]` rows of `[..]`.
package struct LinePattern: Equatable, Sendable {
  /// The text as it is written behind `|~ `.
  package var text: String

  package init(_ text: String) { self.text = text }
}
