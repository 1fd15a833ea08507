import Text
import World

/// Output in parts of a window, for a terminal that only prints; `next` and `previous` go through the parts.
final class PlainPages: OutputGate {
  /// The number of rows that the message about the part, the next prompt and one line of messages need.
  private static let otherRows = 3

  let hasLeft = false
  private let console: Console
  private var lines: [[UInt8]] = []
  /// The last line, while it has no line feed.
  private var unfinished: [UInt8] = []
  /// The lines of the part that was printed last.
  private(set) var part = 0..<0
  /// The rows that the part has so far.
  private var usedRows = 0
  /// Whether the part is full.
  private var isFull = false

  init(on console: Console) { self.console = console }

  /// The number of lines.
  var count: Int { lines.count }

  /// Whether no output was taken.
  var isEmpty: Bool { lines.isEmpty && unfinished.isEmpty }

  var isHolding: Bool { isFull }

  func take(_ bytes: [UInt8]) -> Console.Writing {
    var rest = bytes[...]
    while let end = rest.firstIndex(of: 0x0A) {
      lines.append(unfinished + rest[...end])
      unfinished = []
      rest = rest[(end + 1)...]
    }
    unfinished += rest
    return fill()
  }

  func beginTable() {}

  func endTable() {}

  func showPrinted() -> Console.Writing { .written }

  func finish(isStopped: Bool) {
    if isStopped { return lines.removeSubrange(part.upperBound...) }
    if !unfinished.isEmpty { lines.append(unfinished) }
    unfinished = []
    // The rest is printed if it is not longer than the message that there is one.
    let rest = lines[part.upperBound...]
    if isFull, rest.reduce(0, { $0 + rows(of: $1) }) <= 1 { isFull = false }
    // A closed terminal is noticed with the next output.
    _ = fill()
  }

  /// Prints the next part; false if there is none.
  func printNext() -> Bool {
    guard part.upperBound < lines.count else { return false }
    begin(at: part.upperBound)
    return true
  }

  /// Prints the part before the last one; false if there is none.
  func printPrevious() -> Bool {
    guard part.lowerBound > 0 else { return false }
    var (start, used) = (part.lowerBound, 0)
    while start > 0, used + rows(of: lines[start - 1]) <= room || used == 0 {
      start -= 1
      used += rows(of: lines[start])
    }
    begin(at: start)
    return true
  }

  private func begin(at start: Int) {
    (part, usedRows, isFull) = (start..<start, 0, false)
    _ = fill()
  }

  /// Prints lines until the part is full.
  private func fill() -> Console.Writing {
    var bytes: [UInt8] = []
    while !isFull, part.upperBound < lines.count {
      let needed = rows(of: lines[part.upperBound])
      if usedRows + needed > room, usedRows > 0 {
        isFull = true
      } else {
        bytes += lines[part.upperBound]
        usedRows += needed
        part = part.lowerBound..<part.upperBound + 1
      }
    }
    return bytes.isEmpty ? .written : console.output.write(bytes)
  }

  private var room: Int { max(3, console.size().rows - Self.otherRows) }

  private func rows(of line: [UInt8]) -> Int {
    let width = displayWidth(of: String(decoding: line.dropLast(), as: UTF8.self))
    return max(1, (width + console.size().columns - 1) / max(1, console.size().columns))
  }
}
