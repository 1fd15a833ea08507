import HTTPCache
import LiveWorld
import Testing
import TestSupport
import World

/// Small bodies, which lie in files together.
struct PackTests {
  let bench: StoreWorkbench
  private let files = LiveFileSystem()

  init() throws { bench = try StoreWorkbench() }

  /// The names of the packs, in their order.
  private func packs() throws -> [String] {
    try files.names(in: bench.path + "/pack").sorted { (Int($0) ?? -1) < (Int($1) ?? -1) }
  }

  private func path(_ pack: String) -> String { "\(bench.path)/pack/\(pack)" }

  /// How many bodies have a file of their own.
  private func bodies() throws -> Int {
    try files.names(in: bench.path + "/b").reduce(0) {
      $0 + (try files.names(in: "\(bench.path)/b/\($1)").count)
    }
  }

  @Test func `small bodies lie in one file, long ones in files of their own`() throws {
    let store = bench.store()
    let counts = [1, 4095, 4096, 4097, 20_000, 65_536, 65_537, 300_000]
    for count in counts { try store.put(bench.response("\(count)"), content(count)) }
    for store in [store, bench.store()] {
      for count in counts { #expect(try store.bytes(key("\(count)")) == content(count)) }
    }
    #expect(try packs().count == 1)
    #expect(try bodies() == 2)
    #expect(try files.names(in: bench.path + "/tmp").isEmpty)
  }

  @Test(arguments: [(0, 1000), (1000, 0), (0, 0), (1000, 1000)])
  func `a response that replaces equal content stores the content once, in a pack or a file`(
    before: Int, after: Int
  ) throws {
    try bench.store { $0.packedBytes = before }.put(bench.response("a"), content(500))
    let store = bench.store { $0.packedBytes = after }
    try store.put(bench.response("a"), content(500), replacing: store.responses(for: key("a")))
    #expect(try store.bytes(key("a")) == content(500))
    #expect(try bodies() == (after == 0 ? 1 : 0))
    #expect(store.clear(CacheSelection()) == 500)
    #expect(try bodies() == 0)
    #expect(try packs().isEmpty)
  }

  @Test func `a full pack is followed by another`() throws {
    let store = bench.store()
    for number in 0..<140 {
      try store.put(bench.response("\(number)"), content(65_000, seed: number))
    }
    #expect(try packs().count == 2)
    for number in [0, 126, 127, 128, 139] {
      #expect(try store.bytes(key("\(number)")) == content(65_000, seed: number))
    }
  }

  @Test func `each process adds to a pack of its own`() throws {
    let stores = (0..<3).map { _ in bench.store() }
    for number in 0..<12 {
      try stores[number % 3].put(bench.response("\(number)"), content(500, seed: number))
    }
    #expect(try packs().count == 3)
    for (number, store) in (0..<12).flatMap({ number in stores.map { (number, $0) } }) {
      #expect(try store.bytes(key("\(number)")) == content(500, seed: number))
    }
  }

  @Test func `equal bodies share a place in a pack until the last is removed`() throws {
    let (store, other) = (bench.store(), bench.store())
    for (name, store) in [("a", store), ("b", other), ("c", store)] {
      try store.put(bench.response(name), content(5000))
    }
    #expect(Set(try ["a", "b", "c"].map { try store.first(key($0)).place }).count == 1)
    for name in ["a", "b"] { store.remove(try store.first(key(name))) }
    #expect(try store.bytes(key("c")) == content(5000))
    #expect(try packs().count == 1)
  }

  @Test func `equal bodies that arrive together share a place in a pack`() async throws {
    let store = bench.store()
    await withTaskGroup(of: Void.self) { [bench] group in
      for number in 0..<24 {
        group.addTask {
          _ = await store.insertTogether(
            bench.response("\(number)"), store.intake(content(5000, seed: number % 3)),
            replacing: [])
        }
      }
    }
    let places = try (0..<24).map { try #require(try store.first(key("\($0)")).place) }
    #expect(Set(places).count == 3)
    for number in 0..<24 {
      #expect(try bench.store().bytes(key("\(number)")) == content(5000, seed: number % 3))
    }
    #expect(try packs().count == 1)
  }

  @Test func `the room of a body that nothing needs goes back to the disk at once`() throws {
    let store = bench.store()
    for number in 0..<20 {
      try store.put(bench.response("\(number)"), content(50_000, seed: number))
    }
    let pack = path(try #require(try packs().first))
    let before = try #require(roomTaken(by: pack))
    #expect(before >= 1_000_000)
    for number in 0..<19 { store.remove(try store.first(key("\(number)"))) }
    let after = try #require(roomTaken(by: pack))
    #expect(after <= before / 10)
    #expect(try store.bytes(key("19")) == content(50_000, seed: 19))
  }

  @Test func `a store that is full takes no more room, however much comes`() throws {
    let store = bench.store { $0.bytes = 500_000 }
    for number in 0..<200 {
      bench.now += 1
      try store.put(bench.response("\(number)"), content(20_000, seed: number))
    }
    let room = try packs().compactMap { roomTaken(by: path($0)) }.reduce(0, +)
    #expect(room <= 600_000)
    #expect(try store.bytes(key("199")) == content(20_000, seed: 199))
  }

  @Test func `an empty pack is removed by a sweep and by clear`() throws {
    let store = bench.store()
    try store.put(bench.response("a"), content(500))
    let other = bench.store()
    try other.put(bench.response("b"), content(500, seed: 2))
    for name in ["7777777", "junk"] { try files.write([1], to: path(name), replacing: false) }
    store.remove(try store.first(key("a")))
    #expect(try packs().count == 4)
    bench.now += 86_401
    // A sweep comes with every fourth.
    for name in ["c", "d", "e", "f"] { try other.put(bench.response(name), content(10)) }
    #expect(try packs().count == 1)
    #expect(try other.bytes(key("b")) == content(500, seed: 2))
    #expect(other.clear(CacheSelection()) == 510)
    #expect(try packs().isEmpty)
    // Who had begun them begins others.
    for (name, store) in [("g", store), ("h", other)] {
      try store.put(bench.response(name), content(500, seed: 3))
      #expect(try store.bytes(key(name)) == content(500, seed: 3))
    }
    #expect(store.statistics().total.damaged == 0)
  }

  @Test func `bodies get files of their own on a file system without holes`() throws {
    bench.files.keepsHoles = true
    let store = bench.store()
    for number in 0..<5 { try store.put(bench.response("\(number)"), content(500, seed: number)) }
    #expect(try packs().isEmpty)
    #expect(try bodies() == 5)
    for number in 0..<5 {
      #expect(try store.bytes(key("\(number)")) == content(500, seed: number))
    }
    #expect(store.takeNotice() == nil)
    #expect(try files.names(in: bench.path + "/tmp").isEmpty)
  }

  /// The kinds of damage to a pack, and whether the body in its middle survives.
  enum Damage: CaseIterable {
    case cut, flipped, emptied, replaced, removed, folder, link, pipe, allRemoved

    func happen(to path: String) throws {
      let files = LiveFileSystem()
      var bytes = try files.contents(of: path, limit: .max)
      if self == .flipped || self == .replaced {
        // The third of three bodies of 500 bytes, each in a block of its own.
        if self == .flipped {
          bytes[8192 + 250] ^= 4
        } else {
          bytes = content(bytes.count, seed: 99)
        }
        return overwrite(path, with: bytes)
      }
      try files.remove(path)
      switch self {
      case .cut: try files.write(Array(bytes.dropLast()), to: path, replacing: true)
      case .emptied: try files.write([], to: path, replacing: true)
      case .folder: try files.makeFolder(path)
      case .link:
        try files.write(bytes, to: path + ".other", replacing: true)
        makeLink(at: path, to: path + ".other")
      case .pipe: makePipe(at: path)
      case .allRemoved: try files.remove(String(path.dropLast(2)))
      default: break
      }
    }
  }

  @Test(arguments: Damage.allCases)
  func `a body in a damaged pack is a miss, is counted, and is mended by the next one`(
    damage: Damage
  ) throws {
    let store = bench.store()
    for (seed, name) in ["x", "y", "a"].enumerated() {
      try store.put(bench.response(name), content(500, seed: seed))
    }
    // Another process adds to it no more.
    let next = bench.store()
    let response = try next.first(key("a"))
    try damage.happen(to: path("1"))
    #expect(next.content(of: response) == nil)
    #expect(next.responses(for: key("a")).isEmpty)
    #expect(next.statistics().total.damaged == 1)
    if damage == .flipped || damage == .cut {
      for (seed, name) in ["x", "y"].enumerated() {
        #expect(try next.bytes(key(name)) == content(500, seed: seed))
      }
    }
    for store in [next, store] {
      for (seed, name) in ["x", "y", "a"].enumerated() {
        try store.put(
          bench.response(name), content(500, seed: seed), replacing: store.responses(for: key(name))
        )
        #expect(try store.bytes(key(name)) == content(500, seed: seed), "\(name)")
      }
    }
    #expect(store.takeNotice() == nil && next.takeNotice() == nil)
  }

  @Test func `a damaged body that two entries share is mended for both`() throws {
    let store = bench.store()
    for name in ["a", "b"] { try store.put(bench.response(name), content(500)) }
    overwrite(path("1"), with: [1, 2, 3])
    #expect(store.content(of: try store.first(key("a"))) == nil)
    try store.put(bench.response("a"), content(500))
    for name in ["a", "b"] { #expect(try store.bytes(key(name)) == content(500)) }
    #expect(store.statistics().total.damaged == 1)
  }
}
