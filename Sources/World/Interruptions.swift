import Synchronization

/// Whether somebody has asked to stop what is running.
package final class Interruptions: Sendable {
  private let raised = Atomic<Bool>(false)
  private let total = Atomic<Int>(0)
  /// How many looks are left until a stop is asked for; negative for never.
  private let looksLeft = Atomic<Int>(-1)

  package init() {}

  /// Whether a stop has been asked for since the last ``clear()``.
  package var isRaised: Bool {
    if looksLeft.load(ordering: .relaxed) > 0,
      looksLeft.subtract(1, ordering: .relaxed).newValue == 0
    {
      raise()
    }
    return raised.load(ordering: .acquiring)
  }

  /// Asks to stop; safe in a signal handler.
  package func raise() {
    total.add(1, ordering: .relaxed)
    raised.store(true, ordering: .releasing)
  }

  /// How often a stop was asked for so far.
  package var count: Int { total.load(ordering: .acquiring) }

  /// Asks to stop at a later look at ``isRaised``, so that a test can try each moment.
  package func raise(atLook look: Int) { looksLeft.store(look, ordering: .relaxed) }

  /// Forgets the wish, before something new is started.
  package func clear() { raised.store(false, ordering: .releasing) }
}
