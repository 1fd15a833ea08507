/// An element of a ``CappedList``.
package protocol CappedElement: Sendable {
  associatedtype Group: Hashable, Comparable, Sendable

  /// What it is counted under.
  var group: Group { get }

  /// Whether it comes before another one in the document.
  func precedes(_ other: Self) -> Bool
}

/// The first elements of each group, and how many more each group has.
///
/// A small document can hold millions of mistakes. Only so many of a kind are worth their memory.
package struct CappedList<Element: CappedElement>: Sendable {
  /// The most elements of one group.
  package static var limit: Int { findingLimit }

  private struct Tally {
    /// How many elements are in the list.
    var listed = 0
    /// How many are left out.
    var omitted = 0
    /// The last of the elements that are listed, once there are as many as the limit allows.
    var last: Element?

    /// Counts an element.
    ///
    /// - Returns: Whether it is to be listed, and whether there are so many by then that they have to be sorted.
    mutating func add(_ element: Element) -> (isListed: Bool, isFull: Bool) {
      if let last, !element.precedes(last) {
        omitted += 1
        return (false, false)
      }
      listed += 1
      return (true, listed >= 2 * limit)
    }
  }

  /// The elements: after ``settle()`` in their order, and no more of a group than the limit allows.
  package private(set) var elements: [Element] = []
  private var tallies: [Element.Group: Tally] = [:]
  /// How many elements there are, those that are left out among them.
  private(set) var total = 0

  package init() {}

  /// How many elements of each group are left out, in the order of the groups.
  package var omitted: [(group: Element.Group, count: Int)] {
    tallies.filter { $0.value.omitted > 0 }.sorted { $0.key < $1.key }
      .map { ($0.key, $0.value.omitted) }
  }

  /// How many elements are in some groups, those that are left out among them.
  ///
  /// - Complexity: O(*n*) in the number of groups.
  package func count(where isWanted: (Element.Group) -> Bool) -> Int {
    tallies.reduce(0) { $0 + (isWanted($1.key) ? $1.value.listed + $1.value.omitted : 0) }
  }

  /// Adds an element, or counts it if it is not among the first of its group.
  ///
  /// - Complexity: O(1) for what is only counted; otherwise amortized O(log *n*).
  package mutating func add(_ element: Element) {
    total += 1
    let (isListed, isFull) = tallies[element.group, default: Tally()].add(element)
    if isListed { elements.append(element) }
    // Sorting waits until it is worth it.
    if isFull { settle() }
  }

  /// Counts elements that are not among the first of their group.
  package mutating func omit(_ count: Int, of group: Element.Group) {
    if count == 0 { return }
    total += count
    tallies[group, default: Tally()].omitted += count
  }

  /// Adds the elements of another list.
  ///
  /// - Parameters:
  ///   - other: The other list.
  ///   - change: Makes an element one of this list; its group stays the same.
  package mutating func add(_ other: Self, changing change: (Element) -> Element = { $0 }) {
    for element in other.elements { add(change(element)) }
    for (group, count) in other.omitted { omit(count, of: group) }
  }

  /// Puts the elements in their order, and leaves out those that are not among the first of their group.
  ///
  /// - Complexity: O(*n* log *n*) in the number of elements that are listed.
  package mutating func settle() {
    // Of elements at one place the one that came first stays the first.
    let sorted = elements.enumerated().sorted { first, second in
      if first.element.precedes(second.element) { return true }
      return !second.element.precedes(first.element) && first.offset < second.offset
    }
    var counts: [Element.Group: Int] = [:]
    elements.removeAll(keepingCapacity: true)
    for (_, element) in sorted {
      let group = element.group
      let place = counts[group, default: 0]
      counts[group] = place + 1
      guard place < Self.limit else { continue }
      elements.append(element)
      if place == Self.limit - 1 { tallies[group]?.last = element }
    }
    for (group, count) in counts {
      let excess = max(0, count - Self.limit)
      tallies[group]?.listed = count - excess
      tallies[group]?.omitted += excess
    }
  }

  /// Takes elements out of the list, which count no more.
  package mutating func remove(where isUnwanted: (Element) -> Bool) {
    let before = elements
    elements.removeAll()
    for element in before {
      guard isUnwanted(element) else {
        elements.append(element)
        continue
      }
      total -= 1
      tallies[element.group]?.listed -= 1
      // What comes behind the last one may be among the first now.
      tallies[element.group]?.last = nil
    }
  }
}

/// The most findings of one kind that are retained with their places; the others are only counted.
package let findingLimit = 1000
