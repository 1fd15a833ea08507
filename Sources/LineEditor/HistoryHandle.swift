import CEditLine

/// The sole owner of libedit's list of remembered lines.
@safe
struct HistoryHandle: ~Copyable {
  /// The most lines that are kept.
  static let capacity: Int32 = 10_000

  let raw: OpaquePointer

  init?() {
    guard let raw = unsafe history_init() else { return nil }
    unsafe self.raw = raw
    unsafe ced_history_setup(raw, Self.capacity)
  }

  deinit {
    unsafe history_end(raw)
  }

  /// Remembers a line as the newest, unless the newest is the same or libedit cannot show it.
  func enter(_ line: String) {
    guard !line.isEmpty, !line.unicodeScalars.contains("\0") else { return }
    unsafe _ = ced_history_enter(raw, line)
  }

  /// The line that many steps back, the newest being 1.
  func line(back steps: Int) -> String? {
    var line = unsafe ced_history_newest(raw)
    for _ in 1..<max(1, steps) where unsafe line != nil {
      unsafe line = ced_history_older(raw)
    }
    return unsafe line.map { unsafe String(cString: $0) }
  }

  /// All lines, the newest first.
  func lines() -> [String] {
    var lines: [String] = []
    var next = unsafe ced_history_newest(raw)
    while let line = unsafe next {
      lines.append(unsafe String(cString: line))
      unsafe next = ced_history_older(raw)
    }
    return lines
  }
}
