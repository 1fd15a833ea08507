import GRDB
import HTTPCache
import LiveWorld
import Testing
import TestSupport
import World

/// The folder itself: gone, not ours, not writable, full, or another machine's.
struct FolderTests {
  let bench: StoreWorkbench

  init() throws { bench = try StoreWorkbench() }

  @Test func `a folder that vanished is made again at the next write`() throws {
    let store = bench.store()
    let name = "a"
    try store.put(bench.response(name), content(300))
    for count in [400, 500] {
      removeAll(bench.path)
      for response in store.responses(for: key(name)) {
        #expect(store.content(of: response) == nil)
      }
      try store.put(bench.response(name), content(count))
      #expect(try store.bytes(key(name)) == content(count))
      #expect(try bench.store().bytes(key(name)) == content(count))
    }
    #expect(store.takeNotice() == nil)
    #expect(store.statistics().total.damaged == 0)
  }

  @Test func `a response is stored even if the folder vanishes while its content arrives`() throws {
    let store = bench.store { $0.bytesInMemory = 100 }
    let intake = store.intake(content(20_000))
    removeAll(bench.path)
    let kept = store.keep(bench.response("a"), intake, replacing: [])
    #expect(try kept.bytes() == content(20_000))
    #expect(try bench.store().bytes(key("a")) == content(20_000))
  }

  @Test func `a folder that another process made again is used by both`() throws {
    let (one, other) = (bench.store(), bench.store())
    try one.put(bench.response("a"), content(10))
    _ = other.responses(for: key("a"))
    removeAll(bench.path)
    try other.put(bench.response("b"), content(20))
    try one.put(bench.response("c"), content(30))
    for store in [one, other] {
      #expect(try store.bytes(key("b")) == content(20))
      #expect(try store.bytes(key("c")) == content(30))
    }
    try expectSound(bench.path)
  }

  @Test(arguments: [0o770, 0o702] as [UInt32])
  func `clear leaves a folder alone that others may write to`(mode: UInt32) throws {
    try bench.store().put(bench.response("a"), content(300))
    setPermissions(mode, of: bench.path)
    let store = bench.store()
    #expect(store.clear(CacheSelection()) == 0)
    #expect(store.isRefused)
    setPermissions(0o700, of: bench.path)
    #expect(try bench.store().bytes(key("a")) == content(300))
  }

