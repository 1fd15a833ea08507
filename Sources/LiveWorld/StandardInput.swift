import Synchronization
import SystemPackage
import World

/// Standard input, a line after a line, until it ends or a person asks to stop.
final class StandardInput: Sendable {
  /// What was read and not yet handed out.
  private struct Waiting {
    var bytes: [UInt8] = []
    /// Where the next line begins.
    var start = 0
    /// Up to where there is no line feed.
    var searched = 0
    var isOver = false
    /// How many lines were handed out.
    var count = 0

    /// Takes what stands before a place, and passes over so many bytes behind it.
    mutating func take(to end: Int, passing length: Int) -> InputLine {
      defer {
        start = end + length
        searched = start
      }
      count += 1
      return InputLine(bytes: Array(bytes[start..<end]), number: count)
    }

    /// Adds what was read in the place of what was handed out.
    mutating func add(_ more: [UInt8]) {
      bytes.removeSubrange(..<start)
      searched = bytes.count
      start = 0
      bytes += more
    }
  }

  private let waiting = Mutex(Waiting())

  /// The next line without its end; nil when there is none.
  func next() throws(FileError) -> InputLine? {
    try waiting.withLock { (waiting) throws(FileError) in
      while true {
        if let end = waiting.bytes[waiting.searched...].firstIndex(of: 0x0A) {
          return waiting.take(to: end, passing: 1)
        }
        if waiting.isOver {
          let end = waiting.bytes.count
          return waiting.start == end ? nil : waiting.take(to: end, passing: 0)
        }
        let more = try reporting("standard input") { try readSome(.standardInput) }
        waiting.isOver = more.isEmpty
        waiting.add(more)
      }
    }
  }
}
