/// When a person would press the next key: a pace with a rhythm, the same each time.
///
/// Chance depends on the seed, the number of the step and the number of the key in it alone, so that a change to one
/// step leaves the rhythm of all others as it is.
struct TypingPace {
  var pace: ScriptPace
  let seed: UInt64

  /// The rest before a character of a step, in microseconds; both are counted from nothing.
  func rest(
    before character: Unicode.Scalar, after previous: Unicode.Scalar?, step: Int, key: Int
  ) -> Int {
    let base = 1_000_000 / max(1, pace.speed)
    let rest = base * Self.percent(of: character, after: previous) / 100
    return rest + rest * pace.jitter * roll(step, key) / 100_000
  }

  /// The rest before a key that is no character, in microseconds.
  func rest(before key: ScriptKey) -> Int {
    switch key.cap {
    case .named(.enter): 250_000
    case .named(.tab): 300_000
    default: 3 * 1_000_000 / max(1, pace.speed) / 2
    }
  }

  /// How long a person looks at so many lines, in microseconds.
  static func readingTime(lines: Int) -> Int { min(25_000 * lines, 3_000_000) }

  /// How much longer than a letter a character takes.
  private static func percent(of character: Unicode.Scalar, after previous: Unicode.Scalar?) -> Int
  {
    if character == previous { return 80 }
    if character == " " { return 130 }
    if character.properties.isLowercase {
      return previous == "/" || previous == "\"" ? 120 : 100
    }
    return 160
  }

  /// A number from -1000 to 1000.
  private func roll(_ step: Int, _ key: Int) -> Int {
    var mixed =
      seed &+ UInt64(step) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(key) &* 0xD1B5_4A32_D192_ED03
    // The mixing of SplitMix64.
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ mixed >> 31) % 2001) - 1000
  }
}
