import Catalog
import World

/// Whether a text is a link that must be resolved against the address of its feed, or lacks its scheme.
func isRelativeLink(_ text: String) -> Bool {
  if text.isEmpty || text.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) { return false }
  let start = text.prefix { !"/?#".contains($0) }
  return !start.contains(":") && (text.contains("/") || text.contains("."))
}

/// Returns the absolute address of a relative link; nil if the link is absolute, or not a link.
///
/// Links to videos come with and without their scheme: `www.youtube.com/watch?v=…`, `youtu.be/…`.
///
/// - Parameters:
///   - link: The link as published.
///   - address: The address of the feed; nil for a local file.
/// - Returns: The absolute address.
func resolvedLink(_ link: String, at address: String?) -> String? {
  if isWebLink(link) || !isRelativeLink(link) { return nil }
  let host = link.prefix { $0 != "/" }
  let isHost =
    host.hasPrefix("www.") || ["youtu.be", "youtube.com", "m.youtube.com"].contains(host)
  do throws(HTTPFailure) {
    if isHost { return try WebAddress("https://" + link).text }
    if link.hasPrefix("//") { return try WebAddress("https:" + link).text }
    guard let address else { return nil }
    return try WebAddress(address).resolve(link).text
  } catch {
    // A text that is not an address is shown, but cannot be opened.
    return nil
  }
}

/// Returns the address of the page that shows a video; the link itself if it is not in a known form.
///
/// The start time is retained. Other parameters are removed.
///
/// - Parameter link: Such as `https://www.youtube.com/watch?v=ID&t=10`, `https://youtu.be/ID`, `…/embed/ID`.
/// - Returns: An address that browsers and players support.
package func videoAddress(_ link: String) -> String {
  // A link that is not an address is never opened.
  guard let address = try? WebAddress(link) else { return link }
  let host = address.origin.host
  let parts = address.target.split(separator: "?", maxSplits: 1).map(String.init)
  let path = parts[0].split(separator: "/").map(String.init)
  let items = parts.count > 1 ? parts[1].split(separator: "&").map(String.init) : []
  var id: String?
  if host == "youtu.be" {
    id = path.first
  } else if ["www.youtube.com", "youtube.com", "m.youtube.com", "www.youtube-nocookie.com"]
    .contains(host)
  {
    if path.first == "watch" {
      id = items.first { $0.hasPrefix("v=") }.map { String($0.dropFirst(2)) }
    } else if path.count > 1, ["embed", "shorts", "live", "v"].contains(path[0]) {
      id = path[1]
    }
  }
  guard let id, !id.isEmpty, id.utf8.allSatisfy({ isOfVideoId($0) }) else { return link }
  let start = items.first { $0.hasPrefix("t=") || $0.hasPrefix("start=") }
  let time = start.map { "&t=" + $0.drop { $0 != "=" }.dropFirst() } ?? ""
  return "https://www.youtube.com/watch?v=\(id)\(time)"
}

private func isOfVideoId(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x2D, 0x5F, 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
  default: false
  }
}

/// Whether a text is an http or https address.
package func isWebLink(_ text: String) -> Bool {
  var rest = text.utf8[...]
  for letter in "http".utf8 where rest.popFirst().map({ $0 | 0x20 }) != letter { return false }
  if let next = rest.first, next | 0x20 == UInt8(ascii: "s") { rest = rest.dropFirst() }
  for mark in "://".utf8 where rest.popFirst() != mark { return false }
  guard let host = rest.first, !"/?#".utf8.contains(host) else { return false }
  return rest.allSatisfy { $0 > 0x20 && $0 != 0x7F }
}

/// Whether a text is a UUID in its canonical form (RFC 9562, section 4).
package func isUUID(_ text: String) -> Bool {
  guard text.utf8.count == 36 else { return false }
  for (place, byte) in text.utf8.enumerated() {
    switch (place, byte) {
    case (8, _), (13, _), (18, _), (23, _): if byte != 0x2D { return false }
    case (_, 0x30...0x39), (_, 0x41...0x46), (_, 0x61...0x66): continue
    default: return false
    }
  }
  return true
}

/// Whether bytes are obviously an https address: the scheme, a host, and only ASCII without white space.
///
/// Other bytes may still be a valid address.
func isWebLink(_ range: Range<Int>, of text: RawSpan) -> Bool {
  let start = range.lowerBound
  guard range.count >= 16, start >= 0, range.upperBound <= text.byteCount else { return false }
  // `https:/` or `http://`, ignoring case.
  let scheme = text.word(start) | 0x2020_2020_2020_2020
  let isSecure = scheme & 0xFF_FFFF_FFFF_FFFF == 0x2F_3A73_7074_7468
  guard isSecure, text.byte(start + 6) == 0x2F, text.byte(start + 7) == 0x2F,
    isVisible(text.byte(start + 8)), text.byte(start + 8) != 0x2F
  else { return false }
  // The last sixteen bytes may overlap those before.
  let last = range.upperBound &- 16
  var unfit = unsafe spacesOrControls(in: text.knownSixteenBytes(at: last))
  var place = start &+ 8
  while place < last {
    unfit |= unsafe spacesOrControls(in: text.knownSixteenBytes(at: place))
    place &+= 16
  }
  return unfit[0] | unfit[1] == 0
}

/// Marks the bytes that are up to 0x20, 0x7F, or beyond ASCII.
@inline(__always)
private func spacesOrControls(in bytes: SIMD16<UInt8>) -> SIMD2<UInt64> {
  // As signed numbers, bytes beyond ASCII are negative.
  let signed = unsafe unsafeBitCast(bytes, to: SIMD16<Int8>.self)
  let found =
    (signed .< SIMD16<Int8>(repeating: 0x21)) .| (bytes .== SIMD16<UInt8>(repeating: 0x7F))
  return unsafe unsafeBitCast(found, to: SIMD2<UInt64>.self)
}

/// Whether a text that begins with this byte begins with a visible character.
///
/// White space beyond ASCII begins with others.
@inline(__always)
func isVisible(_ byte: UInt8) -> Bool {
  byte >= 0x21 && byte <= 0x7E || byte >= 0xC3 && byte <= 0xDF
}
