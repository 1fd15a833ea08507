/// When responses were last used, so that it need not be written down each time.
struct CacheUses: Sendable {
  /// How often the use of one response is written down at most, in seconds.
  private static let interval = 60.0

  struct Use: Sendable {
    var id: Int64
    var used: Double
  }

  private var last: [Int64: Double] = [:]
  private(set) var pending: [Use] = []

  /// Notes a use, unless the last one was a moment ago.
  mutating func note(_ id: Int64, at time: Double) {
    if let last = last[id], abs(time - last) < Self.interval { return }
    last[id] = time
    pending.append(Use(id: id, used: time))
  }

  /// Takes what is to be written down.
  mutating func take() -> [Use] {
    defer {
      if let time = pending.last?.used {
        last = last.filter { abs(time - $0.value) < Self.interval }
      }
      pending = []
    }
    return pending
  }
}
