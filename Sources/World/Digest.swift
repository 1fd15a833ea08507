import FoundationEssentials
import Text

#if canImport(CommonCrypto)
  import CommonCrypto
#else
  import CDigest
#endif

/// An incremental SHA-256 hash (FIPS 180-4), computed by the system's library: OpenSSL, or CommonCrypto on
/// macOS.
package struct SHA256: Sendable {
  #if canImport(CommonCrypto)
    private var context = CC_SHA256_CTX()
  #else
    private var context = SHA256_CTX()
  #endif

  /// Creates a hash of no bytes.
  package init() {
    #if canImport(CommonCrypto)
      _ = unsafe CC_SHA256_Init(&context)
    #else
      _ = unsafe SHA256_Init(&context)
    #endif
  }

  /// Adds bytes to the hash.
  package mutating func update(_ bytes: some ContiguousBytes) {
    unsafe bytes.withUnsafeBytes { bytes in
      guard let start = unsafe bytes.bindMemory(to: UInt8.self).baseAddress else { return }
      #if canImport(CommonCrypto)
        _ = unsafe CC_SHA256_Update(&context, start, CC_LONG(bytes.count))
      #else
        _ = unsafe SHA256_Update(&context, start, bytes.count)
      #endif
    }
  }

  /// The digest of the bytes so far, in 32 bytes.
  ///
  /// More bytes can be added afterwards.
  package var digest: [UInt8] {
    var end = context
    return unsafe [UInt8](unsafeUninitializedCapacity: 32) { digest, count in
      guard let start = digest.baseAddress else { return }
      #if canImport(CommonCrypto)
        _ = unsafe CC_SHA256_Final(start, &end)
      #else
        _ = unsafe SHA256_Final(start, &end)
      #endif
      count = 32
    }
  }

  /// Returns the digest of bytes, in 32 bytes.
  package static func digest(of bytes: some ContiguousBytes) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.digest
  }
}

/// Returns the SHA-256 digest of bytes, in 64 hexadecimal digits.
package func sha256(of bytes: [UInt8]) -> String { hexadecimal(SHA256.digest(of: bytes)) }

/// Returns a 64-bit checksum: each word of eight bytes is multiplied in, and both halves of the product are
/// combined (as in wyhash, final version 4, without its secret).
///
/// The checksum detects changes. It does not withstand an attacker.
///
/// - Complexity: O(*n*), about two bytes per nanosecond.
package func shortDigest(of bytes: RawSpan) -> UInt64 {
  var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  func mix(_ word: UInt64) {
    let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    hash = product.high ^ product.low
  }
  let words = bytes.byteCount / 8
  for word in 0..<words {
    mix(unsafe bytes.unsafeLoadUnaligned(fromByteOffset: word * 8, as: UInt64.self))
  }
  for byte in words * 8..<bytes.byteCount {
    mix(UInt64(unsafe bytes.unsafeLoad(fromByteOffset: byte, as: UInt8.self)))
  }
  return hash
}
