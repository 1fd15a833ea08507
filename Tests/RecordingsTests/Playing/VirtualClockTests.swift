import Recordings
import Synchronization
import Testing

@Suite("The virtual clock")
struct VirtualClockTests {
  /// The times at which waits ended.
  private final class Ended: Sendable {
    private let state = Mutex<[Int]>([])

    var moments: [Int] { state.withLock { $0 } }
    func append(_ moment: Int) { state.withLock { $0.append(moment) } }
  }

  /// Yields until a number of tasks wait for the clock.
  private func until(_ count: Int, waitOn clock: VirtualClock) async {
    while clock.waitingCount != count { await Task.yield() }
  }

  @Test func `waits end in order, each at its own time`() async throws {
    let clock = VirtualClock(1000)
    let ended = Ended()
    let waits = [300, 100, 200].map { span in
      Task {
        try await clock.wait(.milliseconds(span))
        ended.append(clock.now)
      }
    }
    await until(3, waitOn: clock)
    while let end = clock.nextEnd {
      let count = clock.waitingCount
      clock.set(end)
      #expect(clock.waitingCount == count - 1)
      while ended.moments.count != 4 - count { await Task.yield() }
    }
    for wait in waits { try await wait.value }
    #expect(ended.moments == [1100, 1200, 1300])
    #expect(clock.now == 1300)
  }

  @Test func `a wait ends exactly at its deadline`() async throws {
    let clock = VirtualClock(0)
    let wait = Task { try await clock.wait(.milliseconds(10)) }
    await until(1, waitOn: clock)
    clock.set(9)
    #expect(clock.waitingCount == 1)
    clock.set(10)
    #expect(clock.waitingCount == 0)
    try await wait.value
  }

  @Test(arguments: [0, -5]) func `an empty wait returns at once`(span: Int) async throws {
    let clock = VirtualClock(0)
    try await clock.wait(.milliseconds(span))
    #expect(clock.now == 0)
  }

  @Test func `hurrying ends all waits without advancing the clock`() async throws {
    let clock = VirtualClock(7)
    let wait = Task { try await clock.wait(.seconds(3600)) }
    await until(1, waitOn: clock)
    clock.whileHurried {}
    try await wait.value
    #expect(clock.now == 7)
    let later = Task { try await clock.wait(.seconds(1)) }
    await until(1, waitOn: clock)
    clock.set(1007)
    try await later.value
  }

  @Test func `a cancelled wait throws`() async {
    let clock = VirtualClock(0)
    let wait = Task { try await clock.wait(.seconds(1)) }
    await until(1, waitOn: clock)
    wait.cancel()
    await #expect(throws: CancellationError.self) { try await wait.value }
    #expect(clock.waitingCount == 0)
    let early = Task {
      while !Task.isCancelled { await Task.yield() }
      try await clock.wait(.seconds(1))
    }
    early.cancel()
    await #expect(throws: CancellationError.self) { try await early.value }
    #expect(clock.waitingCount == 0)
  }
}
