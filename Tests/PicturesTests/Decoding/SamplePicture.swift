import FoundationEssentials
import Pictures
import Terminal

/// The pictures that `Pictures/make-pictures` made: 32×24 pixels in four quadrants.
enum SamplePicture {
  static let size = PixelSize(width: 32, height: 24)

  /// Every picture by its name, and the colors of its quadrants from the top left.
  static let all: [(name: String, quadrants: [Pixel])] = [
    (colored, colors), (gray, grays), (clear, clearColors),
    (["gray-1-halves.png"], [black, black, white, white]),
    (["palette-1-halves.png"], [red, red, blue, blue]),
    (["gray-8-with-opacity-clear.png", "gray-8-clear.png"], clearGrays),
    (["moving-placed.webp", "placed.gif"], [red, .zero, .zero, .zero]),
  ].flatMap { group in group.0.map { ($0, group.1) } }

  private static let colored = [
    "baseline.jpg", "subsampled.jpg", "progressive.jpg", "restarts.jpg", "stored-as-rgb.jpg",
    "inks.jpg", "inks-ycck.jpg", "turned-1.jpg", "turned-2.jpg", "turned-3.jpg", "turned-4.jpg",
    "turned-5.jpg", "turned-6.jpg", "turned-7.jpg", "turned-8.jpg", "rgb-8.png",
    "rgb-8-interlaced.png", "rgb-8-stored.png", "rgb-8-stored-interlaced.png", "rgb-16.png",
    "palette-2.png", "palette-4.png", "palette-8.png",
    "upside-down.png", "lossy.webp", "lossless.webp", "upside-down.webp", "moving.webp",
    "plain.gif", "interlaced.gif", "moving.gif",
  ]
  private static let gray = [
    "gray.jpg", "inks-gray.jpg", "gray-2.png", "gray-4.png", "gray-8.png", "gray-16.png",
  ]
  private static let clear = [
    "rgb-8-clear.png", "rgba-8-clear.png", "rgba-16-clear-interlaced.png",
    "palette-2-clear-interlaced.png", "lossy-clear.webp", "lossless-clear.webp", "clear.gif",
  ]

  private static let red = Pixel(255, 0, 0, 255)
  private static let blue = Pixel(0, 0, 255, 255)
  private static let black = Pixel(0, 0, 0, 255)
  private static let white = Pixel(255, 255, 255, 255)
  private static let colors = [red, Pixel(0, 255, 0, 255), blue, Pixel(255, 255, 0, 255)]
  private static let clearColors: [Pixel] = colors.dropLast() + [.zero]
  private static let grays = [black, Pixel(85, 85, 85, 255), Pixel(170, 170, 170, 255), white]
  private static let clearGrays: [Pixel] = grays.dropLast() + [.zero]

  static func bytes(_ name: String) throws -> [UInt8] {
    let folder = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined()
    return try [UInt8](Data(contentsOf: URL(filePath: "\(folder)/Pictures/\(name)")))
  }
}

typealias Pixel = SIMD4<UInt8>

extension Pixels {
  subscript(column: Int, row: Int) -> Pixel {
    let start = 4 * (row * size.width + column)
    return Pixel(bytes[start..<start + 4])
  }

  /// The pixels in the middle of the four quadrants.
  var quadrants: [Pixel] {
    [size.height / 4, size.height * 3 / 4].flatMap { row in
      [size.width / 4, size.width * 3 / 4].map { self[$0, row] }
    }
  }
}

/// How far apart two pixels are in the color in which they differ most.
func distance(_ one: Pixel, _ other: Pixel) -> Int {
  (0..<4).map { abs(Int(one[$0]) - Int(other[$0])) }.max() ?? 0
}

extension PictureDecoder {
  /// A decoder whose clock stands still.
  static func stopped(_ limits: DecodingLimits = DecodingLimits()) -> PictureDecoder {
    PictureDecoder(limits: limits, now: { 0 })
  }
}
