import Pictures
import Recordings
import Terminal

/// The pictures of a scene at the size of their cells.
final class FilmPictures {
  private let pictures: ScenePictures
  private let decoder = PictureDecoder(now: { 0 })
  private let background: CanvasColor
  private let measures: SceneMeasures
  private var fitted: [UInt32: FittedPicture] = [:]

  init(_ pictures: ScenePictures, _ measures: SceneMeasures, over background: CanvasColor) {
    (self.pictures, self.measures, self.background) = (pictures, measures, background)
  }

  /// Returns a picture in its cells; nil if it is missing or damaged, so that nothing is drawn.
  func picture(_ id: UInt32) -> FittedPicture? {
    if let known = fitted[id] { return known }
    guard let picture = pictures.pictures[id], picture.columns > 0, picture.rows > 0 else {
      return nil
    }
    let room = PixelSize(
      width: picture.columns * measures.cellWidth, height: picture.rows * measures.cellHeight)
    let frame = PixelFrame(width: room.width, height: room.height)
    guard let pixels = try? decoder.pixels(of: picture.file, in: frame) else { return nil }
    fitted[id] = FittedPicture(pixels, in: room, over: background)
    return fitted[id]
  }
}

/// A picture in the middle of a box.
struct FittedPicture {
  /// The size of the picture, and its distance from the corner of the box.
  private let (width, height): (Int, Int)
  private let (left, top): (Int, Int)
  private let colors: [CanvasColor]

  /// Fits a picture into a box, and enlarges one that is smaller.
  init(_ pixels: Pixels, in room: PixelSize, over background: CanvasColor) {
    let fit = min(
      Double(room.width) / Double(pixels.size.width),
      Double(room.height) / Double(pixels.size.height))
    // The box is up to a cell larger than the picture, which is not blurred for that.
    let whole = fit.rounded(.down)
    let factor = whole >= 1 && fit - whole < 0.12 * whole ? whole : fit
    width = min(room.width, max(1, Int((Double(pixels.size.width) * factor).rounded())))
    height = min(room.height, max(1, Int((Double(pixels.size.height) * factor).rounded())))
    (left, top) = ((room.width - width) / 2, (room.height - height) / 2)
    let source = Samples(pixels, over: background)
    let (across, down) = (
      Double(pixels.size.width) / Double(width), Double(pixels.size.height) / Double(height)
    )
    var colors: [CanvasColor] = []
    colors.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width {
        colors.append(
          source.color(x: (Double(x) + 0.5) * across - 0.5, y: (Double(y) + 0.5) * down - 0.5))
      }
    }
    self.colors = colors
  }

  /// Returns the color of a point of the box; nil beside the picture.
  func color(x: Int, y: Int) -> CanvasColor? {
    let (x, y) = (x - left, y - top)
    guard 0..<width ~= x, 0..<height ~= y else { return nil }
    return colors[y * width + x]
  }

  /// The pixels of a picture over a background, between which colors are interpolated.
  private struct Samples {
    let size: PixelSize
    let colors: [SIMD4<Float>]

    init(_ pixels: Pixels, over background: CanvasColor) {
      size = pixels.size
      let ground = SIMD4<Float>(
        Float(background.red), Float(background.green), Float(background.blue), 0)
      colors = stride(from: 0, to: pixels.bytes.count, by: 4).map { byte in
        let alpha = Float(pixels.bytes[byte + 3]) / 255
        let color = SIMD4<Float>(
          Float(pixels.bytes[byte]), Float(pixels.bytes[byte + 1]), Float(pixels.bytes[byte + 2]), 0
        )
        return color * alpha + ground * (1 - alpha)
      }
    }

    /// Returns the color at a point, linear between the four pixels around it.
    func color(x: Double, y: Double) -> CanvasColor {
      let (left, top) = (x.rounded(.down), y.rounded(.down))
      let (right, bottom) = (Float(x - left), Float(y - top))
      let upper = mix(pixel(Int(left), Int(top)), pixel(Int(left) + 1, Int(top)), right)
      let lower = mix(pixel(Int(left), Int(top) + 1), pixel(Int(left) + 1, Int(top) + 1), right)
      let color = mix(upper, lower, bottom).rounded(.toNearestOrEven)
      return CanvasColor(Int(color[0]), Int(color[1]), Int(color[2]))
    }

    private func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
      colors[min(max(0, y), size.height - 1) * size.width + min(max(0, x), size.width - 1)]
    }

    private func mix(_ one: SIMD4<Float>, _ other: SIMD4<Float>, _ part: Float) -> SIMD4<Float> {
      one + (other - one) * part
    }
  }
}
