import Testing
import Text

/// The test vectors of RFC 9923, appendix C.
@Test(
  arguments: [
    ("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C),
    ("foobar", 0x8594_4171_F739_67E8),
  ] as [(String, UInt64)])
func `hashes of bytes are those of FNV-1a`(text: String, expected: UInt64) {
  #expect(FNVHash(text.utf8).value == expected)
}
