import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Why a program in a pseudo-terminal did not do what was expected.
package enum PseudoTerminalError: Error, CustomStringConvertible {
  /// A system call failed.
  case system(call: String, errno: Int32)
  /// The expected screen did not appear in time; this is the last one.
  case timedOut(screen: String)
  /// The program closed the terminal before what was expected came.
  case closed(screen: String)
  /// A screen that was expected to stay changed to this.
  case changed(screen: String)

  package var description: String {
    switch self {
    case .system(let call, let code): "\(call) failed with errno \(code)"
    case .timedOut(let screen): "Timed out. The screen:\n\(screen)"
    case .closed(let screen): "The program ended. The screen:\n\(screen)"
    case .changed(let screen): "The screen changed. Now it is:\n\(screen)"
    }
  }
}

/// A program in a terminal of its own, and what a person would see there.
///
/// Nothing waits for a fixed time: every wait is for the terminal's next bytes.
/// Use it from one thread.
@safe
package final class PseudoTerminal {
  /// How long an expectation may take: far longer than anything does where all tests run at once on a busy machine.
  package static let patience = Duration.seconds(60)

  package private(set) var screen: ScreenModel

  /// Everything the program wrote.
  package private(set) var transcript: [UInt8] = []

  /// The output of the program, as text.
  package var output: String { String(decoding: transcript, as: UTF8.self) }

  /// The program's process.
  package let process: ChildProcess

  /// The side of the terminal that a person sits at.
  let descriptor: Int32

  /// How many lines the program had begun to read when Enter was pressed last.
  package private(set) var editedLineCountAtEnter = 0

  /// An object to retain while the program runs, such as its folder.
  package var surroundings: AnyObject?

  /// Whether the program has closed the terminal.
  private(set) var isClosed = false

  /// Starts a program with the terminal as its controlling terminal and standard streams.
  ///
  /// - Parameters:
  ///   - path: The program's file.
  ///   - arguments: What follows its name.
  ///   - environment: All of its environment.
  ///   - rows: The window's height; 0 if the terminal does not tell.
  ///   - columns: The window's width, likewise.
  /// - Throws: ``PseudoTerminalError`` if the terminal or the program cannot be had.
  package init(
    running path: String,
    arguments: [String] = [],
    environment: [String: String] = [:],
    rows: Int = 24,
    columns: Int = 80
  ) throws {
    screen = ScreenModel(rows: rows > 0 ? rows : 24, columns: columns > 0 ? columns : 80)
    (descriptor, process) = try launches.withLock { _ in
      let (near, name) = try openTerminal(rows: rows, columns: columns)
      let process = try ChildProcess(path, arguments, environment: environment, terminal: name)
      return (near, process)
    }
  }

  deinit {
    process.end()
    _ = close(descriptor)
  }

  /// Types keys, or pastes, reading the program's output all the while.
  package func write(_ keys: String) throws {
    try write(bytes: Array(keys.utf8))
  }

  /// Sends bytes that need not be text.
  package func write(bytes: [UInt8]) throws {
    if bytes.contains(UInt8(ascii: "\r")) { editedLineCountAtEnter = screen.editedLineCount }
    var rest = bytes[...]
    while !rest.isEmpty {
      let ready = waitForTerminal(POLLIN | POLLOUT, until: .now + Self.patience)
      guard ready != 0 else { throw PseudoTerminalError.timedOut(screen: screen.text) }
      if ready & POLLIN != 0 { readOutput() }
      guard ready & POLLOUT != 0 else { continue }
      let count = unsafe rest.withUnsafeBytes { unsafe systemWrite(descriptor, $0) }
      rest = rest.dropFirst(max(0, count))
    }
  }

  /// Reads the program's output until a condition holds.
  ///
  /// - Throws: ``PseudoTerminalError`` with the screen, if the time or the output ends first.
  package func expect(
    timeout: Duration = patience,
    until condition: (ScreenModel) -> Bool
  ) throws {
    let deadline = ContinuousClock.now + timeout
    while !condition(screen) {
      guard !isClosed else { throw PseudoTerminalError.closed(screen: screen.text) }
      guard waitForTerminal(POLLIN, until: deadline) != 0 else {
        throw PseudoTerminalError.timedOut(screen: screen.text)
      }
      readOutput()
    }
  }

  /// Waits for a prompt with an empty line.
  ///
  /// After Enter, only a line that began later counts: the prompt before may be drawn again until then.
  ///
  /// - Parameter prompt: The prompt without the space at its end.
  /// - Throws: ``PseudoTerminalError`` as ``expect(timeout:until:)``.
  package func expectEmptyLine(after prompt: String) throws {
    try expect {
      $0.cursorLine == prompt
        && ($0.editedLineCount == 0 || $0.editedLineCount > editedLineCountAtEnter)
    }
  }

  /// Reads until the program closes the terminal, and returns how it ended.
  package func expectEnd(timeout: Duration = patience) throws -> ChildProcess.Ending {
    let deadline = ContinuousClock.now + timeout
    while !isClosed {
      guard waitForTerminal(POLLIN, until: deadline) != 0 else {
        throw PseudoTerminalError.timedOut(screen: screen.text)
      }
      readOutput()
    }
    return try process.wait()
  }

  /// Changes the window's size, which the program is told by a signal.
  package func resize(rows: Int, columns: Int) {
    screen.resize(rows: rows, columns: columns)
    setWindow(descriptor, rows: rows, columns: columns)
  }

  /// Takes in what the program has written.
  func readOutput() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe read(descriptor, &buffer, buffer.count)
    if count > 0 {
      transcript += buffer[..<count]
      screen.feed(buffer[..<count])
    } else if count == 0 || errno == EIO {
      isClosed = true
    }
  }

  /// The events that came about until a moment, or 0.
  func waitForTerminal(_ events: Int32, until deadline: ContinuousClock.Instant) -> Int32 {
    while true {
      let left = (deadline - .now) / .milliseconds(1)
      guard left > 0 else { return 0 }
      var watched = pollfd(fd: descriptor, events: Int16(events), revents: 0)
      guard unsafe poll(&watched, 1, Int32(left) + 1) > 0 else { continue }
      let hasHungUp = Int32(watched.revents) & (POLLHUP | POLLERR) != 0
      return Int32(watched.revents) | (hasHungUp ? POLLIN : 0)
    }
  }
}

/// Held from the opening of a terminal to the start of its program, so that no other program inherits it.
private let launches = Mutex(())

/// Opens a pair and returns the near side and the name of the far one.
private func openTerminal(rows: Int, columns: Int) throws -> (descriptor: Int32, name: String) {
  var near: Int32 = -1
  var far: Int32 = -1
  guard unsafe openpty(&near, &far, nil, nil, nil) == 0, let name = unsafe ttyname(far) else {
    throw PseudoTerminalError.system(call: "openpty", errno: errno)
  }
  let text = unsafe String(cString: name)
  _ = close(far)
  _ = fcntl(near, F_SETFD, FD_CLOEXEC)
  _ = fcntl(near, F_SETFL, O_NONBLOCK)
  setWindow(near, rows: rows, columns: columns)
  return (near, text)
}

private func setWindow(_ descriptor: Int32, rows: Int, columns: Int) {
  var size = winsize()
  (size.ws_row, size.ws_col) = (UInt16(rows), UInt16(columns))
  unsafe _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  unsafe write(descriptor, bytes.baseAddress, bytes.count)
}
