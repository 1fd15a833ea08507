/// Who has a script played: what a player asks of them, and what it reports to them.
package protocol PlayerDelegate: AnyObject {
  /// Called before each key, and wherever a person would pause, with the time that a person rests there.
  func player(_ player: Player, rests microseconds: Int)

  /// Called before each cue that somebody sees begin, with its number.
  func player(_ player: Player, begins cue: ScriptCue, number: Int)

  /// Called with each event that somebody could see or hear of, unless it is hidden.
  func player(_ player: Player, adds event: SessionLog.Kind)

  /// Called with the bytes that the terminal gets, unless they are hidden.
  func player(_ player: Player, shows bytes: [UInt8])

  /// Called with each remark that is for the presenter alone.
  func player(_ player: Player, remarks text: String)

  /// Called when a line that a person entered begins to run, and when it has ended.
  func player(_ player: Player, runsLiveLine isRunning: Bool)

  /// Surrounds what takes a person's time, which no limit counts.
  func player(_ player: Player, idlesDuring body: () -> Void)

  /// Returns the keys that a person who has taken over presses next; nil at the end.
  func nextLiveKeys(for player: Player) -> [UInt8]?

  /// Returns the limit of time that was reached; nil if none was.
  func reachedLimit(of player: Player) -> String?
}
