import GRDB
import HTTPCache
import LiveWorld
import Testing
import TestSupport
import World

/// An index that is not what was written.
struct DamagedIndexTests {
  let bench: StoreWorkbench
  private let files = LiveFileSystem()

  init() throws { bench = try StoreWorkbench() }

  private var index: String { bench.path + "/index.db" }

  /// Fills a store, and writes its log into the index.
  private func fill(_ count: Int = 40) throws {
    let store = bench.store()
    for number in 0..<count {
      try store.put(bench.response("\(number)"), content(300, seed: number))
    }
    try DatabaseQueue(path: index).inDatabase {
      _ = try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
    }
  }

  /// Opens the store anew, uses all of it, and expects it to be sound afterwards.
  ///
  /// - Returns: What it said.
  private func use(_ comment: Comment) throws -> String? {
    let store = bench.store()
    for number in 0..<40 {
      for response in store.responses(for: key("\(number)")) {
        let bytes = try store.content(of: response)?.bytes()
        #expect(bytes == nil || bytes == content(300, seed: number), comment)
        #expect(response.headers.first == HTTPField("ETag", "\"1\""), comment)
      }
    }
    _ = store.statistics()
    store.invalidate(address: key("3").address)
    _ = store.takePartial(for: key("4"))
    store.insertPartial(bench.response("4"), store.intake(content(10)))
    store.forgetFailures()
    store.flush()
    try store.put(bench.response("new"), content(300, seed: 50))
    #expect(try store.bytes(key("new")) == content(300, seed: 50), comment)
    #expect(try bench.store().bytes(key("new")) == content(300, seed: 50), comment)
    return store.takeNotice()
  }

