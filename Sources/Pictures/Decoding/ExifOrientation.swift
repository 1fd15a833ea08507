extension PictureOrientation {
  /// The orientation that Exif data tells (Exif 2.3, section 4.6); upright if it tells none.
  ///
  /// - Parameter exif: A TIFF structure.
  init(exif: ArraySlice<UInt8>) {
    self = Self.value(in: Array(exif)).flatMap(Self.init(rawValue:)) ?? .upright
  }

  private static func value(in tiff: [UInt8]) -> Int? {
    guard tiff.count >= 8 else { return nil }
    let isLittle = tiff.starts(with: "II*\0".utf8)
    guard isLittle || tiff.starts(with: "MM\0*".utf8) else { return nil }
    func number(at offset: Int, _ count: Int) -> Int? {
      guard offset >= 0, offset <= tiff.count - count else { return nil }
      let bytes = tiff[offset..<offset + count]
      return (isLittle ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
    }
    guard let directory = number(at: 4, 4), let count = number(at: directory, 2) else { return nil }
    for entry in 0..<count {
      let offset = directory + 2 + 12 * entry
      guard let tag = number(at: offset, 2) else { return nil }
      if tag == 0x0112 { return number(at: offset + 8, 2) }
    }
    return nil
  }
}
