extension PictureFormat {
  /// How many of the last bytes are looked at for a picture's end: some programs put something behind it.
  static let tail = 4096

  /// Whether a picture comes to its end: one that is cut off lacks the mark that its format ends with.
  ///
  /// - Parameters:
  ///   - start: Its first bytes, 16 of them.
  ///   - end: Its last bytes, as many as ``tail``.
  ///   - count: How many it has in all.
  /// - Returns: Whether the mark is there; what follows it does not matter.
  func isWhole(start: [UInt8], end: [UInt8], count: Int) -> Bool {
    switch self {
    // EOI: ITU T.81, table B.1.
    case .jpeg: end.indices.dropLast().contains { end[$0] == 0xFF && end[$0 + 1] == 0xD9 }
    // The last chunk: PNG, section 11.2.5.
    case .png: end.indices.contains { end[$0...].starts(with: "IEND".utf8) }
    // The trailer: GIF89a, section 27.
    case .gif: end.last { $0 != 0 } == 0x3B
    // RIFF says at its beginning how much follows.
    case .webP: start[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) } + 8 <= count
    }
  }
}
