import Testing
import World

@testable import LiveWorld

struct CurlStallDetectorTests {
  /// Feeds observations of a transfer: milliseconds, bytes transferred, whether the header is complete.
  private func watch(_ looks: [(Int, Int, Bool)]) -> (milliseconds: Int, failure: HTTPFailure)? {
    var limits = HTTPLimits()
    (limits.stall, limits.rate, limits.head) = (.seconds(1), 100, .seconds(4))
    var pace = CurlStallDetector(limits: limits)
    let start = ContinuousClock.now
    var deadline: ContinuousClock.Instant?
    for (time, count, hasHead) in looks {
      let now = start + .milliseconds(time)
      if let deadline, deadline <= now { break }
      deadline = pace.deadline(count: count, useful: count, hasHead: hasHead, at: now)
    }
    return deadline.map { ((($0 - start).milliseconds), pace.failure(at: $0)) }
  }

  private static let noAnswer = HTTPFailure.timedOut(after: .seconds(1), what: .answer)
  private static let noHead = HTTPFailure.timedOut(after: .seconds(4), what: .answer)
  private static let noBody = HTTPFailure.timedOut(after: .seconds(1), what: .body)

  @Test(arguments: [
    ([(0, 0, false)], 1000, noAnswer),
    ([(0, 0, false), (900, 99, false)], 1000, noAnswer),
    ([(0, 0, false), (900, 100, false)], 1900, noAnswer),
    ([(0, 0, false), (900, 20, true)], 1900, noBody),
    ([(0, 500, true), (500, 599, true), (999, 600, true), (1500, 699, true)], 1999, noBody),
    (
      [
        (0, 0, false), (900, 100, false), (1800, 200, false), (2700, 300, false),
        (3600, 400, false),
      ],
      4000, noHead
    ),
    ([(0, 0, false), (900, 100, false), (1800, 200, true), (2700, 300, true)], 3700, noBody),
  ])
  func `a stalled transfer times out`(
    looks: [(Int, Int, Bool)], milliseconds: Int, failure: HTTPFailure
  ) throws {
    let end = try #require(watch(looks))
    #expect(end.milliseconds == milliseconds)
    #expect(end.failure == failure)
  }

  @Test func `bytes that become no content do not extend the time limit of a response`() {
    var limits = HTTPLimits()
    (limits.stall, limits.rate, limits.head) = (.seconds(10), 1, .seconds(4))
    limits.averageRate = 100
    var pace = CurlStallDetector(limits: limits)
    let start = ContinuousClock.now
    _ = pace.deadline(count: 100, useful: 100, hasHead: true, at: start)
    let end = pace.deadline(count: 900, useful: 100, hasHead: true, at: start + .seconds(1))
    #expect(end == start + .seconds(5))
    #expect(pace.failure(at: end) == .timedOut(after: .seconds(5), what: .response))
  }

  @Test
  func `a paused transfer does not time out`() {
    var pace = CurlStallDetector(limits: HTTPLimits())
    let start = ContinuousClock.now
    _ = pace.deadline(count: 0, useful: 0, hasHead: true, at: start)
    pace.pause(at: start)
    let later = start + .seconds(100)
    #expect(
      pace.deadline(count: 0, useful: 0, hasHead: true, at: later) == later + HTTPLimits().stall)
  }
}
