/// Builds zip archives for tests, with any name and any claim that a stranger may write.
package struct ZipFile {
  private var bytes: [UInt8] = []
  private var directory: [UInt8] = []
  private var count = 0

  package init() {}

  /// Creates an archive of texts by their names, which are stored as they are.
  package init(_ members: [(name: String, text: String)]) {
    for member in members { add(member.name, Array(member.text.utf8)) }
  }

  /// Adds a member without compression.
  ///
  /// - Parameters:
  ///   - name: The name, in any spelling.
  ///   - contents: The bytes.
  ///   - nameBytes: The bytes of the name in place of UTF-8.
  ///   - isEncrypted: Whether the member says that it needs a password.
  ///   - mode: The type and permissions of Unix, such as that of a link.
  package mutating func add(
    _ name: String, _ contents: [UInt8], nameBytes: [UInt8]? = nil, isEncrypted: Bool = false,
    mode: Int = 0o100_644
  ) {
    let name = nameBytes ?? Array(name.utf8)
    let flags = (isEncrypted ? 1 : 0) | (nameBytes == nil ? 0x800 : 0)
    let offset = bytes.count
    let sizes = le(crc(contents), 4) + le(contents.count, 4) + le(contents.count, 4)
    let common = le(flags, 2) + le(0, 2) + le(0, 2) + le(0x21, 2) + sizes + le(name.count, 2)
    bytes += [0x50, 0x4B, 3, 4] + le(20, 2) + common + le(0, 2) + name + contents
    directory += [0x50, 0x4B, 1, 2] + le(0x0314, 2) + le(20, 2) + common
    directory +=
      le(0, 2) + le(0, 2) + le(0, 2) + le(0, 2) + le(mode << 16, 4) + le(offset, 4) + name
    count += 1
  }

  /// The archive.
  package var archive: [UInt8] {
    bytes + directory + [0x50, 0x4B, 5, 6] + le(0, 4) + le(count, 2) + le(count, 2)
      + le(directory.count, 4) + le(bytes.count, 4) + le(0, 2)
  }

  private func le(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private func crc(_ bytes: [UInt8]) -> Int {
    var crc: UInt32 = .max
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return Int(~crc)
  }
}
