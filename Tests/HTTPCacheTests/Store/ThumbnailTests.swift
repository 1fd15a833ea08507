import GRDB
import HTTPCache
import TestSupport
import Testing

/// Small forms of contents, which are kept beside them.
struct ThumbnailTests {
  let bench: StoreWorkbench
  let store: CacheStore

  init() throws {
    bench = try StoreWorkbench()
    store = bench.store()
  }

  /// The key of a form of what is kept under a name, which is kept if it is not yet.
  private func thumbnail(of name: String, _ form: String = "80 × 60") throws -> ThumbnailKey {
    if store.responses(for: key(name)).isEmpty {
      try store.put(bench.response(name), content(100, seed: name.utf8.count))
    }
    return ThumbnailKey(
      digest: try #require(store.responses(for: key(name)).first).digest, form: form)
  }

  @Test func `every store finds a thumbnail by the digest of its content and its size`() throws {
    let small = try thumbnail(of: "pie")
    store.insertThumbnail([1, 2, 3], for: small)
    #expect(bench.store().thumbnail(small) == [1, 2, 3])
    #expect(store.thumbnail(try thumbnail(of: "pie", "160 × 60")) == nil)
    #expect(store.thumbnail(try thumbnail(of: "cake")) == nil)
    store.insertThumbnail([4], for: small)
    #expect(store.thumbnail(small) == [4])
  }

  @Test func `a thumbnail is removed with the last response that has its content`() throws {
    let kept = try thumbnail(of: "one")
    try store.put(bench.response("two"), content(100, seed: 3))
    store.insertThumbnail([1], for: kept)
    store.remove(try store.first(key("one")))
    #expect(store.thumbnail(kept) == [1])
    store.remove(try store.first(key("two")))
    #expect(store.thumbnail(kept) == nil)
    try expectSound(bench.path)
  }

  @Test func `no thumbnail is stored of a response that is not on disk`() throws {
    let gone = ThumbnailKey(digest: String(repeating: "ab", count: 32), form: "80 × 60")
    _ = try thumbnail(of: "pie")
    store.insertThumbnail([1], for: gone)
    #expect(store.thumbnail(gone) == nil)
    let large = try thumbnail(of: "pie", "large")
    store.insertThumbnail([UInt8](repeating: 0, count: CacheStore.thumbnailLimit + 1), for: large)
    #expect(store.thumbnail(large) == nil)
  }

  @Test func `a content has at most four thumbnails, and a new one replaces the oldest`() throws {
    for width in 1...6 {
      store.insertThumbnail([UInt8(width)], for: try thumbnail(of: "pie", "\(width)"))
    }
    let found = try (1...6).map { store.thumbnail(try thumbnail(of: "pie", "\($0)"))?.first }
    #expect(found == [nil, nil, 3, 4, 5, 6])
  }

  @Test func `thumbnails count for the size of the cache, and are removed with it`() throws {
    let kept = try thumbnail(of: "pie")
    for size in [5000, 9000] {
      store.insertThumbnail([UInt8](repeating: 7, count: size), for: kept)
    }
    #expect(store.clear(CacheSelection(purposes: [.other])) >= 9100)
    #expect(store.thumbnail(kept) == nil)
    #expect(try total(of: "content") == 0)
    #expect(try total(of: "heads") == 0)
  }

  private func total(of column: String) throws -> Int? {
    try DatabaseQueue(path: bench.path + "/index.db").read { database in
      try Int.fetchOne(database, sql: "SELECT \(column) FROM total")
    }
  }

  @Test func `a damaged thumbnail is not returned`() throws {
    let kept = try thumbnail(of: "pie")
    store.insertThumbnail([1, 2, 3], for: kept)
    try DatabaseQueue(path: bench.path + "/index.db").write { database in
      try database.execute(sql: "UPDATE thumbnail SET bytes = x'010204'")
    }
    #expect(store.thumbnail(kept) == nil)
  }

  @Test(arguments: ["sum", "bytes"], ["NULL", "7", "0.5", "'text'"])
  func `a thumbnail with a value of a wrong type is not returned`(column: String, value: String)
    throws
  {
    let kept = try thumbnail(of: "pie")
    store.insertThumbnail([1, 2, 3], for: kept)
    store.flush()
    let path = bench.path + "/index.db"
    var sql = ""
    let change = "UPDATE sqlite_schema SET sql = ? WHERE name = 'thumbnail'"
    // The table allows any value meanwhile.
    try DatabaseQueue(path: path).inDatabase { database in
      sql =
        try String.fetchOne(database, sql: "SELECT sql FROM sqlite_schema WHERE name = 'thumbnail'")
        ?? ""
      try database.execute(
        sql: "PRAGMA writable_schema = ON; \(change)",
        arguments: [sql.replacing("STRICT", with: "").replacing("BLOB NOT NULL", with: "")])
    }
    try DatabaseQueue(path: path).inDatabase { database in
      try database.execute(sql: "UPDATE thumbnail SET \(column) = \(value)")
      try database.execute(sql: "PRAGMA writable_schema = ON; \(change)", arguments: [sql])
    }
    #expect(bench.store().thumbnail(kept) == nil)
    #expect(try bench.store().bytes(key("pie")) != nil)
  }

  @Test(arguments: 1...2)
  func `an index of an earlier version is migrated and keeps its responses`(version: Int) throws {
    let before = bench.store { $0.packedBytes = 0 }
    try before.put(bench.response("pie"), content(300))
    let kept = ThumbnailKey(digest: try before.first(key("pie")).digest, form: "80 × 60")
    try DatabaseQueue(path: bench.path + "/index.db").write { database in
      // There were no packs in version 2, and no small forms of pictures in version 1.
      try database.execute(
        sql: """
          ALTER TABLE response DROP COLUMN pack; ALTER TABLE response DROP COLUMN start;
          PRAGMA user_version = \(version)
          """)
      if version == 1 {
        try database.execute(sql: "DROP TRIGGER thumbnailUnneeded; DROP TABLE thumbnail")
      }
    }
    let later = bench.store()
    #expect(later.responses(for: key("pie")).count == 1)
    #expect(try later.bytes(key("pie")) == content(300))
    try later.put(bench.response("tart"), content(200))
    #expect(try later.bytes(key("tart")) == content(200))
    later.insertThumbnail([1], for: kept)
    #expect(later.thumbnail(kept) == [1])
    #expect(later.takeNotice() == nil)
  }
}
