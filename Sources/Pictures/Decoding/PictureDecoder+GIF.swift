import Terminal

extension PictureDecoder {
  func gif(_ bytes: [UInt8], in frame: PixelFrame) throws(DecodingError) -> DecodedPicture {
    let layout = try GIFLayout(bytes, limits: limits)
    let target = frame.size(of: layout.header.size)
    let canvas = canvas(for: layout.header.size, area: layout.area, to: target, layout.header)
    var numbers = try GIFNumbers(bytes, at: layout.start)
    let came =
      layout.header.isProgressive
      ? try passes(layout, &numbers, canvas) : try rows(layout, &numbers, canvas)
    guard came.rows > 0 else {
      if numbers.isAtEnd { throw .cutOff(.gif) }
      throw .malformed(.gif, reason: "its data makes no sense")
    }
    return finish(canvas, layout.header, isIncomplete: came.isIncomplete)
  }

  /// Passes rows to the canvas as they are unpacked.
  private func rows(
    _ layout: GIFLayout, _ numbers: inout GIFNumbers, _ canvas: PictureCanvas
  ) throws(DecodingError) -> (rows: Int, isIncomplete: Bool) {
    var row = [UInt8](repeating: 0, count: layout.area.size.width)
    for number in 0..<layout.area.size.height {
      try check(canvas)
      guard numbers.fill(&row) else { return (number, true) }
      canvas.take(row.map { layout.palette[Int($0)] })
    }
    return (layout.area.size.height, false)
  }

  /// Unpacks four passes, of which the first fill the picture with taller pixels (GIF89a, appendix E), then passes the
  /// rows to the canvas.
  private func passes(
    _ layout: GIFLayout, _ numbers: inout GIFNumbers, _ canvas: PictureCanvas
  ) throws(DecodingError) -> (rows: Int, isIncomplete: Bool) {
    let size = layout.area.size
    var picture = [UInt8](repeating: 0, count: size.width * size.height)
    var row = [UInt8](repeating: 0, count: size.width)
    var rows = 0
    var isIncomplete = false
    passes: for (first, step, height) in [(0, 8, 8), (4, 8, 4), (2, 4, 2), (1, 2, 1)] {
      for top in stride(from: first, to: size.height, by: step) {
        try check(canvas)
        isIncomplete = !numbers.fill(&row)
        if isIncomplete { break passes }
        let bottom = min(top + height, size.height)
        for line in top..<bottom {
          picture.replaceSubrange(line * size.width..<(line + 1) * size.width, with: row)
        }
        rows = max(rows, bottom)
      }
    }
    for line in 0..<rows {
      let numbers = picture[line * size.width..<(line + 1) * size.width]
      canvas.take(numbers.map { layout.palette[Int($0)] })
    }
    return (rows, isIncomplete)
  }

  private func check(_ canvas: PictureCanvas) throws(DecodingError) {
    guard canvas.mayGoOn else { throw .tookTooLong(seconds: limits.seconds) }
  }
}

/// The layout of a GIF up to the pixels of its first picture (GIF89a, sections 17 to 26).
struct GIFLayout {
  var header: PictureHeader
  /// The area of the first picture on the canvas.
  var area: PictureArea
  /// The pixel of each of 256 color indices.
  var palette: [Pixel]
  /// The offset of the pixels.
  var start: Int

  init(_ bytes: [UInt8], limits: DecodingLimits) throws(DecodingError) {
    var cursor = ByteCursor(bytes, at: 6, of: .gif)
    let screen = try PixelSize(width: cursor.little(2), height: cursor.little(2))
    let flags = try cursor.byte()
    try cursor.skip(2)
    let common = try Self.palette(&cursor, flags)
    let clear = try Self.transparentNumber(&cursor, limits.pieces)
    area = try PictureArea(
      x: cursor.little(2), y: cursor.little(2),
      size: PixelSize(width: cursor.little(2), height: cursor.little(2)))
    let form = try cursor.byte()
    guard area.size.width > 0, area.size.height > 0 else {
      throw .malformed(.gif, reason: "no pixels")
    }
    header = Self.header(screen, area, isInterlaced: form & 0x40 != 0, isClear: clear != nil)
    try limits.check(header)
    let own = try Self.palette(&cursor, form)
    guard let palette = own ?? common else {
      throw .malformed(.gif, reason: "it has no colors")
    }
    self.palette = palette
    if let clear { self.palette[clear] = .zero }
    start = cursor.offset
  }

  // A first picture that is larger than the canvas enlarges it, as in browsers.
  private static func header(
    _ screen: PixelSize, _ area: PictureArea, isInterlaced: Bool, isClear: Bool
  ) -> PictureHeader {
    let size = PixelSize(
      width: max(screen.width, area.x + area.size.width),
      height: max(screen.height, area.y + area.size.height))
    return PictureHeader(
      format: .gif, stored: size, isProgressive: isInterlaced,
      hasOpacity: isClear || area.size != size, isWhole: isInterlaced)
  }

  private static func palette(
    _ cursor: inout ByteCursor, _ flags: Int
  ) throws(DecodingError) -> [Pixel]? {
    guard flags & 0x80 != 0 else { return nil }
    var palette = [Pixel](repeating: Pixel(0, 0, 0, 255), count: 256)
    for number in 0..<(2 << (flags & 7)) {
      for color in 0..<3 { palette[number][color] = try UInt8(cursor.byte()) }
    }
    return palette
  }

  /// Reads extensions up to the first picture; one of them may give the transparent color index.
  private static func transparentNumber(
    _ cursor: inout ByteCursor, _ limit: Int
  ) throws(DecodingError) -> Int? {
    var number: Int?
    for _ in 0...limit {
      switch try cursor.byte() {
      case 0x2C: return number
      case 0x21:
        let isControl = try cursor.byte() == 0xF9
        if let found = try block(&cursor, isControl: isControl) { number = found }
      case 0x3B: throw .malformed(.gif, reason: "it has no picture")
      default: throw .malformed(.gif, reason: "a block of an unknown kind")
      }
    }
    throw .tooManyPieces(.gif, limit: limit)
  }

  private static func block(
    _ cursor: inout ByteCursor, isControl: Bool
  ) throws(DecodingError) -> Int? {
    var number: Int?
    var length = try cursor.byte()
    while length > 0 {
      var part = cursor
      try cursor.skip(length)
      if isControl, length >= 4, try part.byte() & 1 == 1 {
        try part.skip(2)
        number = try part.byte()
      }
      length = try cursor.byte()
    }
    return number
  }
}

/// Unpacks the color indices of a picture in a GIF (GIF89a, appendix F).
struct GIFNumbers {
  private let bytes: [UInt8]
  private var offset: Int
  /// The number of remaining bytes in the current block.
  private var blockLeft = 0
  private var bits = 0
  private var bitCount = 0
  private let firstSize: Int
  private var codeSize: Int
  /// The number of codes so far; a new code is an older one followed by an index.
  private var codeCount: Int
  private var prefixes = [UInt16](repeating: 0, count: 4096)
  private var suffixes = [UInt8](repeating: 0, count: 4096)
  private var previous: Int?
  private var first: UInt8 = 0
  /// Unpacked indices, the next one last.
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

  /// Whether all bytes were read.
  var isAtEnd: Bool { offset >= bytes.count }

  /// Fills a row; returns false if the indices end before.
  mutating func fill(_ row: inout [UInt8]) -> Bool {
    for column in row.indices {
      if pending.isEmpty, !unpack() { return false }
      row[column] = pending.removeLast()
    }
    return true
  }

  /// Unpacks the next code; returns false if there is none.
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
