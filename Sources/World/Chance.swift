import Synchronization

/// A source of random numbers that a seed makes repeatable.
///
/// SplitMix64, as in Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
package final class Chance: Sendable {
  private let state: Mutex<UInt64>

  package init(seed: UInt64) { state = Mutex(seed) }

  /// The next random number.
  package func next() -> UInt64 {
    state.withLock { state in
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
      return mixed ^ mixed >> 31
    }
  }

  /// Some elements, each at most once, in random order.
  package func sample<Element>(_ count: Int, of elements: [Element]) -> [Element] {
    var generator = Numbers(chance: self)
    return Array(elements.shuffled(using: &generator).prefix(count))
  }

  private struct Numbers: RandomNumberGenerator {
    let chance: Chance
    func next() -> UInt64 { chance.next() }
  }
}
