import Text
import World

/// The SHA-256 digest of content: FIPS 180-4.
struct ContentDigest: Hashable, Sendable {
  /// Its size, in bytes.
  static let size = 32

  /// Its 64 hexadecimal digits, in lower case.
  let text: String
  /// The same as 32 bytes.
  let bytes: [UInt8]

  /// The digest of bytes in memory.
  init(of content: [UInt8]) { self.init(known: SHA256.digest(of: content)) }

  /// The digest of the bytes that were hashed so far; the hash can be continued.
  init(_ hash: SHA256) { self.init(known: hash.digest) }

  private init(known bytes: [UInt8]) {
    self.bytes = bytes
    text = hexadecimal(bytes)
  }

  /// A digest from its 32 bytes; nil if there are more or fewer.
  init?(bytes: some Collection<UInt8>) {
    guard bytes.count == Self.size else { return nil }
    self.bytes = Array(bytes)
    text = hexadecimal(self.bytes)
  }

  /// A digest from 64 hexadecimal digits; nil if the text is anything else, such as a path.
  init?(_ text: String) {
    let digits = text.utf8.span
    if digits.count != 2 * Self.size { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.size)
    for place in 0..<Self.size {
      guard let high = value(of: digits[2 * place]), let low = value(of: digits[2 * place + 1])
      else { return nil }
      bytes.append(high << 4 | low)
    }
    (self.text, self.bytes) = (text, bytes)
  }
}

extension ContentDigest {
  static func == (one: Self, other: Self) -> Bool { one.bytes == other.bytes }

  func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

private func value(of digit: UInt8) -> UInt8? {
  switch digit {
  case 0x30...0x39: digit - 0x30
  case 0x61...0x66: digit - 0x57
  default: nil
  }
}

extension ContentDigest {
  /// The digest of a file, read piece by piece.
  init(of file: any ReadableFile) throws(FileError) {
    var hash = SHA256()
    try file.forEachPiece { piece throws(FileError) in hash.update(piece) }
    self.init(hash)
  }
}

extension ReadableFile {
  /// Reads a file to its end, piece by piece.
  package func forEachPiece(_ use: ([UInt8]) throws(FileError) -> Void) throws(FileError) {
    var place = 0
    while place < count {
      var piece = [UInt8](repeating: 0, count: min(1 << 18, count - place))
      let read = try read(at: place, into: &piece, 0..<piece.count)
      if read == 0 { return }
      piece.removeLast(piece.count - read)
      try use(piece)
      place += read
    }
  }
}
