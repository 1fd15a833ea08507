import FoundationEssentials

private let clock = ContinuousClock()

/// The median of what several works take that take turns, in seconds.
func medians(_ times: Int, _ works: [() throws -> Void]) throws -> [Double] {
  var durations = [[Duration]](repeating: [], count: works.count)
  for _ in 0..<times {
    for (place, work) in works.enumerated() { durations[place].append(try clock.measure(work)) }
  }
  return durations.map { $0.sorted()[times / 2] / Duration.seconds(1) }
}

/// Prints a figure of a program for `Scripts/benchmark`.
func tell(_ program: String, _ figure: String, _ value: Double) {
  print(program, figure, value, separator: "\t")
}

/// The most memory that this process had so far, in bytes; 0 where the system does not tell.
func peak() -> Int {
  // Linux tells, in a file; elsewhere there is none.
  let status = (try? contents(of: "/proc/self/status")) ?? []
  let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
  let words = lines.first { $0.hasPrefix("VmHWM:") }?.split(separator: " ") ?? []
  return words.count > 1 ? (Int(words[1].drop { $0 == "\t" }) ?? 0) * 1024 : 0
}
