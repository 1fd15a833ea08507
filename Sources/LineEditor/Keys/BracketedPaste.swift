import Synchronization

/// The terminal mode in which a pasted text comes between two marks.
enum BracketedPaste {
  static let on: StaticString = "\u{1B}[?2004h"
  static let off: StaticString = "\u{1B}[?2004l"
  /// Turns it off in the middle of a line, and leaves what stands behind and below the line to nobody.
  static let leave: StaticString = "\u{1B}[?2004l\u{1B}[J\r\n"

  private static let state = Atomic<Bool>(false)

  /// Whether the terminal was last told to mark pastes; safe to ask in a signal handler.
  static var isOn: Bool { state.load(ordering: .acquiring) }

  /// Notes a change and returns what tells it to the terminal, or nothing if there is none.
  static func turn(_ isOn: Bool) -> String {
    guard state.exchange(isOn, ordering: .acquiringAndReleasing) != isOn else { return "" }
    return isOn ? on.description : off.description
  }
}
