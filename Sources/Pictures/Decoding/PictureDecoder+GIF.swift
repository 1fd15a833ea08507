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

  /// Hands rows over as they are unpacked.
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

  /// Unpacks four passes, of which the first fill the picture with higher pixels (GIF89a,
  /// appendix E), then hands over what came.
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
