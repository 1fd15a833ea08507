/// The rhythm of simulated typing, which is deterministic.
///
/// Randomness depends only on the seed, the number of the step and the number of the key in it, so that a
/// change to one step does not affect the others.
struct TypingPace {
  var pace: ScriptPace
  let seed: UInt64

  /// Returns the delay before a character of a step, in microseconds.
  ///
  /// `step` and `key` are counted from 0.
  func rest(
    before character: Unicode.Scalar, after previous: Unicode.Scalar?, step: Int, key: Int
  ) -> Int {
    let base = 1_000_000 / max(1, pace.speed)
    let rest = base * Self.percent(of: character, after: previous) / 100
    return rest + rest * pace.jitter * roll(step, key) / 100_000
  }

  /// Returns the delay before a key other than a character, in microseconds.
  func rest(before key: ScriptKey) -> Int {
    switch key.cap {
    case .named(.enter): 250_000
    case .named(.tab): 300_000
    default: 3 * 1_000_000 / max(1, pace.speed) / 2
    }
  }

  /// Returns the time to read a number of lines, in microseconds.
  static func readingTime(lines: Int) -> Int { min(25_000 * lines, 3_000_000) }

  /// Returns the delay before a character as a percentage of that before a letter.
  private static func percent(of character: Unicode.Scalar, after previous: Unicode.Scalar?) -> Int
  {
    if character == previous { return 80 }
    if character == " " { return 130 }
    if character.properties.isLowercase {
      return previous == "/" || previous == "\"" ? 120 : 100
    }
    return 160
  }

  /// Returns a pseudorandom number from -1000 to 1000.
  private func roll(_ step: Int, _ key: Int) -> Int {
    var mixed =
      seed &+ UInt64(step) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(key) &* 0xD1B5_4A32_D192_ED03
    // The finalizer of SplitMix64.
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ mixed >> 31) % 2001) - 1000
  }
}
