import Terminal

/// A picture as it is shown, and what is known of it.
package struct DecodedPicture: Equatable, Sendable {
  package var pixels: Pixels
  package var header: PictureHeader
  /// Whether some of it did not come or makes no sense; what did not come is transparent.
  package var isIncomplete: Bool
}
