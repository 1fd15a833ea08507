import Testing

@testable import Catalog

@Test(
  arguments: [
    ("", 0xEF46_DB37_51D8_E999), ("a", 0xD24E_C4F1_A98C_6E5B), ("abc", 0x44BC_2CF5_AD77_0999),
    ("Nobody inspects the spammish repetition", 0xFBCE_A83C_8A37_8BF1),
  ] as [(String, UInt64)])
func `the checksum of a text is that of XXH64`(text: String, expected: UInt64) {
  #expect(checksum(unsafe Array(text.utf8).span.bytes) == expected)
}

// Computed by the xxHash library.
@Test(
  arguments: [
    (1, 0xA96C_7F0C_E858_BBB7), (3, 0x56E6_9576_32A4_87F9),
    (4, 0xC60D_15B1_E3FF_8F04), (7, 0xAFBE_FC3D_6C6F_9A8E),
    (8, 0x3DA5_C7AA_2696_83E0), (12, 0x8FE8_AB1C_1FD0_666E),
    (31, 0x4A74_F3A1_A39A_D4A1), (32, 0x8D57_D6A4_671C_C43D),
    (33, 0x62C9_FD21_ED85_7664), (39, 0x1789_5424_89E5_9CC4),
    (63, 0x5C32_0A0D_2707_057F), (64, 0x7BBA_BBC4_5729_D17E),
    (65, 0xF398_0C34_BAE6_5DC1), (100, 0xEFA0_AD2D_3E70_C151),
    (1000, 0x9959_4F48_2804_3D35), (65536, 0xCE06_6073_92C5_113F),
  ] as [(Int, UInt64)])
func `the checksum of any number of bytes is that of XXH64`(count: Int, expected: UInt64) {
  let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 31 + 7) }
  #expect(checksum(unsafe bytes.span.bytes) == expected)
  // The checksum does not depend on the alignment.
  let shifted = [0] + bytes
  #expect(checksum(unsafe shifted.span.bytes.extracting(1..<count + 1)) == expected)
}
