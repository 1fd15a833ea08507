/// Repeated measurements of a program.
struct Times {
  let name: String
  private var durations: [Duration] = []

  init(_ name: String) { self.name = name }

  mutating func add(_ duration: Duration) { durations.append(duration) }

  /// Prints the median, and what 19 of 20 stay below.
  func tell(_ figure: String) {
    let sorted = durations.sorted().map { $0 / .seconds(1) }
    PromptBench.tell(name, figure, sorted[sorted.count / 2])
    PromptBench.tell(name, "\(figure)95", sorted[sorted.count * 19 / 20])
  }
}

/// Prints a figure of a program for `Scripts/benchmark`.
func tell(_ program: String, _ figure: String, _ value: Double) {
  print(program, figure, value, separator: "\t")
}
