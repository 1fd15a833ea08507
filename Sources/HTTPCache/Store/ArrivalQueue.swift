/// Arrivals that wait to be kept together, and whoever waits for each.
///
/// They are numbered from 1 on as they come, and are kept in that order.
struct ArrivalQueue: Sendable {
  /// One that waits, and who goes on when it is kept; nil if nobody waits for that.
  struct Waiting: Sendable {
    var arrival: Arrival
    var whoWaits: CheckedContinuation<Void, Never>?
  }

  /// The most that are kept in one transaction, so that no other process waits for long.
  static let most = 128

  private var waiting: [Waiting] = []
  /// The number of the last one that came.
  private var lastAdded = 0
  /// The number of the last one that is kept.
  private var lastKept = 0
  /// The number of the last one of each address that nobody waits for, and that is not kept yet.
  private var unkept: [String: Int] = [:]
  private var isServed = false

  /// How many wait, if there are more than before, and there is room for another one.
  func count(above count: Int) -> Int? {
    waiting.count > count && hasRoom ? waiting.count : nil
  }

  /// Whether fewer wait than are kept in one transaction.
  var hasRoom: Bool { waiting.count < Self.most }

  /// Whether so few wait that their transaction would be most of the work.
  var isSmall: Bool { (1..<16).contains(waiting.count) }

  /// Whether somebody waits until one of them is kept.
  var isAwaited: Bool { waiting.contains { $0.whoWaits != nil } }

  /// The last one that is taken for kept though it is not, as nobody waits for it; nil if there is none.
  var lastUnkept: Int? { unkept.values.max() }

  /// The last one of an address that is taken for kept though it is not; nil if there is none.
  func lastUnkept(at address: String) -> Int? { unkept[address] }

  /// Has one more wait.
  ///
  /// - Returns: Whether the caller has to see to it that they are kept; else somebody does already.
  mutating func add(_ one: Waiting) -> Bool {
    waiting.append(one)
    lastAdded += 1
    if one.whoWaits == nil { unkept[one.arrival.response.key.address] = lastAdded }
    defer { isServed = true }
    return !isServed
  }

  /// Takes those that are kept next, in the order in which they came; they count until ``end(of:)``.
  ///
  /// - Parameter last: The number of one that has to be kept.
  /// - Returns: None if it is kept, or if none are left.
  mutating func next(for last: Int) -> [Waiting] {
    if lastKept >= last { return [] }
    let next = Array(waiting.prefix(Self.most))
    waiting.removeFirst(next.count)
    return next
  }

  /// Notes that those that were taken last are kept now.
  mutating func end(of group: [Waiting]) {
    lastKept += group.count
    for one in group {
      let address = one.arrival.response.key.address
      if let last = unkept[address], last <= lastKept { unkept[address] = nil }
    }
  }

  /// Has nobody see to those that come later, if none are left.
  ///
  /// - Returns: Whether that is so.
  mutating func rest() -> Bool {
    isServed = !waiting.isEmpty
    return !isServed
  }
}
