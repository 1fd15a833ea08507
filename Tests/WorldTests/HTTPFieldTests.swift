import Testing
import World

@Test(arguments: [
  ("Cache-Control", "cache-control", true), ("ETag", "ETag", true), ("AGE", "age", true),
  ("Age", "Ages", false), ("Age", "Ape", false), ("", "", true), ("Z-1", "z-1", true),
  // Pairs of characters that differ in the case bit only.
  ("a@", "a`", false), ("a[", "a{", false), ("x^", "x~", false), ("x-", "x\r", false),
])
func `field names are compared case-insensitively`(one: String, other: String, isSame: Bool) {
  #expect(HTTPField(one, "").isNamed(other) == isSame)
  #expect(HTTPField(other, "").isNamed(one) == isSame)
}
