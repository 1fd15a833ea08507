import Testing
import Text

@Test func `a reader reads what a writer wrote`() {
  var writer = BinaryWriter()
  writer.put(-2)
  writer.put("crème")
  writer.put([1, 2, 3])
  writer.put(word: .max - 1)
  writer.put(0x0102_0304, byteCount: 3)
  writer.put(variable: 300)
  writer.put(plain: [9, 9])
  var reader = BinaryReader(writer.bytes)
  #expect(reader.number() == -2)
  #expect(reader.text() == "crème")
  #expect(reader.bytes() == [1, 2, 3])
  #expect(reader.word() == UInt64.max - 1)
  #expect(reader.number(byteCount: 3) == 0x02_0304)
  #expect(reader.variableNumber() == 300)
  #expect(reader.plainBytes(2) == [9, 9])
  #expect(reader.isAtEnd)
}

@Test func `numbers are written in the byte order and size of their method`() {
  var writer = BinaryWriter()
  writer.put(1)
  writer.put(2, byteCount: 2)
  writer.put(bigEndian: 3)
  writer.put(variable: 0x81)
  #expect(writer.bytes == [1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 3, 0x81, 1])
}

@Test(
  arguments: [
    [], [5, 0, 0, 0, 0, 0, 0], [5, 0, 0, 0, 0, 0, 0, 0, 1],
    [.max, .max, .max, .max, .max, .max, .max, .max],
  ] as [[UInt8]])
func `truncated bytes are read as nil`(bytes: [UInt8]) {
  var reader = BinaryReader(bytes)
  #expect(reader.bytes() == nil)
}

@Test func `a variable number that does not end is nil`() {
  var reader = BinaryReader([UInt8](repeating: 0x80, count: 9))
  #expect(reader.variableNumber() == nil)
}
