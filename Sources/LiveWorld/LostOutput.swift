import Synchronization

/// Whether anything that was written to standard output did not arrive, though somebody wanted it.
package enum LostOutput {
  private static let isNoted = Atomic(false)

  package static var isThere: Bool { isNoted.load(ordering: .relaxed) }

  static func note() { isNoted.store(true, ordering: .relaxed) }
}
