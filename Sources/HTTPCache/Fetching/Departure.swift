import Synchronization
import World

/// When a request may go out, and what is known of that afterwards.
final class Departure: HTTPTurn {
  private struct State {
    var time: Double?
    var isForbidden = false
  }

  private let turn: Lanes.Turn
  private let fetcher: Fetcher
  private let state = Mutex(State())

  init(_ turn: Lanes.Turn, of fetcher: Fetcher) { (self.turn, self.fetcher) = (turn, fetcher) }

  /// When it went out, in seconds since 1970; nil if it did not.
  var time: Double? { state.withLock { $0.time } }

  /// Whether the network was turned off before its turn came.
  var isForbidden: Bool { state.withLock { $0.isForbidden } }

  func whenItComes(_ act: @escaping @Sendable (_ mayGo: Bool) -> Void) {
    turn.whenItComes { [self] in
      let isOffline = fetcher.isOffline
      let now = fetcher.surroundings.now()
      state.withLock { $0 = State(time: isOffline ? nil : now, isForbidden: isOffline) }
      act(!isOffline)
    }
  }

  func end() { turn.end() }

  /// Gives the lane back, as what came is taken in.
  func leave() { turn.leave() }
}
