/// The alphabet of base64 (RFC 4648, section 4).
private let alphabet = Array(
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

/// Bytes as text in base64, padded.
func base64(_ bytes: [UInt8]) -> [UInt8] {
  let alphabet = alphabet
  var text: [UInt8] = []
  text.reserveCapacity((bytes.count + 2) / 3 * 4)
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let rest = bytes.count - start
    let group =
      Int(bytes[start]) << 16 | (rest > 1 ? Int(bytes[start + 1]) << 8 : 0)
      | (rest > 2 ? Int(bytes[start + 2]) : 0)
    text.append(alphabet[group >> 18])
    text.append(alphabet[group >> 12 & 63])
    text.append(rest > 1 ? alphabet[group >> 6 & 63] : UInt8(ascii: "="))
    text.append(rest > 2 ? alphabet[group & 63] : UInt8(ascii: "="))
  }
  return text
}
