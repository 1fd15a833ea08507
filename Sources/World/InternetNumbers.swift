/// An IPv4 address.
struct IPv4Address {
  let value: UInt32

  /// The address in dotted decimal notation.
  var text: String {
    [24, 16, 8, 0].map { String(value >> UInt32($0) & 255) }.joined(separator: ".")
  }

  /// Parses one to four numbers, the last of which fills the remaining bytes: WHATWG URL, section 3.5.
  init?(_ parts: [String]) {
    guard (1...4).contains(parts.count), let last = parts.last else { return nil }
    var value: UInt64 = 0
    for part in parts.dropLast() {
      guard let byte = Self.number(part[...]), byte < 256 else { return nil }
      value = value << 8 | byte
    }
    let bits = UInt64(8 * (5 - parts.count))
    guard let rest = Self.number(last[...]), rest < 1 << bits else { return nil }
    self.value = UInt32(value << bits | rest)
  }

  /// Whether a label is a number, or looks like one.
  static func isNumber(_ part: Substring) -> Bool {
    part.utf8.allSatisfy { (0x30...0x39).contains($0) } || number(part) != nil
  }

  /// Parses a decimal number, an octal one after a zero, or a hexadecimal one after `0x`.
  private static func number(_ part: Substring) -> UInt64? {
    let isHexadecimal = part.hasPrefix("0x")
    let digits = isHexadecimal ? part.dropFirst(2) : part
    if digits.isEmpty { return isHexadecimal ? 0 : nil }
    guard digits.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") })
    else { return nil }
    let isOctal = !isHexadecimal && part.utf8.count > 1 && part.hasPrefix("0")
    return UInt64(digits, radix: isHexadecimal ? 16 : isOctal ? 8 : 10)
  }
}

/// An IPv6 address.
struct IPv6Address {
  let groups: [UInt16]

  /// Parses eight groups, with `::` for consecutive zeros: RFC 4291, section 2.2.
  init?(_ text: Substring) {
    let halves = text.split(separator: "::", omittingEmptySubsequences: false)
    guard halves.count <= 2,
      let front = Self.groups(halves[0], isLast: halves.count == 1),
      let back = Self.groups(halves.count == 2 ? halves[1] : "", isLast: true)
    else { return nil }
    let missing = 8 - front.count - back.count
    guard halves.count == 2 ? missing >= 1 : missing == 0 else { return nil }
    groups = front + Array(repeating: 0, count: missing) + back
  }

  /// The canonical notation: RFC 5952, section 4.
  var text: String {
    var longest = 0..<0
    var start = 0
    for index in groups.indices {
      if groups[index] != 0 { start = index + 1 }
      if index + 1 - start > max(1, longest.count) { longest = start..<index + 1 }
    }
    func spelled(_ groups: ArraySlice<UInt16>) -> String {
      groups.map { String($0, radix: 16) }.joined(separator: ":")
    }
    if longest.isEmpty { return spelled(groups[...]) }
    return spelled(groups[..<longest.lowerBound]) + "::" + spelled(groups[longest.upperBound...])
  }

  private static func groups(_ text: Substring, isLast: Bool) -> [UInt16]? {
    if text.isEmpty { return [] }
    var groups: [UInt16] = []
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if isLast, index == parts.count - 1, part.utf8.contains(UInt8(ascii: ".")) {
        guard let tail = tail(part) else { return nil }
        groups += tail
      } else {
        guard (1...4).contains(part.utf8.count), part.utf8.allSatisfy(isHexDigit),
          let group = UInt16(part, radix: 16)
        else { return nil }
        groups.append(group)
      }
    }
    return groups
  }

  /// Parses the last two groups in dotted decimal notation.
  private static func tail(_ text: Substring) -> [UInt16]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let bytes = parts.compactMap { part in
      part.utf8.allSatisfy { (0x30...0x39).contains($0) } && (part == "0" || !part.hasPrefix("0"))
        ? UInt8(part) : nil
    }
    guard parts.count == 4, bytes.count == 4 else { return nil }
    return [UInt16(bytes[0]) << 8 | UInt16(bytes[1]), UInt16(bytes[2]) << 8 | UInt16(bytes[3])]
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte & 0xDF)
  }
}
