import Testing
import Text

@Test(arguments: [(0, "0 rows"), (1, "1 row"), (2, "2 rows")])
func `a noun has the form that its number asks for`(count: Int, expected: String) {
  #expect(counted(count, "row") == expected)
}

@Test func `a plural can be given`() {
  #expect(counted(2, "entry", plural: "entries") == "2 entries")
  #expect(counted(1, "entry", plural: "entries") == "1 entry")
}

@Test(arguments: [(7, 2, 10, "07"), (123, 2, 10, "123"), (0x2E, 4, 16, "002e"), (0, 0, 10, "0")])
func `numbers are filled up with zeros`(number: Int, width: Int, radix: Int, expected: String) {
  #expect(zeroPadded(number, to: width, radix: radix) == expected)
}
