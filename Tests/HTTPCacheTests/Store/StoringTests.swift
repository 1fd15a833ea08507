import HTTPCache
import LiveWorld
import Testing
import TestSupport
import World

/// Keeping responses, on disk and in memory.
struct StoringTests {
  let bench: StoreWorkbench

  init() throws { bench = try StoreWorkbench() }

  /// The same store twice: where something is kept makes no difference.
  private func stores(_ change: (inout CacheLimits) -> Void = { _ in }) -> [CacheStore] {
    [bench.store(change), bench.store(at: nil, change)]
  }

  @Test(arguments: [0, 1, 20_480, 1 << 20, (1 << 20) + 1, 3_000_000])
  func `a stored response comes back with its head and body`(count: Int) throws {
    let bytes = content(count)
    var response = bench.response("a")
    response.headers += [HTTPField("Set-Cookie", "a=1"), HTTPField("Set-Cookie", "b=é\u{1F958}")]
    response.varying = [HTTPField("accept-language", "de, en")]
    response.range = "bytes=0-9"
    response.purpose = .picture
    response.isInvalidated = true
    for store in stores() {
      #expect(try store.put(response, bytes) == bytes)
      let found = try #require(store.responses(for: response.key).first)
      var expected = response
      expected.id = found.id
      expected.count = count
      expected.digest = found.digest
      expected.place = found.place
      #expect(found == expected)
      #expect(found.id > 0)
      #expect(try store.content(of: found)?.bytes() == bytes)
    }
  }

  @Test func `the digest is that of FIPS 180-4`() throws {
    let store = bench.store()
    try store.put(bench.response("a"), Array("abc".utf8))
    #expect(
      store.responses(for: key("a")).first?.digest
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }

