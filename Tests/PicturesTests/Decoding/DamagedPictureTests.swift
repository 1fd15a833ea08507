import Pictures
import Terminal
import TestSupport
import Testing

private let frame = PixelFrame(width: 32, height: 24)

/// The result of decoding: a picture of the right size, or an error with a reason.
private func outcome(of bytes: [UInt8]) -> DecodedPicture? {
  do {
    let picture = try PictureDecoder.stopped(small).picture(of: bytes, in: frame)
    #expect(picture.pixels.size == frame.size(of: picture.header.size))
    return picture
  } catch {
    #expect(!error.description.isEmpty)
    return nil
  }
}

/// Limits that keep damaged sizes from taking long.
private let small: DecodingLimits = {
  var limits = DecodingLimits()
  limits.pixels = 40_000
  return limits
}()

@Test(arguments: SamplePicture.all.map(\.name))
func `a truncated picture keeps the rows before its end`(name: String) throws {
  let bytes = try SamplePicture.bytes(name)
  let whole = try #require(outcome(of: bytes))
  for count in stride(from: 0, to: bytes.count, by: 1 + bytes.count / 1000) {
    guard let part = outcome(of: Array(bytes[..<count])) else { continue }
    #expect(part.isIncomplete || part.pixels == whole.pixels, "\(count) bytes")
    #expect(part.header.size == whole.header.size)
  }
}

@Test(arguments: [
  "baseline.jpg", "restarts.jpg", "inks-ycck.jpg", "gray.jpg", "rgb-8-stored.png", "lossy.webp",
  "plain.gif", "interlaced.gif",
])
func `a picture that is cut off shows its upper rows, and nothing below`(name: String) throws {
  let bytes = try SamplePicture.bytes(name)
  let whole = try #require(outcome(of: bytes)).pixels.quadrants
  let counts = stride(from: 0, to: bytes.count, by: 1 + bytes.count / 1000)
  let parts = counts.compactMap { outcome(of: Array(bytes[..<$0])) }
  let halves = parts.filter { $0.isIncomplete && $0.pixels.quadrants[2...] == [.zero, .zero] }
  #expect(halves.contains { distance($0.pixels.quadrants[0], whole[0]) < 20 })
}

@Test(arguments: ["progressive.jpg", "rgb-8-stored-interlaced.png", "interlaced.gif"])
func `a picture in passes that is cut off shows all of it, less sharp`(name: String) throws {
  let bytes = try SamplePicture.bytes(name)
  let counts = stride(from: 0, to: bytes.count, by: 1 + bytes.count / 1000)
  let parts = counts.compactMap { outcome(of: Array(bytes[..<$0])) }
  let dull = parts.filter { $0.isIncomplete && !$0.pixels.quadrants.contains(.zero) }
  #expect(dull.count > parts.count / 5)
}

@Test(arguments: SamplePicture.all.map(\.name))
func `damaged bytes end in a picture or in an error`(name: String) throws {
  let bytes = try SamplePicture.bytes(name)
  var numbers = SeededNumbers(seed: 6)
  for _ in 0..<100 {
    var damaged = bytes
    for _ in 0...numbers.below(4) { damage(&damaged, &numbers) }
    _ = outcome(of: damaged)
  }
}

/// Changes, removes, repeats or inserts a few bytes.
private func damage(_ bytes: inout [UInt8], _ numbers: inout SeededNumbers) {
  guard bytes.count > 8 else { return }
  let place = numbers.below(bytes.count)
  let end = min(bytes.count, place + 1 + numbers.below(8))
  switch numbers.below(5) {
  case 0: bytes[place] ^= 1 << numbers.below(8)
  case 1: bytes[place] = numbers.oneOf([0, 1, 0x7F, 0x80, 0xFF])
  case 2: bytes.removeSubrange(place..<end)
  case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
  default: bytes[place] = UInt8(numbers.below(256))
  }
}
