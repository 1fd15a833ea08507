/// A picture as pixels: rows from the top, with four bytes per pixel for red, green, blue and alpha.
///
/// The colors are sRGB, and not premultiplied.
package struct Pixels: Equatable, Sendable {
  package let size: PixelSize
  package let bytes: [UInt8]

  /// Creates a picture.
  ///
  /// - Parameters:
  ///   - size: The size in pixels.
  ///   - bytes: The 4 × width × height bytes.
  package init(size: PixelSize, bytes: [UInt8]) {
    precondition(bytes.count == 4 * size.width * size.height, "four bytes for each pixel")
    self.size = size
    self.bytes = bytes
  }
}

/// A size in pixels, at least 1 × 1.
package struct PixelSize: Hashable, Sendable {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// The maximum size of a displayed picture, and the shape of its pixels.
package struct PixelFrame: Hashable, Sendable {
  package var width: Int
  package var height: Int
  /// The width of a displayed pixel relative to its height: 0.5 for pixels twice as high as wide.
  package var aspect: Double

  package init(width: Int, height: Int, aspect: Double = 1) {
    self.width = width
    self.height = height
    self.aspect = aspect
  }

  /// Returns the size that fits a picture into the frame.
  ///
  /// Small pictures are not enlarged.
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

extension Pixels {
  /// Returns the upper left part of the picture that fits into a size.
  func cropped(to room: PixelSize) -> Pixels {
    let (width, height) = (min(size.width, room.width), min(size.height, room.height))
    if width == size.width && height == size.height { return self }
    let rows = (0..<height).map { bytes[4 * $0 * size.width..<4 * ($0 * size.width + width)] }
    return Pixels(size: PixelSize(width: width, height: height), bytes: Array(rows.joined()))
  }

  /// The picture at half its width and height, at least one pixel.
  var halved: Pixels {
    let half = PixelSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * half.width * half.height)
    for y in 0..<half.height {
      for x in 0..<half.width { bytes += mean(x: 2 * x, y: 2 * y) }
    }
    return Pixels(size: half, bytes: bytes)
  }

  /// Returns the mean of four pixels, weighted by alpha.
  private func mean(x: Int, y: Int) -> [UInt8] {
    var (sum, opacity, count) = (SIMD4<Int>.zero, 0, 0)
    for row in y..<min(y + 2, size.height) {
      for column in x..<min(x + 2, size.width) {
        let byte = 4 * (row * size.width + column)
        let weight = Int(bytes[byte + 3])
        sum &+= weight &* [Int(bytes[byte]), Int(bytes[byte + 1]), Int(bytes[byte + 2]), 0]
        (opacity, count) = (opacity + weight, count + 1)
      }
    }
    guard opacity > 0 else { return [0, 0, 0, 0] }
    return (0..<3).map { UInt8(sum[$0] / opacity) } + [UInt8(opacity / count)]
  }
}

extension Pixels {
  /// Whether all pixels are opaque.
  var isOpaque: Bool {
    stride(from: 3, to: bytes.count, by: 4).allSatisfy { bytes[$0] == 255 }
  }

  /// The bytes without alpha.
  var withoutOpacity: [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count / 4 * 3)
    for start in stride(from: 0, to: bytes.count, by: 4) {
      result.append(bytes[start])
      result.append(bytes[start + 1])
      result.append(bytes[start + 2])
    }
    return result
  }
}
