import FoundationEssentials
import GRDB
import HTTPCache
import LiveWorld
import Testing
import TestSupport
import World

/// Removing what nothing leads to any more.
struct SweepTests {
  let bench: StoreWorkbench
  private let files = LiveFileSystem()

  init() throws { bench = try StoreWorkbench() }

  /// Keeps so much that a sweep goes all the way round.
  private func sweep(_ store: CacheStore) throws {
    for turn in 0..<20 {
      let old = store.responses(for: key("turn"))
      try store.put(bench.response("turn"), content(10, seed: turn & 1), replacing: old)
    }
  }

  /// Makes a file that was last written some seconds ago; `ago` is negative for the time to come.
  private func make(_ name: String, ago: Double) throws {
    try files.write([1], to: "\(bench.path)/\(name)", replacing: false)
    age("\(bench.path)/\(name)", by: ago)
  }

  private func isThere(_ name: String) -> Bool { files.kind(of: "\(bench.path)/\(name)") != nil }

  @Test func `files of a killed process are removed after an hour, once a day`() throws {
    let store = bench.store { $0.packedBytes = 0 }
    try store.put(bench.response("a"), content(300))
    let body = try store.first(key("a")).digest
    age("\(bench.path)/b/\(body.prefix(2))/\(body)", by: 1e6)
    store.insertPartial(bench.response("p"), store.intake(content(50)))
    let old = [
      "tmp/123-abc", "tmp/future", "b/00/\(String(repeating: "0", count: 64))", "b/ff/junk",
      "b/\(body.prefix(2))/\(body).x", "part/77", "part/junk",
    ]
    for name in old { try make(name, ago: name == "tmp/future" ? -7200 : 7200) }
    let new = [
      "tmp/\(ProcessInfo.processInfo.processIdentifier)-abc",
      "b/00/\(String(repeating: "1", count: 64))", "part/78",
    ]
    for name in new { try make(name, ago: 1800) }
    for (name, days) in [("index.db.aside", 8.0), ("index.db.aside-wal", 6)] {
      try make(name, ago: days * 86_400)
    }
    try sweep(store)
    // The first sweep begins with the first entry; what came later waits a day.
    #expect(isThere("tmp/123-abc"))
    bench.now += 86_401
    try sweep(store)
    #expect(!old.contains(where: isThere))
    #expect(new.allSatisfy(isThere))
    #expect(!isThere("index.db.aside"))
    #expect(isThere("index.db.aside-wal"))
    #expect(try store.bytes(key("a")) == content(300))
    #expect(try store.takePartial(for: key("p"))?.intake.finish().bytes() == content(50))
  }

  @Test func `clear frees the temporary files of ended processes`() throws {
    let store = bench.store()
    try store.put(bench.response("a"), content(300))
    // No process has a number that high.
    for name in ["tmp/9999999-abc", "tmp/\(ProcessInfo.processInfo.processIdentifier)-abc"] {
      try make(name, ago: 0)
    }
    #expect(store.clear(CacheSelection(purposes: [.picture])) == 0)
    #expect(isThere("tmp/9999999-abc"))
    #expect(store.clear(CacheSelection()) == 301)
    #expect(!isThere("tmp/9999999-abc"))
    #expect(isThere("tmp/\(ProcessInfo.processInfo.processIdentifier)-abc"))
  }

  @Test(arguments: [true, false])
  func `the first change of a process removes the temporary files of ended ones`(
    isKept: Bool
  ) throws {
    try bench.store().put(bench.response("a"), content(300))
    for name in ["tmp/9999999-abc", "tmp/\(ProcessInfo.processInfo.processIdentifier)-abc"] {
      try make(name, ago: 600)
    }
    try make("tmp/9999998-new", ago: 0)
    let next = bench.store()
    _ = try next.bytes(key("a"))
    #expect(isThere("tmp/9999999-abc"))
    if isKept {
      try next.put(bench.response("b"), content(300))
    } else {
      next.count(.miss, host: "example.org")
      next.flush()
    }
    // It may be that of a process which cannot be seen from here.
    #expect(isThere("tmp/9999998-new"))
    #expect(!isThere("tmp/9999999-abc"))
    #expect(isThere("tmp/\(ProcessInfo.processInfo.processIdentifier)-abc"))
  }

  @Test(arguments: [-1e9, -86_401, 86_401, 1e9])
  func `a sweep comes whichever way the clock jumps`(jump: Double) throws {
    let store = bench.store()
    try store.put(bench.response("a"), content(300))
    try sweep(store)
    try make("tmp/1-a", ago: 7200)
    bench.now += jump
    try sweep(store)
    #expect(!isThere("tmp/1-a"))
    // Ninety days without a use are too many.
    #expect(try jump > 1e8 || store.bytes(key("a")) == content(300))
  }

  @Test func `a sweep removes parts and failures after a week and idle hosts after a quarter`()
    throws
  {
    let store = bench.store()
    let failure = RememberedFailure(
      key: key("f"), status: 500, reason: "", until: bench.now, times: 1)
    store.insertPartial(bench.response("p"), store.intake(content(50)))
    store.remember(failure)
    store.count(.hit, host: "gone.example")
    store.count(.hit, host: "example.org")
    store.flush()
    bench.now += 6 * 86_400
    try sweep(store)
    #expect(store.failure(for: key("f")) == failure)
    #expect(try files.names(in: bench.path + "/part").count == 1)
    bench.now += 2 * 86_400
    try sweep(store)
    #expect(store.failure(for: key("f")) == nil)
    #expect(store.takePartial(for: key("p")) == nil)
    #expect(try files.names(in: bench.path + "/part") == [])
    #expect(store.statistics().hosts.keys.sorted() == ["example.org", "gone.example"])
    bench.now += 85 * 86_400
    try sweep(store)
    #expect(store.statistics().hosts.keys.sorted() == ["example.org"])
  }

  @Test func `a sweep includes thumbnails in the total size of the cache`() throws {
    let store = bench.store()
    try store.put(bench.response("a"), content(300))
    let digest = try #require(store.responses(for: key("a")).first).digest
    store.insertThumbnail(content(200), for: ThumbnailKey(digest: digest, form: "80 × 60"))
    let before = store.statistics().total.bytes
    bench.now += 86_401
    try sweep(store)
    #expect(store.statistics().total.bytes == before + 10)
    for response in store.responses(for: key("a")) { store.remove(response) }
    #expect(store.statistics().total.bytes == 10)
  }

  @Test func `totals that were tampered with are right again after a sweep`() throws {
    let store = bench.store()
    for name in ["a", "b", "c"] { try store.put(bench.response(name), content(300)) }
    try DatabaseQueue(path: bench.path + "/index.db").inDatabase {
      try $0.execute(sql: "UPDATE total SET content = -1000000, heads = -1000000")
    }
    bench.now += 86_401
    try sweep(store)
    let total = store.statistics().total
    #expect(total.bytes == 310)
    #expect(total.entries == 4)
  }
}
