import Text

/// A host name in canonical form: lowercase ASCII, or an IP address in its standard notation.
///
/// It is canonicalized here rather than by the HTTP library, whose interpretation depends on the locale: the
/// host that origins are compared by must be the host that is connected to.
struct HostName {
  let text: String

  /// Parses the host of a URL; nil if it is invalid.
  init?(_ bytes: ArraySlice<UInt8>) {
    let host = String(decoding: bytes, as: UTF8.self)[...]
    if Self.isSettled(bytes) {
      text = String(host)
      return
    }
    let isNumber = host.utf8.first == UInt8(ascii: "[")
    guard let text = isNumber ? Self.number(host) : Self.name(host) else { return nil }
    self.text = text
  }

  /// Whether a host is already canonical: a lowercase name, or four decimal numbers.
  private static func isSettled(_ bytes: ArraySlice<UInt8>) -> Bool {
    let host = bytes.span
    var (count, start) = (0, 0)
    var (areNumbers, isName) = (true, true)
    while start <= host.count {
      var end = start
      while end < host.count, host[end] != UInt8(ascii: ".") { end += 1 }
      let label = host.extracting(start..<end)
      areNumbers = areNumbers && isByte(label)
      isName = isName && isPlain(label)
      // If the last label starts with a digit, the host may be an IPv4 address.
      if end == host.count, isName, (0x30...0x39).contains(label[0]) { isName = false }
      count += 1
      start = end + 1
    }
    return isName || areNumbers && count == 4
  }

  /// Whether a label is a canonical decimal number from 0 to 255.
  private static func isByte(_ label: Span<UInt8>) -> Bool {
    guard (1...3).contains(label.count), label.count == 1 || label[0] != 0x30 else { return false }
    var number = 0
    for place in label.indices {
      guard (0x30...0x39).contains(label[place]) else { return false }
      number = number * 10 + Int(label[place] - 0x30)
    }
    return number < 256
  }

  /// Whether a label is canonical.
  private static func isPlain(_ label: Span<UInt8>) -> Bool {
    if label.isEmpty { return false }
    for place in label.indices where !isPlain(label[place]) { return false }
    return true
  }

  /// Whether a byte is allowed in a canonical label.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "_")
  }

  private static func number(_ host: Substring) -> String? {
    guard host.utf8.last == UInt8(ascii: "]") else { return nil }
    return IPv6Address(host.dropFirst().dropLast()).map { "[\($0.text)]" }
  }

  private static func name(_ host: Substring) -> String? {
    var labels: [String] = []
    let parts = host.lowercased().split(separator: ".", omittingEmptySubsequences: false)
    let isRooted = parts.last?.isEmpty == true
    for part in isRooted ? parts.dropLast() : parts[...] {
      guard let label = Self.label(part) else { return nil }
      labels.append(label)
    }
    guard let last = labels.last else { return nil }
    // A host whose last label is a number is an IPv4 address: WHATWG URL, section 3.5.
    if IPv4Address.isNumber(last[...]) { return IPv4Address(labels)?.text }
    return labels.joined(separator: ".") + (isRooted ? "." : "")
  }

  /// Canonicalizes a label.
  ///
  /// Only characters that occur in legitimate names are allowed.
  private static func label(_ part: Substring) -> String? {
    if part.utf8.allSatisfy({ $0 < 0x80 }) {
      return part.utf8.allSatisfy(isPlain) && !part.isEmpty ? String(part) : nil
    }
    var scalars: [Unicode.Scalar] = []
    for scalar in part.unicodeScalars {
      if let last = scalars.last, let whole = composed(last, scalar) {
        scalars[scalars.count - 1] = whole
      } else {
        scalars.append(scalar)
      }
    }
    guard scalars.allSatisfy(isLetterOfNames) else { return nil }
    return scalars.allSatisfy(\.isASCII) ? nil : punycode(scalars)
  }

  /// Whether a scalar is allowed in names: RFC 5892, without the characters that depend on context.
  private static func isLetterOfNames(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar == "-" || scalar.properties.isAlphabetic || isDigit(scalar) }
    if "\u{DF}\u{3C2}\u{6FD}\u{6FE}\u{F0B}\u{3007}".unicodeScalars.contains(scalar) { return true }
    switch scalar.properties.generalCategory {
    case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark,
      .decimalNumber:
      return !scalar.properties.changesWhenNFKCCaseFolded
        && !scalar.properties.isDefaultIgnorableCodePoint
    default: return false
    }
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}
