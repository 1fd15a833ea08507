/// Unpacks the color numbers of a GIF's picture (GIF89a, appendix F).
struct GIFNumbers {
  private let bytes: [UInt8]
  private var offset: Int
  /// How many bytes of the present block are left.
  private var blockLeft = 0
  private var bits = 0
  private var bitCount = 0
  private let firstSize: Int
  private var codeSize: Int
  /// The number of codes so far; new ones are an older one and a number.
  private var codeCount: Int
  private var prefixes = [UInt16](repeating: 0, count: 4096)
  private var suffixes = [UInt8](repeating: 0, count: 4096)
  private var previous: Int?
  private var first: UInt8 = 0
  /// Unpacked numbers, the next one last.
  private var pending: [UInt8] = []

  init(_ bytes: [UInt8], at start: Int) throws(DecodingError) {
    var cursor = ByteCursor(bytes, at: start, of: .gif)
    firstSize = try cursor.byte()
    guard (1...8).contains(firstSize) else {
      throw .malformed(.gif, reason: "colors of \(firstSize) bits")
    }
    self.bytes = bytes
    offset = cursor.offset
    codeSize = firstSize + 1
    codeCount = 1 << firstSize + 2
  }

  /// Whether the bytes have come to their end.
  var isAtEnd: Bool { offset >= bytes.count }

  /// Fills a row; false if the numbers end before.
  mutating func fill(_ row: inout [UInt8]) -> Bool {
    for column in row.indices {
      if pending.isEmpty, !unpack() { return false }
      row[column] = pending.removeLast()
    }
    return true
  }

  /// Unpacks the next code that stands for numbers; false if there is none.
  private mutating func unpack() -> Bool {
    while let code = nextCode(), code != 1 << firstSize + 1 {
      guard code == 1 << firstSize else {
        return expand(code)
      }
      (codeSize, codeCount, previous) = (firstSize + 1, 1 << firstSize + 2, nil)
    }
    return false
  }

  private mutating func expand(_ code: Int) -> Bool {
    guard code < codeCount || code == codeCount && previous != nil else { return false }
    if previous == nil, code > 1 << firstSize { return false }
    var rest = code
    if code == codeCount, let previous {
      pending.append(first)
      rest = previous
    }
    while rest > 1 << firstSize {
      pending.append(suffixes[rest])
      rest = Int(prefixes[rest])
    }
    first = UInt8(rest)
    pending.append(first)
    learn()
    previous = code
    return true
  }

  private mutating func learn() {
    guard let previous, codeCount < 4096 else { return }
    prefixes[codeCount] = UInt16(previous)
    suffixes[codeCount] = first
    codeCount += 1
    if codeCount == 1 << codeSize, codeSize < 12 { codeSize += 1 }
  }

  private mutating func nextCode() -> Int? {
    while bitCount < codeSize {
      guard let byte = nextByte() else { return nil }
      bits |= Int(byte) << bitCount
      bitCount += 8
    }
    defer {
      bits >>= codeSize
      bitCount -= codeSize
    }
    return bits & (1 << codeSize - 1)
  }

  private mutating func nextByte() -> UInt8? {
    if blockLeft == 0 {
      guard offset < bytes.count, bytes[offset] > 0 else { return nil }
      blockLeft = Int(bytes[offset])
      offset += 1
    }
    guard offset < bytes.count else { return nil }
    blockLeft -= 1
    offset += 1
    return bytes[offset - 1]
  }
}
