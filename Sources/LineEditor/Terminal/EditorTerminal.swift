import CEditLine

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The terminal that an editor works on: the one of the process, or one that nobody sees.
@safe
package final class EditorTerminal {
  /// The stream that libedit reads its settings by; keys come from elsewhere.
  let input: UnsafeMutablePointer<FILE>
  /// The stream that everything is drawn on; it ends in memory.
  var output: UnsafeMutablePointer<FILE> { unsafe drawing.stream }
  /// The terminal that has modes and a size.
  let descriptor: Int32
  /// Whether nobody sees it.
  let isPrivate: Bool
  /// What stands for compound characters in what libedit draws.
  let codes = CellCodes()

  private let otherEnd: Int32
  /// What libedit has drawn since it was last taken over.
  private let drawing: Drawing
  /// What the terminal is to be sent next, in order.
  private var pending: [UInt8] = []

  /// Whether what libedit draws never reaches the terminal, because the editor draws a part of the line itself.
  var hidesDrawing = false {
    willSet { absorbDrawing() }
  }

  /// The terminal that is standard input and output; nil if memory is short.
  package static var standard: EditorTerminal? {
    Drawing().map { EditorTerminal(drawing: $0) }
  }

  private init(drawing: Drawing) {
    unsafe input = ced_stdin()
    (descriptor, isPrivate, otherEnd, self.drawing) = (STDIN_FILENO, false, -1, drawing)
  }

  /// A terminal of its own, of which only what is drawn is kept.
  ///
  /// - Returns: nil if the system has no terminals or descriptors left.
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

  /// Whether it is a terminal at all.
  var isTerminal: Bool {
    isatty(descriptor) == 1 && (isPrivate || isatty(STDOUT_FILENO) == 1)
  }

  /// The size of its window, in cells.
  var size: WindowSize { WindowSize(of: descriptor) }

  /// Gives a private terminal another size; the editor sees it when it looks at its events.
  package func resize(columns: Int, rows: Int) {
    guard isPrivate else { return }
    ced_set_window_size(descriptor, Int32(columns), Int32(rows))
    TerminalEvents.noteWindowChange()
  }

  /// What was drawn on a private terminal since the last time.
  package func takeDrawing() -> [UInt8] { isPrivate ? takePending() : [] }

  /// Writes after what libedit has drawn.
  func write(_ text: String) {
    absorbDrawing()
    pending += codes.guarded(text).utf8
  }

  /// Shows what was drawn, unless nobody sees it.
  func flush() {
    if isPrivate { return }
    show(takePending())
  }

  /// Drops what libedit has drawn since something was written or shown.
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

/// Writes all bytes to standard output; a terminal that is gone says so where keys are read.
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

/// A stream that ends in memory, so that whoever writes to it never waits for a reader.
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

  /// What was written since the last time.
  func take() -> [UInt8] {
    unsafe _ = fflush(stream)
    guard let start = unsafe content.pointee else { return [] }
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count.pointee)
    defer { unsafe rewind(stream) }
    return unsafe Array(bytes)
  }
}
