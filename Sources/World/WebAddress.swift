import FoundationEssentials
import Text

/// The address of something on the web, taken apart and put together anew.
///
/// Two addresses are equal if they mean the same resource by RFC 3986, section 6.2.2: the case of
/// scheme and host, a standard port, dot segments and the fragment make no difference, nor does it how
/// a number or a letter beyond ASCII in the host is written. The order of a query's parameters does.
/// Nothing of what was typed is passed on unread, so that the server that is checked is the server
/// that is dialled.
package struct WebAddress: Hashable, Sendable {
  /// What a credential is good for: RFC 6454, section 4.
  package struct Origin: Hashable, Sendable {
    /// `http` or `https`.
    package let scheme: String
    /// The host in lower case and in ASCII; an IPv6 address in its brackets.
    package let host: String
    package let port: Int

    /// The address of something on the server.
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

  /// The server it leads to.
  package let origin: Origin
  /// The path, which begins with a slash, and the query, if there is one, with its question mark.
  package let target: String
  /// The user and the password that stood in it, as written.
  package let userInfo: String?

  /// The whole address, without user, password and fragment.
  package let text: String

  /// Reads an absolute address.
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
    let (origin, userInfo) = try Self.authority(authority, scheme: scheme, of: text)
    self.init(origin, Self.target(afterSlashes[authority.endIndex...]), userInfo)
  }

  private init(_ origin: Origin, _ target: String, _ userInfo: String? = nil) {
    self.origin = origin
    self.target = target
    self.userInfo = userInfo
    text = origin.address(of: target)
  }

  /// The address that a reference found at this one means: RFC 3986, section 5.2.
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

  /// The address with more parameters in its query, all of them in the order of their names.
  package func adding(_ parameters: [String]) -> WebAddress {
    if parameters.isEmpty { return self }
    let parts = target.split(separator: "?", maxSplits: 1)
    let own = parts.count > 1 ? parts[1].split(separator: "&").map(String.init) : []
    return WebAddress(origin, parts[0] + "?" + (own + parameters).sorted().joined(separator: "&"))
  }

  /// The address less some parameters of its query.
  package func removing(_ parameters: [String]) -> WebAddress {
    let parts = target.split(separator: "?", maxSplits: 1)
    guard parts.count > 1 else { return self }
    let own = parts[1].split(separator: "&", omittingEmptySubsequences: false)
    let kept = own.filter { !parameters.contains(String($0)) }
    if kept.count == own.count { return self }
    return WebAddress(
      origin, kept.isEmpty ? String(parts[0]) : parts[0] + "?" + kept.joined(separator: "&"))
  }

  /// What ends the part of an address that names its server.
  private static let authorityEnds = ASCIISet("/?#")
  private static let inSchemes = ASCIISet("+-.")
  /// What is printed in ASCII and cannot be sent: RFC 3986, appendix A.
  private static let unsendable = ASCIISet("\"<>\\^`{|}")

  /// The scheme that an address begins with, in lower case: RFC 3986, section 3.1.
  private static func scheme(of bytes: [UInt8]) -> String? {
    let name = bytes.prefix { isLetterOrDigit($0) || inSchemes.contains($0) }
    guard let first = name.first, isLetterOrDigit(first), !(0x30...0x39).contains(first),
      name.endIndex < bytes.endIndex, bytes[name.endIndex] == UInt8(ascii: ":")
    else { return nil }
    return String(decoding: name, as: UTF8.self).lowercased()
  }

  private static func authority(
    _ authority: ArraySlice<UInt8>, scheme: String, of text: String
  ) throws(HTTPFailure) -> (Origin, userInfo: String?) {
    // Some take it for a slash, and would see another host here.
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
    guard let name = HostName(host) else { throw .badURL(text) }
    return (Origin(scheme: scheme, host: name.text, port: port), userInfo)
  }

  /// A path and a query without dot segments and fragment, and with nothing in them that cannot be sent.
  private static func target(_ bytes: ArraySlice<UInt8>) -> String {
    let whole = bytes.prefix { $0 != UInt8(ascii: "#") }
    let path = whole.prefix { $0 != UInt8(ascii: "?") }
    return encoded(withoutDots(path) + whole[path.endIndex...])
  }

  /// RFC 3986, section 5.2.4.
  private static func withoutDots(_ path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    if path.isEmpty { return [0x2F] }
    guard zip(path, path.dropFirst()).contains(where: { $0 == 0x2F && $1 == 0x2E }) else {
      return path
    }
    var segments = path.dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
    ).map { Array($0) }[...]
    var kept: [[UInt8]] = []
    while let segment = segments.popFirst() {
      switch String(decoding: segment, as: UTF8.self) {
      case ".": if segments.isEmpty { kept.append([]) }
      case "..":
        _ = kept.popLast()
        if segments.isEmpty { kept.append([]) }
      default: kept.append(segment)
      }
    }
    return kept.isEmpty ? [0x2F] : kept.flatMap { [0x2F] + $0 }[...]
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

/// Whether a text is an http or https address.
package func isHTTP(_ text: String) -> Bool {
  let lower = text.lowercased()
  return lower.hasPrefix("http://") || lower.hasPrefix("https://")
}

extension WebAddress {
  /// The field that sends its user and its password: RFC 7617; nil if it has neither.
  package var authorization: HTTPField? {
    guard let userInfo, !userInfo.isEmpty else { return nil }
    let parts = userInfo.utf8.split(
      separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    let user = Self.decoded(parts[0])
    let password = parts.count > 1 ? Self.decoded(parts[1]) : []
    let text = Data(user + [UInt8(ascii: ":")] + password).base64EncodedString()
    return HTTPField("Authorization", "Basic " + text)
  }

  /// A text that may be an address, without user and password, so that it can be shown.
  package static func withoutUserInfo(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let slashes = bytes.firstRange(of: [0x2F, 0x2F])?.upperBound
    let scheme = bytes.firstIndex(of: UInt8(ascii: ":")).map { $0 + 1 }
    let start = slashes ?? scheme ?? 0
    let end = bytes[start...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.count
    guard let at = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")) else { return text }
    return String(decoding: bytes[..<start] + bytes[(at + 1)...], as: UTF8.self)
  }

  /// A text that may be an address as it can be shown: a query may hold secrets, like user and password.
  package static func shown(_ text: String) -> String {
    let text = withoutUserInfo(text)
    guard let mark = text.utf8.firstIndex(of: UInt8(ascii: "?")) else { return text }
    return text[...mark] + "…"
  }

  /// The bytes that percent signs stand for; a percent sign that stands for nothing stays.
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
