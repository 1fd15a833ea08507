/// A number that stands for some bytes: each word of eight is multiplied in, and both halves of the product kept
/// (as in wyhash, final version 4, without its secret).
///
/// It tells one state of something from the next; it does not withstand an attacker.
/// - Complexity: O(*n*), about two bytes a nanosecond.
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
