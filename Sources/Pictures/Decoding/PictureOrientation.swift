import Terminal

/// How a stored picture is to be turned to be seen as it was taken (Exif 2.3, tag 0x0112).
package enum PictureOrientation: Int, Sendable, CaseIterable {
  case upright = 1
  case mirrored = 2
  case upsideDown = 3
  case upsideDownMirrored = 4
  case leftMirrored = 5
  case left = 6
  case rightMirrored = 7
  case right = 8

  /// Whether it lies on its side.
  package var isLying: Bool { rawValue >= 5 }

  /// The size that it is shown with, or that it is stored with if it is shown with this one.
  package func shown(_ size: PixelSize) -> PixelSize {
    isLying ? PixelSize(width: size.height, height: size.width) : size
  }

  /// The picture as it was taken.
  package func turn(_ pixels: Pixels) -> Pixels {
    guard self != .upright else { return pixels }
    let size = shown(pixels.size)
    let path = path(through: pixels.size)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pixels.bytes.count)
    for row in 0..<size.height {
      for column in 0..<size.width {
        let pixel = 4 * (path.start + row * path.down + column * path.right)
        bytes += pixels.bytes[pixel..<pixel + 4]
      }
    }
    return Pixels(size: size, bytes: bytes)
  }

  /// Where in a stored picture the shown one starts, and how many pixels its next ones are away.
  private func path(through stored: PixelSize) -> (start: Int, right: Int, down: Int) {
    let right = stored.width - 1
    let bottom = stored.width * (stored.height - 1)
    let line = stored.width
    return switch self {
    case .upright: (0, 1, line)
    case .mirrored: (right, -1, line)
    case .upsideDown: (bottom + right, -1, -line)
    case .upsideDownMirrored: (bottom, 1, -line)
    case .leftMirrored: (0, line, 1)
    case .left: (bottom, -line, 1)
    case .rightMirrored: (bottom + right, -line, -1)
    case .right: (right, line, -1)
    }
  }
}
