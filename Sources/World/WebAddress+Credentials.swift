import FoundationEssentials

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
