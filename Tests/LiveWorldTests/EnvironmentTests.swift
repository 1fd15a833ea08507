import LiveWorld
import Testing

@Test(arguments: [
  ("A=b", "A", "b"), ("A=", "A", ""), ("A=b=c", "A", "b=c"), ("A=\u{301}x", "A", "\u{301}x"),
])
func `an environment entry has a name and a value`(
  entry: String, name: String, value: String
) throws {
  let variable = try #require(environmentVariable(entry.utf8))
  #expect(
    variable.name == name && variable.value.unicodeScalars.elementsEqual(value.unicodeScalars))
  #expect(environmentVariable(name.utf8) == nil)
}
