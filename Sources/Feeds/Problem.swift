/// Something wrong with one record of a feed.
package struct Problem: Equatable, Sendable {
  package enum Severity: String, Sendable {
    /// The record cannot be shown.
    case error
    /// The record is shown, less what is wrong.
    case note
  }

  /// Which record, counted from 0.
  package var index: Int
  /// Where in the document, as a JSONPath (RFC 9535).
  package var path: String
  /// How many bytes stand before the place.
  package var offset: Int
  /// The line of the place, counted from 1.
  package var line: Int
  /// The column of the place in characters, counted from 1.
  package var column: Int
  package var severity: Severity
  /// What is wrong, in a clause.
  package var reason: String
  /// What was there; nil if nothing was.
  package var found: String?
  /// Where the record stands, in bytes.
  package var record: Range<Int>
}

/// Why bytes are not a feed at all.
package enum FeedError: Error, Equatable, Sendable {
  /// The bytes stop making sense at a place.
  case malformed(reason: String, offset: Int, line: Int, column: Int)
  /// The bytes are something else.
  case notAFeed(String)
  /// Nobody wanted the feed any more.
  case stopped
  /// The feed has a record that its profile does not allow, and no such record was wanted.
  case strict(Problem, count: Int)

  /// What is wrong, in one line, and where.
  package var message: String {
    switch self {
    case .malformed(let reason, let offset, let line, let column):
      "not JSON at line \(line), column \(column) (byte \(offset)): \(reason)"
    case .notAFeed(let reason): reason
    case .stopped: "stopped"
    case .strict(let problem, let count):
      "record \(problem.index) (line \(problem.line), column \(problem.column), byte "
        + "\(problem.offset)) is malformed: \(problem.reason)"
        + (count > 1 ? "; \(count) records are malformed in all" : "")
    }
  }
}

/// Finds the line and column of bytes.
struct LineIndex {
  private let bytes: [UInt8]
  private let starts: [Int]
  /// The place that was found last: most are asked for in order, and a line may be the whole document.
  private var last = (offset: 0, line: 0, column: 0)

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var starts = [0]
    for (offset, byte) in bytes.enumerated() where byte == 0x0A { starts.append(offset + 1) }
    self.starts = starts
  }

  /// The line and the column of a byte, both counted from 1.
  mutating func place(_ offset: Int) -> (line: Int, column: Int) {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    let isAhead = last.line == low && last.offset <= offset && last.offset >= starts[low]
    let from = isAhead ? last.offset : starts[low]
    let characters = bytes[from..<min(max(from, offset), bytes.count)].count { $0 & 0xC0 != 0x80 }
    last = (offset, low, (isAhead ? last.column : 0) + characters)
    return (low + 1, last.column + 1)
  }
}