  @Test func `long content lies in a file, short content in memory`() throws {
    for store in stores({ $0.bytesInMemory = 100 }) {
      for (count, isFile) in [(100, false), (101, true)] {
        let intake = store.intake(content(count))
        let kept = store.keep(bench.response("\(count)"), intake, replacing: [])
        let read = try #require(store.responses(for: key("\(count)")).first.flatMap(store.content))
        if case .file = read { #expect(isFile) } else { #expect(!isFile) }
        #expect(try kept.bytes() == content(count))
        #expect(try read.bytes() == content(count))
      }
    }
  }

  @Test func `responses are sorted by their date, the latest first`() throws {
    for store in stores() {
      for (tag, time) in [("b", 2.0), ("c", 3.0), ("a", 1.0)] {
        bench.now = StoreWorkbench.beginning + time
        try store.put(bench.response("a", tag: tag), content(10))
      }
      #expect(store.responses(for: key("a")).map { $0.headers[0].value } == ["c", "b", "a"])
    }
  }

  @Test func `a replaced response is removed with its body`() throws {
    for store in stores({ $0.packedBytes = 0 }) {
      try store.put(bench.response("a"), content(10, seed: 1))
      let old = store.responses(for: key("a"))
      try store.put(bench.response("a"), content(10, seed: 2), replacing: old)
      #expect(try store.bytes(key("a")) == content(10, seed: 2))
      #expect(store.responses(for: key("a")).count == 1)
      #expect(store.content(of: old[0]) == nil)
    }
    #expect(try bodies().count == 1)
  }

  @Test func `entries are distinguished by the credentials of their requests`() throws {
    for store in stores() {
      try store.put(bench.response("a", partition: "p"), content(10, seed: 1))
      try store.put(bench.response("a", partition: "q"), content(10, seed: 2))
      #expect(store.responses(for: key("a")).isEmpty)
      #expect(try store.bytes(key("a", "p")) == content(10, seed: 1))
      #expect(try store.bytes(key("a", "q")) == content(10, seed: 2))
    }
  }

  @Test func `an update changes the head and leaves the content`() throws {
    for store in stores() {
      try store.put(bench.response("a"), content(10))
      var response = try #require(store.responses(for: key("a")).first)
      response.headers = [HTTPField("ETag", "\"2\"")]
      response.responseTime += 60
      response.isInvalidated = true
      response.purpose = .feed
      store.update(response)
      #expect(store.responses(for: key("a")) == [response])
      #expect(try store.bytes(key("a")) == content(10))
      #expect(store.statistics().purposes.keys.sorted { $0.rawValue < $1.rawValue } == [.feed])
    }
  }

  @Test func `an update of a removed response stores nothing`() throws {
    for store in stores() {
      try store.put(bench.response("a"), content(10))
      let response = try store.first(key("a"))
      store.remove(response)
      store.update(response)
      #expect(store.responses(for: key("a")).isEmpty)
    }
  }

  @Test func `an invalidation marks all responses of an address and of no other`() throws {
    for store in stores() {
      for (name, partition) in [("a", ""), ("a", "p"), ("b", "")] {
        try store.put(bench.response(name, partition: partition), content(10))
      }
      store.invalidate(address: key("a").address)
      let marks = try [key("a"), key("a", "p"), key("b")].map { try store.first($0) }
      #expect(marks.map(\.isInvalidated) == [true, true, false])
    }
  }

  @Test func `equal bodies are stored once until the last is removed`() throws {
    let store = bench.store { $0.packedBytes = 0 }
    for name in ["a", "b"] { try store.put(bench.response(name), content(500)) }
    #expect(try bodies().count == 1)
    #expect(store.statistics().total.bytes == 500)
    store.remove(try store.first(key("a")))
    #expect(try store.bytes(key("b")) == content(500))
    store.remove(try store.first(key("b")))
    #expect(try bodies().isEmpty)
    #expect(store.statistics().total == CacheCounts())
  }

  @Test(arguments: [10, 30_000])
  func `a response that must not be stored never touches the disk`(count: Int) throws {
    let store = bench.store { $0.bytesInMemory = 100 }
    let intake = store.intake(content(count), isKept: false)
    #expect(intake.count == count)
    #expect(try bench.folder.names() == [])
    #expect(try intake.finish().bytes() == content(count))
    let other = store.intake(content(count), isKept: false)
    #expect(try store.keep(bench.response("a"), other, replacing: []).bytes() == content(count))
    #expect(try bench.folder.names() == [])
    #expect(store.responses(for: key("a")).isEmpty)
  }

  @Test func `content that is given up leaves no file`() throws {
    let store = bench.store { $0.bytesInMemory = 100 }
    var intake: ContentIntake? = store.intake(content(5000))
    #expect(try LiveFileSystem().names(in: bench.path + "/tmp").count == 1)
    let finished = store.intake(content(6000)).finish()
    #expect(intake?.count == 5000)
    intake = nil
    #expect(try finished.bytes() == content(6000))
    #expect(try LiveFileSystem().names(in: bench.path + "/tmp").isEmpty)
  }

  @Test func `a response larger than the store is returned, and replaces the old one`() throws {
    for store in stores({ ($0.bytes, $0.memoryBytes) = (20_000, 20_000) }) {
      try store.put(bench.response("a"), content(10))
      let old = store.responses(for: key("a"))
      #expect(try store.put(bench.response("a"), content(20_001), replacing: old).count == 20_001)
      #expect(store.responses(for: key("a")).isEmpty)
    }
  }

  @Test func `files and folders are their owner's alone, and are marked as a cache`() throws {
    let store = bench.store { $0.packedBytes = 10 }
    try store.put(bench.response("a"), content(11))
    try store.put(bench.response("b"), content(10))
    for name in ["", "/b", "/pack", "/tmp", "/part"] {
      #expect(try bench.folder.mode(of: "cache" + name) == 0o700)
    }
    let body = try #require(try bodies().first)
    let pack = try #require(try LiveFileSystem().names(in: bench.path + "/pack").first)
    for name in [
      "CACHEDIR.TAG", "index.db", "index.db-wal", "index.db-shm", body, "pack/" + pack,
    ] {
      #expect(try bench.folder.mode(of: "cache/" + name) == 0o600)
    }
    let tag = try LiveFileSystem().contents(of: bench.path + "/CACHEDIR.TAG", limit: 1000)
    #expect(tag.starts(with: "Signature: 8a477f597d28d172789f06886806bc55\n".utf8))
    let digest = try store.first(key("a")).digest
    #expect(body == "b/\(digest.prefix(2))/\(digest)")
  }

  @Test func `lookups create and open no files`() throws {
    let store = bench.store()
    #expect(bench.files.calls == 0)
    #expect(store.responses(for: key("a")).isEmpty)
    store.count(.miss, host: "example.org")
    store.flush()
    store.invalidate(address: "http://example.org/a")
    store.forgetFailures()
    #expect(store.failure(for: key("a")) == nil)
    #expect(store.takePartial(for: key("a")) == nil)
    #expect(store.clear(CacheSelection()) == 0)
    #expect(store.statistics().total.misses == 1)
    #expect(try bench.folder.names() == [])
    #expect(store.takeNotice() == nil)
  }

  @Test func `a process finds the responses that another stored`() throws {
    for name in ["a", "b"] { try bench.store().put(bench.response(name), content(10)) }
    #expect(try bench.store().bytes(key("a")) == content(10))
  }

  /// The bodies in the folder, by their paths in it.
  private func bodies() throws -> [String] {
    let files = LiveFileSystem()
    return try files.names(in: bench.path + "/b").flatMap { shard in
      try files.names(in: "\(bench.path)/b/\(shard)").map { "b/\(shard)/\($0)" }
    }
  }
}
