import Synchronization

/// Whether somebody has asked to stop what is running.
package final class Interruptions: Sendable {
  private let raised = Atomic<Bool>(false)

  package init() {}

  /// Whether a stop has been asked for since the last ``clear()``.
  package var isRaised: Bool { raised.load(ordering: .acquiring) }

  /// Asks to stop; safe in a signal handler.
  package func raise() { raised.store(true, ordering: .releasing) }

  /// Forgets the wish, before something new is started.
  package func clear() { raised.store(false, ordering: .releasing) }
}