  @Test func `an index that is no use is set aside, counted and begun anew`() throws {
    try fill()
    try files.write(Array("no index, but a letter".utf8), to: index, replacing: true)
    let notice = try use("garbage")
    #expect(
      notice
        == "the index of the cache was damaged (file is not a database); Larder started a new one")
    let store = bench.store()
    #expect(store.statistics().total.damaged == 1)
    #expect(store.takeNotice() == nil)
    #expect(try files.contents(of: index + ".aside", limit: 100).starts(with: "no index".utf8))
  }

  @Test(arguments: [0, 1, 15, 16, 100, 4095, 4096, 4097, 8192, 20_000])
  func `an index that was cut off is read as far as it goes, or begun anew`(length: Int) throws {
    try fill()
    let bytes = try files.contents(of: index, limit: .max)
    try files.write(Array(bytes.prefix(length)), to: index, replacing: true)
    let notice = try use("\(length) bytes")
    #expect(try integrity() == "ok")
    if length == 0 {
      #expect(
        notice == "the index of the cache was damaged (nothing was in it); Larder started a new one"
      )
      #expect(bench.store().statistics().total.damaged == 1)
    }
  }

  @Test(arguments: 0..<60)
  func `wrong bytes in an index lead to no wrong answer`(seed: Int) throws {
    try fill()
    var numbers = SeededNumbers(seed: seed)
    var bytes = try files.contents(of: index, limit: .max)
    for _ in 0...numbers.below(seed % 3 == 0 ? 400 : 4) {
      bytes[numbers.below(bytes.count)] = UInt8(numbers.below(256))
    }
    try files.write(bytes, to: index, replacing: true)
    _ = try use("seed \(seed)")
  }

  @Test(arguments: 0..<20)
  func `a page of an index that is another page is noticed`(seed: Int) throws {
    try fill()
    var numbers = SeededNumbers(seed: seed)
    var bytes = try files.contents(of: index, limit: .max)
    let (from, to) = (numbers.below(bytes.count / 4096), numbers.below(bytes.count / 4096))
    bytes.replaceSubrange(
      to * 4096..<(to + 1) * 4096, with: Array(bytes[from * 4096..<(from + 1) * 4096]))
    try files.write(bytes, to: index, replacing: true)
    _ = try use("page \(from) in the place of \(to)")
  }

  @Test(arguments: [
    "PRAGMA user_version = 4", "PRAGMA user_version = 0", "DROP TABLE part",
    "ALTER TABLE response ADD COLUMN more TEXT", "DROP TRIGGER responseAdded",
    "CREATE TRIGGER evil AFTER INSERT ON response BEGIN DELETE FROM response; END",
    "CREATE TABLE other(a)", "DROP INDEX responseByDigest",
  ])
  func `an index of another version is set aside`(change: String) throws {
    try fill(1)
    try DatabaseQueue(path: index).inDatabase { try $0.execute(sql: change) }
    #expect(
      try use("\(change)")
        == "the index of the cache was damaged (it is of another version); Larder started a new one"
    )
  }

  @Test func `a file in the place of the index is set aside`() throws {
    try fill(1)
    for ending in ["", "-wal", "-shm"] where files.kind(of: index + ending) != nil {
      try files.remove(index + ending)
    }
    try files.makeFolder(index)
    #expect(try use("a folder")?.contains("it is not a file") == true)
  }

  @Test func `an index that is damaged while it is open is begun anew`() throws {
    let store = bench.store()
    for number in 0..<40 { try store.put(bench.response("\(number)"), content(300, seed: number)) }
    // The log is what is read first.
    for ending in ["", "-wal"] {
      let size = try files.status(of: index + ending).size
      overwrite(index + ending, with: content(size))
    }
    let other = bench.store()
    try other.put(bench.response("a"), content(10))
    try store.put(bench.response("b"), content(10))
    for store in [store, other] {
      #expect(try store.bytes(key("a")) == content(10))
      #expect(try store.bytes(key("b")) == content(10))
    }
  }

  @Test(arguments: [
    "UPDATE response SET digest = CAST('../../../../../../../../etc/passwd' || '' AS BLOB)",
    "UPDATE response SET digest = CAST('/../../../../../../../etc/hosts' AS BLOB)",
    "UPDATE response SET digest = zeroblob(0)", "UPDATE response SET digest = zeroblob(1000000)",
    "UPDATE response SET count = -1", "UPDATE response SET count = -9223372036854775808",
    "UPDATE response SET count = 9223372036854775807", "UPDATE response SET head = zeroblob(0)",
    "UPDATE response SET head = zeroblob(8)", "UPDATE response SET head = randomblob(300)",
    "UPDATE response SET pack = -1", "UPDATE response SET pack = NULL",
    "UPDATE response SET pack = 9223372036854775807, start = -9223372036854775808",
    "UPDATE response SET start = 9223372036854775807", "UPDATE response SET start = start - 4096",
    "UPDATE response SET start = start / 2", "UPDATE response SET start = -1",
    "UPDATE response SET purpose = 99, turn = 9223372036854775807",
    "UPDATE response SET address = 'http://example.org/1' WHERE address LIKE '%/2'",
    "UPDATE response SET host = char(0), used = 9e999", "DELETE FROM total",
    "UPDATE total SET content = 9223372036854775807, shard = 9223372036854775807",
    "UPDATE total SET content = -9223372036854775808, heads = -1, shard = -5, swept = -9e999",
    "DELETE FROM holding", "UPDATE holding SET purpose = -7, entries = 9223372036854775807",
    "UPDATE holding SET bytes = -9223372036854775808",
    "UPDATE part SET id = -1", "UPDATE part SET count = 9223372036854775807",
    "UPDATE failure SET until = 9e999, times = -9223372036854775808",
    "UPDATE event SET hits = 9223372036854775807, host = '../x'",
    "UPDATE sqlite_sequence SET seq = 9223372036854775807",
  ])
  func `index rows with invalid values cause no crash and no change outside the cache`(
    change: String
  ) throws {
    try fill()
    let before = bench.store()
    before.insertPartial(bench.response("4"), before.intake(content(10)))
    before.remember(
      RememberedFailure(key: key("5"), status: 503, reason: "", until: bench.now, times: 1))
    before.count(.hit, host: "example.org")
    before.flush()
    try files.write([1], to: bench.folder.path + "/outside", replacing: false)
    try DatabaseQueue(path: index).inDatabase { database in
      try database.execute(sql: "PRAGMA ignore_check_constraints = ON; \(change)")
    }
    bench.now += 2 * 86_400
    _ = try use("\(change)")
    let store = bench.store { $0.bytes = 3000 }
    for number in 0..<20 {
      try store.put(bench.response("x\(number)"), content(300, seed: 60 + number))
    }
    _ = store.clear(CacheSelection())
    #expect(store.statistics().total.entries >= 0)
    #expect(try bench.folder.names() == ["cache", "outside"])
    #expect(try files.contents(of: bench.folder.path + "/outside", limit: 10) == [1])
  }

  private func integrity() throws -> String? {
    try DatabaseQueue(path: index).read { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
  }
}