  @Test func `a folder that others may write to is not used`() throws {
    try LiveFileSystem().makeFolder(bench.path)
    for mode: UInt32 in [0o770, 0o702, 0o777] {
      setPermissions(mode, of: bench.path)
      let store = bench.store()
      try store.put(bench.response("a"), content(300))
      #expect(try store.bytes(key("a")) == content(300))
      #expect(
        store.takeNotice()
          == "the cache folder \(bench.path) cannot be used (others may write there; chmod go-w makes it safe); responses are stored in memory for now"
      )
      #expect(try LiveFileSystem().names(in: bench.path).isEmpty)
    }
  }

  @Test(.enabled(if: isRunByRoot)) func `a folder that is somebody else's is not used`() throws {
    try LiveFileSystem().makeFolder(bench.path)
    #expect(give(bench.path, toUser: 65_534))
    let store = bench.store()
    try store.put(bench.response("a"), content(300))
    #expect(try store.bytes(key("a")) == content(300))
    #expect(store.takeNotice()?.contains("belongs to somebody else") == true)
    #expect(try LiveFileSystem().names(in: bench.path).isEmpty)
  }

  @Test func `a store whose path is no folder stores in memory`() throws {
    for path in [bench.path, bench.path + "/under"] {
      try LiveFileSystem().write([1], to: bench.path, replacing: true)
      let store = bench.store(at: path)
      try store.put(bench.response("a"), content(300))
      #expect(try store.bytes(key("a")) == content(300))
      #expect(store.takeNotice()?.contains("stored in memory for now") == true)
      #expect(store.takeNotice() == nil)
    }
    #expect(try LiveFileSystem().contents(of: bench.path, limit: 10) == [1])
  }

  @Test func `a link to a folder of ours is followed`() throws {
    try LiveFileSystem().makeFolder(bench.folder.path + "/real")
    makeLink(at: bench.path, to: bench.folder.path + "/real")
    let store = bench.store()
    try store.put(bench.response("a"), content(300))
    #expect(store.takeNotice() == nil)
    #expect(LiveFileSystem().kind(of: bench.folder.path + "/real/index.db") == .file)
  }

  @Test(arguments: [
    ([""], [0o500]), ([""], [0o000]), (["/tmp"], [0o500]), (["/tmp", "/b"], [0o500, 0o500]),
    (["/index.db", "/tmp"], [0o400, 0o500]), (["/index.db", ""], [0o400, 0o500]),
  ])
  @MainActor func `a store without write permission stores in memory`(
    names: [String], modes: [UInt32]
  ) throws {
    // No permissions bind root, so that somebody else has to try.
    let user: UInt32 = 65_534
    setPermissions(0o755, of: bench.folder.path)
    try LiveFileSystem().makeFolder(bench.path)
    if isRunByRoot { #expect(give(bench.path, toUser: user)) }
    func keep() throws -> [Substring] {
      let terminal = try PseudoTerminal(
        running: probePath, arguments: [bench.path, "keep"] + (isRunByRoot ? ["\(user)"] : []),
        columns: 400)
      #expect(try terminal.expectEnd(timeout: .seconds(60)) == .status(0))
      // A process that cannot write what it covered says so, too.
      return terminal.output.split(separator: "\r\n").filter {
        $0.hasPrefix("kept:") || $0.hasPrefix("notice:")
      }
    }
    if names != [""] {
      let lines = try keep()
      #expect(lines == ["kept: 1", "notice: none"], "\(lines)")
    }
    for (name, mode) in zip(names, modes) { setPermissions(mode, of: bench.path + name) }
    let lines = try keep()
    // What is on disk is there as before, if it can be read at all.
    #expect(["kept: 1", "kept: 2"].contains(lines.first))
    #expect(lines.last?.hasSuffix("responses are stored in memory for now") == true, "\(lines)")
    for name in names { setPermissions(0o700, of: bench.path + name) }
  }

  @Test func `a nearly full disk is not written, and responses are stored in memory`() throws {
    let store = bench.store { $0.freeBytes = 1_000_000 }
    try store.put(bench.response("a"), content(300))
    bench.files.pretend(DiskStatus(freeBytes: 1_000_100, isRemote: false))
    try store.put(bench.response("b"), content(300, seed: 2))
    #expect(store.responses(for: key("a")).isEmpty)
    try store.put(bench.response("c"), content(300, seed: 3))
    #expect(store.responses(for: key("b")).isEmpty)
    store.remove(try store.first(key("c")))
    try store.put(bench.response("d"), content(300, seed: 4))
    #expect(try store.bytes(key("d")) == content(300, seed: 4))
    #expect(bench.store().responses(for: key("d")).isEmpty)
    #expect(store.takeNotice()?.contains("the disk is nearly full") == true)
  }

  @Test(arguments: [(true, "delete"), (false, "wal")])
  func `an index that other machines may use shares no memory`(
    isRemote: Bool, mode: String
  ) throws {
    bench.files.pretend(DiskStatus(freeBytes: .max, isRemote: isRemote))
    let (one, other) = (bench.store(), bench.store())
    try one.put(bench.response("a"), content(300))
    try other.put(bench.response("b"), content(300))
    #expect(try one.bytes(key("b")) == content(300))
    let names = try LiveFileSystem().names(in: bench.path)
    #expect(names.contains("index.db-shm") != isRemote)
    let found = try DatabaseQueue(path: bench.path + "/index.db").inDatabase {
      try String.fetchOne($0, sql: "PRAGMA journal_mode")
    }
    #expect(found == mode)
  }

  @Test func `a response of a removed index is not taken for one of the new index`() throws {
    let store = bench.store()
    try store.put(bench.response("a"), content(300))
    let old = store.responses(for: key("a"))
    removeAll(bench.path)
    try store.put(bench.response("b"), content(400))
    #expect(store.responses(for: key("b")).map(\.id) == old.map(\.id))
    store.remove(old[0])
    store.update(old[0])
    #expect(try store.bytes(key("b")) == content(400))
  }
}

/// Expects an index to be whole.
func expectSound(_ folder: String, _ comment: Comment? = nil) throws {
  let found = try DatabaseQueue(path: folder + "/index.db").inDatabase {
    try String.fetchAll($0, sql: "PRAGMA integrity_check")
  }
  #expect(found == ["ok"], comment)
}
