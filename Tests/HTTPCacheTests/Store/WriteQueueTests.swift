import Foundation
import HTTPCache
import LiveWorld
import Synchronization
import Testing
import TestSupport
import World

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Responses that arrive at the same time, and are kept in one transaction.
struct WriteQueueTests {
  let bench: StoreWorkbench

  init() throws { bench = try StoreWorkbench() }

  /// Keeps many at once, and looks at each as soon as it is said to be kept.
  private func keep(
    _ count: Int, in store: CacheStore, size: Int = 300,
    then look: @escaping @Sendable (_ name: String, _ bytes: [UInt8]) throws -> Void = { _, _ in }
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { [bench] group in
      for number in 0..<count {
        group.addTask {
          let (name, bytes) = ("\(number)", content(size, seed: number + 1))
          let kept = await store.insertTogether(
            bench.response(name), store.intake(bytes), replacing: store.responses(for: key(name)))
          #expect(try kept.bytes() == bytes, "\(name)")
          try look(name, bytes)
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `a response in the write queue is found by every store`() async throws {
    let (store, other) = (bench.store(), bench.store())
    for _ in 1...2 {
      try await keep(200, in: store) { name, bytes in
        for store in [store, other] {
          let found = try store.bytes(key(name))
          #expect(found == bytes, "\(name)")
        }
      }
    }
    #expect(bench.store().statistics().total.entries == 200)
    try expectSound(bench.path)
  }

  @Test func `responses that arrive at the same time are stored in few transactions`() async throws
  {
    let store = bench.store()
    try store.put(bench.response("first"), content(10))
    bench.files.fail(0..<0, .full)
    for number in 0..<100 { try store.put(bench.response("\(number)"), content(300)) }
    let apart = bench.files.calls
    bench.files.fail(0..<0, .full)
    try await keep(100, in: store)
    // Each has a file to write and to rename in any case.
    #expect(bench.files.calls < apart * 3 / 4)
  }

  @Test func `a lookup does not wait for other responses that are being written`() async throws {
    let store = bench.store()
    try await keep(200, in: store)
    let found = Mutex<Int?>(nil)
    // In the middle of a transaction.
    bench.files.interrupt(at: "/pack/") {
      let done = DispatchSemaphore(value: 0)
      // A thread of its own: those of the pool may all wait.
      Thread.detachNewThread {
        let count = store.responses(for: key("7")).count
        found.withLock { $0 = count }
        done.signal()
      }
      _ = done.wait(timeout: .now() + 30)
      #expect(found.withLock { $0 } == 1)
    }
    try await keep(200, in: store, size: 301)
    #expect(found.withLock { $0 } == 1)
    try expectSound(bench.path)
  }

  @Test func `many small responses at once stay within the size limit`() async throws {
    let store = bench.store { $0.bytes = 60_000 }
    for _ in 1...4 { try await keep(200, in: store, size: 20) }
    #expect(store.statistics().total.entries < 120)
  }

  @Test func `responses of a store without a folder are held in memory within the memory limit`()
    async throws
  {
    let store = bench.store(at: nil) { $0.memoryBytes = 60_000 }
    try await keep(50, in: store) { name, bytes in
      let found = try store.bytes(key(name))
      #expect(found == bytes, "\(name)")
    }
    #expect(store.statistics().total.entries == 50)
    for _ in 1...4 { try await keep(200, in: store) }
    try await keep(1, in: store, size: 70_000)
    let total = store.statistics().total
    #expect(1...120 ~= total.entries)
    #expect(total.bytes <= 60_000)
  }

  @Test(arguments: FaultTests.reasons)
  func `a group of responses that the disk refuses is stored in memory`(
    reason: FileError.Reason
  ) async throws {
    for (place, isLasting) in (0..<60).flatMap({ [($0, false), ($0, true)] }) {
      let comment: Comment = "\(reason) at call \(place), for good: \(isLasting)"
      let store = bench.store(at: "\(bench.folder.path)/\(place)\(isLasting)")
      bench.files.fail(place..<(isLasting ? Int.max : place + 1), reason)
      try await keep(8, in: store)
      bench.files.fail(0..<0, .full)
      // By then the disk, which may have some of it, is asked again.
      bench.now += 61
      for number in 0..<8 {
        #expect(try store.bytes(key("\(number)")) == content(300, seed: number + 1), comment)
      }
      _ = store.takeNotice()
      #expect(store.takeNotice() == nil, comment)
    }
  }

  @Test @MainActor func `a killed process has lost no response that it reported as stored`() throws
  {
    for round in 0..<10 {
      let path = "\(bench.folder.path)/\(round)"
      let terminal = try PseudoTerminal(running: probePath, arguments: [path, "together"])
      try terminal.expect(timeout: .seconds(60)) { _ in
        terminal.transcript.count >= 200 * (round + 1)
      }
      terminal.process.send(SIGKILL)
      #expect(try terminal.expectEnd(timeout: .seconds(60)) == .signal(SIGKILL))
      let lines = terminal.output.split(separator: "\r\n").dropLast()
      let store = bench.store(at: path)
      for line in lines {
        #expect(try store.bytes(CacheKey(address: String(line))) == Array(line.utf8), "\(line)")
      }
      #expect(lines.count > 5 && store.statistics().total.damaged == 0)
      try expectSound(path)
    }
  }
}
