import Foundation
import HTTPCache
import Synchronization
import Testing
import TestSupport
import World

/// Responses that are kept after their answers.
struct WriteBehindTests {
  let bench: StoreWorkbench

  init() throws { bench = try StoreWorkbench() }

  private func store(at path: String? = nil) -> CacheStore {
    let store = bench.store(at: path ?? bench.path)
    store.isWriteBehind = true
    return store
  }

  /// The body that is stored under a name, and under no other one.
  private func bytes(of name: String) -> [UInt8] { Array("\(name) ".utf8) + content(300) }

  private func keep(_ name: String, in store: CacheStore) async throws {
    let bytes = self.bytes(of: name)
    let kept = await store.insertTogether(
      bench.response(name), store.intake(bytes), replacing: store.responses(for: key(name)))
    #expect(try kept.bytes() == bytes, "\(name)")
  }

  @Test func `a request does not wait for an index that another process writes to`() async throws {
    let (store, other) = (store(), bench.store())
    // Who has a pack asks for it before it adds to it.
    try other.put(bench.response("first"), content(10))
    let (isInside, isWritten, goOn) = (Gate(), Gate(), DispatchSemaphore(value: 0))
    // In the middle of a transaction.
    bench.files.interrupt(at: "/pack/") {
      isInside.open()
      goOn.wait()
    }
    // A thread of its own: those of the pool may all wait.
    Thread.detachNewThread { [bench] in
      _ = try? other.put(bench.response("other"), content(20))
      isWritten.open()
    }
    await isInside.pass()
    try await keep("second", in: store)
    #expect(bench.store().responses(for: key("second")).isEmpty)
    goOn.signal()
    await isWritten.pass()
    #expect(try store.bytes(key("second")) == bytes(of: "second"))
  }

  @Test func `a lookup of a response that is being written waits for it`() async throws {
    for round in 1...20 {
      let store = store()
      let name = "\(round)"
      let found = Mutex<Int?>(nil)
      let isLookedFor = Gate()
      // Who has a pack asks for it before it adds to it.
      try store.put(bench.response("before \(round)"), content(10, seed: round))
      bench.files.interrupt(at: "/pack/") {
        let begun = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          begun.signal()
          let count = store.responses(for: key(name)).count
          found.withLock { $0 = count }
          isLookedFor.open()
        }
        begun.wait()
      }
      try await keep(name, in: store)
      await isLookedFor.pass()
      #expect(found.withLock { $0 } == 1)
    }
  }

  @Test(arguments: [true, false])
  func `a lookup, a change, a count and a removal find responses that wait to be written`(
    isOnDisk: Bool
  ) async throws {
    for round in 0..<20 {
      let store = isOnDisk ? store(at: "\(bench.folder.path)/\(round)") : bench.store(at: nil)
      store.isWriteBehind = true
      try await keep("a", in: store)
      #expect(try store.bytes(key("a")) == bytes(of: "a"))
      try await keep("a", in: store)
      #expect(store.responses(for: key("a")).count == 1)
      try await keep("b", in: store)
      store.invalidate(address: key("b").address)
      #expect(store.responses(for: key("b")).map(\.isInvalidated) == [true])
      try await keep("c", in: store)
      #expect(store.statistics().total.entries == 3)
      try await keep("d", in: store)
      #expect(store.clear(CacheSelection()) > 0)
      #expect(store.responses(for: key("d")).isEmpty)
      try await keep("e", in: store)
      store.flush()
      if isOnDisk {
        let next = bench.store(at: "\(bench.folder.path)/\(round)")
        #expect(try next.bytes(key("e")) == bytes(of: "e"))
        #expect(!store.mayStayOpen)
      }
      #expect(store.takeNotice() == nil)
    }
  }

  @Test func `responses stored at the same time are all stored, and a full queue makes tasks wait`()
    async throws
  {
    let store = store()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for lane in 0..<8 {
        group.addTask { [bench] in
          for number in 0..<200 {
            let name = "\(lane)/\(number)"
            _ = await store.insertTogether(
              bench.response(name), store.intake(Array(name.utf8)), replacing: [])
          }
        }
      }
      try await group.waitForAll()
    }
    store.writeQueued()
    let next = bench.store()
    #expect(next.statistics().total.entries == 1600)
    for lane in 0..<8 {
      for number in 0..<200 {
        #expect(try next.bytes(key("\(lane)/\(number)")) == Array("\(lane)/\(number)".utf8))
      }
    }
    try expectSound(bench.path)
  }

  @Test(arguments: FaultTests.reasons)
  func `a response that the disk refuses is stored in memory, and replaces the old one`(
    reason: FileError.Reason
  ) async throws {
    for (place, isLasting) in (0..<40).flatMap({ [($0, false), ($0, true)] }) {
      let comment: Comment = "\(reason) at call \(place), for good: \(isLasting)"
      let store = store(at: "\(bench.folder.path)/\(place)\(isLasting)")
      try store.put(bench.response("a"), [1])
      bench.files.fail(place..<(isLasting ? Int.max : place + 1), reason)
      try await keep("a", in: store)
      try await keep("b", in: store)
      store.writeQueued()
      bench.files.fail(0..<0, .full)
      // By then the disk, which may have some of it, is asked again.
      bench.now += 61
      #expect(try store.bytes(key("a")) == bytes(of: "a"), comment)
      #expect(try store.bytes(key("b")) == bytes(of: "b"), comment)
      _ = store.takeNotice()
      #expect(store.takeNotice() == nil, comment)
    }
  }
}
