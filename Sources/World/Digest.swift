import Crypto

/// The SHA-256 digest of bytes, 64 hexadecimal digits.
package func sha256(of bytes: [UInt8]) -> String { hexadecimal(SHA256.hash(data: bytes)) }

/// A digest as hexadecimal digits.
func hexadecimal(_ digest: SHA256Digest) -> String {
  let digits = Array("0123456789abcdef".utf8)
  return String(
    decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}
