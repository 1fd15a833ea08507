import Pictures
import Terminal
import Testing

@Test func `pixels that are written as a JPEG are nearly the same after decoding`() throws {
  let decoder = PictureDecoder.stopped()
  let frame = PixelFrame(width: 31, height: 23)
  let pixels = try decoder.pixels(of: SamplePicture.bytes("rgb-8.png"), in: frame)
  let jpeg = try decoder.jpeg(of: pixels, quality: 95)
  let again = try decoder.pixels(of: jpeg, in: frame)
  #expect(again.size == pixels.size)
  let differences = stride(from: 0, to: pixels.bytes.count, by: 4).map { place in
    distance(Pixel(pixels.bytes[place..<place + 4]), Pixel(again.bytes[place..<place + 4]))
  }
  #expect(differences.allSatisfy { $0 < 40 })
  #expect(differences.reduce(0, +) < 3 * differences.count)
  #expect(try jpeg.count > decoder.jpeg(of: pixels, quality: 40).count)
}
