@testable import HTTPCache
import Testing
import World

struct RequestQueueTests {
  private let began = FetcherUnderTest.Shared<[String]>([])

  /// An entry that is queued, and notes its start.
  private func entry(
    _ name: String, _ id: RequestQueue.RequestID, _ queue: RequestQueue, host: String = "a"
  ) throws -> RequestQueue.Entry {
    let entry = queue.entry(id, host: try WebAddress("http://\(host)/").origin)
    entry.enqueue { began.change { $0.append(name) } }
    return entry
  }

  @Test func `a request raised before it is queued is started sooner`() throws {
    let queue = RequestQueue(hostLimit: 1)
    let ids = [FetchRequest.Priority.visible, .nextPage, .prefetch].map { queue.add($0) }
    let first = try entry("first", ids[0], queue)
    queue.raise(ids[2], to: .visible)
    let next = try entry("next", ids[1], queue)
    let raised = try entry("raised", ids[2], queue)
    #expect(queue.waitingCount == 2)
    for entry in [first, raised, next] { entry.leave() }
    #expect(began.change { $0 } == ["first", "raised", "next"])
    #expect(queue.waitingCount == 0)
  }

  @Test func `the next request starts when a transfer ends, before the content is stored`()
    throws
  {
    let queue = RequestQueue(hostLimit: 1)
    let first = try entry("first", queue.add(.visible), queue)
    let second = try entry("second", queue.add(.visible), queue)
    let third = try entry("third", queue.add(.visible), queue)
    first.endTransfer()
    #expect(began.change { $0 } == ["first", "second"])
    // Ending the transfer twice does not start another request.
    first.endTransfer()
    second.endTransfer()
    // Two are still to be stored, which is the limit for one transfer at a time.
    #expect(began.change { $0 } == ["first", "second"])
    first.leave()
    #expect(began.change { $0 } == ["first", "second", "third"])
    for entry in [first, second, third] { entry.leave() }
    #expect(queue.waitingCount == 0)
  }

  @Test func `a waiting request that leaves is skipped, and another host is not held up`() throws {
    let queue = RequestQueue(hostLimit: 1, totalLimit: 2)
    let first = try entry("first", queue.add(.visible), queue)
    let left = try entry("left", queue.add(.visible), queue)
    let elsewhere = try entry("elsewhere", queue.add(.prefetch), queue, host: "b")
    let last = try entry("last", queue.add(.prefetch), queue)
    let far = try entry("far", queue.add(.visible), queue, host: "c")
    #expect(began.change { $0 } == ["first", "elsewhere"])
    left.leave()
    first.leave()
    #expect(began.change { $0 } == ["first", "elsewhere", "far"])
    for entry in [elsewhere, far, last] { entry.leave() }
    #expect(began.change { $0 } == ["first", "elsewhere", "far", "last"])
  }
}
