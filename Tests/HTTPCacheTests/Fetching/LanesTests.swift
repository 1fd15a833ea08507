@testable import HTTPCache
import Testing
import World

struct LanesTests {
  private let began = FetcherUnderTest.Shared<[String]>([])

  /// A turn that waits, and notes that it came.
  private func turn(
    _ name: String, _ ticket: Lanes.Ticket, _ lanes: Lanes, host: String = "a"
  ) throws -> Lanes.Turn {
    let turn = lanes.turn(ticket, host: try WebAddress("http://\(host)/").origin)
    turn.whenItComes { began.change { $0.append(name) } }
    return turn
  }

  @Test func `a request that was raised before it came to wait is served sooner`() throws {
    let lanes = Lanes(perHost: 1)
    let tickets = [FetchRequest.Priority.visible, .nextPage, .prefetch].map { lanes.ticket($0) }
    let first = try turn("first", tickets[0], lanes)
    lanes.raise(tickets[2], to: .visible)
    let next = try turn("next", tickets[1], lanes)
    let raised = try turn("raised", tickets[2], lanes)
    #expect(lanes.waitingCount == 2)
    for turn in [first, raised, next] { turn.leave() }
    #expect(began.change { $0 } == ["first", "raised", "next"])
    #expect(lanes.waitingCount == 0)
  }

  @Test func `the next goes out as soon as the network is free, before what came is taken in`()
    throws
  {
    let lanes = Lanes(perHost: 1)
    let first = try turn("first", lanes.ticket(.visible), lanes)
    let second = try turn("second", lanes.ticket(.visible), lanes)
    let third = try turn("third", lanes.ticket(.visible), lanes)
    first.end()
    #expect(began.change { $0 } == ["first", "second"])
    // An end that is said twice frees no other's lane.
    first.end()
    second.end()
    // Two are still to be taken in, which is as much as may be held for one lane.
    #expect(began.change { $0 } == ["first", "second"])
    first.leave()
    #expect(began.change { $0 } == ["first", "second", "third"])
    for turn in [first, second, third] { turn.leave() }
    #expect(lanes.waitingCount == 0)
  }

  @Test func `who leaves while waiting is passed over, and a lane is free for another host`() throws
  {
    let lanes = Lanes(perHost: 1, inAll: 2)
    let first = try turn("first", lanes.ticket(.visible), lanes)
    let left = try turn("left", lanes.ticket(.visible), lanes)
    let elsewhere = try turn("elsewhere", lanes.ticket(.prefetch), lanes, host: "b")
    let last = try turn("last", lanes.ticket(.prefetch), lanes)
    let far = try turn("far", lanes.ticket(.visible), lanes, host: "c")
    #expect(began.change { $0 } == ["first", "elsewhere"])
    left.leave()
    first.leave()
    #expect(began.change { $0 } == ["first", "elsewhere", "far"])
    for turn in [elsewhere, far, last] { turn.leave() }
    #expect(began.change { $0 } == ["first", "elsewhere", "far", "last"])
  }
}
