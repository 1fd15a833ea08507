/// An element of a ``CappedList``.
package protocol CappedElement: Sendable {
  associatedtype Group: Hashable, Comparable, Sendable

  /// The group it is counted under.
  var group: Group { get }

  /// Whether it precedes another element in the document.
  func precedes(_ other: Self) -> Bool
}

/// The first elements of each group, and the number of those that were left out.
///
/// The limit bounds memory: a small document can contain millions of mistakes.
package struct CappedList<Element: CappedElement>: Sendable {
  /// The maximum number of elements of a group.
  package static var limit: Int { findingLimit }

  private struct Tally {
    /// The number of elements in the list.
    var listed = 0
    /// The number of elements left out.
    var omitted = 0
    /// The last listed element, once the limit is reached and the list was sorted.
    var last: Element?

    /// Counts an element.
    ///
    /// - Returns: Whether to list the element, and whether the list must be sorted and trimmed now.
    mutating func add(_ element: Element) -> (isListed: Bool, isFull: Bool) {
      if let last, !element.precedes(last) {
        omitted += 1
        return (false, false)
      }
      listed += 1
      return (true, listed >= 2 * limit)
    }
  }

  /// The elements.
  ///
  /// After ``trim()`` they are sorted, and within the limit of each group.
  package private(set) var elements: [Element] = []
  private var tallies: [Element.Group: Tally] = [:]
  /// The number of elements, including those left out.
  private(set) var total = 0

  package init() {}

  /// The number of elements left out of each group, in the order of the groups.
  package var omitted: [(group: Element.Group, count: Int)] {
    tallies.filter { $0.value.omitted > 0 }.sorted { $0.key < $1.key }
      .map { ($0.key, $0.value.omitted) }
  }

  /// Returns the number of elements of some groups, including those left out.
  ///
  /// - Complexity: O(*n*) in the number of groups.
  package func count(where isWanted: (Element.Group) -> Bool) -> Int {
    tallies.reduce(0) { $0 + (isWanted($1.key) ? $1.value.listed + $1.value.omitted : 0) }
  }

  /// Adds an element, or only counts it if it is not among the first of its group.
  ///
  /// - Complexity: O(1) if the element is only counted; otherwise amortized O(log *n*).
  package mutating func add(_ element: Element) {
    total += 1
    let (isListed, isFull) = tallies[element.group, default: Tally()].add(element)
    if isListed { elements.append(element) }
    // Sorting is deferred until the list is twice as long as the limit.
    if isFull { trim() }
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
  ///   - change: Converts an element; must not change its group.
  package mutating func add(_ other: Self, changing change: (Element) -> Element = { $0 }) {
    for element in other.elements { add(change(element)) }
    for (group, count) in other.omitted { omit(count, of: group) }
  }

  /// Sorts the elements, and removes those that are not among the first of their group.
  ///
  /// - Complexity: O(*n* log *n*) in the number of listed elements.
  package mutating func trim() {
    // The sort is stable.
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

  /// Removes elements from the list and from the counts.
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
      // Elements after the last listed one may be among the first now.
      tallies[element.group]?.last = nil
    }
  }
}

/// The maximum number of findings of a kind that are located.
///
/// Others are only counted.
package let findingLimit = 1000
