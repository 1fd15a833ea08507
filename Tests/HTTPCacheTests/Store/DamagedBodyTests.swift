import HTTPCache
import LiveWorld
import Testing
import TestSupport
import World

/// Bodies with files of their own that are not what was put there.
struct DamagedBodyTests {
  let bench: StoreWorkbench

  init() throws { bench = try StoreWorkbench() }

  /// The kinds of damage to a body.
  enum Damage: CaseIterable {
    case truncated, lengthened, flipped, emptied, replaced, removed, folder, fullFolder, link
    case linkToItself, pipe, shardRemoved
  }

  @Test(arguments: Damage.allCases, [500, 50_000])
  func `a damaged body is a miss, is counted, and is mended by the next one`(
    damage: Damage, count: Int
  ) throws {
    let store = bench.store { ($0.bytesInMemory, $0.packedBytes) = (1000, 0) }
    try store.put(bench.response("a"), content(count))
    try store.put(bench.response("b"), content(10, seed: 7))
    let response = try #require(store.responses(for: key("a")).first)
    try damage.happen(to: "\(bench.path)/b/\(response.digest.prefix(2))/\(response.digest)")

    #expect(store.content(of: response) == nil)
    #expect(store.responses(for: key("a")).isEmpty)
    #expect(store.statistics().total.damaged == 1)
    #expect(store.statistics().hosts["example.org"]?.damaged == 1)
    #expect(try store.bytes(key("b")) == content(10, seed: 7))
    #expect(try store.put(bench.response("a"), content(count)) == content(count))
    #expect(try store.bytes(key("a")) == content(count))
    // Where a folder with something in it has its place, nothing can be put.
    #expect((store.takeNotice() != nil) == (damage == .fullFolder))
  }

  @Test func `a body that two entries share is mended for both`() throws {
    let store = bench.store { $0.packedBytes = 0 }
    for name in ["a", "b"] { try store.put(bench.response(name), content(500)) }
    let response = try store.first(key("a"))
    try DamagedBodyTests.Damage.flipped.happen(
      to: "\(bench.path)/b/\(response.digest.prefix(2))/\(response.digest)")
    #expect(store.content(of: response) == nil)
    try store.put(bench.response("a"), content(500))
    for name in ["a", "b"] { #expect(try store.bytes(key(name)) == content(500)) }
  }

  @Test(arguments: [0, 1000])
  func `a body that cannot be opened just now is not damaged`(packedBytes: Int) throws {
    let store = bench.store { $0.packedBytes = packedBytes }
    try store.put(bench.response("a"), content(500))
    let response = try store.first(key("a"))
    for reason in [FileError.Reason.other("Too many open files"), .stopped, .notPermitted] {
      bench.files.fail(0..<1, reason)
      #expect(store.content(of: response) == nil)
      _ = store.takeNotice()
      bench.now += 100
      #expect(try store.content(of: response)?.bytes() == content(500))
    }
    #expect(store.statistics().total.damaged == 0)
  }

  @Test func `content of a response that is removed during reading is still read whole`() throws {
    let store = bench.store { $0.bytesInMemory = 1000 }
    try store.put(bench.response("a"), content(50_000))
    let response = try store.first(key("a"))
    let read = try #require(store.content(of: response))
    store.remove(response)
    #expect(try read.bytes() == content(50_000))
  }
}

extension DamagedBodyTests.Damage {
  /// Has it happen to a file.
  func happen(to path: String) throws {
    let files = LiveFileSystem()
    var bytes = try files.contents(of: path, limit: .max)
    try files.remove(path)
    switch self {
    case .truncated: try files.write(Array(bytes.dropLast()), to: path, replacing: true)
    case .lengthened: try files.write(bytes + [0], to: path, replacing: true)
    case .emptied: try files.write([], to: path, replacing: true)
    case .flipped:
      bytes[bytes.count / 2] ^= 4
      try files.write(bytes, to: path, replacing: true)
    case .replaced:
      try files.write(content(bytes.count, seed: 99), to: path, replacing: true)
    case .removed: break
    case .folder: try files.makeFolder(path)
    case .fullFolder: try files.write([1], to: path + "/x", replacing: true)
    case .link:
      try files.write(bytes, to: path + ".other", replacing: true)
      makeLink(at: path, to: path + ".other")
    case .linkToItself: makeLink(at: path, to: path)
    case .pipe: makePipe(at: path)
    case .shardRemoved: try files.remove(String(path.dropLast(65)))
    }
  }
}
