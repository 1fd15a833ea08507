import Pictures
import TestSupport
import Testing

@Suite struct SieveCacheTests {
  /// The contents of a cache of ten after a sequence of lookups, each followed by an insertion if it missed.
  private func kept(after keys: String, limit: Int = 3) -> String {
    var cache = SieveCache<Character, Character>(limit: limit)
    for key in keys where cache.value(for: key) == nil { cache.insert(key, for: key, weight: 1) }
    return String("abcdefghijklmnop".filter { cache.peek($0) != nil })
  }

  @Test(arguments: [
    ("abc", "abc"), ("abcd", "bcd"), ("abcad", "acd"), ("abcadefghij", "aij"),
    ("aabbcdefabg", "abg"),
  ])
  func `an entry that was used again stays, and one seen once is evicted`(
    keys: String, expected: String
  ) {
    #expect(kept(after: keys) == expected)
  }

  @Test func `values that are used again stay in the cache while others pass through`() {
    var cache = SieveCache<Int, Int>(limit: 100)
    for round in 0..<20 {
      for key in 0..<20 where cache.value(for: key) == nil {
        cache.insert(key, for: key, weight: 1)
      }
      for key in 1000 * (round + 1)..<1000 * (round + 1) + 70 {
        cache.insert(key, for: key, weight: 1)
      }
    }
    #expect((0..<20).allSatisfy { cache.peek($0) != nil })
  }

  @Test func `the weight of a random cache never exceeds its limit`() {
    var numbers = SeededNumbers(seed: 5)
    var cache = SieveCache<Int, Int>(limit: 1000)
    var model: [Int: Int] = [:]
    for _ in 0..<20_000 {
      let key = numbers.below(200)
      switch numbers.below(6) {
      case 0: cache.remove(key)
      case 1: #expect(cache.value(for: key).map { $0 == model[key] } ?? true)
      case 2 where numbers.below(50) == 0: cache.limit = 200 + numbers.below(1000)
      default:
        model[key] = numbers.below(1_000_000)
        cache.insert(model[key] ?? 0, for: key, weight: numbers.below(300))
      }
      #expect(cache.weight <= cache.limit)
    }
    let sum = (0..<200).count { cache.peek($0) != nil }
    #expect(sum == cache.count)
    cache.shrink(to: 0)
    #expect(cache.weight == 0 || cache.count == 0)
    cache.removeAll()
    #expect((cache.count, cache.weight) == (0, 0))
  }

  @Test
  func `a value above the weight limit is not cached and its old value is removed`() {
    var cache = SieveCache<Int, String>(limit: 10)
    cache.insert("light", for: 1, weight: 4)
    cache.insert("other", for: 2, weight: 4)
    cache.insert("heavy", for: 1, weight: 11)
    #expect(cache.peek(1) == nil)
    #expect(cache.peek(2) == "other")
  }

  @Test func `a lower limit removes values at once`() {
    var cache = SieveCache<Int, Int>(limit: 100)
    for key in 0..<10 { cache.insert(key, for: key, weight: 10) }
    cache.limit = 25
    #expect(cache.weight == 20)
    #expect(cache.peek(9) != nil)
  }
}

/// The share of hits of SIEVE and of forgetting the least recently used, on the same requests.
///
/// 30 000 pictures, and room for a tenth of them.
@Test
func `scrolling through a list costs fewer pictures than forgetting the least recently used`() {
  let trace = ScrollingTrace(count: 400_000, pictures: 30_000)
  var sieve = SieveCache<Int, Void>(limit: 3000)
  var sieveHits = 0
  for key in trace.requests {
    if sieve.value(for: key) != nil {
      sieveHits += 1
    } else {
      sieve.insert((), for: key, weight: 1)
    }
  }
  let ratio = Double(sieveHits) / Double(trace.hitsOfLeastRecentlyUsed(room: 3000))
  #expect(ratio >= 1.2, "\(ratio)")
}
