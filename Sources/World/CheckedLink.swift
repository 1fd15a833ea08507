import Text

/// A link of a feed that can be opened, because it has an address that could be loaded.
///
/// Everything that people open or click on is made from one: programs disagree about the hosts of other texts.
package struct CheckedLink: Equatable, Sendable {
  /// The address.
  package let address: WebAddress
  /// The link with the host in its canonical form, in ASCII.
  ///
  /// The user information, the path, the query and the fragment are as published.
  package let text: String
  /// Whether the host was published with letters beyond ASCII, which can look like those of another host.
  package let isTranslated: Bool

  /// Checks a link.
  ///
  /// - Throws: ``HTTPFailure`` if its address cannot be loaded.
  package init(_ published: String) throws(HTTPFailure) {
    address = try WebAddress(published)
    let bytes = Array(published.utf8)
    // A valid address has two slashes before its authority, which ends at one of these.
    let start = bytes.firstRange(of: [0x2F, 0x2F])?.upperBound ?? 0
    let end = bytes[start...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.count
    let name = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? start
    let host = bytes[name..<end].prefix(hostLength(bytes[name..<end]))
    isTranslated = host.contains { $0 >= 0x80 }
    text = String(
      decoding: bytes[..<name] + address.origin.host.utf8 + bytes[host.endIndex...], as: UTF8.self)
  }

  /// The link in printable ASCII, for hyperlinks of terminals and documents; nil if it has user information.
  ///
  /// Other bytes are percent-encoded (RFC 3986, section 2.1). A hyperlink cannot carry the warning that the text before
  /// the `@` is only a user name.
  package var hyperlink: String? {
    if address.userInfo != nil { return nil }
    var link: [UInt8] = []
    for byte in text.utf8 {
      if (0x21...0x7E).contains(byte), !quotes.contains(byte) {
        link.append(byte)
      } else {
        link += "%\(zeroPadded(byte, to: 2, radix: 16, uppercase: true))".utf8
      }
    }
    return String(decoding: link, as: UTF8.self)
  }
}

/// Characters that addresses cannot contain (RFC 3986, appendix A), and the apostrophe, which ends attributes in HTML.
private let quotes = ASCIISet("\"'<>\\^`{|}")

/// The number of bytes of the host in an authority without user information.
private func hostLength(_ authority: ArraySlice<UInt8>) -> Int {
  guard let colon = authority.lastIndex(of: UInt8(ascii: ":")),
    !authority[colon...].contains(UInt8(ascii: "]"))
  else { return authority.count }
  return colon - authority.startIndex
}
