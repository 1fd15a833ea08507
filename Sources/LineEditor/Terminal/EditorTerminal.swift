import CEditLine

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The terminal that an editor works on: the one of the process, or a private one that only programs see.
@safe
package final class EditorTerminal {
  /// The stream from which libedit reads the terminal's settings; keys come from ``KeyReader``.
  let input: UnsafeMutablePointer<FILE>
  /// The stream that libedit draws on, which collects bytes in memory.
  var output: UnsafeMutablePointer<FILE> { unsafe drawing.stream }
  /// The descriptor that has modes and a size.
  let descriptor: Int32
  /// Whether the terminal is a private one, whose drawing ``takeDrawing()`` returns.
  let isPrivate: Bool
  /// The private characters that stand for compound characters in libedit's buffer.
  let codes = CellCodes()

  private let otherEnd: Int32
  /// Collects what libedit draws.
  private let drawing: Drawing
  /// The bytes to send to the terminal next, in order.
  private var pending: [UInt8] = []

  /// Whether libedit's drawing is dropped, because ``LineScreen`` draws a part of the line itself.
  var hidesDrawing = false {
    willSet { absorbDrawing() }
  }

  /// The terminal at standard input and output; nil if memory is short.
  package static var standard: EditorTerminal? {
    Drawing().map { EditorTerminal(drawing: $0) }
  }

  private init(drawing: Drawing) {
    unsafe input = ced_stdin()
    (descriptor, isPrivate, otherEnd, self.drawing) = (STDIN_FILENO, false, -1, drawing)
  }

  /// Creates a private terminal; nil if the system has no terminals or descriptors left.
  package init?(columns: Int, rows: Int) {
    var (near, far): (Int32, Int32) = (-1, -1)
    guard unsafe ced_open_terminal(&near, &far) != 0 else { return nil }
    guard let input = unsafe fdopen(far, "r"), let drawing = Drawing() else {
      _ = close(near)
      _ = close(far)
      return nil
    }
    unsafe self.input = input
    (descriptor, isPrivate, otherEnd) = (far, true, near)
    self.drawing = drawing
    for end in [near, far] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    resize(columns: columns, rows: rows)
  }

  deinit {
    guard isPrivate else { return }
    unsafe _ = fclose(input)
    _ = close(otherEnd)
  }

  /// Whether the descriptors refer to a terminal.
  var isTerminal: Bool {
    isatty(descriptor) == 1 && (isPrivate || isatty(STDOUT_FILENO) == 1)
  }

  /// The size of the window, in cells.
  var size: WindowSize { WindowSize(of: descriptor) }

  /// Resizes a private terminal; the editor follows when it next handles terminal events.
  package func resize(columns: Int, rows: Int) {
    guard isPrivate else { return }
    ced_set_window_size(descriptor, Int32(columns), Int32(rows))
    TerminalEvents.noteWindowChange()
  }

  /// Returns what was drawn on a private terminal since the last call.
  package func takeDrawing() -> [UInt8] { isPrivate ? takePending() : [] }

  /// Appends text to what libedit has drawn.
  func write(_ text: String) {
    absorbDrawing()
    pending += codes.guarded(text).utf8
  }

  /// Sends what was drawn to the terminal, unless it is private.
  func flush() {
    if isPrivate { return }
    show(takePending())
  }

  /// Drops what libedit has drawn since the last write or flush.
  func discardDrawing() { _ = drawing.take() }

  private func absorbDrawing() {
    let drawn = drawing.take()
    if !hidesDrawing { pending += drawn }
  }

  private func takePending() -> [UInt8] {
    absorbDrawing()
    defer { pending.removeAll(keepingCapacity: true) }
    return codes.shown(pending)
  }
}

