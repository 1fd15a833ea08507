import Catalog
import SessionStore

/// The rows of a feed by the letters that they can be called by: the digits of a UUID, or of a hash.
struct Handles: Sendable {
  /// The first sixteen digits of each row's handle, ascending.
  private let starts: [(digits: UInt64, row: UInt32)]
  /// The whole handle of a row.
  private let handle: @Sendable (Int) -> String?

  init(of catalog: Catalog, scope: String?) {
    let id = catalog.schema.index(of: .id)
    let handle: @Sendable (Int) -> String? = {
      recordKey(of: $0, in: catalog, scope: scope)?.handle
    }
    starts = (0..<catalog.count).compactMap { row -> (digits: UInt64, row: UInt32)? in
      let start = id.flatMap { catalog.uuidStart($0, row) }
      return (start ?? handle(row).flatMap(firstDigits)).map { ($0, UInt32(row)) }
    }.sorted { $0 < $1 }
    self.handle = handle
  }

  /// The rows whose handle begins with some digits.
  func rows(startingWith digits: String) -> [Int] {
    guard let (low, high) = range(digits) else { return [] }
    return starts[firstPlace(from: low)...].prefix { $0.digits <= high }.map { Int($0.row) }
      .filter { digits.count <= 16 || handle($0)?.hasPrefix(digits) ?? false }
  }

  /// How many digits of a handle are enough to tell it from all others; all of them if it is there twice.
  func distinctLength(of handle: String) -> Int {
    guard let digits = firstDigits(of: handle) else { return handle.count }
    let place = firstPlace(from: digits)
    var shared = 0
    for other in [place - 1, place + 1] where starts.indices.contains(other) {
      let difference = starts[other].digits ^ digits
      if difference == 0 { return handle.count }
      shared = max(shared, difference.leadingZeroBitCount / 4)
    }
    return shared + 1
  }

  /// How many rows are here that were not there before, and how many were there that are not here.
  func changes(since before: Handles) -> (new: Int, gone: Int) {
    var (new, gone, mine, theirs) = (0, 0, 0, 0)
    while mine < starts.count || theirs < before.starts.count {
      let here = mine < starts.count ? starts[mine].digits : nil
      let there = theirs < before.starts.count ? before.starts[theirs].digits : nil
      if let here, there.map({ here < $0 }) ?? true {
        new += 1
        mine += 1
      } else if let there, here.map({ there < $0 }) ?? true {
        gone += 1
        theirs += 1
      } else {
        mine += 1
        theirs += 1
      }
    }
    return (new, gone)
  }

  private func firstPlace(from digits: UInt64) -> Int {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle].digits < digits { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The numbers whose first digits are those; nil if they are none.
  private func range(_ digits: String) -> (UInt64, UInt64)? {
    let first = digits.prefix(16)
    guard !first.isEmpty, digits.allSatisfy(\.isHexDigit), let number = UInt64(first, radix: 16)
    else { return nil }
    let free = UInt64(16 - first.count) * 4
    return free == 0 ? (number, number) : (number << free, number << free | (1 << free - 1))
  }
}

/// The first sixteen digits of a handle as a number.
private func firstDigits(of handle: String) -> UInt64? { UInt64(handle.prefix(16), radix: 16) }
