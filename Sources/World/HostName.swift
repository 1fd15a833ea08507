import CIDN

/// A host name in canonical form: lowercase ASCII, or an IP address in its standard notation.
///
/// It is canonicalized here rather than by the HTTP library, whose interpretation depends on the locale: the
/// host that origins are compared by must be the host that is connected to. Names beyond ASCII are translated by libidn2.
struct HostName {
  let text: String

  /// Parses the host of a URL; nil if it is invalid.
  ///
  /// - Throws: ``HTTPFailure/unavailable(reason:)`` if the host is not in ASCII, and libidn2 is missing.
  init?(_ bytes: ArraySlice<UInt8>) throws(HTTPFailure) {
    let host = String(decoding: bytes, as: UTF8.self)[...]
    if Self.isSettled(bytes) {
      text = String(host)
      return
    }
    let isNumber = host.utf8.first == UInt8(ascii: "[")
    guard let text = try isNumber ? Self.number(host) : Self.name(host) else { return nil }
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
    return isName && host.count <= longestName || areNumbers && count == 4
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
    if label.isEmpty || label.count > longestLabel { return false }
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

  private static func name(_ host: Substring) throws(HTTPFailure) -> String? {
    let isASCII = host.utf8.allSatisfy { $0 < 0x80 }
    guard let name = isASCII ? host.lowercased() : try inASCII(String(host)) else { return nil }
    var labels = name.split(separator: ".", omittingEmptySubsequences: false)
    let isRooted = labels.last?.isEmpty == true
    if isRooted { labels.removeLast() }
    guard let last = labels.last, labels.allSatisfy({ isPlain($0.utf8.span) }) else { return nil }
    // A host whose last label is a number is an IPv4 address: WHATWG URL, section 3.5.
    if IPv4Address.isNumber(last) { return IPv4Address(labels.map(String.init))?.text }
    guard name.utf8.count <= longestName + (isRooted ? 1 : 0) else { return nil }
    return isASCII || labels.allSatisfy(hasOnlyLetters) ? name : nil
  }

  /// Translates a name by UTS 46; nil if it is not valid.
  ///
  /// What the result consists of is checked by the caller: the translation of a single character can contain a slash.
  private static func inASCII(_ name: String) throws(HTTPFailure) -> String? {
    if name.utf8.contains(0) { return nil }
    var isMissing: CInt = 0
    let text = unsafe cidn_to_ascii(library, name, &isMissing)
    if isMissing != 0 {
      throw .unavailable(
        reason: "hosts that are not in ASCII need \(library); install the package libidn2-0")
    }
    guard let text = unsafe text else { return nil }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }

  /// Whether a label of a translated name has only letters, digits and hyphens (UTS 46, UseSTD3ASCIIRules).
  private static func hasOnlyLetters(_ label: Substring) -> Bool {
    !label.utf8.contains(UInt8(ascii: "_"))
  }

  #if canImport(Darwin)
    private static let library = "libidn2.0.dylib"
  #else
    private static let library = "libidn2.so.0"
  #endif
}

/// The maximum length of a label, and of a name without a dot at its end: RFC 1035, section 2.3.4.
private let longestLabel = 63
private let longestName = 253
