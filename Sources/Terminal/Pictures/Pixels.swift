/// A picture as pixels: rows from the top, four bytes a pixel for red, green, blue and opacity.
///
/// The colors are those of sRGB and not multiplied by the opacity.
package struct Pixels: Equatable, Sendable {
  package let size: PixelSize
  package let bytes: [UInt8]

  /// A picture of a size.
  ///
  /// - Parameters:
  ///   - size: How wide and high it is.
  ///   - bytes: 4 × width × height of them.
  package init(size: PixelSize, bytes: [UInt8]) {
    precondition(bytes.count == 4 * size.width * size.height, "four bytes for each pixel")
    self.size = size
    self.bytes = bytes
  }
}

/// A width and a height in pixels, each 1 at least.
package struct PixelSize: Hashable, Sendable {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// The most pixels that a picture is shown with, and their shape.
package struct PixelFrame: Hashable, Sendable {
  package var width: Int
  package var height: Int
  /// How wide a shown pixel is, in its heights: 0.5 for one that is twice as high as wide.
  package var aspect: Double

  package init(width: Int, height: Int, aspect: Double = 1) {
    self.width = width
    self.height = height
    self.aspect = aspect
  }

  /// The size at which a picture fills the frame in one direction; one that is smaller stays as it is.
  package func size(of picture: PixelSize) -> PixelSize {
    let scale = min(
      Double(width) * aspect / Double(picture.width), Double(height) / Double(picture.height), 1,
      aspect)
    let wide = Double(picture.width) * scale / aspect
    let high = Double(picture.height) * scale
    return PixelSize(
      width: max(1, min(width, Int(wide.rounded()))),
      height: max(1, min(height, Int(high.rounded()))))
  }
}
