import CEditLine

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The bytes that a person's terminal sends, and a pipe through which others end the wait for them.
///
/// Bytes are taken one at a time, so that what was typed ahead stays in the
/// terminal for the program that a command may run.
final class TerminalInput: KeyInput {
  /// Called on the reading thread after someone wrote to the wake pipe.
  var onWake: () -> Void = {}

  /// The end of the pipe that wakes the reader; any byte will do.
  let wakeDescriptor: Int32

  private let wokenDescriptor: Int32
  private var unreadBytes: [UInt8] = []
  /// How many bytes come next that were typed while the terminal gave lines.
  private var heldCount = 0

  init?() {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    (wokenDescriptor, wakeDescriptor) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
  }

  deinit {
    _ = close(wokenDescriptor)
    _ = close(wakeDescriptor)
  }

  func beginKeys() { heldCount = Int(ced_waiting_bytes(STDIN_FILENO)) }

  /// A byte as it was typed: of a Ctrl-D that should have ended a line the terminal keeps a zero.
  private func typed(_ byte: UInt8) -> UInt8 {
    if heldCount == 0 { return byte }
    heldCount -= 1
    return byte == 0 ? 0x04 : byte
  }

  /// The next byte; none after the milliseconds given or at the end of the input.
  func nextByte(within milliseconds: Int32?) -> UInt8? {
    if let byte = unreadBytes.popLast() { return byte }
    while waitForInput(milliseconds) {
      var byte: UInt8 = 0
      switch unsafe read(STDIN_FILENO, &byte, 1) {
      case 1: return typed(byte)
      case -1 where errno == EINTR || errno == EAGAIN: continue
      default: return nil
      }
    }
    return nil
  }

  /// Whether there is a byte, or the end, without a wait.
  var hasBytes: Bool {
    if !unreadBytes.isEmpty { return true }
    var watched = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&watched, 1, 0) > 0
  }

  /// Whether there is a byte, or the end, after a tenth of a millisecond at most.
  ///
  /// What was written goes to the terminal by a worker of the kernel's. Without this rest it would wait for the
  /// work that follows, as often as the other processors are busy: ten times as long.
  var hasBytesSoon: Bool {
    if hasBytes { return true }
    usleep(100)
    return hasBytes
  }

  func takeBytes(_ most: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < most, hasBytes {
      var byte: UInt8 = 0
      if let next = unreadBytes.popLast() {
        byte = next
      } else if unsafe read(STDIN_FILENO, &byte, 1) == 1 {
        byte = typed(byte)
      } else {
        break
      }
      bytes.append(byte)
    }
    return bytes
  }

  func unread(_ byte: UInt8) {
    unreadBytes.append(byte)
  }

  /// Puts bytes behind those that were given back, and before those still to come.
  func putBack(_ bytes: [UInt8]) {
    unreadBytes.insert(contentsOf: bytes.reversed(), at: 0)
  }

  /// Waits until there is a byte or the end, and tells whether that came in time.
  private func waitForInput(_ milliseconds: Int32?) -> Bool {
    while milliseconds != nil || !AwaitedEnding.hasCome {
      var watched = [
        pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wokenDescriptor, events: Int16(POLLIN), revents: 0),
      ]
      let count = unsafe poll(&watched, 2, milliseconds ?? -1)
      if count == 0 { return false }
      if count < 0 && errno != EINTR { return false }
      if count > 0 && watched[1].revents != 0 { drainWakePipe() }
      if count > 0 && watched[0].revents != 0 { return true }
    }
    return false
  }

  private func drainWakePipe() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while unsafe read(wokenDescriptor, &bytes, bytes.count) > 0 {}
    onWake()
  }
}
