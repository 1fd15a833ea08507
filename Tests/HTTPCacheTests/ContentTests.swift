import HTTPCache
import Testing
import World

struct ContentTests {
  @Test func `content in a file is read to its end`() throws {
    let bytes = [UInt8](repeating: 7, count: 300_000)
    #expect(try CachedContent.file(InMemoryFile(bytes)).bytes() == bytes)
  }
}
