import Pictures
import Synchronization
import Terminal
import TestSupport
import Testing

private let frame = PixelFrame(width: 300, height: 300)

/// A picture with other bytes from a place on.
private func altered(_ name: String, _ place: Int, _ bytes: [UInt8]) throws -> [UInt8] {
  var picture = try SamplePicture.bytes(name)
  picture.replaceSubrange(place..<place + bytes.count, with: bytes)
  return picture
}

/// A JPEG that claims another size in its frame segment.
private func jpeg(_ name: String, claiming width: Int, _ height: Int) throws -> [UInt8] {
  let bytes = try SamplePicture.bytes(name)
  let frame = try #require(
    bytes.indices.first { bytes[$0] == 0xFF && [0xC0, 0xC2].contains(bytes[$0 + 1]) })
  return try altered(
    name, frame + 5, [height >> 8, height, width >> 8, width].map { UInt8($0 & 255) })
}

/// A PNG that claims another size in its header.
private func png(_ name: String, claiming width: Int, _ height: Int) throws -> [UInt8] {
  let size = [width, height].flatMap { [$0 >> 24, $0 >> 16, $0 >> 8, $0] }
  return try altered(name, 16, size.map { UInt8($0 & 255) })
}

@Test func `a picture that is too large is refused by its header`() throws {
  let square = PixelSize(width: 65_000, height: 65_000)
  let deep = PixelSize(width: 30_000, height: 30_000)
  let many = PixelSize(width: 8000, height: 5001)
  let held = PixelSize(width: 5001, height: 5000)
  let full = PixelSize(width: 16_384, height: 16_384)
  let cases: [([UInt8], DecodingError)] = try [
    (jpeg("baseline.jpg", claiming: 65_000, 65_000), .sideTooLong(square, limit: 16_384)),
    (jpeg("baseline.jpg", claiming: 8000, 5001), .tooManyPixels(many, limit: 40_000_000)),
    (jpeg("progressive.jpg", claiming: 5001, 5000), .tooManyPixels(held, limit: 25_000_000)),
    (png("rgb-8.png", claiming: 30_000, 30_000), .sideTooLong(deep, limit: 16_384)),
    (png("rgb-8.png", claiming: 8000, 5001), .tooManyPixels(many, limit: 40_000_000)),
    (png("rgb-8-interlaced.png", claiming: 5001, 5000), .tooManyPixels(held, limit: 25_000_000)),
    (
      altered("lossless.webp", 21, [0xFF, 0xFF, 0xFF, 0x0F]),
      .tooManyPixels(full, limit: 25_000_000)
    ),
    (
      altered("plain.gif", 6, [0xE8, 0xFD, 0xE8, 0xFD]), .sideTooLong(square, limit: 16_384)
    ),
  ]
  for (bytes, error) in cases {
    #expect(throws: error) { try PictureDecoder.stopped().header(of: bytes) }
    #expect(throws: error) { try PictureDecoder.stopped().picture(of: bytes, in: frame) }
  }
}

@Test func `bytes, passes and pieces are bounded`() throws {
  var limits = DecodingLimits()
  limits.bytes = 400
  limits.passes = 9
  limits.pieces = 3
  let decoder = PictureDecoder.stopped(limits)
  let passes = PictureDecoder.stopped(
    {
      var limits = limits; limits.bytes = 1000; return limits
    }())
  let png = try SamplePicture.bytes("rgb-8.png")
  let text: [UInt8] = [0, 0, 0, 0] + Array("tEXt".utf8) + [0, 0, 0, 0]
  let manyTexts = png[..<33] + Array([text, text, text, text].joined()) + png[33...]
  let gif = try SamplePicture.bytes("placed.gif")
  let image = try #require(gif.firstIndex(of: 0x2C))
  let comment: [UInt8] = [0x21, 0xFE, 1, 0x20, 0]
  let manyComments =
    gif[..<image] + Array([[UInt8]](repeating: comment, count: 4).joined()) + gif[image...]
  let cases: [(PictureDecoder, [UInt8], DecodingError)] = try [
    (decoder, SamplePicture.bytes("baseline.jpg"), .tooManyBytes(824, limit: 400)),
    (passes, SamplePicture.bytes("progressive.jpg"), .tooManyPasses(limit: 9)),
    (decoder, Array(manyTexts), .tooManyPieces(.png, limit: 3)),
    (decoder, Array(manyComments), .tooManyPieces(.gif, limit: 3)),
  ]
  for (decoder, bytes, error) in cases {
    #expect(throws: error) { try decoder.header(of: bytes) }
  }
}

