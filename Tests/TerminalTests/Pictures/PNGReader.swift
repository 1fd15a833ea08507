import CZlib
import Terminal

extension Pixels {
  /// Decodes a PNG file with three or four 8-bit channels.
  init?(png file: [UInt8]) {
    guard file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return nil }
    var (head, data): ([UInt8], [UInt8]) = ([], [])
    var rest = file.dropFirst(8)
    while rest.count >= 12 {
      let length = Self.number(rest)
      let body = Array(rest.dropFirst(4).prefix(length + 4))
      let check = Self.number(rest.dropFirst(8 + length))
      guard Int(unsafe crc32(0, body, uInt(body.count))) == check else { return nil }
      if body.starts(with: "IHDR".utf8) { head = Array(body.dropFirst(4)) }
      if body.starts(with: "IDAT".utf8) { data += body.dropFirst(4) }
      rest = rest.dropFirst(12 + length)
    }
    guard head.count == 13, head[8] == 8, head[9] == 2 || head[9] == 6 else { return nil }
    let size = PixelSize(width: Self.number(head[...]), height: Self.number(head[4...]))
    let channels = head[9] == 2 ? 3 : 4
    let length = size.width * channels
    guard let rows = inflated(data, count: size.height * (length + 1)) else { return nil }
    let samples = Self.unfiltered(rows, length: length, step: channels)
    self.init(size: size, samples: samples, channels: channels)
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
  }

  private static func unfiltered(_ rows: [UInt8], length: Int, step: Int) -> [UInt8] {
    var samples: [UInt8] = []
    for start in stride(from: 0, to: rows.count, by: length + 1) {
      let row = samples.count
      for place in 0..<length {
        let left = place < step ? 0 : samples[row + place - step]
        let above = row == 0 ? 0 : samples[row + place - length]
        let guess: UInt8 = rows[start] == 1 ? left : rows[start] == 2 ? above : 0
        samples.append(rows[start + 1 + place] &+ guess)
      }
    }
    return samples
  }
}
