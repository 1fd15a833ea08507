/// An entry of the history as it stands in the file.
struct HistoryRecord {
  /// The digits of the time.
  let time: ArraySlice<UInt8>
  /// The line, escaped.
  let line: ArraySlice<UInt8>

  /// Takes an entry apart; nil if it is none.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard let tab = bytes.firstIndex(of: 0x09), tab > bytes.startIndex,
      bytes[..<tab].allSatisfy({ $0 >= 0x30 && $0 <= 0x39 || $0 == 0x2E })
    else { return nil }
    time = bytes[..<tab]
    line = bytes[(tab + 1)...]
  }

  /// The bytes of an entry, its end included.
  static func bytes(of line: String, at seconds: Int) -> [UInt8] {
    Array("\(seconds)\t".utf8) + escaped(line) + [0x0A]
  }

  /// A line without what would end it.
  static func escaped(_ line: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(line.utf8.count)
    for byte in line.utf8 {
      switch byte {
      case 0x5C: bytes += [0x5C, 0x5C]
      case 0x0A: bytes += [0x5C, 0x6E]
      case 0x09: bytes += [0x5C, 0x74]
      default: bytes.append(byte)
      }
    }
    return bytes
  }

  /// The line that was escaped.
  static func unescaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    guard bytes.contains(0x5C) else { return Array(bytes) }
    var line: [UInt8] = []
    var isEscaped = false
    for byte in bytes {
      if isEscaped {
        line.append(byte == 0x6E ? 0x0A : byte == 0x74 ? 0x09 : byte)
        isEscaped = false
      } else if byte == 0x5C {
        isEscaped = true
      } else {
        line.append(byte)
      }
    }
    return line
  }
}
