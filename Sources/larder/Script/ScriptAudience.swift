import LineEditor
import Recordings

/// Who has a script played: nobody who watches or types, unless a subclass says who.
class ScriptAudience: PlayerDelegate {
  /// What stops a script that takes too long.
  var watchdog: Watchdog?

  /// What a person presses who types, while something runs; nil if nobody does.
  var early: EarlyKeys? { nil }

  /// Called before a player begins.
  func willPlay(_ player: Player) {}

  func player(_ player: Player, rests microseconds: Int) {}

  func player(_ player: Player, begins cue: ScriptCue, number: Int) {
    if let limit = watchdog?.beginStep() { player.end(.limit(limit)) }
  }

  func player(_ player: Player, adds event: SessionLog.Kind) {}

  func player(_ player: Player, shows bytes: [UInt8]) {}

  func player(_ player: Player, remarks text: String) {}

  func player(_ player: Player, runsLiveLine isRunning: Bool) { early?.isWatching = isRunning }

  func player(_ player: Player, idlesDuring body: () -> Void) {
    if let watchdog { watchdog.whileIdle(body) } else { body() }
  }

  func nextLiveKeys(for player: Player) -> [UInt8]? { nil }

  func reachedLimit(of player: Player) -> String? { watchdog?.reached }
}
