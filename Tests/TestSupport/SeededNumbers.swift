/// Numbers that look random and are the same for the same seed (xorshift).
package struct SeededNumbers: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: Int) {
    state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    for _ in 0..<8 { _ = next() }
  }

  package mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  package mutating func below(_ bound: Int) -> Int { Int(next() >> 11) % bound }

  /// Whether something happens that does once in so many times.
  package mutating func happens(oneIn times: Int) -> Bool { below(times) == 0 }

  package mutating func oneOf<Choice>(_ choices: [Choice]) -> Choice {
    choices[below(choices.count)]
  }

  /// Some of the choices, any of them more than once.
  package mutating func some<Choice>(_ counts: ClosedRange<Int>, of choices: [Choice]) -> [Choice] {
    (0..<Int.random(in: counts, using: &self)).map { _ in oneOf(choices) }
  }
}
