/// Names contents that cannot be decoded, with an article: `a web page`.
enum OtherContent {
  /// Recognizes a content by its first few hundred bytes.
  static func name(of bytes: [UInt8]) -> String {
    if bytes.isEmpty { return "nothing at all" }
    return binaryName(of: bytes) ?? textName(of: bytes) ?? "something unknown"
  }

  /// Whether bytes begin like a known binary format: the server means a picture, even if it cannot be drawn.
  static func isKnownFile(_ bytes: [UInt8]) -> Bool { binaryName(of: bytes) != nil }

  private static func binaryName(of bytes: [UInt8]) -> String? {
    if bytes.dropFirst(4).starts(with: "ftyp".utf8) { return brandName(of: bytes) }
    return starts.first { bytes.starts(with: $0.bytes) }?.name
  }

  private static let starts: [(bytes: [UInt8], name: String)] = [
    ([0xFF, 0x0A], "a JPEG XL picture"),
    ([0x00, 0x00, 0x00, 0x0C, 0x4A, 0x58, 0x4C, 0x20], "a JPEG XL picture"),
    ([0x00, 0x00, 0x00, 0x0C, 0x6A, 0x50, 0x20, 0x20], "a JPEG 2000 picture"),
    ([0x49, 0x49, 0x2A, 0x00], "a TIFF picture"),
    ([0x4D, 0x4D, 0x00, 0x2A], "a TIFF picture"),
    ([0x00, 0x00, 0x01, 0x00], "a Windows icon"),
    (Array("BM".utf8), "a BMP picture"),
    (Array("8BPS".utf8), "a Photoshop document"),
    (Array("%PDF-".utf8), "a PDF document"),
    ([0x1F, 0x8B], "a gzip file"),
    (Array("PK\u{3}\u{4}".utf8), "a ZIP archive"),
  ]

  // ISO/IEC 14496-12, section 4.3: the brand names the kind of file.
  private static func brandName(of bytes: [UInt8]) -> String {
    let brand = String(decoding: bytes.dropFirst(8).prefix(4), as: UTF8.self)
    switch brand {
    case "avif", "avis": return "an AVIF picture"
    case "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1": return "a HEIC picture"
    default: return "a film"
    }
  }

  private static func textName(of bytes: [UInt8]) -> String? {
    let start = bytes.prefix(512).filter { !whitespace.contains($0) }
    guard !start.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return nil }
    let text = String(decoding: start, as: UTF8.self).lowercased()
    if text.hasPrefix("<svg") || text.hasPrefix("<?xml") && text.contains("<svg") {
      return "an SVG drawing"
    }
    if text.hasPrefix("<!doctypehtml") || text.contains("<html") { return "a web page" }
    if text.hasPrefix("<") { return "XML" }
    return text.hasPrefix("{") || text.hasPrefix("[") ? "JSON" : "text"
  }

  // White space, and the bytes of byte order marks.
  private static let whitespace: Set<UInt8> = [0x09, 0x0A, 0x0C, 0x0D, 0x20, 0xEF, 0xBB, 0xBF]
}
