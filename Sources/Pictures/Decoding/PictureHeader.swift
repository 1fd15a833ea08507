import Terminal

/// What the first bytes of a picture tell about it.
package struct PictureHeader: Equatable, Sendable {
  package var format: PictureFormat
  /// The size in pixels as it is shown, which for a picture lying on its side is not as stored.
  package var size: PixelSize
  package var orientation: PictureOrientation
  /// Whether it was written in several passes, each sharper than the one before.
  package var isProgressive: Bool
  /// Whether parts of it may be transparent.
  package var hasOpacity: Bool
  /// Whether its decoder needs memory for all of its pixels, however small it is shown.
  package var isWhole: Bool

  package init(
    format: PictureFormat, stored: PixelSize, orientation: PictureOrientation = .upright,
    isProgressive: Bool = false, hasOpacity: Bool = false, isWhole: Bool = false
  ) {
    self.format = format
    self.size = orientation.shown(stored)
    self.orientation = orientation
    self.isProgressive = isProgressive
    self.hasOpacity = hasOpacity
    self.isWhole = isWhole
  }

  /// The size in pixels as it is stored.
  package var storedSize: PixelSize { orientation.shown(size) }
}
