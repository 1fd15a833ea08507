import FoundationEssentials
import Text

/// A canonical HTTP URL.
///
/// URLs are equal if they identify the same resource by RFC 3986, section 6.2.2: the case of scheme and host,
/// the default port, dot segments, the fragment and the notation of the host do not matter; the order of
/// query parameters does. Nothing is passed on unparsed, so that the server that is checked is the server
/// that is connected to.
package struct WebAddress: Hashable, Sendable {
  /// The origin, to which credentials are limited: RFC 6454, section 4.
  package struct Origin: Hashable, Sendable {
    /// `http` or `https`.
    package let scheme: String
    /// The host in lowercase ASCII, with brackets for an IPv6 address.
    package let host: String
    package let port: Int

    /// The origin as text, such as `https://a.example`.
    package var text: String { address(of: "") }

    /// Returns the URL of a path and query on this origin.
    fileprivate func address(of target: String) -> String {
      var text = ""
      text.reserveCapacity(scheme.utf8.count + host.utf8.count + target.utf8.count + 9)
      text += scheme
      text += "://"
      text += host
      if port != (scheme == "https" ? 443 : 80) {
        text += ":"
        text += String(port)
      }
      text += target
      return text
    }
  }

  /// The origin.
  package let origin: Origin
  /// The path, which starts with a slash, and the query with its question mark, if any.
  package let target: String
  /// The user information as written; nil if there is none.
  package let userInfo: String?

  /// The URL without user information and fragment.
  package let text: String

  /// Parses an absolute URL.
  ///
  /// - Throws: ``HTTPFailure/badURL(_:)`` or ``HTTPFailure/unsupportedScheme(_:)``.
  package init(_ text: String) throws(HTTPFailure) {
    let bytes = Array(text.utf8)
    guard let scheme = Self.scheme(of: bytes) else { throw .badURL(text) }
    guard scheme == "http" || scheme == "https" else { throw .unsupportedScheme(scheme) }
    let rest = bytes.dropFirst(scheme.utf8.count + 1)
    guard rest.starts(with: "//".utf8) else { throw .badURL(text) }
    let afterSlashes = rest.dropFirst(2)
    let authority = afterSlashes.prefix { !Self.authorityEnds.contains($0) }
    let parts = try Self.authority(authority, scheme: scheme, of: text)
    self.init(parts.origin, Self.target(afterSlashes[authority.endIndex...]), parts.userInfo)
  }

  private init(_ origin: Origin, _ target: String, _ userInfo: String? = nil) {
    self.origin = origin
    self.target = target
    self.userInfo = userInfo
    text = origin.address(of: target)
  }

  /// Resolves a reference against this URL: RFC 3986, section 5.2.
  ///
  /// - Throws: ``HTTPFailure/badURL(_:)`` or ``HTTPFailure/unsupportedScheme(_:)``.
  package func resolve(_ reference: String) throws(HTTPFailure) -> WebAddress {
    let bytes = Array(reference.utf8)
    if Self.scheme(of: bytes) != nil { return try WebAddress(reference) }
    if bytes.starts(with: "//".utf8) { return try WebAddress(origin.scheme + ":" + reference) }
    let path = target.utf8.prefix { $0 != UInt8(ascii: "?") }
    switch bytes.first {
    case nil, UInt8(ascii: "#"): return WebAddress(origin, target)
    case UInt8(ascii: "/"): return WebAddress(origin, Self.target(bytes[...]))
    case UInt8(ascii: "?"): return WebAddress(origin, Self.target((path + bytes)[...]))
    default:
      let slash = path.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
      return WebAddress(origin, Self.target((path[...slash] + bytes)[...]))
    }
  }

  /// Returns the URL with additional query parameters, all sorted by name.
  package func adding(_ parameters: [String]) -> WebAddress {
    if parameters.isEmpty { return self }
    let parts = target.split(separator: "?", maxSplits: 1)
    let own = parts.count > 1 ? parts[1].split(separator: "&").map(String.init) : []
    return WebAddress(origin, parts[0] + "?" + (own + parameters).sorted().joined(separator: "&"))
  }

  /// Returns the URL without some query parameters.
  package func removing(_ parameters: [String]) -> WebAddress {
    let parts = target.split(separator: "?", maxSplits: 1)
    guard parts.count > 1 else { return self }
    let own = parts[1].split(separator: "&", omittingEmptySubsequences: false)
    let remaining = own.filter { !parameters.contains(String($0)) }
    if remaining.count == own.count { return self }
    return WebAddress(
      origin,
      remaining.isEmpty ? String(parts[0]) : parts[0] + "?" + remaining.joined(separator: "&"))
  }

  /// The characters that end the authority.
  private static let authorityEnds = ASCIISet("/?#")
  private static let inSchemes = ASCIISet("+-.")
  /// Printable ASCII characters that must be percent-encoded: RFC 3986, appendix A.
  private static let unsendable = ASCIISet("\"<>\\^`{|}")

  /// Returns the scheme in lowercase: RFC 3986, section 3.1.
  private static func scheme(of bytes: [UInt8]) -> String? {
    let name = bytes.prefix { isLetterOrDigit($0) || inSchemes.contains($0) }
    guard let first = name.first, isLetterOrDigit(first), !(0x30...0x39).contains(first),
      name.endIndex < bytes.endIndex, bytes[name.endIndex] == UInt8(ascii: ":")
    else { return nil }
    return String(decoding: name, as: UTF8.self).lowercased()
  }

  private static func authority(
    _ authority: ArraySlice<UInt8>, scheme: String, of text: String
  ) throws(HTTPFailure) -> (origin: Origin, userInfo: String?) {
    // Some parsers treat a backslash as a slash, and would find another host.
    if authority.contains(UInt8(ascii: "\\")) { throw .badURL(text) }
    var host = authority
    var userInfo: String?
    if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
      userInfo = String(decoding: authority[..<at], as: UTF8.self)
      host = authority[(at + 1)...]
    }
    var port = scheme == "https" ? 443 : 80
    if let colon = host.lastIndex(of: UInt8(ascii: ":")), !host[colon...].contains(0x5D) {
      let digits = host[(colon + 1)...]
      host = host[..<colon]
      if !digits.isEmpty {
        guard digits.allSatisfy({ (0x30...0x39).contains($0) }),
          let number = Int(String(decoding: digits, as: UTF8.self)), (1...65_535).contains(number)
        else { throw .badURL(text) }
        port = number
      }
    }
    guard let name = try HostName(host) else { throw .badURL(text) }
    return (Origin(scheme: scheme, host: name.text, port: port), userInfo)
  }

  /// Returns the path and query without dot segments and fragment, percent-encoded.
  private static func target(_ bytes: ArraySlice<UInt8>) -> String {
    let whole = bytes.prefix { $0 != UInt8(ascii: "#") }
    let path = whole.prefix { $0 != UInt8(ascii: "?") }
    return encoded(withoutDots(path) + whole[path.endIndex...])
  }

  /// Removes dot segments: RFC 3986, section 5.2.4.
  private static func withoutDots(_ path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    if path.isEmpty { return [0x2F] }
    guard zip(path, path.dropFirst()).contains(where: { $0 == 0x2F && $1 == 0x2E }) else {
      return path
    }
    var segments = path.dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
    ).map { Array($0) }[...]
    var remaining: [[UInt8]] = []
    while let segment = segments.popFirst() {
      switch String(decoding: segment, as: UTF8.self) {
      case ".": if segments.isEmpty { remaining.append([]) }
      case "..":
        _ = remaining.popLast()
        if segments.isEmpty { remaining.append([]) }
      default: remaining.append(segment)
      }
    }
    return remaining.isEmpty ? [0x2F] : remaining.flatMap { [0x2F] + $0 }[...]
  }

  private static func encoded(_ bytes: ArraySlice<UInt8>) -> String {
    func isSendable(_ byte: UInt8) -> Bool {
      byte > 0x20 && byte < 0x7F && !unsendable.contains(byte)
    }
    if bytes.allSatisfy(isSendable) { return String(decoding: bytes, as: UTF8.self) }
    var text: [UInt8] = []
    for byte in bytes {
      if isSendable(byte) {
        text.append(byte)
      } else {
        text += [0x25, hexDigit(byte >> 4), hexDigit(byte & 15)]
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) && byte < 0x80
  }
}

