import Recordings

/// A delegate that tests configure with closures.
final class FakeAudience: PlayerDelegate {
  var rest: (_ player: Player, _ microseconds: Int) -> Void = { _, _ in }
  var onCue: (_ player: Player, _ number: Int) -> Void = { _, _ in }
  /// Returns the keys of the user who takes over.
  var liveKeys: (_ player: Player) -> [UInt8]? = { _ in nil }
  private(set) var shown: [UInt8] = []
  /// Whether the player waits for the user.
  private(set) var isIdle = false

  func player(_ player: Player, rests microseconds: Int) { rest(player, microseconds) }

  func player(_ player: Player, begins cue: ScriptCue, number: Int) { onCue(player, number) }

  func player(_ player: Player, adds event: SessionLog.Kind) {}

  func player(_ player: Player, shows bytes: [UInt8]) { shown += bytes }

  func player(_ player: Player, remarks text: String) {}

  func player(_ player: Player, runsLiveLine isRunning: Bool) {}

  func player(_ player: Player, idlesDuring body: () -> Void) {
    isIdle = true
    body()
    isIdle = false
  }

  func nextLiveKeys(for player: Player) -> [UInt8]? { liveKeys(player) }

  func reachedLimit(of player: Player) -> String? { nil }
}
