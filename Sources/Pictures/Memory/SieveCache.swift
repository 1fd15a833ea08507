/// A cache with a maximum weight that retains values that are used repeatedly.
///
/// It uses the SIEVE algorithm: a hand moves from the oldest entry to the newest, and evicts those that were not used
/// since its last pass. Values that are used once, as when scrolling through a list, are evicted first. Yazhuo Zhang
/// and others, "SIEVE is Simpler than LRU" (NSDI 2024).
///
/// - Complexity: O(1) for a lookup, and for a change without evictions.
package struct SieveCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry {
    let key: Key
    var value: Value
    var weight: Int
    var isUsed = false
    /// The next newer and the next older entry.
    var newer = none
    var older = none
  }

  /// The index of no entry.
  private static var none: Int { -1 }

  /// The maximum total weight.
  package var limit: Int { didSet { shrink(to: limit) } }
  /// The total weight.
  package private(set) var weight = 0
  private var places: [Key: Int] = [:]
  private var entries: [Entry?] = []
  private var free: [Int] = []
  private var newest = none
  private var oldest = none
  private var hand = none

  /// Creates an empty cache.
  package init(limit: Int) { self.limit = limit }

  package var count: Int { places.count }

  /// The value of a key; counts as a use.
  package mutating func value(for key: Key) -> Value? {
    guard let place = places[key] else { return nil }
    entries[place]?.isUsed = true
    return entries[place]?.value
  }

  /// The value of a key; does not count as a use.
  package func peek(_ key: Key) -> Value? { places[key].flatMap { entries[$0]?.value } }

  /// Adds a value, and evicts others if needed; a value that is heavier than the limit is not added.
  package mutating func insert(_ value: Value, for key: Key, weight: Int) {
    if let place = places[key], let before = entries[place] {
      self.weight += weight - before.weight
      entries[place]?.value = value
      entries[place]?.weight = weight
      entries[place]?.isUsed = true
      if weight > limit { remove(key) } else { shrink(to: limit) }
      return
    }
    guard weight <= limit else { return }
    shrink(to: limit - weight)
    link(Entry(key: key, value: value, weight: weight))
    self.weight += weight
  }

  /// Changes every value without changing its weight.
  package mutating func update(_ change: (inout Value) -> Void) {
    for place in places.values {
      guard var entry = entries[place] else { continue }
      change(&entry.value)
      entries[place] = entry
    }
  }

  /// Removes a value.
  package mutating func remove(_ key: Key) {
    if let place = places[key] { unlink(place) }
  }

  /// Removes all values.
  package mutating func removeAll() { self = SieveCache(limit: limit) }

  /// Evicts values until a weight is reached.
  package mutating func shrink(to limit: Int) {
    while weight > max(0, limit), !places.isEmpty {
      if hand == Self.none { hand = oldest }
      guard let entry = entries[hand] else { return }
      let here = hand
      hand = entry.newer
      if entry.isUsed {
        entries[here]?.isUsed = false
      } else {
        unlink(here)
      }
    }
  }

  private mutating func link(_ entry: Entry) {
    var entry = entry
    entry.older = newest
    let place = free.popLast() ?? entries.count
    if place == entries.count { entries.append(entry) } else { entries[place] = entry }
    if newest != Self.none { entries[newest]?.newer = place } else { oldest = place }
    newest = place
    places[entry.key] = place
  }

  private mutating func unlink(_ place: Int) {
    guard let entry = entries[place] else { return }
    if entry.newer != Self.none {
      entries[entry.newer]?.older = entry.older
    } else {
      newest = entry.older
    }
    if entry.older != Self.none {
      entries[entry.older]?.newer = entry.newer
    } else {
      oldest = entry.newer
    }
    if hand == place { hand = entry.newer }
    places[entry.key] = nil
    entries[place] = nil
    free.append(place)
    weight -= entry.weight
  }
}
