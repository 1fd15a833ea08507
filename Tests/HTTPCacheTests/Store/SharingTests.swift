import GRDB
import HTTPCache
import LiveWorld
import Testing
import TestSupport
import World

/// Several stores on one folder, as several processes have.
struct SharingTests {
  let bench: StoreWorkbench

  init() throws { bench = try StoreWorkbench() }

  @Test func `two stores see each other's changes`() throws {
    let (one, other) = (bench.store(), bench.store())
    try one.put(bench.response("a"), content(10))
    #expect(try other.bytes(key("a")) == content(10))
    try other.put(bench.response("a"), content(20), replacing: other.responses(for: key("a")))
    #expect(try one.bytes(key("a")) == content(20))
    one.invalidate(address: key("a").address)
    #expect(try other.first(key("a")).isInvalidated)
    #expect(other.clear(CacheSelection()) == 20)
    #expect(one.responses(for: key("a")).isEmpty)
  }

  @Test func `a response that another store removes is missing, not damaged`() throws {
    let (one, other) = (bench.store(), bench.store())
    try one.put(bench.response("a"), content(10))
    let found = try one.first(key("a"))
    other.remove(found)
    #expect(one.content(of: found) == nil)
    #expect(one.statistics().total.damaged == 0)
    #expect(other.statistics().total.damaged == 0)
  }

  @Test func `a body that one store removes while another stores it again can still be read`()
    throws
  {
    let (one, other) = (bench.store(), bench.store())
    for round in 0..<20 {
      try one.put(bench.response("a"), content(100))
      let intake = other.intake(content(100))
      one.remove(try one.first(key("a")))
      for earlier in 0..<round { #expect(try one.bytes(key("b\(earlier)")) == content(100)) }
      _ = other.keep(bench.response("b\(round)"), intake, replacing: [])
      #expect(try one.bytes(key("b\(round)")) == content(100))
    }
  }

  @Test func `all stores switch to the new index after one of them sets a damaged index aside`()
    throws
  {
    let (one, other) = (bench.store(), bench.store())
    try one.put(bench.response("a"), content(10))
    #expect(try other.bytes(key("a")) == content(10))
    try DatabaseQueue(path: bench.path + "/index.db").inDatabase {
      try $0.execute(sql: "PRAGMA user_version = 7")
    }
    let third = bench.store()
    try third.put(bench.response("b"), content(20))
    #expect(third.takeNotice()?.contains("it is of another version") == true)
    // Who writes sees it at once, who reads a second later.
    try one.put(bench.response("c"), content(30))
    bench.now += 1
    for store in [other, one, third, bench.store()] {
      #expect(try store.bytes(key("b")) == content(20))
      #expect(try store.bytes(key("c")) == content(30))
      #expect(store.responses(for: key("a")).isEmpty)
    }
    try expectSound(bench.path)
  }

  @Test func `many threads use one store, and two stores, at once`() async throws {
    let stores = [bench.store(), bench.store()]
    let bench = bench
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<6 {
        group.addTask {
          let store = stores[worker & 1]
          for turn in 0..<60 {
            let name = "\((worker + turn) % 5)"
            for response in store.responses(for: key(name)) {
              let bytes = store.content(of: response).flatMap { try? $0.bytes() }
              let seed = response.headers[0].value.utf8.reduce(0) { $0 * 10 + Int($1) }
              #expect(bytes == nil || bytes == content(200, seed: seed))
            }
            let tag = "\(worker * 100 + turn)"
            let seed = tag.utf8.reduce(0) { $0 * 10 + Int($1) }
            _ = try? store.put(
              bench.response(name, tag: tag), content(200, seed: seed),
              replacing: store.responses(for: key(name)))
          }
        }
      }
    }
    for store in stores { #expect(store.takeNotice() == nil) }
    #expect(stores[0].statistics().total.damaged == 0)
    try expectSound(bench.path)
  }
}
