import Text

/// A moment of a hybrid clock: wall time that never goes back behind what was seen from others.
package struct SyncStamp: Comparable, Hashable, Sendable {
  /// Milliseconds since 1970; more than the wall time if another machine's clock is ahead.
  package var time: Int64
  /// The machine whose change it is, which orders changes at the same time.
  package var machine: String

  package static func < (one: SyncStamp, other: SyncStamp) -> Bool {
    one.time == other.time ? one.machine < other.machine : one.time < other.time
  }
}

/// What is shared between machines: a favorite, a note, a tag, or an entry of a list.
package struct SyncItem: Hashable, Comparable, Sendable {
  /// The kind, such as `note`.
  package var kind: String
  /// Identifies the item among those of its kind.
  package var id: String

  package init(_ kind: String, _ id: String) { (self.kind, self.id) = (kind, id) }

  package static func < (one: SyncItem, other: SyncItem) -> Bool {
    one.kind == other.kind ? one.id < other.id : one.kind < other.kind
  }
}

/// What one machine says of an item.
package struct SyncEntry: Equatable, Sendable {
  /// The time of its last addition of the item; 0 if it never added it.
  package var added: Int64 = 0
  /// The value of that addition, as JSON, also after its removal: then older lines of a log say nothing else.
  package var value = ""
  /// The times of the additions of each machine that it has removed or replaced.
  package var removed: [String: Int64] = [:]

  package init() {}

  /// Joins another version of the same entry: what is later holds.
  mutating func join(_ other: SyncEntry) {
    // Of two machines with one name, at the same moment, the larger value holds everywhere.
    if other.added > added || other.added == added && other.value > value {
      (added, value) = (other.added, other.value)
    }
    removed.merge(other.removed) { max($0, $1) }
  }
}

/// The items of several machines, which become the same on all of them, in whatever order their logs arrive.
///
/// An item is there if a machine has added it, and no machine has removed that addition: of an addition and a removal that did
/// not know of each other, the addition holds. Of several values, that of the latest addition holds. A change replaces
/// the additions that its machine has seen.
package struct SyncState: Equatable, Sendable {
  /// The name of this machine.
  package let machine: String
  /// What each machine says of each item.
  package private(set) var entries: [String: [SyncItem: SyncEntry]] = [:]
  /// The latest time of all machines.
  private var latest: Int64 = 0

  package init(machine: String) { self.machine = machine }

  /// All items with their values.
  ///
  /// - Complexity: O(*n*) in the number of entries.
  package var items: [SyncItem: String] {
    var removed: [SyncItem: [String: Int64]] = [:]
    for own in entries.values {
      for (item, entry) in own where !entry.removed.isEmpty {
        removed[item, default: [:]].merge(entry.removed) { max($0, $1) }
      }
    }
    var best: [SyncItem: (stamp: SyncStamp, value: String)] = [:]
    for (machine, own) in entries {
      for (item, entry) in own where entry.added > removed[item]?[machine] ?? 0 {
        let stamp = SyncStamp(time: entry.added, machine: machine)
        if best[item].map({ $0.stamp < stamp }) ?? true { best[item] = (stamp, entry.value) }
      }
    }
    return best.mapValues(\.value)
  }

  /// Records the changes that this machine has made since the items were last the same as ``items``.
  ///
  /// - Parameters:
  ///   - present: The items of this machine.
  ///   - now: The time of its clock, in milliseconds since 1970.
  /// - Returns: The items whose entries have changed.
  package mutating func record(_ present: [SyncItem: String], at now: Int64) -> [SyncItem] {
    let before = items
    var changed: [SyncItem] = []
    for (item, value) in present where before[item] != value { changed.append(item) }
    for item in before.keys where present[item] == nil { changed.append(item) }
    for item in changed.sorted() {
      var entry = entries[machine]?[item] ?? SyncEntry()
      for (other, own) in entries {
        if let added = own[item]?.added, added > 0 {
          entry.removed[other] = max(entry.removed[other] ?? 0, added)
        }
      }
      if let value = present[item] {
        latest = max(now, latest + 1)
        (entry.added, entry.value) = (latest, value)
      }
      entries[machine, default: [:]][item] = entry
    }
    return changed
  }

  /// Joins what a machine says of an item, which may be known, older or newer.
  ///
  /// - Returns: Whether it says something new.
  package mutating func join(_ entry: SyncEntry, of item: SyncItem, from machine: String) -> Bool {
    let before = entries[machine]?[item]
    var joined = before ?? SyncEntry()
    joined.join(entry)
    if joined == before { return false }
    entries[machine, default: [:]][item] = joined
    latest = max(latest, joined.added, joined.removed.values.max() ?? 0)
    return true
  }

  /// Whether logs have entries of this machine that it does not know: then a copy of its library, or the library before an
  /// older one was restored, is a machine of the same name, and would never be heard.
  package func isSaidByAnother(in lines: [SyncLog.Line]) -> Bool {
    lines.contains { line in
      guard case .entry(machine, let item, let entry) = line else { return false }
      var joined = entries[machine]?[item] ?? SyncEntry()
      joined.join(entry)
      return joined != entries[machine]?[item]
    }
  }
}
