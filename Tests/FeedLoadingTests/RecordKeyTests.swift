import FeedLoading
import Testing

@Test
func `UUIDs and addresses are global and other ids belong to their feed`() {
  let uuid = "0C6CA6E7-e32a-4053-b824-1dbf749910d8"
  #expect(
    RecordKey(id: uuid, isUniversal: true, scope: "a")
      == RecordKey(id: uuid.lowercased(), isUniversal: true, scope: "b"))
  #expect(
    RecordKey(id: "7", isUniversal: false, scope: "a")
      != RecordKey(id: "7", isUniversal: false, scope: "b"))
}

@Test
func `a record without an id is identified by name and links`() {
  let one = RecordKey(name: "Pie", links: ["https://a.example/"])
  #expect(one == RecordKey(name: "Pie", links: ["https://a.example/"]))
  #expect(one != RecordKey(name: "Pie", links: []))
}

@Test
func `the handle of a UUID begins with its digits`() {
  let key = RecordKey(id: "0c6ca6e7-e32a-4053-b824-1dbf749910d8", isUniversal: true, scope: "")
  #expect(key.handle.hasPrefix("0c6ca6e7e32a"))
  #expect(RecordKey(stored: key.text).handle == key.handle)
  #expect(RecordKey(name: "Pie", links: []).handle.count == 16)
}
