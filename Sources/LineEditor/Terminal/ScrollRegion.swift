import Synchronization

/// Rows that scroll while those below them stay, which nobody who comes later expects of a terminal.
package enum ScrollRegion {
  /// Lets all rows scroll again, and leaves what stands below the cursor to nobody.
  package static let release: StaticString = "\u{1B}[0m\u{1B}7\u{1B}[r\u{1B}8\u{1B}[J\r\n"

  private static let state = Atomic<Bool>(false)

  /// Whether it has to be released when the process ends; safe to ask in a signal handler.
  package static var isSet: Bool { state.load(ordering: .acquiring) }

  /// Notes whether there is one.
  package static func note(_ isSet: Bool) { state.store(isSet, ordering: .releasing) }
}
