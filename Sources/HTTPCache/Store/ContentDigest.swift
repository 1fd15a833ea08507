import Crypto
import World

/// The SHA-256 digest of content: FIPS 180-4.
struct ContentDigest: Hashable, Sendable {
  /// How many bytes it has.
  static let size = 32

  /// Its 64 hexadecimal digits, in lower case.
  let text: String

  /// The digest of bytes that are all here.
  init(of content: [UInt8]) { self.init(SHA256.hash(data: content)) }

  /// The digest of what a hash was fed with so far; the hash can be fed more.
  init(_ hash: SHA256) { self.init(hash.finalize()) }

  private init(_ digest: SHA256Digest) { text = hexadecimal(digest) }

  /// A digest from its bytes; nil if they cannot be one.
  init?(bytes: some Collection<UInt8>) {
    guard bytes.count == Self.size else { return nil }
    text = hexadecimal(bytes)
  }

  /// A digest from 64 hexadecimal digits; nil if the text is anything else, such as a path.
  init?(_ text: String) {
    guard text.utf8.count == 2 * Self.size, text.utf8.allSatisfy({ value(of: $0) != nil }) else {
      return nil
    }
    self.text = text
  }

  var bytes: [UInt8] {
    let digits = Array(text.utf8)
    return stride(from: 0, to: digits.count, by: 2).map { place in
      (value(of: digits[place]) ?? 0) << 4 | (value(of: digits[place + 1]) ?? 0)
    }
  }
}

/// Bytes as hexadecimal digits in lower case.
func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  var digits: [UInt8] = []
  digits.reserveCapacity(2 * ContentDigest.size)
  for byte in bytes {
    digits.append(digit(byte >> 4))
    digits.append(digit(byte & 15))
  }
  return String(decoding: digits, as: UTF8.self)
}

private func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }

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
    try file.forEachPiece { piece throws(FileError) in hash.update(data: piece) }
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
