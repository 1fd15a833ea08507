/// An sRGB color.
package struct RGBColor: Hashable, Sendable {
  package var red: UInt8
  package var green: UInt8
  package var blue: UInt8

  package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  package static let black = RGBColor(0, 0, 0)
  package static let white = RGBColor(255, 255, 255)

  /// Whether light text is readable on the color.
  var isDark: Bool { channels.luma < 128 }

  /// The channels, and a count of 1 that is summed with them.
  package var channels: SIMD4<Int32> { [Int32(red), Int32(green), Int32(blue), 1] }
}

/// The weights of the channels in color distances, approximating perception.
let channelWeights: SIMD4<Int32> = [2, 4, 3, 0]

extension SIMD4<Int32> {
  /// Returns the squared weighted distance to another color.
  @inline(__always)
  func distance(to other: Self) -> Int32 {
    let difference = self &- other
    return (difference &* difference &* channelWeights).wrappedSum()
  }

  /// The luma, from 0 to 255, with the weights of BT.709.
  @inline(__always)
  var luma: Int32 { (54 &* self[0] &+ 183 &* self[1] &+ 19 &* self[2]) >> 8 }

  /// The mean of the summed colors.
  @inline(__always)
  var mean: Self {
    let count = self[3]
    return [
      (self[0] + count / 2) / count, (self[1] + count / 2) / count, (self[2] + count / 2) / count,
      1,
    ]
  }
}

extension Pixels {
  /// Returns the color of a pixel over a background; zero if it is nearly transparent.
  @inline(__always)
  func color(at index: Int, over background: SIMD4<Int32>) -> SIMD4<Int32> {
    let byte = 4 * index
    let opacity = Int32(bytes[byte + 3])
    if opacity < 16 { return .zero }
    let color: SIMD4<Int32> = [
      Int32(bytes[byte]), Int32(bytes[byte + 1]), Int32(bytes[byte + 2]), 1,
    ]
    if opacity == 255 { return color }
    let mixed: SIMD4<Int32> = color &* opacity &+ background &* (255 - opacity) &+ 127
    return mixed / 255
  }
}
