/// The 64-bit hash of Fowler, Noll and Vo, variant 1a (RFC 9923).
///
/// It is the same in every run, so it can be stored. It does not withstand attackers.
package struct FNVHash {
  package var value: UInt64 = 0xCBF2_9CE4_8422_2325

  @inlinable
  package init() {}

  /// The hash of bytes.
  @inlinable
  package init(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { add(UInt64(byte)) }
  }

  /// Adds a byte, or a whole word as if it were one.
  @inlinable
  package mutating func add(_ word: UInt64) {
    value = (value ^ word) &* 0x0100_0000_01B3
  }
}