/// Whether a text is an HTTP URL.
package func isHTTP(_ text: String) -> Bool {
  let lower = text.lowercased()
  return lower.hasPrefix("http://") || lower.hasPrefix("https://")
}

extension WebAddress {
  /// The `Authorization` field for the user information: RFC 7617; nil if there is none.
  package var authorization: HTTPField? {
    guard let userInfo, !userInfo.isEmpty else { return nil }
    let parts = userInfo.utf8.split(
      separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    let user = Self.decoded(parts[0])
    let password = parts.count > 1 ? Self.decoded(parts[1]) : []
    let text = Data(user + [UInt8(ascii: ":")] + password).base64EncodedString()
    return HTTPField("Authorization", "Basic " + text)
  }

  /// Returns a text without the user information that it would have as a URL, for display.
  package static func withoutUserInfo(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let slashes = bytes.firstRange(of: [0x2F, 0x2F])?.upperBound
    let scheme = bytes.firstIndex(of: UInt8(ascii: ":")).map { $0 + 1 }
    let start = slashes ?? scheme ?? 0
    let end = bytes[start...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.count
    guard let at = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")) else { return text }
    return String(decoding: bytes[..<start] + bytes[(at + 1)...], as: UTF8.self)
  }

  /// Returns a text as it can be displayed: without user information and query, which may be secret.
  package static func shown(_ text: String) -> String {
    let text = withoutUserInfo(text)
    guard let mark = text.utf8.firstIndex(of: UInt8(ascii: "?")) else { return text }
    return text[...mark] + "…"
  }

  /// Decodes percent-encoding.
  ///
  /// Invalid sequences are left unchanged.
  private static func decoded(_ text: Substring.UTF8View) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let high = rest.first.flatMap(hexValue),
        let low = rest.dropFirst().first.flatMap(hexValue)
      {
        bytes.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }

  private static func hexValue(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46, 0x61...0x66: (digit & 0xDF) - 0x37
    default: nil
    }
  }
}
