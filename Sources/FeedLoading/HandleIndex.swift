import Catalog
import Feeds

/// An index of rows by their handles: prefixes of their ids, or of hexadecimal hashes.
package struct HandleIndex: Sendable {
  /// The minimum number of digits of a hash for a row that has an id.
  package static let fewestDigits = 4

  /// The first eight bytes of a handle or id, and its row.
  private typealias Start = (digits: UInt64, row: UInt32)

  /// The first sixteen digits of each row's handle, ascending.
  private let starts: [Start]
  /// The first eight bytes of each id that is not a UUID, ascending.
  private let ids: [Start]
  /// Returns the whole handle of a row.
  private let handle: @Sendable (Int) -> String?
  /// Returns the whole id of a row, in lowercase; nil if it is a UUID, or missing.
  private let id: @Sendable (Int) -> String?

  /// Creates the index of a catalog.
  ///
  /// - Parameters:
  ///   - catalog: The rows.
  ///   - key: Returns the key of a row.
  package init(of catalog: Catalog, key: @escaping @Sendable (Int) -> RecordKey?) {
    let field = catalog.schema.index(of: .id)
    let handle: @Sendable (Int) -> String? = { key($0)?.handle }
    let id: @Sendable (Int) -> String? = { row in
      field.flatMap { catalog.value($0, row)?.text }.flatMap { isUUID($0) ? nil : $0.lowercased() }
    }
    var (starts, ids): ([Start], [Start]) = ([], [])
    for row in 0..<catalog.count {
      let uuid = field.flatMap { catalog.uuidStart($0, row) }
      if let digits = uuid ?? handle(row).flatMap(firstDigits) {
        starts.append((digits, UInt32(row)))
      }
      if uuid == nil, let text = id(row) { ids.append((firstBytes(of: text), UInt32(row))) }
    }
    self.starts = starts.sorted { $0 < $1 }
    self.ids = ids.sorted { $0 < $1 }
    (self.handle, self.id) = (handle, id)
  }

  /// Returns the rows for a text: by the whole id, otherwise by a prefix of the id, otherwise by the digits of a hash.
  package func rows(calledBy text: String) -> [Int] {
    if text.isEmpty { return [] }
    let own = Array(rows(withIdFrom: text))
    let whole = own.filter { id($0) == text.lowercased() }
    if !own.isEmpty { return whole.isEmpty ? own : whole }
    return rows(startingWith: digits(of: text))
  }

  /// Whether an id other than a UUID begins with a text.
  package func hasId(from text: String) -> Bool { rows(withIdFrom: text).contains { _ in true } }

  /// Returns the rows whose id is not a UUID and begins with a text.
  private func rows(withIdFrom text: String) -> some Sequence<Int> {
    let wanted = text.lowercased()
    let low = firstBytes(of: wanted)
    let high = low | UInt64.max >> (8 * UInt64(wanted.utf8.count))
    return rows(of: ids, low...high).lazy.filter { [id] in
      wanted.utf8.count <= 8 || id($0)?.utf8.starts(with: wanted.utf8) ?? false
    }
  }

  /// Returns the rows whose handle begins with some digits.
  private func rows(startingWith digits: String) -> [Int] {
    guard let (low, high) = range(digits) else { return [] }
    return rows(of: starts, low...high).filter {
      (digits.count <= 16 || handle($0)?.hasPrefix(digits) ?? false)
        && (digits.count >= Self.fewestDigits || id($0) == nil)
    }
  }

  /// Returns the number of digits that distinguish a handle from all others; its length if it occurs twice.
  package func distinctLength(of handle: String) -> Int {
    guard let digits = firstDigits(of: handle) else { return handle.count }
    let place = firstPlace(in: starts, from: digits)
    var shared = 0
    for other in [place - 1, place + 1] where starts.indices.contains(other) {
      let difference = starts[other].digits ^ digits
      if difference == 0 { return handle.count }
      shared = max(shared, difference.leadingZeroBitCount / 4)
    }
    return shared + 1
  }

  /// Returns the number of rows that are not in an earlier index, and of those that are only there.
  package func changes(since before: HandleIndex) -> (new: Int, gone: Int) {
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

  private func rows(
    of starts: [Start], _ range: ClosedRange<UInt64>
  ) -> some Sequence<Int> {
    starts[firstPlace(in: starts, from: range.lowerBound)...].lazy
      .prefix { $0.digits <= range.upperBound }.map { Int($0.row) }
  }

  private func firstPlace(in starts: [Start], from digits: UInt64) -> Int {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle].digits < digits { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the range of numbers with some first digits; nil if the text is not hexadecimal.
  private func range(_ digits: String) -> (UInt64, UInt64)? {
    let first = digits.prefix(16)
    guard !first.isEmpty, digits.allSatisfy(\.isHexDigit), let number = UInt64(first, radix: 16)
    else { return nil }
    let free = UInt64(16 - first.count) * 4
    return free == 0 ? (number, number) : (number << free, number << free | (1 << free - 1))
  }
}

/// Normalizes the digits of a handle, ignoring the dashes of a UUID.
package func digits(of text: String) -> String { text.lowercased().filter { $0 != "-" } }

/// Returns the first eight bytes of a text as a big-endian number.
private func firstBytes(of text: String) -> UInt64 {
  var (number, count) = (0 as UInt64, 0)
  for byte in text.utf8.prefix(8) { (number, count) = (number << 8 | UInt64(byte), count + 1) }
  return count == 0 ? 0 : number << (64 - 8 * UInt64(count))
}

/// Returns the first sixteen digits of a handle as a number.
private func firstDigits(of handle: String) -> UInt64? { UInt64(handle.prefix(16), radix: 16) }
