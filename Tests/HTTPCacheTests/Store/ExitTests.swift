import HTTPCache
import Testing
import TestSupport

/// How a process ends that has the index open.
struct ExitTests {
  private func look(_ store: CacheStore) {
    _ = store.responses(for: key("a"))
    store.count(.hit, host: "example.org")
    store.flush()
  }

  @Test func `a process that only read may end with the index open, until its log is long`() throws
  {
    let bench = try StoreWorkbench()
    let store = bench.store()
    try store.put(bench.response("a"), content(100))
    let other = bench.store()
    look(other)
    #expect(other.mayStayOpen && !store.mayStayOpen)
    for _ in 0..<200 { look(other) }
    #expect(!other.mayStayOpen)
  }

  @Test func `a process that did not open the index does not leave it open`() throws {
    #expect(try !StoreWorkbench().store().mayStayOpen)
  }
}
