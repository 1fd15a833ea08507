import FeedLoading
import Testing

@Test
func `a UUID or an address is one everywhere, another id belongs to its feed`() {
  let uuid = "0C6CA6E7-e32a-4053-b824-1dbf749910d8"
  #expect(
    RecordKey(id: uuid, isUniversal: true, scope: "a")
      == RecordKey(id: uuid.lowercased(), isUniversal: true, scope: "b"))
  #expect(
    RecordKey(id: "7", isUniversal: false, scope: "a")
      != RecordKey(id: "7", isUniversal: false, scope: "b"))
}

@Test
func `without an id, name and links tell a record`() {
  let one = RecordKey(name: "Pie", links: ["https://a.example/"])
  #expect(one == RecordKey(name: "Pie", links: ["https://a.example/"]))
  #expect(one != RecordKey(name: "Pie", links: []))
}

@Test
func `a handle begins as the UUID does`() {
  let key = RecordKey(id: "0c6ca6e7-e32a-4053-b824-1dbf749910d8", isUniversal: true, scope: "")
  #expect(key.handle.hasPrefix("0c6ca6e7e32a"))
  #expect(RecordKey(stored: key.text).handle == key.handle)
  #expect(RecordKey(name: "Pie", links: []).handle.count == 16)
}
