/// Arrivals that wait to be kept together, and who waits for each.
struct ArrivalQueue: Sendable {
  /// One that waits, and what is told whether it is kept.
  struct Waiting: Sendable {
    var arrival: Arrival
    var isKept: CheckedContinuation<Bool, Never>
  }

  /// The most that are kept in one transaction, so that no other process waits for long.
  static let most = 64

  private var waiting: [Waiting] = []
  private var isServed = false

  /// Whether more have come than before, and there is room for another one.
  func isGrowing(from count: Int) -> Bool { waiting.count > count && waiting.count < Self.most }

  /// Whether some wait, but so few that their transaction would be most of the work.
  var isSmall: Bool { (1..<16).contains(waiting.count) }

  /// How many wait.
  var count: Int { waiting.count }

  /// Has one more wait.
  ///
  /// - Returns: Whether the caller has to see to it that they are kept; else somebody does already.
  mutating func add(_ one: Waiting) -> Bool {
    waiting.append(one)
    defer { isServed = true }
    return !isServed
  }

  /// Takes those that are kept next, in the order in which they came.
  ///
  /// - Returns: None if none are left; then nobody sees to those that come later.
  mutating func next() -> [Waiting] {
    let next = Array(waiting.prefix(Self.most))
    waiting.removeFirst(next.count)
    isServed = !next.isEmpty
    return next
  }
}
