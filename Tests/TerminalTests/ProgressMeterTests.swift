import Terminal
import Testing

/// Returns a meter updated with states at regular intervals.
private func meter(
  title: String = "work", bytes: Bool = false, every seconds: Double = 1, _ states: [Int],
  of total: Int?
) -> ProgressMeter {
  var meter = ProgressMeter(title, countsBytes: bytes, sizeText: { "\($0 / 1000) KB" })
  for (number, done) in states.enumerated() {
    meter.note(done, of: total, at: 100 + Double(number) * seconds)
  }
  return meter
}

private let bars: [([Int], Int?, String)] = [
  ([0], 64, "work ░░░░░░░░░░░░░░░░░░░░░░░░ 0/64"),
  ([0, 8], 64, "work ███░░░░░░░░░░░░░░░░░░░░░ 8/64 · 8/s"),
  ([0, 8, 16], 64, "work ██████░░░░░░░░░░░░░░░░░░ 16/64 · 8/s · 6 s left"),
  ([0, 0, 0], 64, "work ░░░░░░░░░░░░░░░░░░░░░░░░ 0/64"),
  ([0, 32, 64], 64, "work ████████████████████████ 64/64 · 32/s"),
  ([0, 1, 2], 1000, "work ░░░░░░░░░░░░░░░░░░░░░░░░ 2/1000 · 1/s · 17 min left"),
  ([0, 1, 2], 20_000, "work ░░░░░░░░░░░░░░░░░░░░░░░░ 2/20000 · 1/s · 6 h left"),
  ([3, 7], nil, "work 7 · 4/s"), ([0, 90], 64, "work ████████████████████████ 64/64 · 90/s"),
]

@Test(arguments: bars)
func `a bar is followed by the amount, rate and remaining time`(
  states: [Int], total: Int?, expected: String
) {
  #expect(meter(states, of: total).line(width: 70) == expected)
}

@Test
func `the rate is displayed once it is reliable`() {
  let sizes = [0, 2_000_000, 4_000_000, 6_000_000]
  let line = meter(bytes: true, sizes, of: 10_000_000).line(width: 79)
  #expect(line == "work ██████████████░░░░░░░░░░ 6000 KB/10000 KB · 2000 KB/s · 2 s left")
  #expect(
    !meter(bytes: true, every: 0.3, [0, 5000, 9000], of: 10_000).line(width: 79).contains("/s"))
}

@Test
func `a pause lowers the rate gradually`() {
  let steady = (0...10).map { $0 * 100_000 }
  func rate(_ states: [Int]) -> Substring {
    meter(bytes: true, states, of: nil).line(width: 79).split(separator: " ")[4]
  }
  #expect(rate(steady) == "100")
  #expect(rate(steady + [1_000_000]) == "75")
  #expect(rate(steady + [1_000_000, 1_000_000]) == "56")
}

@Test(arguments: [5, 10, 20, 30, 40, 60, 200])
func `a progress line fits its window`(width: Int) {
  let line = meter(title: "loading a feed", bytes: true, [0, 5_000_000, 8_000_000], of: 90_000_000)
    .line(width: width)
  #expect(line.count <= width)
  #expect(line.contains("█") == (width > 60))
}
