/// Values by key that together weigh no more than a limit; what was used again stays.
///
/// SIEVE: a hand goes from the oldest towards the newest and takes out what was not used since it
/// last came by. A value that is looked at once, as when one scrolls through a list, is gone before
/// those that are come back to. Yazhuo Zhang and others, "SIEVE is Simpler than LRU" (NSDI 2024).
///
/// - Complexity: O(1) for a lookup; for a change as well, but for what it takes out.
package struct SieveCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry {
    let key: Key
    var value: Value
    var weight: Int
    var isUsed = false
    /// The place of the entry that came next, and of the one before.
    var newer = none
    var older = none
  }

  /// A place where no entry is.
  private static var none: Int { -1 }

  /// The most that all values weigh together.
  package var limit: Int { didSet { shrink(to: limit) } }
  /// What all values weigh together.
  package private(set) var weight = 0
  private var places: [Key: Int] = [:]
  private var entries: [Entry?] = []
  private var free: [Int] = []
  private var newest = none
  private var oldest = none
  private var hand = none

  /// An empty cache.
  package init(limit: Int) { self.limit = limit }

  package var count: Int { places.count }

  /// The value of a key, which counts as used.
  package mutating func value(for key: Key) -> Value? {
    guard let place = places[key] else { return nil }
    entries[place]?.isUsed = true
    return entries[place]?.value
  }

  /// The value of a key, as if nobody had looked.
  package func peek(_ key: Key) -> Value? { places[key].flatMap { entries[$0]?.value } }

  /// Puts a value in, and takes out what is too much then; one that is heavier than the limit stays outside.
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

  /// Changes every value; none of them weighs another amount then.
  package mutating func update(_ change: (inout Value) -> Void) {
    for place in places.values {
      guard var entry = entries[place] else { continue }
      change(&entry.value)
      entries[place] = entry
    }
  }

  /// Takes a value out.
  package mutating func remove(_ key: Key) {
    if let place = places[key] { unlink(place) }
  }

  /// Takes everything out.
  package mutating func removeAll() { self = SieveCache(limit: limit) }

  /// Takes out what is too much for a weight.
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
