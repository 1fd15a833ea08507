import CEditLine
import Interpreter

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reads keys from the terminal or a typist, and stores those that are to be read later.
final class KeyReader {
  /// The maximum number of typed-ahead bytes to read; terminals store 4096.
  private static let maximumTypedAhead = 1 << 16

  private let input: any KeyInput
  private let decoder: KeyDecoder
  /// Keys that were read too early, to be read again.
  private var pushedBack: [Key] = []
  /// Bytes typed before a pager opened, which belong to the next line.
  private var heldBytes: [UInt8]?

  /// Opens the source of the keys; nil if the system has no descriptors left.
  ///
  /// - Parameter typist: Types in place of a person; nil for the terminal at standard input.
  init?(typist: (any Typist)?) {
    let input: (any KeyInput)? = typist.map { TypedInput($0) } ?? TerminalInput()
    guard let input else { return nil }
    self.input = input
    decoder = KeyDecoder(read: input.nextByte(within:), unread: input.unread)
  }

  /// Called on the reading thread when it is woken.
  var onWake: () -> Void {
    get { input.onWake }
    set { input.onWake = newValue }
  }

  /// Called with replies of the terminal to queries, which are not keys.
  var onReply: ([UInt8]) -> Void {
    get { decoder.onReply }
    set { decoder.onReply = newValue }
  }

  /// The end of the pipe that wakes the reader; -1 if there is none.
  var wakeDescriptor: Int32 { input.wakeDescriptor }

  /// Whether the line contains replacements for bytes that are not UTF-8.
  var hasReplacedBytes: Bool { decoder.hasReplaced }

  /// Resets ``hasReplacedBytes`` for a new line.
  func beginLine() { decoder.hasReplaced = false }

  /// Waits for input and returns its key; nil if it is not a key.
  func next() -> Key? {
    pushedBack.isEmpty ? decoder.next() : pushedBack.removeFirst()
  }

  /// Returns a key to be read next.
  func pushBack(_ key: Key) { pushedBack.insert(key, at: 0) }

  /// Returns whether the next key comes so soon that drawing can wait for it.
  func hasKeySoon() -> Bool { !pushedBack.isEmpty || input.hasBytesSoon() }

  /// Reads pasted text up to its end mark.
  func pastedText() -> String { String(pasted: decoder.pastedBytes()) }
}

// MARK: - Keys typed ahead

extension KeyReader {
  /// Notes that the terminal delivers single keys from now on.
  ///
  /// - Returns: Whether keys were typed ahead, which the terminal may have echoed.
  func beginKeys() -> Bool {
    input.beginKeys()
    return input.hasBytes
  }

  /// Inserts bytes before those still to come.
  func typeAhead(_ bytes: [UInt8]) { input.putBack(bytes) }

  /// Reads all typed-ahead bytes and returns the text in them, without keys that would do something.
  func takeTypedAhead() -> String {
    var rest = Array(input.takeBytes(Self.maximumTypedAhead).reversed())
    var text = String.UnicodeScalarView()
    let decoder = KeyDecoder(read: { _ in rest.popLast() }, unread: { rest.append($0) })
    decoder.onReply = onReply
    while !rest.isEmpty {
      switch decoder.next() {
      case .character(let scalar) where scalar == "\u{7F}" || scalar == "\u{8}":
        // Backspace does not delete an Enter: lines that were entered remain separate.
        if let last = text.last, last != "\n", last != "\r" { text.removeLast() }
      case .character(let scalar): text.append(scalar)
      default: break
      }
    }
    return String(pasted: Array(String(text).utf8))
  }

  /// Stores typed-ahead bytes until ``releaseTypedAhead()``, since they are meant for the prompt and not for a pager.
  func holdTypedAhead() {
    guard heldBytes == nil else { return }
    heldBytes = []
    while input.hasBytes, let byte = input.nextByte(within: 0) { heldBytes?.append(byte) }
  }

  /// Returns the stored bytes to the input.
  func releaseTypedAhead() { input.putBack(heldBytes.take() ?? []) }
}

extension String {
  /// Creates the text of a paste, without escape sequences, and without control characters other than newlines between
  /// lines.
  ///
  /// Tabs become spaces. In libedit's editing mode carriage return and newline arrive swapped, so either is
  /// a newline, and one of each, in either order, is a single newline.
  init(pasted bytes: [UInt8]) {
    var result = String.UnicodeScalarView()
    var halfOfPair: Unicode.Scalar?
    var rest = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\u{1B}": rest = rest.dropSequence()
      case "\r", "\n":
        if let half = halfOfPair, half != scalar {
          halfOfPair = nil
          continue
        }
        halfOfPair = scalar
        result.append("\n")
        continue
      case "\t": result.append(" ")
      case _ where scalar.isControl: break
      default: result.append(scalar)
      }
      halfOfPair = nil
    }
    while result.last == "\n" { result.removeLast() }
    self = String(result)
  }
}

