import HTTPCache
import LiveWorld
import Testing
import TestSupport
import World

/// Downloads that broke off.
struct PartialDownloadTests {
  let bench: StoreWorkbench

  init() throws { bench = try StoreWorkbench() }

  private func stores() -> [CacheStore] {
    [bench.path, nil].map { bench.store(at: $0) { $0.bytesInMemory = 1000 } }
  }

  @Test(arguments: [1, 1000, 1001, 50_000])
  func `a partial download continues where it broke off`(count: Int) throws {
    for store in stores() {
      var response = bench.response("a")
      response.purpose = .feed
      store.insertPartial(response, store.intake(Array(content(60_000).prefix(count))))
      #expect(store.responses(for: key("a")).isEmpty)
      let (part, intake) = try #require(store.takePartial(for: key("a")))
      #expect(intake.count == count)
      #expect(part.count == count)
      #expect(part.headers == response.headers)
      #expect(part.purpose == .feed)
      intake.append(Array(content(60_000).dropFirst(count)))
      let kept = store.keep(part, intake, replacing: [])
      #expect(try kept.bytes() == content(60_000))
      #expect(try store.bytes(key("a")) == content(60_000))
      #expect(store.takePartial(for: key("a")) == nil)
    }
    #expect(try names("part").isEmpty)
    #expect(try names("tmp").isEmpty)
  }

  @Test func `a partial download survives its process and is taken by only one other store`() throws
  {
    bench.store().insertPartial(bench.response("a"), bench.store().intake(content(50)))
    let (one, other) = (bench.store(), bench.store())
    #expect(one.takePartial(for: key("a", "else")) == nil)
    let taken = one.takePartial(for: key("a"))
    #expect(taken?.intake.count == 50)
    #expect(other.takePartial(for: key("a")) == nil)
  }

  @Test func `a store finds its own partial downloads at once and those of others in a second`()
    throws
  {
    let (one, other) = (bench.store(), bench.store())
    try one.put(bench.response("whole"), content(10))
    #expect(one.takePartial(for: key("a")) == nil)
    other.insertPartial(bench.response("a"), other.intake(content(50)))
    #expect(other.takePartial(for: key("a"))?.intake.count == 50)
    other.insertPartial(bench.response("a"), other.intake(content(60)))
    bench.now += 1
    #expect(one.takePartial(for: key("a"))?.intake.count == 60)
  }

  @Test func `only the last part of a key is stored`() throws {
    for store in stores() {
      for count in [50, 5000, 70] {
        store.insertPartial(bench.response("a"), store.intake(content(count)))
      }
      #expect(store.takePartial(for: key("a"))?.intake.count == 70)
      #expect(store.takePartial(for: key("a")) == nil)
    }
    #expect(try names("part").isEmpty)
  }

  @Test(arguments: DamagedBodyTests.Damage.allCases, [50, 5000])
  func `a damaged partial download is not continued`(
    damage: DamagedBodyTests.Damage, count: Int
  ) throws {
    if damage == .shardRemoved { return }
    let store = stores()[0]
    store.insertPartial(bench.response("a"), store.intake(content(count)))
    let name = try #require(try names("part").first)
    try damage.happen(to: "\(bench.path)/part/\(name)")
    #expect(store.takePartial(for: key("a")) == nil)
    #expect(store.takePartial(for: key("a")) == nil)
  }

  @Test func `partial downloads above their size limit remove the oldest ones`() throws {
    let store = bench.store { $0.bytes = 40_000 }
    for number in 0..<6 {
      store.insertPartial(bench.response("\(number)"), store.intake(content(3000, seed: number)))
    }
    #expect(try names("part").count == 3)
    #expect(store.takePartial(for: key("2")) == nil)
    #expect(store.takePartial(for: key("3")) != nil)
    store.insertPartial(bench.response("big"), store.intake(content(10_001)))
    #expect(try names("part").count == 2)
  }

  @Test func `a response that must not be stored leaves no partial download`() throws {
    let store = bench.store()
    store.insertPartial(bench.response("a"), store.intake(content(50), isKept: false))
    store.insertPartial(bench.response("b"), store.intake([]))
    #expect(store.takePartial(for: key("a")) == nil)
    #expect(try bench.folder.names() == [])
  }

  @Test func `a taken partial download that is released leaves no temporary file`() throws {
    let store = stores()[0]
    store.insertPartial(bench.response("a"), store.intake(content(5000)))
    var taken = store.takePartial(for: key("a"))
    #expect(taken != nil)
    #expect(try names("tmp").count == 1)
    taken = nil
    #expect(try names("tmp").isEmpty)
  }

  private func names(_ folder: String) throws -> [String] {
    try LiveFileSystem().names(in: "\(bench.path)/\(folder)")
  }
}
