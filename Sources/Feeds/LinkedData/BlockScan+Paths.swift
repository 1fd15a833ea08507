/// Where a record is.
extension BlockScan {
  /// The longest path in bytes that is written out; of a longer one only the end is, behind `…`.
  private static let longestPath = 200

  /// The JSONPath (RFC 9535) of the value that has just been read.
  var path: String {
    var parts: [String] = []
    var length = 0
    for frame in frames.reversed() {
      let part = part(of: frame)
      length += part.utf8.count
      guard length <= Self.longestPath else { return "$…" + parts.reversed().joined() }
      parts.append(part)
    }
    return "$" + parts.reversed().joined()
  }

  private func part(of frame: BlockFrame) -> String {
    if frame.isList { return "[\(frame.count - 1)]" }
    guard frame.key.count <= Self.longestPath else { return "['…']" }
    let name = string(at: frame.key.lowerBound - 1)
    return Self.isPlain(name) ? "." + name : "['\(Self.escaped(name))']"
  }

  /// Whether a name needs no quotes.
  private static func isPlain(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(0x30...0x39 ~= first) else { return false }
    return name.utf8.allSatisfy {
      0x61...0x7A ~= $0 | 0x20 && $0 < 0x80 || 0x30...0x39 ~= $0 || $0 == 0x5F
    }
  }

  private static func escaped(_ name: String) -> String {
    var out = ""
    for scalar in name.unicodeScalars {
      if scalar == "'" || scalar == "\\" { out += "\\" }
      out.unicodeScalars.append(scalar)
    }
    return out
  }
}
