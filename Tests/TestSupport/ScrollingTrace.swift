/// Which pictures are asked for by somebody who scrolls through a long list now and then.
///
/// Favorites are come back to by Zipf's law, two fifths of all requests are long scans.
package struct ScrollingTrace: Sendable {
  /// The pictures, by number, in the order in which they are asked for.
  package private(set) var requests: [Int] = []

  /// A trace of at least so many requests, the same each time.
  package init(count: Int, pictures: Int) {
    var numbers = SeededNumbers(seed: 11)
    let sums = Self.sums(of: pictures)
    while requests.count < count {
      if numbers.happens(oneIn: 3000) {
        let start = numbers.below(pictures - 2000)
        requests += start..<start + 2000
      } else {
        let wanted = Double(numbers.below(1 << 40)) / Double(1 << 40) * (sums.last ?? 0)
        // Ranks are spread over the list, so that a scan meets favorites and others.
        requests.append(Self.rank(of: wanted, sums) * 7919 % pictures)
      }
    }
  }

  /// How many requests a cache answers that has room for some and forgets the least recently used.
  package func hitsOfLeastRecentlyUsed(room: Int) -> Int {
    var (used, order, hits, first): ([Int: Int], [Int], Int, Int) = ([:], [], 0, 0)
    for key in requests {
      if used[key] != nil { hits += 1 }
      used[key] = order.count
      order.append(key)
      while used.count > room {
        if used[order[first]] == first { used[order[first]] = nil }
        first += 1
      }
    }
    return hits
  }

  /// For each rank, how often it and those before it are asked for.
  private static func sums(of pictures: Int) -> [Double] {
    var sum = 0.0
    return (1...pictures).map { rank in
      sum += 1 / rootedPower(rank)
      return sum
    }
  }

  /// A rank to the power of 0.9, as `Foundation` would have it: x^0.9 = x / x^0.1, by Newton's method.
  private static func rootedPower(_ rank: Int) -> Double {
    let number = Double(rank)
    var root = 1.5
    for _ in 0..<60 {
      var power = 1.0
      for _ in 0..<9 { power *= root }
      root -= (power * root - number) / (10 * power)
    }
    return number / root
  }

  private static func rank(of wanted: Double, _ sums: [Double]) -> Int {
    var (low, high) = (0, sums.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if sums[middle] < wanted { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
