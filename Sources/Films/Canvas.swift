import Recordings
import Terminal

/// Opaque pixels that a film is painted on, in rows from the top.
struct Canvas {
  let width: Int
  let height: Int
  private(set) var pixels: [CanvasColor]

  /// Creates a canvas of one color.
  init(width: Int, height: Int, _ color: CanvasColor) {
    (self.width, self.height) = (width, height)
    pixels = Array(repeating: color, count: width * height)
  }

  /// Fills the part of a box that is on the canvas.
  mutating func fill(_ box: PixelBox, _ color: CanvasColor) {
    guard let box = box.clipped(to: bounds) else { return }
    for y in box.y..<box.y + box.height {
      let start = y * width + box.x
      for place in start..<start + box.width { pixels[place] = color }
    }
  }

  /// Paints each pixel of a box, given by its distances from the corner of the box; nil leaves it as it is.
  mutating func paint(_ box: PixelBox, _ color: (_ x: Int, _ y: Int) -> CanvasColor?) {
    guard let inside = box.clipped(to: bounds) else { return }
    for y in inside.y..<inside.y + inside.height {
      for x in inside.x..<inside.x + inside.width {
        if let color = color(x - box.x, y - box.y) { pixels[y * width + x] = color }
      }
    }
  }

  /// Mixes a color into a box, in fifteenths.
  mutating func mix(_ box: PixelBox, _ color: CanvasColor, level: Int) {
    guard let box = box.clipped(to: bounds) else { return }
    for y in box.y..<box.y + box.height {
      for x in box.x..<box.x + box.width { mix(x, y, color, level) }
    }
  }

  /// Draws a letter with its origin at a point on the baseline, within a box.
  mutating func draw(_ letter: Letter, x: Int, y: Int, in clip: PixelBox, _ color: CanvasColor) {
    let (left, top) = (x + letter.left, y - letter.top)
    let box = PixelBox(x: left, y: top, width: letter.width, height: letter.height)
    guard let clip = clip.clipped(to: bounds), let box = box.clipped(to: clip) else { return }
    for row in box.y..<box.y + box.height {
      let start = (row - top) * letter.width - left
      for column in box.x..<box.x + box.width {
        mix(column, row, color, Int(letter.coverage[start + column]))
      }
    }
  }

  /// Fills the pixels of a box as far as a shape covers them.
  ///
  /// - Parameters:
  ///   - box: The box.
  ///   - color: The color of the shape.
  ///   - covers: Whether a point, given in quarters of a pixel from the corner of the box, is in the shape.
  mutating func draw(
    _ box: PixelBox, _ color: CanvasColor, covers: (_ x: Int, _ y: Int) -> Bool
  ) {
    for y in 0..<box.height {
      for x in 0..<box.width {
        var count = 0
        for point in 0..<16 where covers(4 * x + point % 4, 4 * y + point / 4) { count += 1 }
        let place = PixelBox(x: box.x + x, y: box.y + y, width: 1, height: 1)
        if count > 0, place.clipped(to: bounds) != nil {
          mix(place.x, place.y, color, min(15, count))
        }
      }
    }
  }

  @inline(__always)
  private mutating func mix(_ x: Int, _ y: Int, _ color: CanvasColor, _ level: Int) {
    if level == 0 { return }
    let place = y * width + x
    pixels[place] = level == 15 ? color : pixels[place].mixed(with: color, level: level)
  }

  var bounds: PixelBox { PixelBox(x: 0, y: 0, width: width, height: height) }
}

/// An opaque color: from the lowest byte up, red, green, blue and 255.
struct CanvasColor: Hashable {
  let code: UInt32

  init(_ color: RGBColor) { self.init(Int(color.red), Int(color.green), Int(color.blue)) }

  init(_ red: Int, _ green: Int, _ blue: Int) {
    code = UInt32(red | green << 8 | blue << 16) | 0xFF00_0000
  }

  var red: Int { Int(code & 255) }
  var green: Int { Int(code >> 8 & 255) }
  var blue: Int { Int(code >> 16 & 255) }

  /// Returns a mix with a number of fifteenths of another color.
  func mixed(with other: CanvasColor, level: Int) -> CanvasColor {
    func mix(_ one: Int, _ two: Int) -> Int { (one * (15 - level) + two * level + 7) / 15 }
    return CanvasColor(mix(red, other.red), mix(green, other.green), mix(blue, other.blue))
  }
}

extension PixelBox {
  /// Returns the part of the box that is in another one; nil if there is none.
  func clipped(to other: PixelBox) -> PixelBox? {
    let (left, top) = (max(x, other.x), max(y, other.y))
    let right = min(x + width, other.x + other.width)
    let bottom = min(y + height, other.y + other.height)
    if left >= right || top >= bottom { return nil }
    return PixelBox(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Returns the box moved by a distance.
  func moved(x: Int, y: Int) -> PixelBox {
    PixelBox(x: self.x + x, y: self.y + y, width: width, height: height)
  }
}
