import HTTPCache
import LiveWorld
import Testing
import TestSupport
import World

/// Staying within the limits.
struct EvictionTests {
  let bench: StoreWorkbench

  init() throws { bench = try StoreWorkbench() }

  /// Stores of 100 000 bytes, on disk and in memory.
  private func stores() -> [CacheStore] {
    [bench.path, nil].map {
      bench.store(at: $0) {
        ($0.bytes, $0.memoryBytes, $0.packedBytes) = (100_000, 100_000, 0)
      }
    }
  }

  private func put(_ numbers: Range<Int>, into store: CacheStore, count: Int = 1000) throws {
    for number in numbers {
      bench.now += 1
      try store.put(bench.response("\(number)"), content(count, seed: number))
    }
  }

  private func isThere(_ number: Int, in store: CacheStore) -> Bool {
    !store.responses(for: key("\(number)")).isEmpty
  }

  @Test func `a full store stays within its limit, and makes room in small steps`() throws {
    for store in stores() {
      var entries = 0
      for number in 0..<400 {
        try put(number..<number + 1, into: store)
        let now = store.statistics().total
        #expect(now.bytes <= 100_000)
        #expect(now.entries >= entries - 8)
        entries = now.entries
      }
      // Each takes 1400 bytes and some more; a tenth is left free now and then.
      #expect((50...75).contains(entries))
      #expect(isThere(399, in: store))
      #expect(!isThere(300, in: store))
    }
    #expect(try bodies() == 1...75)
  }

  @Test func `a lower limit removes responses at once on request`() throws {
    for store in stores() {
      try put(0..<60, into: store)
      store.limits.bytes = 20_000
      #expect(store.statistics().total.bytes > 50_000)
      store.shrink()
      #expect((1...18_000).contains(store.statistics().total.bytes))
      #expect(isThere(59, in: store))
      store.shrink()
      #expect(isThere(59, in: store))
    }
  }

  @Test func `eviction removes the least recently used responses first`() throws {
    for store in stores() {
      try put(0..<60, into: store)
      for number in 0..<10 {
        bench.now += 1
        #expect(try store.bytes(key("\(number)")) != nil)
      }
      store.flush()
      try put(60..<90, into: store)
      #expect((0..<10).allSatisfy { isThere($0, in: store) })
      #expect(!isThere(10, in: store))
    }
  }

  @Test func `eviction spares a held response until it is released`() throws {
    for store in stores() {
      try put(0..<1, into: store)
      store.hold([key("0")])
      try put(1..<200, into: store)
      #expect(try store.bytes(key("0")) == content(1000, seed: 0))
      store.hold([])
      try put(200..<400, into: store)
      #expect(!isThere(0, in: store))
    }
  }

  @Test func `an evicted response leaves its body in place while another response uses the body`()
    throws
  {
    let store = stores()[0]
    try store.put(bench.response("first"), content(5000, seed: 1))
    try put(0..<50, into: store)
    try store.put(bench.response("second"), content(5000, seed: 1))
    try put(50..<100, into: store)
    #expect(store.responses(for: key("first")).isEmpty)
    #expect(try store.bytes(key("second")) == content(5000, seed: 1))
  }

  @Test func `large content makes as much room as it takes`() throws {
    for store in stores() {
      try put(0..<60, into: store)
      for number in 100..<110 {
        try put(number..<number + 1, into: store, count: 40_000)
        #expect(store.statistics().total.bytes <= 140_000)
      }
      #expect(store.statistics().total.bytes <= 100_000)
      #expect(isThere(109, in: store))
    }
  }

  @Test func `responses without a use in 90 days are removed, a few at a time`() throws {
    let store = bench.store()
    try put(0..<40, into: store)
    bench.now += 89 * 86_400
    #expect(try store.bytes(key("39")) != nil)
    store.flush()
    try put(100..<170, into: store)
    #expect((0..<39).allSatisfy { isThere($0, in: store) })
    bench.now += 2 * 86_400
    var left: [Int] = []
    for round in 0..<6 {
      try put(200 + 64 * round..<264 + 64 * round, into: store)
      left.append((0..<39).count { isThere($0, in: store) })
    }
    #expect(left == [31, 23, 15, 7, 0, 0])
    #expect(isThere(39, in: store))
  }

  @Test func `a wrong clock does not change the order of eviction`() throws {
    for store in stores() {
      try put(0..<20, into: store)
      bench.now += 1e9
      try put(20..<40, into: store)
      for number in 0..<3 { #expect(try store.bytes(key("\(number)")) != nil) }
      store.flush()
      bench.now -= 2e9
      try put(40..<60, into: store)
      bench.now += 1e9
      try put(60..<90, into: store)
      // In the order of use: 3 to 39, 0 to 2, 40 to 89.
      let there = (0..<90).filter { isThere($0, in: store) }
      let expected = (Array(3..<40) + Array(0..<3) + Array(40..<90)).suffix(there.count).sorted()
      #expect(there == expected)
      #expect(there.count > 40)
      try put(90..<300, into: store)
      #expect(!(0..<90).contains { isThere($0, in: store) })
    }
  }

  @Test func `a response with a date in the future is removed after 90 days`() throws {
    let store = bench.store()
    bench.now += 1e9
    try put(0..<5, into: store)
    bench.now -= 1e9
    try put(100..<164, into: store)
    #expect(isThere(0, in: store))
    bench.now += 91 * 86_400
    try put(200..<264, into: store)
    #expect(!isThere(0, in: store))
  }

  /// How many bodies there are.
  private func bodies() throws -> ClosedRange<Int> {
    let files = LiveFileSystem()
    let count = try files.names(in: bench.path + "/b").reduce(0) {
      $0 + (try files.names(in: "\(bench.path)/b/\($1)").count)
    }
    return count >= 1 && count <= 75 ? 1...75 : count...count
  }
}
