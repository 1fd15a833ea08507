import Synchronization
import SystemPackage
import World

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Whether a file is a terminal.
package func isTerminal(_ path: String) -> Bool {
  let file = unsafe open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
  guard file >= 0 else { return false }
  defer { close(file) }
  return isatty(file) == 1
}

extension Console {
  /// Creates a console for the standard streams and their terminal.
  ///
  /// - Parameter environment: `COLUMNS` and `LINES` override the size of the terminal.
  /// - Returns: The console.
  package static func live(environment: [String: String]) -> Console {
    let input = StandardInput()
    return Console(
      output: .gathering(isTerminal: isatty(STDOUT_FILENO) == 1) { write($0, to: .standardOutput) },
      errors: .gathering(isTerminal: isatty(STDERR_FILENO) == 1) { write($0, to: .standardError) },
      size: { terminalSize(environment) },
      readLine: { () throws(FileError) in try input.next() },
      readInput: { (limit) throws(FileError) in
        try reporting("standard input") {
          try readAll(.standardInput, path: "standard input", limit: limit)
        }
      },
      query: { TerminalQuery.answer(to: $0, until: $1, within: $2) },
      withoutEcho: withoutEcho)
  }

  private static func withoutEcho(_ body: () -> Void) {
    guard isatty(STDIN_FILENO) == 1, tcgetpgrp(STDIN_FILENO) == getpgrp(),
      let modes = RawTerminalMode()
    else { return body() }
    defer { modes.restore() }
    body()
  }

  private static func write(_ pieces: [[UInt8]], to stream: FileDescriptor) -> Writing {
    do {
      try stream.writeEverything(pieces) { stream.await(.writing) }
      return .written
    } catch Errno.brokenPipe {
      return .unread
    } catch {
      if stream == .standardOutput { LostOutput.note() }
      let name = stream == .standardOutput ? "standard output" : "standard error"
      return .failed(FileError(path: name, reason: .other("\(error)")))
    }
  }

  private static func terminalSize(_ environment: [String: String]) -> Size {
    var window = winsize()
    for stream in [STDOUT_FILENO, STDERR_FILENO, STDIN_FILENO] {
      if unsafe ioctl(stream, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 { break }
    }
    func number(_ variable: String, _ measured: UInt16, _ standard: Int) -> Int {
      if let set = environment[variable].flatMap({ Int($0) }), set > 0 { return set }
      return measured > 0 ? Int(measured) : standard
    }
    func share(_ pixels: UInt16, _ cells: UInt16) -> Int? {
      pixels >= cells && cells > 0 ? Int(pixels / cells) : nil
    }
    return Size(
      columns: number("COLUMNS", window.ws_col, 80), rows: number("LINES", window.ws_row, 24),
      cellWidth: share(window.ws_xpixel, window.ws_col),
      cellHeight: share(window.ws_ypixel, window.ws_row))
  }
}

/// A line reader for standard input, which ends on an interrupt.
final class StandardInput: Sendable {
  /// The input buffer.
  private struct Waiting {
    var bytes: [UInt8] = []
    /// The start of the next line.
    var start = 0
    /// The end of the part without line feeds.
    var searched = 0
    var isOver = false
    /// The number of lines returned.
    var count = 0

    /// Returns the line up to an index, and skips a number of bytes after it.
    mutating func take(to end: Int, passing length: Int) -> InputLine {
      defer {
        start = end + length
        searched = start
      }
      count += 1
      return InputLine(bytes: Array(bytes[start..<end]), number: count)
    }

    /// Counts a line that is too long, and discards the rest of the input.
    mutating func drop() {
      self = Waiting(isOver: true, count: count + 1)
    }

    /// Appends input and discards returned lines.
    mutating func add(_ more: [UInt8]) {
      bytes.removeSubrange(..<start)
      searched = bytes.count
      start = 0
      bytes += more
    }
  }

  /// The maximum length of a line, in bytes.
  private static let lineLimit = 16 << 20

  private let waiting = Mutex(Waiting())

  /// Reads the next line without its line feed; nil at the end.
  ///
  /// - Throws: ``FileError`` if it cannot be read, or if it is too long, after which nothing more is read.
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
        guard waiting.bytes.count - waiting.start <= Self.lineLimit else {
          waiting.drop()
          let name = "line \(waiting.count) of standard input"
          throw FileError(path: name, reason: .tooLong(limit: Self.lineLimit))
        }
        let more = try reporting("standard input") { try readSome(.standardInput) }
        waiting.isOver = more.isEmpty
        waiting.add(more)
      }
    }
  }
}

/// Terminal queries.
enum TerminalQuery {
  /// The maximum length of a response, in bytes.
  private static let limit = 1 << 16

  /// Writes a query and reads until the response is complete or the time is over.
  ///
  /// Meanwhile the terminal is in noncanonical mode without echo. Its keys still raise signals.
  static func answer(
    to question: [UInt8], until isComplete: ([UInt8]) -> Bool, within milliseconds: Int
  ) -> [UInt8] {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1,
      tcgetpgrp(STDIN_FILENO) == getpgrp(), let modes = RawTerminalMode()
    else { return [] }
    defer { modes.restore() }
    let deadline = ContinuousClock.now + .milliseconds(milliseconds)
    guard send(question, before: deadline) else { return [] }
    var bytes: [UInt8] = []
    while bytes.count < limit, !isComplete(bytes), wait(STDIN_FILENO, POLLIN, deadline) {
      var chunk = [UInt8](repeating: 0, count: 4096)
      let count = unsafe read(STDIN_FILENO, &chunk, chunk.count)
      if count > 0 { bytes += chunk[..<count] }
      if count == 0 || count < 0 && errno != EINTR && errno != EAGAIN { break }
    }
    return bytes
  }

  private static func send(_ question: [UInt8], before deadline: ContinuousClock.Instant) -> Bool {
    var rest = question[...]
    while !rest.isEmpty, wait(STDOUT_FILENO, POLLOUT, deadline) {
      let count = unsafe rest.withUnsafeBytes {
        unsafe write(STDOUT_FILENO, $0.baseAddress, $0.count)
      }
      if count < 0 && errno != EINTR && errno != EAGAIN { return false }
      rest = rest.dropFirst(max(0, count))
    }
    return rest.isEmpty
  }

  /// Waits for a stream, and returns whether it was ready in time.
  private static func wait(
    _ stream: Int32, _ events: Int32, _ deadline: ContinuousClock.Instant
  ) -> Bool {
    while true {
      let left = (deadline - .now) / .milliseconds(1)
      guard left > 0 else { return false }
      var watched = pollfd(fd: stream, events: Int16(events), revents: 0)
      let count = unsafe poll(&watched, 1, Int32(left.rounded(.up)))
      if count > 0 { return Int32(watched.revents) & events != 0 }
      if count < 0 && errno != EINTR { return false }
    }
  }
}

/// Nonblocking streams. Another program may have set the flag, which is shared by all users of the stream.
extension FileDescriptor {
  /// The direction to wait for.
  enum Readiness {
    case reading, writing
  }

  /// Waits until the stream is ready or closed, or a signal arrives.
  func await(_ readiness: Readiness) {
    let events = Int16(readiness == .reading ? POLLIN : POLLOUT)
    var watched = pollfd(fd: rawValue, events: events, revents: 0)
    unsafe poll(&watched, 1, -1)
  }
}

/// Whether writing to standard output has failed while it still had a reader.
package enum LostOutput {
  private static let noted = Atomic(false)

  package static var isNoted: Bool { noted.load(ordering: .relaxed) }

  static func note() { noted.store(true, ordering: .relaxed) }
}
