#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A question to the terminal behind the standard streams.
enum TerminalQuery {
  /// The most bytes that are taken for an answer.
  private static let limit = 1 << 16

  /// Writes a question and reads until what came is complete or the time is over.
  ///
  /// Meanwhile the terminal neither echoes nor waits for whole lines. Its keys raise signals as ever.
  static func answer(
    to question: [UInt8], until isComplete: ([UInt8]) -> Bool, within milliseconds: Int
  ) -> [UInt8] {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1,
      tcgetpgrp(STDIN_FILENO) == getpgrp(), let modes = ChangedModes()
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

  /// Waits for a stream, and tells whether it was ready in time.
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
