@testable import HTTPCache
import Testing
import World

struct LanesTests {
  @Test func `a request that was raised before it came to wait is served sooner`() async throws {
    let lanes = Lanes(perHost: 1)
    let host = try WebAddress("http://a/").origin
    let served = FetcherUnderTest.Shared<[Int]>([])
    let tickets = [FetchRequest.Priority.visible, .nextPage, .prefetch].map { lanes.ticket($0) }
    try await lanes.enter(tickets[0], host: host)
    lanes.raise(tickets[2], to: .visible)
    await withTaskGroup(of: Void.self) { group in
      for number in 1...2 {
        group.addTask {
          do {
            try await lanes.enter(tickets[number], host: host)
          } catch {
            Issue.record("\(error)")
          }
          served.change { $0.append(number) }
          lanes.leave(tickets[number], host: host)
        }
      }
      while lanes.waitingCount < 2 { await Task.yield() }
      lanes.leave(tickets[0], host: host)
    }
    #expect(served.change { $0 } == [2, 1])
  }
}
