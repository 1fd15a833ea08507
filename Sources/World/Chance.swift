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
  package func sample<Elements: RandomAccessCollection>(
    _ count: Int, of elements: Elements
  ) -> [Elements.Element] {
    var generator = Numbers(chance: self)
    // Few of many are drawn one by one; the rest would be shuffled for nothing.
    guard elements.count > 4096, count * 16 < elements.count else {
      return Array(elements.shuffled(using: &generator).prefix(count))
    }
    var drawn: Set<Int> = []
    var sample: [Elements.Element] = []
    while sample.count < count {
      let offset = Int.random(in: 0..<elements.count, using: &generator)
      guard drawn.insert(offset).inserted else { continue }
      sample.append(elements[elements.index(elements.startIndex, offsetBy: offset)])
    }
    return sample
  }

  private struct Numbers: RandomNumberGenerator {
    let chance: Chance
    func next() -> UInt64 { chance.next() }
  }
}