@Test(arguments: SamplePicture.all.map(\.name))
func `decoding ends when its time is over`(name: String) throws {
  let bytes = try SamplePicture.bytes(name)
  let ticks = Mutex(0.0)
  let decoder = PictureDecoder(now: {
    ticks.withLock { ticks in
      ticks += 11
      return ticks
    }
  })
  #expect(throws: DecodingError.tookTooLong(seconds: 10)) {
    try decoder.picture(of: bytes, in: frame)
  }
}

@Test(arguments: [
  (PictureFormat.jpeg, "baseline.jpg"), (.png, "rgb-8.png"), (.webP, "lossy.webp"),
  (.gif, "plain.gif"),
])
func `a missing decoder library is named in the error and disables only its format`(
  format: PictureFormat, name: String
) throws {
  let decoder = PictureDecoder(libraryNames: [format: "libnone.so.1"], now: { 0 })
  let bytes = try SamplePicture.bytes(name)
  let error = try #require(throws: DecodingError.self) {
    try decoder.picture(of: bytes, in: frame)
  }
  #expect(error.description.hasPrefix("\(format.name) cannot be shown: libnone.so.1: "))
  #expect(error.description.contains("; install the package lib"))
  #expect(try decoder.header(of: bytes).format == format)
  let other = format == .gif ? "rgb-8.png" : "plain.gif"
  #expect(try decoder.pixels(of: SamplePicture.bytes(other), in: frame).size.width == 32)
}

@Test func `a library of another kind is too old`() {
  let decoder = PictureDecoder(libraryNames: [.jpeg: "libpng16.so.16"], now: { 0 })
  let error = #expect(throws: DecodingError.self) {
    try decoder.jpeg(
      of: Pixels(size: PixelSize(width: 1, height: 1), bytes: [1, 2, 3, 4]), quality: 9)
  }
  #expect(error?.description.contains("it lacks jpeg_std_error") == true)
}

/// The first bytes of a PNG of 32×24 gray pixels, and a chunk of its data that goes on after the last row.
private func endlessPNG(_ name: String, extra: Int) throws -> [UInt8] {
  let rows = [UInt8](
    [[UInt8]](repeating: [0] + .init(repeating: 0x55, count: 96), count: 24).joined())
  var content = (rows + [UInt8](repeating: 0, count: extra))[...]
  var data: [UInt8] = [0x78, 0x01]
  while !content.isEmpty {
    // A block that is stored: RFC 1951, section 3.2.4.
    let block = content.prefix(0xFFFF)
    content.removeFirst(block.count)
    let count = UInt16(block.count)
    data.append(0)
    for word in [count, ~count] { data += [UInt8(word & 0xFF), UInt8(word >> 8)] }
    data += block
  }
  let length = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: data.count >> $0) }
  return try SamplePicture.bytes(name)[..<33] + length + Array("IDAT".utf8) + data + [0, 0, 0, 0]
}

@Test func `data after the last row of a PNG ends the picture`() throws {
  let questions = Mutex(0)
  let decoder = PictureDecoder(now: {
    questions.withLock { $0 += 1 }
    return 0
  })
  let bytes = try endlessPNG("rgb-8.png", extra: 10_000_000)
  let pixels = try decoder.pixels(of: bytes, in: frame)
  #expect(pixels.size == SamplePicture.size)
  #expect(pixels[31, 23] == Pixel(0x55, 0x55, 0x55, 255))
  #expect(questions.withLock { $0 } < 500)
}

@Test func `the time limit holds while a PNG is inflated, too`() throws {
  let ticks = Mutex(0.0)
  let decoder = PictureDecoder(now: {
    ticks.withLock { ticks in
      ticks += 0.2
      return ticks
    }
  })
  // Before its first row, a PNG may have as many chunks of no data as somebody likes.
  let empty: [UInt8] = [0, 0, 0, 0] + Array("IDAT".utf8) + [0x35, 0xAF, 0x06, 0x1E]
  let bytes = try endlessPNG("rgb-8.png", extra: 0)
  let chunks = [[UInt8]](repeating: empty, count: 3000).joined()
  #expect(throws: DecodingError.tookTooLong(seconds: 10)) {
    try decoder.picture(of: Array(bytes[..<33]) + chunks + bytes[33...], in: frame)
  }
}