/// Writes all bytes to standard output.
///
/// Errors are ignored: if the terminal is gone, the next read of a key reports the end of input.
private func show(_ bytes: [UInt8]) {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = unsafe rest.withUnsafeBytes {
      unsafe write(STDOUT_FILENO, $0.baseAddress, $0.count)
    }
    guard count > 0 || errno == EINTR else { return }
    rest = rest.dropFirst(max(0, count))
  }
}

/// A C stream that collects bytes in memory.
@safe
private final class Drawing {
  let stream: UnsafeMutablePointer<FILE>
  private let content: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let count: UnsafeMutablePointer<Int>

  init?() {
    unsafe (content, count) = (.allocate(capacity: 1), .allocate(capacity: 1))
    unsafe content.initialize(to: nil)
    unsafe count.initialize(to: 0)
    guard let stream = unsafe open_memstream(content, count) else {
      unsafe content.deallocate()
      unsafe count.deallocate()
      return nil
    }
    unsafe self.stream = stream
  }

  deinit {
    unsafe _ = fclose(stream)
    unsafe free(content.pointee)
    unsafe content.deallocate()
    unsafe count.deallocate()
  }

  /// Returns what was written since the last call.
  func take() -> [UInt8] {
    unsafe _ = fflush(stream)
    guard let start = unsafe content.pointee else { return [] }
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count.pointee)
    defer { unsafe rewind(stream) }
    return unsafe Array(bytes)
  }
}

/// The size of the terminal's window, in cells.
struct WindowSize {
  var rows: Int
  var columns: Int

  /// Asks a terminal for its present size; 80 × 24 if it does not know.
  init(of descriptor: Int32) {
    let size = ced_window_size(descriptor)
    rows = size.ws_row > 0 ? Int(size.ws_row) : 24
    columns = size.ws_col > 1 ? Int(size.ws_col) : 80
  }
}

/// The name of the terminal's entry in the terminfo database.
struct TerminalName {
  let name: String

  /// Whether the terminal understands only printing and backspacing.
  var isDumb: Bool { name == "dumb" }

  /// Whether the terminal can change the shape of its cursor.
  var hasCursorShapes: Bool { Self.isLikeXterm(name) }

  /// Takes `TERM` if the database has it, otherwise a related entry that it has, otherwise `dumb`.
  ///
  /// - Parameter environment: Holds `TERM`, `TERMINFO`, `TERMINFO_DIRS` and `HOME`.
  init(environment: [String: String]) {
    let term = environment["TERM"] ?? ""
    let folders = Self.folders(environment)
    let candidates = Self.isLikeXterm(term) ? [term, "xterm-256color", "xterm"] : [term]
    name = candidates.first { Self.isKnown($0, in: folders) } ?? "dumb"
  }

  private static let xtermRelatives = [
    "xterm", "kitty", "alacritty", "foot", "wezterm", "tmux", "screen", "rxvt", "konsole", "gnome",
    "vte", "iterm", "contour", "ghostty", "rio", "st-",
  ]

  private static func isLikeXterm(_ term: String) -> Bool {
    xtermRelatives.contains { term.lowercased().hasPrefix($0) }
  }

  private static func folders(_ environment: [String: String]) -> [String] {
    let own = environment["TERMINFO"].map { [$0] } ?? []
    let home = environment["HOME"].map { ["\($0)/.terminfo"] } ?? []
    let listed = (environment["TERMINFO_DIRS"] ?? "").split(separator: ":").map(String.init)
    let system = [
      "/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo", "/usr/lib/terminfo",
      "/usr/local/share/terminfo", "/opt/homebrew/share/terminfo",
    ]
    return own + home + listed + system
  }

  /// Entries are in a folder named after their first letter, or its code in hexadecimal on some systems.
  private static func isKnown(_ name: String, in folders: [String]) -> Bool {
    guard let first = name.utf8.first, !name.contains("/") else { return false }
    let letters = [String(UnicodeScalar(first)), String(first, radix: 16)]
    return folders.contains { folder in
      letters.contains { unsafe access("\(folder)/\($0)/\(name)", R_OK) == 0 }
    }
  }
}