extension Substring.UnicodeScalarView {
  /// The scalars after an escape sequence whose Escape was removed before (ECMA-48, sections 5.4 and 5.5).
  fileprivate func dropSequence() -> Self {
    switch first {
    case "[":
      let final = dropFirst().drop { ("\u{20}"..."\u{3F}").contains($0) }
      return final.dropFirst()
    case "]", "P", "X", "^", "_":
      let end = drop { $0 != "\u{7}" && $0 != "\u{1B}" }
      return end.first == "\u{1B}" ? end.dropFirst(2) : end.dropFirst()
    default: return self
    }
  }
}

/// A source of the bytes of keys: the terminal of the process, or a script.
protocol KeyInput: AnyObject {
  /// Called on the reading thread after a wake-up, when there is news or a terminal event to handle.
  var onWake: () -> Void { get set }
  /// The end of the pipe that wakes the reader; -1 if the source needs none.
  var wakeDescriptor: Int32 { get }

  /// Notes that the terminal delivers single keys from now on, and lines no more.
  func beginKeys()
  /// Reads a byte; nil after the milliseconds given or at the end of the input.
  func nextByte(within milliseconds: Int32?) -> UInt8?
  /// Whether there is a byte, or the end, which the terminal may have echoed already.
  var hasBytes: Bool { get }
  /// Returns whether a byte, or the end, comes so soon that drawing can wait for it.
  func hasBytesSoon() -> Bool
  /// Reads the available bytes up to a limit, without a call of ``onWake``, since no line may be edited yet.
  func takeBytes(_ most: Int) -> [UInt8]
  /// Returns a byte to the input, to be read next.
  func unread(_ byte: UInt8)
  /// Inserts bytes after those returned with ``unread(_:)`` and before those still to come.
  func putBack(_ bytes: [UInt8])
}

/// The bytes from the terminal of the process, and a pipe that wakes the wait for them.
///
/// Bytes are read one at a time, so that input typed ahead stays in the terminal for a program that
/// a command may run.
final class TerminalInput: KeyInput {
  var onWake: () -> Void = {}
  let wakeDescriptor: Int32

  private let wokenDescriptor: Int32
  private var unreadBytes: [UInt8] = []
  /// How many of the next bytes were typed while the terminal delivered whole lines.
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

  /// The byte that was typed: for a Ctrl-D at the end of a line the terminal stores a zero.
  private func typed(_ byte: UInt8) -> UInt8 {
    if heldCount == 0 { return byte }
    heldCount -= 1
    return byte == 0 ? 0x04 : byte
  }

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

  var hasBytes: Bool {
    if !unreadBytes.isEmpty { return true }
    var watched = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&watched, 1, 0) > 0
  }

  /// Waits at most a tenth of a millisecond for a byte or the end.
  ///
  /// A kernel worker passes written bytes to the terminal. The short sleep lets it run before the work that
  /// follows; without it, written bytes arrive ten times later when the other processors are busy.
  func hasBytesSoon() -> Bool {
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

  func putBack(_ bytes: [UInt8]) {
    unreadBytes.insert(contentsOf: bytes.reversed(), at: 0)
  }

  /// Waits for a byte or the end, and returns whether it came in time.
  private func waitForInput(_ milliseconds: Int32?) -> Bool {
    while milliseconds != nil || !DeferredTermination.isRequested {
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

/// The bytes of keys from a ``Typist``, who is asked for each key when it is needed.
final class TypedInput: KeyInput {
  var onWake: () -> Void = {}
  let wakeDescriptor: Int32 = -1

  private let typist: any Typist
  /// The bytes of the present key, the last first.
  private var rest: [UInt8] = []

  init(_ typist: any Typist) { self.typist = typist }

  func nextByte(within milliseconds: Int32?) -> UInt8? {
    while rest.isEmpty {
      // A typist's key is always complete, so a wait for its rest would be in vain.
      if milliseconds != nil { return nil }
      onWake()
      guard let key = typist.nextKey() else { return nil }
      rest = key.reversed().map(Self.delivered)
    }
    return rest.popLast()
  }

  /// Swaps carriage return and line feed, as a terminal in editing mode does.
  private static func delivered(_ byte: UInt8) -> UInt8 {
    byte == 0x0D ? 0x0A : byte == 0x0A ? 0x0D : byte
  }

  func beginKeys() {}

  var hasBytes: Bool { false }
  func hasBytesSoon() -> Bool { !rest.isEmpty || typist.isHurried }

  func takeBytes(_ most: Int) -> [UInt8] { [] }

  func unread(_ byte: UInt8) { rest.append(byte) }

  func putBack(_ bytes: [UInt8]) { rest.insert(contentsOf: bytes.reversed(), at: 0) }
}
