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
}
