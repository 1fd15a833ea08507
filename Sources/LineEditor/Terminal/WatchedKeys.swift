import CEditLine
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The keys of the person at the terminal while somebody else types the lines.
///
/// No key raises a signal and none is shown; the terminal is put back as it was found, however the process ends.
package final class WatchedKeys {
  private let keeper: TerminalGuard
  private let parent = getppid()
  /// What is pressed while nobody waits for keys.
  package let early = EarlyKeys()
  /// Whether there are no more keys: the terminal has gone, or whoever started this and would get it back, or the
  /// process was asked to end.
  package private(set) var isAtEnd = false

  /// Takes the keys of the terminal that is standard input.
  ///
  /// It is nil if standard input or output is none.
  /// - Parameter outlivesTerminal: Whether the first request to end the process only ends the keys, so that what
  ///   they were for can be put away.
  package init?(outlivesTerminal: Bool = false) {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1, let keeper = TerminalGuard() else {
      return nil
    }
    self.keeper = keeper
    if outlivesTerminal { AwaitedEnding.await() }
    var modes = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &modes) == 0 else { return nil }
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    modes.c_iflag &= ~tcflag_t(ICRNL | INLCR | IXON)
    unsafe _ = tcsetattr(STDIN_FILENO, TCSADRAIN, &modes)
  }

  deinit { close() }

  /// What is pressed at once within some milliseconds, or however long it takes if they are nil.
  ///
  /// Nothing comes if no key is pressed, or at the end.
  package func next(within milliseconds: Int?) -> [UInt8] {
    var keys = read(within: milliseconds)
    // The rest of a key is on its way, however slow the line.
    while UnfinishedKey.ends(keys) {
      let rest = read(within: UnfinishedKey.patience)
      if rest.isEmpty { break }
      keys += rest
    }
    return keys
  }

  private func read(within milliseconds: Int?) -> [UInt8] {
    let pressed = early.take()
    if !pressed.isEmpty { return pressed }
    var left = milliseconds ?? .max
    while !isKeyPressed(within: min(left, Self.glance)) {
      left -= min(left, Self.glance)
      if getppid() != parent || AwaitedEnding.hasCome { isAtEnd = true }
      if left == 0 || isAtEnd { return [] }
    }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = unsafe readBytes(STDIN_FILENO, &bytes, bytes.count)
    if count == 0 || count < 0 && errno != EINTR { isAtEnd = true }
    return Array(bytes.prefix(max(0, count)))
  }

  /// For how long, in milliseconds, a key is waited for before it is looked whether somebody is still there.
  private static let glance = 500

  /// The size of the terminal in cells.
  package var size: (columns: Int, rows: Int) {
    let size = WindowSize(of: STDIN_FILENO)
    return (size.columns, size.rows)
  }

  /// Puts the terminal back as it was found.
  package func close() { keeper.end() }
}

private func readBytes(_ file: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
  unsafe read(file, bytes, count)
}

/// Whether a key is pressed within some milliseconds.
private func isKeyPressed(within milliseconds: Int) -> Bool {
  var watched = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
  return unsafe poll(&watched, 1, Int32(milliseconds)) > 0
}

/// The keys that are pressed while nobody waits for any, such as Ctrl-C while something runs.
package final class EarlyKeys: Sendable {
  private let pressed = Mutex<[UInt8]>([])
  private let isOn = Atomic(false)

  /// Whether something runs that Ctrl-C may stop; otherwise no key is looked at.
  package var isWatching: Bool {
    get { isOn.load(ordering: .acquiring) }
    set { isOn.store(newValue, ordering: .releasing) }
  }

  /// Takes what was pressed; who calls it sees to it that nobody waits for keys meanwhile.
  ///
  /// - Returns: Whether Ctrl-C was. What stands before it is typed, and not entered.
  package func takeStop() -> Bool {
    guard isWatching, isKeyPressed(within: 0) else { return false }
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = unsafe readBytes(STDIN_FILENO, &bytes, bytes.count)
    return pressed.withLock { pressed in
      pressed += bytes.prefix(max(0, count))
      guard let end = pressed.lastIndex(of: 0x03) else { return false }
      // What would enter a line, end the prompt or stop again is none of a line.
      let typed = pressed[..<end].filter { $0 != 0x03 && $0 != 0x04 }
        .map { $0 == 0x0D || $0 == 0x0A ? 0x20 : $0 }
      pressed = typed + pressed[(end + 1)...]
      return true
    }
  }

  fileprivate func take() -> [UInt8] {
    pressed.withLock { pressed in
      defer { pressed = [] }
      return pressed
    }
  }
}
