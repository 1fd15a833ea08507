import Testing
import World

@Test(arguments: [
  ("Cache-Control", "cache-control", true), ("ETag", "ETag", true), ("AGE", "age", true),
  ("Age", "Ages", false), ("Age", "Ape", false), ("", "", true), ("Z-1", "z-1", true),
  // Letters and signs that one bit tells apart.
  ("a@", "a`", false), ("a[", "a{", false), ("x^", "x~", false), ("x-", "x\r", false),
])
func `the case of a field's name makes no difference`(one: String, other: String, isSame: Bool) {
  #expect(HTTPField(one, "").isNamed(other) == isSame)
  #expect(HTTPField(other, "").isNamed(one) == isSame)
}
