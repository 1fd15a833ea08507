import HTTPCache
import Testing
import TestSupport
import World

/// Counting, recording and clearing.
struct CountingTests {
  let bench: StoreWorkbench

  init() throws { bench = try StoreWorkbench() }

  private func response(_ address: String, _ purpose: Purpose) -> StoredResponse {
    var response = bench.response("")
    response.key = CacheKey(address: address)
    response.purpose = purpose
    return response
  }

  /// Two feeds at `a.example`, a picture at `b.example`, something else at an IPv6 address.
  private func fill(_ store: CacheStore) throws {
    try store.put(response("https://a.example:8443/1", .feed), content(100, seed: 1))
    bench.now += 100
    try store.put(response("https://a.example/2", .feed), content(200, seed: 2))
    try store.put(response("http://b.example/3", .picture), content(200, seed: 2))
    bench.now += 100
    try store.put(response("http://[::1]:8080/", .other), content(400, seed: 3))
  }

  @Test(arguments: [
    ("http://a.example/", "a.example"), ("https://a.example:8443/1//b.example:1/", "a.example"),
    ("http://[::1]/", "[::1]"), ("http://[::1]:8080/?a=//b", "[::1]"), ("nonsense", ""), ("/", ""),
  ])
  func `a stored response counts for the host of its address`(address: String, host: String) throws
  {
    let store = bench.store()
    try store.put(response(address, .feed), content(10))
    #expect(Array(store.statistics().hosts.keys) == [host])
  }

  private func counts(_ entries: Int, _ bytes: Int) -> CacheCounts {
    var counts = CacheCounts()
    (counts.entries, counts.bytes) = (entries, bytes)
    return counts
  }

  @Test func `entries and bytes are counted by host and by purpose`() throws {
    for store in [bench.store(), bench.store(at: nil)] {
      try fill(store)
      let statistics = store.statistics()
      #expect(statistics.total == counts(4, 700))
      #expect(
        statistics.hosts == [
          "a.example": counts(2, 300), "b.example": counts(1, 200), "[::1]": counts(1, 400),
        ])
      #expect(
        statistics.purposes == [
          .feed: counts(2, 300), .picture: counts(1, 200), .other: counts(1, 400),
        ])
    }
  }

  @Test func `requests are counted at once, and by every process once they are flushed`() throws {
    let (one, other) = (bench.store(), bench.store())
    try one.put(bench.response("a"), content(10))
    for event in CacheEvent.allCases {
      for _ in 0...event.rawValue { one.count(event, host: "example.org", received: 10) }
    }
    other.count(.miss, host: "else.example")
    var expected = counts(1, 10)
    (expected.hits, expected.misses, expected.revalidations) = (1, 2, 3)
    (expected.staleAnswers, expected.received) = (4, 100)
    for _ in 0..<2 {
      #expect(one.statistics().hosts["example.org"] == expected)
      one.flush()
      one.flush()
    }
    #expect(other.statistics().hosts["example.org"] == expected)
    #expect(other.statistics().total.misses == 3)
    other.flush()
    #expect(bench.store().statistics().total.misses == 3)
  }

  @Test(arguments: [
    (CacheSelection(), 700, 0), (CacheSelection(purposes: [.feed]), 100, 2),
    (CacheSelection(purposes: [.feed, .picture]), 300, 1), (CacheSelection(purposes: []), 0, 4),
    (CacheSelection(host: "a.example"), 100, 2), (CacheSelection(host: "A.example"), 0, 4),
    (CacheSelection(host: "[::1]"), 400, 3), (CacheSelection(olderThan: 199), 100, 3),
    (CacheSelection(olderThan: 99), 300, 1), (CacheSelection(olderThan: 201), 0, 4),
    (CacheSelection(purposes: [.picture], host: "b.example", olderThan: 50), 0, 3),
  ])
  func `clear removes the selected responses, and frees bodies that no other needs`(
    selection: CacheSelection, freed: Int, left: Int
  ) throws {
    for store in [bench.store(), bench.store(at: nil)] {
      bench.now = StoreWorkbench.beginning
      try fill(store)
      #expect(store.clear(selection) == freed)
      #expect(store.statistics().total == counts(left, 700 - freed))
    }
  }

  @Test func `clear removes partial downloads and remembered failures that match its selection`()
    throws
  {
    let store = bench.store()
    let failure = RememberedFailure(
      key: key("f"), status: nil, reason: "no route", until: bench.now + 10, times: 3)
    for (selection, isFailureLeft) in [
      (CacheSelection(purposes: [.feed, .other]), true), (CacheSelection(host: "a.example"), true),
      (CacheSelection(host: "example.org"), false), (CacheSelection(), false),
    ] {
      store.insertPartial(bench.response("p"), store.intake(content(50)))
      store.remember(failure)
      let isOther = selection.host == "a.example"
      #expect(store.clear(selection) == (isOther ? 0 : 50))
      #expect((store.takePartial(for: key("p")) != nil) == isOther)
      #expect((store.failure(for: key("f")) != nil) == isFailureLeft)
    }
  }

  @Test func `many entries are cleared to the last`() throws {
    let store = bench.store()
    for number in 0..<1203 { try store.put(bench.response("\(number)"), content(9, seed: number)) }
    #expect(store.clear(CacheSelection()) == 9 * 1203)
    #expect(store.statistics().total == CacheCounts())
  }

  @Test func `a failure is remembered for its key, until it is forgotten`() throws {
    for store in [bench.store(), bench.store(at: nil)] {
      let failures = [("a", 404 as Int?), ("b", nil)].map { name, status in
        RememberedFailure(
          key: key(name, "p"), status: status, reason: "no", until: bench.now + 5, times: 1)
      }
      for failure in failures { store.remember(failure) }
      for failure in failures { #expect(store.failure(for: failure.key) == failure) }
      #expect(store.failure(for: key("a")) == nil)
      var again = failures[0]
      again.times = 2
      store.remember(again)
      #expect(store.failure(for: again.key) == again)
      store.forgetFailure(for: again.key)
      #expect(store.failure(for: again.key) == nil)
      #expect(store.failure(for: failures[1].key) != nil)
      store.forgetFailures()
      #expect(store.failure(for: failures[1].key) == nil)
    }
  }

  @Test func `a use is written down at most once a minute`() throws {
    let store = bench.store()
    try store.put(bench.response("a"), content(10))
    let response = try store.first(key("a"))
    _ = store.content(of: response)
    store.flush()
    func callsForUse() -> Int {
      bench.files.fail(0..<0, .full)
      _ = store.content(of: response)
      store.flush()
      return bench.files.calls
    }
    // Opening and reading are two; who looks again after a second, or changes something, first
    // asks whether the index is in its place.
    #expect(callsForUse() == 2)
    bench.now += 59
    #expect(callsForUse() == 3)
    bench.now += 2
    #expect(callsForUse() == 4)
    bench.now -= 1e6
    #expect(callsForUse() == 4)
  }
}
