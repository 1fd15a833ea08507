import Terminal

/// A picture with soft and sharp parts, so that its bytes are about as many as a photo's.
func drawn(_ size: PixelSize) -> Pixels {
  var bytes = [UInt8](repeating: 255, count: 4 * size.width * size.height)
  var noise: UInt32 = 1
  for place in 0..<size.width * size.height {
    noise = noise &* 1_664_525 &+ 1_013_904_223
    let (column, row) = (place % size.width, place / size.width)
    let grain = Int(noise >> 28) + (column / 37 ^ row / 41) % 2 * 40
    bytes[4 * place] = UInt8(truncatingIfNeeded: column * 160 / size.width + grain)
    bytes[4 * place + 1] = UInt8(truncatingIfNeeded: row * 160 / size.height + grain)
    bytes[4 * place + 2] = UInt8(truncatingIfNeeded: (column + row) / 64 + grain)
  }
  return Pixels(size: size, bytes: bytes)
}
