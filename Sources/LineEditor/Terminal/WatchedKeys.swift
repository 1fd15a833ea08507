import CEditLine
import Interpreter
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reads the keys of the person at the terminal while a script types the lines.
///
/// No key raises a signal or is echoed. The terminal's modes are restored however the process ends.
package final class WatchedKeys {
  private let keeper: TerminalGuard
  /// Bytes that are not decoded yet, the last first.
  private var unread: [UInt8] = []
  private let parent = getppid()
  /// Keys that are pressed while no call of ``next(within:)`` waits.
  package let early = EarlyKeys()
  /// Whether there are no more keys: the terminal or the parent process is gone, or a signal requested the end.
  package private(set) var isAtEnd = false

  /// Takes over the terminal at standard input; nil if standard input or output is not a terminal.
  ///
  /// - Parameter outlivesTerminal: Whether the first signal that requests the end of the process only ends
  ///   the keys, so that the caller can save its work.
  package init?(outlivesTerminal: Bool = false) {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1, let keeper = TerminalGuard() else {
      return nil
    }
    self.keeper = keeper
    if outlivesTerminal { DeferredTermination.begin() }
    guard takeOver() else { return nil }
  }

  /// Lets the terminal deliver single keys; false if it is gone.
  private func takeOver() -> Bool {
    var modes = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &modes) == 0 else { return false }
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    modes.c_iflag &= ~tcflag_t(ICRNL | INLCR | IXON)
    return unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &modes) == 0
  }

  /// Ctrl-Z.
  package static let suspension: UInt8 = 0x1A

  /// Stops the whole job, as Ctrl-Z does elsewhere, with the terminal as it was before; returns when it is continued.
  package func suspend() {
    keeper.restore()
    ced_stop_job()
    if !takeOver() { isAtEnd = true }
  }

  deinit { close() }

  /// Waits for a key, and drops answers of the terminal that come late.
  ///
  /// - Parameter milliseconds: The longest wait; nil for no limit.
  /// - Returns: The key, Ctrl-C as its character; nil after the wait or at the end.
  package func nextKey(within milliseconds: Int?) -> PagingKey? {
    let deadline = milliseconds.map { ContinuousClock.now + .milliseconds($0) }
    while !isAtEnd {
      if unread.isEmpty {
        let left = deadline.map { Int(($0 - .now) / .milliseconds(1)) }
        if let left, left < 0 { return nil }
        unread = read(within: left.map { max(1, $0) }).reversed()
        if unread.isEmpty { return nil }
      }
      switch decoder.next() {
      case nil, .escapeWithdrawn, .endOfInput: continue
      case .control("c"): return .character("\u{3}")
      // It may be the beginning of an answer.
      case .escape: return .other
      case let key?: return PagingKey(key)
      }
    }
    return nil
  }

  /// Decodes the bytes that were read.
  private lazy var decoder = KeyDecoder(
    read: { [unowned self] in nextByte(within: $0) },
    unread: { [unowned self] in unread.append($0) })

  private func nextByte(within milliseconds: Int32?) -> UInt8? {
    if unread.isEmpty { unread = read(within: milliseconds.map { Int($0) }).reversed() }
    return unread.popLast()
  }

  /// Waits for keys that another reader decodes.
  ///
  /// - Parameter milliseconds: The longest wait; nil for no limit.
  /// - Returns: The bytes of one or more whole keys; empty after the wait or at the end.
  package func next(within milliseconds: Int?) -> [UInt8] {
    var keys = Array(unread.reversed())
    unread = []
    if keys.isEmpty { keys = read(within: milliseconds) }
    // On a slow connection a key can arrive in parts.
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
    while !isKeyPressed(within: min(left, Self.checkInterval)) {
      left -= min(left, Self.checkInterval)
      if getppid() != parent || DeferredTermination.isRequested { isAtEnd = true }
      if left == 0 || isAtEnd { return [] }
    }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = unsafe readBytes(STDIN_FILENO, &bytes, bytes.count)
    if count == 0 || count < 0 && errno != EINTR { isAtEnd = true }
    return Array(bytes.prefix(max(0, count)))
  }

  /// How often the wait for a key checks whether the parent process still exists, in milliseconds.
  private static let checkInterval = 500

  /// The size of the terminal in cells.
  package var size: (columns: Int, rows: Int) {
    let size = WindowSize(of: STDIN_FILENO)
    return (size.columns, size.rows)
  }

  /// Restores the terminal's modes.
  package func close() { keeper.end() }
}

private func readBytes(_ file: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
  unsafe read(file, bytes, count)
}

/// Waits a number of milliseconds for input, and returns whether there is some.
private func isKeyPressed(within milliseconds: Int) -> Bool {
  var watched = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
  return unsafe poll(&watched, 1, Int32(milliseconds)) > 0
}

/// Keys that are pressed while nothing waits for them, such as Ctrl-C while a command runs.
package final class EarlyKeys: Sendable {
  private let pressed = Mutex<[UInt8]>([])
  private let isOn = Atomic(false)

  /// Whether a command runs that Ctrl-C may stop; otherwise no keys are read.
  package var isWatching: Bool {
    get { isOn.load(ordering: .acquiring) }
    set { isOn.store(newValue, ordering: .releasing) }
  }

  /// Reads the keys pressed so far.
  ///
  /// No other thread may wait for keys meanwhile. Text before Ctrl-C is retained for the next line, with spaces
  /// in place of Enter.
  ///
  /// - Returns: Whether Ctrl-C was pressed.
  package func takeStop() -> Bool {
    guard isWatching, isKeyPressed(within: 0) else { return false }
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = unsafe readBytes(STDIN_FILENO, &bytes, bytes.count)
    return pressed.withLock { pressed in
      pressed += bytes.prefix(max(0, count))
      guard let end = pressed.lastIndex(of: 0x03) else { return false }
      // Enter, Ctrl-D and Ctrl-C would act on the next line instead of being part of it.
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

/// Recognizes input that ends in the middle of a key.
enum UnfinishedKey {
  /// How long the rest of a key may take to arrive, in milliseconds.
  static let patience = 50

  /// Whether bytes end within a UTF-8 character, or an ECMA-48 sequence or control string.
  static func ends(_ bytes: [UInt8]) -> Bool {
    if let escape = bytes.lastIndex(of: Byte.escape) {
      let rest = bytes[(escape + 1)...]
      if let first = rest.first, Byte.stringIntroducers.contains(first) {
        return !rest.contains(Byte.bell)
      }
      return isBeginning(rest)
    }
    return isPartOfCharacter(bytes)
  }

  /// Whether the bytes after an Escape are an incomplete sequence.
  private static func isBeginning(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first else { return true }
    let rest = bytes.dropFirst()
    if first == Byte.upperO { return rest.isEmpty }
    if first == Byte.leftBracket, rest.allSatisfy({ (0x20..<0x40).contains($0) }) { return true }
    return isPartOfCharacter(Array(bytes))
  }

  private static func isPartOfCharacter(_ bytes: [UInt8]) -> Bool {
    let tail = bytes.reversed().prefix(4)
    guard let following = tail.firstIndex(where: { $0 & 0xC0 != 0x80 }) else { return false }
    let first = tail[following]
    let length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    return tail.distance(from: tail.startIndex, to: following) + 1 < length
  }
}
