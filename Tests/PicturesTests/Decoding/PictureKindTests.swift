import Pictures
import Terminal
import Testing

private let frames = [
  PixelFrame(width: 32, height: 24), PixelFrame(width: 1000, height: 1000),
  PixelFrame(width: 16, height: 12), PixelFrame(width: 13, height: 20),
  PixelFrame(width: 20, height: 6, aspect: 0.5), PixelFrame(width: 8, height: 6),
]

@Test(arguments: SamplePicture.all)
func `every kind of picture has its colors in its quadrants, at every size`(
  name: String, quadrants: [Pixel]
) throws {
  let bytes = try SamplePicture.bytes(name)
  for frame in frames {
    let picture = try PictureDecoder.stopped().picture(of: bytes, in: frame)
    #expect(picture.header.size == SamplePicture.size)
    #expect(picture.pixels.size == frame.size(of: SamplePicture.size))
    #expect(!picture.isIncomplete)
    let tolerance = name.hasSuffix("jpg") || name.hasPrefix("lossy") ? 20 : 0
    for (found, expected) in zip(picture.pixels.quadrants, quadrants) {
      #expect(distance(found, expected) <= tolerance, "\(frame): \(found), not \(expected)")
    }
  }
}

@Test(arguments: SamplePicture.all)
func `a header tells the size as shown, passes and transparency`(
  name: String, quadrants: [Pixel]
) throws {
  let header = try PictureDecoder.stopped().header(of: SamplePicture.bytes(name))
  let hasPasses = name.contains("progressive") || name.contains("interlaced")
  #expect(header.size == SamplePicture.size)
  #expect(header.isProgressive == hasPasses)
  #expect(header.hasOpacity == quadrants.contains(.zero) || name.contains("with-opacity"))
  #expect(name.hasSuffix(header.format.name.lowercased().replacing("jpeg", with: "jpg")))
}

@Test(arguments: ["rgba-8-clear.png", "lossy-clear.webp", "lossless-clear.webp"])
func `the color of a transparent pixel never shows`(name: String) throws {
  let bytes = try SamplePicture.bytes(name)
  for width in 1...10 {
    let frame = PixelFrame(width: width, height: 24)
    let pixels = try PictureDecoder.stopped().pixels(of: bytes, in: frame)
    for column in 0..<pixels.size.width {
      for row in 0..<pixels.size.height where pixels[column, row].w > 0 {
        let sum = (0..<3).map { Int(pixels[column, row][$0]) }.reduce(0, +)
        #expect(sum < 320, "\(width): \(column), \(row) is \(pixels[column, row])")
      }
    }
  }
}

@Test(arguments: ["noise.gif", "noise-interlaced.gif", "noise.webp"])
func `lossless GIF and WebP pictures decode to the same pixels as PNG`(name: String) throws {
  let frame = PixelFrame(width: 80, height: 80)
  let decoder = PictureDecoder.stopped()
  let expected = try decoder.pixels(of: SamplePicture.bytes("noise.png"), in: frame)
  #expect(try decoder.pixels(of: SamplePicture.bytes(name), in: frame) == expected)
  #expect(Set((0..<6400).map { expected[$0 % 80, $0 / 80] }).count == 16)
}
