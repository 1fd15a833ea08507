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
