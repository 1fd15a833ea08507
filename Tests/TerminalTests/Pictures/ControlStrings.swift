import CZlib

/// Returns the control strings (ECMA-48, 5.6) in the output with a given introducer.
func controlStrings(_ introducer: Character, in bytes: [UInt8]) -> [[UInt8]] {
  var strings: [[UInt8]] = []
  var rest = bytes[...]
  while let start = rest.firstIndex(of: 0x1B), start + 1 < rest.endIndex {
    let kind = rest[start + 1]
    rest = rest[(start + 2)...]
    guard Array("_P]".utf8).contains(kind) else { continue }
    guard let end = endOfString(rest, endsAtBell: kind == UInt8(ascii: "]")) else { break }
    if kind == introducer.asciiValue { strings.append(Array(rest[..<end.text])) }
    rest = rest[end.next...]
  }
  return strings
}

private func endOfString(
  _ rest: ArraySlice<UInt8>, endsAtBell: Bool
) -> (text: Int, next: Int)? {
  for place in rest.indices {
    if endsAtBell, rest[place] == 0x07 { return (place, place + 1) }
    if rest[place] == 0x1B, place + 1 < rest.endIndex, rest[place + 1] == UInt8(ascii: "\\") {
      return (place, place + 2)
    }
  }
  return nil
}

/// Returns the output with tmux passthrough sequences unwrapped.
func unwrapped(_ bytes: [UInt8]) -> [UInt8] {
  var result: [UInt8] = []
  var rest = bytes[...]
  let begin = Array("\u{1B}Ptmux;".utf8)
  while let first = rest.first {
    guard rest.starts(with: begin) else {
      result.append(first)
      rest.removeFirst()
      continue
    }
    rest = rest.dropFirst(begin.count)
    while let byte = rest.popFirst() {
      guard byte == 0x1B else {
        result.append(byte)
        continue
      }
      guard rest.popFirst() == 0x1B else { break }
      result.append(0x1B)
    }
  }
  return result
}

/// Decompresses zlib data; nil if its size differs.
func inflated(_ packed: [UInt8], count: Int) -> [UInt8]? {
  var bytes = [UInt8](repeating: 0, count: count)
  var length = uLong(count)
  let status = unsafe uncompress(&bytes, &length, packed, uLong(packed.count))
  return status == Z_OK && Int(length) == count ? bytes : nil
}
