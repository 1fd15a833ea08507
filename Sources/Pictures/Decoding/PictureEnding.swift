extension PictureFormat {
  /// Whether a picture is complete: a truncated one lacks the end marker of its format.
  ///
  /// Bytes after the marker are ignored: some programs append more.
  ///
  /// - Parameter bytes: A picture of this format.
  /// - Returns: Whether the marker is where the structure of the file leads.
  func isWhole(_ bytes: [UInt8]) -> Bool {
    do throws(DecodingError) {
      var cursor = ByteCursor(bytes, at: 0, of: self)
      switch self {
      case .jpeg: try PictureHeader.skipJPEG(&cursor)
      case .png: try Self.skipPNG(&cursor)
      case .gif: try Self.skipGIF(&cursor)
      case .webP:
        // RIFF begins with the number of bytes that follow.
        try cursor.skip(4)
        try cursor.skip(cursor.little(4))
      }
      return true
    } catch {
      return false
    }
  }

  /// Skips to the end of the last chunk (PNG, section 11.2.5).
  private static func skipPNG(_ cursor: inout ByteCursor) throws(DecodingError) {
    try cursor.skip(8)
    while true {
      let (length, type) = (try cursor.big(4), try cursor.big(4))
      try cursor.skip(length)
      try cursor.skip(4)
      if type == 0x4945_4E44 { return }
    }
  }

  /// Skips to the trailer, or to an invalid block (GIF89a, sections 15 to 27).
  private static func skipGIF(_ cursor: inout ByteCursor) throws(DecodingError) {
    try cursor.skip(10)
    let flags = try cursor.byte()
    try cursor.skip(2)
    try skipPalette(&cursor, flags)
    while true {
      switch try cursor.byte() {
      case 0x00: continue
      case 0x21: try cursor.skip(1)
      case 0x2C:
        try cursor.skip(8)
        let form = try cursor.byte()
        try skipPalette(&cursor, form)
        try cursor.skip(1)
      default: return
      }
      while case let count = try cursor.byte(), count > 0 { try cursor.skip(count) }
    }
  }

  private static func skipPalette(
    _ cursor: inout ByteCursor, _ flags: Int
  ) throws(DecodingError) {
    if flags & 0x80 != 0 { try cursor.skip(3 * (2 << (flags & 7))) }
  }
}
