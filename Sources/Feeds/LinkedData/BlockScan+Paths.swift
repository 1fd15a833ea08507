/// Where a record is.
extension BlockScan {
  /// The longest path in bytes that is written out; of a longer one only the end is, behind `…`.
  private static let longestPath = 200

  /// The JSONPath (RFC 9535) of the value that has just been read.
  mutating func takePath() -> String {
    guard let top = frames.indices.last else { return "$" }
    return appended(part(of: frames[top]), to: takePath(to: top))
  }

  /// The path of a list or an object that is open; it is made once, however many records are in there.
  private mutating func takePath(to number: Int) -> String {
    if let path = frames[number].path { return path }
    let around = number - 1
    let path =
      number == 0 ? "$" : appended(part(of: frames[around]), to: takePath(to: around))
    frames[number].path = path
    return path
  }

  private func appended(_ part: String, to path: String) -> String {
    path.utf8.count + part.utf8.count <= Self.longestPath ? path + part : "$…" + part
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
