import Crypto
import Text

/// The SHA-256 digest of bytes, 64 hexadecimal digits.
package func sha256(of bytes: [UInt8]) -> String {
  hexadecimal(Array(SHA256.hash(data: bytes)))
}
