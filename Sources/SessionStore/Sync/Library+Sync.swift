import FeedLoading
import Feeds
import FoundationEssentials
import GRDB
import Text
import World

/// The part of the library that machines share, and what each machine says of it.
extension Library {
  /// A machine that shares the library.
  package struct SyncMachine: Equatable, Sendable {
    package var id: String
    package var name: String
    /// When it wrote last, in milliseconds since 1970.
    package var time: Int64
    package var isThis: Bool
  }

  /// The result of an exchange.
  package struct SyncOutcome: Equatable, Sendable {
    /// The numbers of items that arrived or changed, by kind.
    package var arrived: [String: Int] = [:]
    /// The numbers of items that went, by kind.
    package var removed: [String: Int] = [:]
    /// The names of the machines that said something new, sorted.
    package var machines: [String] = []
    /// The number of changes of this machine that were written down.
    package var written = 0
  }

  /// Writes down what this machine has changed, and takes over what others have.
  ///
  /// One transaction: what is written down and not stored, because the process was killed, is written down again.
  ///
  /// - Parameters:
  ///   - lines: The lines of the logs.
  ///   - name: The name of this machine for people.
  ///   - write: Adds lines to the log of this machine, whose identifier it gets.
  /// - Returns: What has changed.
  /// - Throws: ``LibraryError`` if the library cannot be read or changed, and errors of `write`.
  package func exchange(
    _ lines: [SyncLog.Line], as name: String,
    write: (_ machine: String, [SyncLog.Line]) throws -> Void
  ) throws(LibraryError) -> SyncOutcome {
    let now = Int64((self.now().timeIntervalSince1970 * 1000).rounded())
    return try self.write { database in
      var machine = try self.machine(database, named: name)
      var state = try self.syncState(of: machine, database)
      if state.isSaidByAnother(in: lines) {
        machine = try self.makeMachine(database, named: name)
        state = try self.syncState(of: machine, database)
      }
      // What a newer version shares stays as it is.
      let present = try self.sharedItems(database)
        .merging(state.items.filter { !SyncTables.isUsable($0.key, $0.value) }) { own, _ in own }
      let changed = state.record(present, at: now)
      var outcome = SyncOutcome()
      var heard: Set<String> = []
      outcome.written = changed.count
      var touched = Set(changed.map { SyncPlace(machine: machine, item: $0) })
      if !changed.isEmpty {
        let own = changed.map { item in
          SyncLog.Line.entry(
            machine: machine, item, state.entries[machine]?[item] ?? SyncEntry())
        }
        try write(machine, own + [.machine(machine, name: name, time: now)])
        try self.put(SyncMachine(id: machine, name: name, time: now, isThis: true), database)
      }
      for line in lines {
        switch line {
        case .machine(let other, let name, let time) where other != machine:
          try self.put(SyncMachine(id: other, name: name, time: time, isThis: false), database)
        case .entry(let other, let item, let entry) where other != machine:
          guard state.join(entry, of: item, from: other) else { continue }
          touched.insert(SyncPlace(machine: other, item: item))
          heard.insert(other)
        case .machine, .entry: break
        }
      }
      for place in touched {
        guard let entry = state.entries[place.machine]?[place.item] else { continue }
        try self.store(entry, at: place, database)
      }
      (outcome.arrived, outcome.removed) = try SyncTables(database).replace(
        present, by: state.items)
      outcome.machines = try self.names(of: heard, database)
      return outcome
    }
  }

  /// All items that are shared.
  private func sharedItems(_ database: Database) throws -> [SyncItem: String] {
    do {
      return try SyncTables(database).items()
    } catch is UnreadableRow {
      throw LibraryError(
        path: path ?? "library",
        reason: "has rows that cannot be read, so that nothing is shared: they would look removed")
    }
  }

  /// The machines that are known, this one first.
  package func syncMachines() throws(LibraryError) -> [SyncMachine] {
    try read([]) { database in
      guard try database.tableExists("syncMachine") else { return [] }
      return try Row.fetchAll(
        database, sql: "SELECT id, name, time, isThis FROM syncMachine ORDER BY isThis DESC, name"
      ).compactMap { row in
        let row = StoredRow(values: Array(row.databaseValues))
        guard let id = try? row.text(0), let name = try? row.text(1),
          let time = try? row.integer(2),
          let isThis = try? row.integer(3)
        else { return nil }
        return SyncMachine(id: id, name: name, time: time, isThis: isThis != 0)
      }
    }
  }

  /// All that this machine has said, as the lines of a log without repetitions.
  package func syncLines() throws(LibraryError) -> [SyncLog.Line] {
    try read([]) { database in
      guard try database.tableExists("syncMachine") else { return [] }
      guard
        let machine = try String.fetchOne(
          database, sql: "SELECT id FROM syncMachine WHERE isThis = 1")
      else { return [] }
      let state = try self.syncState(of: machine, database)
      return (state.entries[machine] ?? [:]).sorted { $0.key < $1.key }.map {
        .entry(machine: machine, $0.key, $0.value)
      }
    }
  }

  /// The identifier of this machine, which is made when it is first needed.
  private func machine(_ database: Database, named name: String) throws -> String {
    let known = try String.fetchOne(database, sql: "SELECT id FROM syncMachine WHERE isThis = 1")
    return try known ?? makeMachine(database, named: name)
  }

  /// Makes a new identifier of this machine; what it said under an older one is another machine's then.
  private func makeMachine(_ database: Database, named name: String) throws -> String {
    try database.execute(sql: "UPDATE syncMachine SET isThis = 0")
    let id = UUID().uuidString.filter { $0 != "-" }.prefix(16).lowercased()
    try put(SyncMachine(id: id, name: name, time: 0, isThis: true), database)
    return id
  }

  private func put(_ machine: SyncMachine, _ database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO syncMachine (id, name, time, isThis) VALUES (?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET name = excluded.name, time = excluded.time
          WHERE excluded.time >= syncMachine.time
        """, arguments: [machine.id, machine.name, machine.time, machine.isThis])
  }

  /// The names of machines, each once and sorted, without those whose names have not arrived yet.
  private func names(of machines: Set<String>, _ database: Database) throws -> [String] {
    let known = try Row.fetchAll(database, sql: "SELECT id, name FROM syncMachine")
    return Set(
      known.compactMap { row in
        let row = StoredRow(values: Array(row.databaseValues))
        // A damaged row only lacks its name in the news.
        guard let id = try? row.text(0), machines.contains(id), let name = try? row.text(1)
        else { return nil }
        return name.isEmpty ? nil : name
      }
    ).sorted()
  }

  /// What a machine says of an item.
  private struct SyncPlace: Hashable {
    var machine: String
    var item: SyncItem
  }

  private func syncState(of machine: String, _ database: Database) throws -> SyncState {
    var state = SyncState(machine: machine)
    let rows = try Row.fetchAll(
      database, sql: "SELECT machine, kind, id, added, value, removed FROM syncEntry")
    for row in rows {
      let row = StoredRow(values: Array(row.databaseValues))
      var entry = SyncEntry()
      // What cannot be read is taken from the logs again.
      guard let machine = try? row.text(0), let kind = try? row.text(1), let id = try? row.text(2),
        let added = try? row.integer(3), let value = try? row.text(4),
        let removed: [String: Int64] = try? row.json(5)
      else { continue }
      (entry.added, entry.value, entry.removed) = (added, value, removed)
      _ = state.join(entry, of: SyncItem(kind, id), from: machine)
    }
    return state
  }

  private func store(_ entry: SyncEntry, at place: SyncPlace, _ database: Database) throws {
    let removed = String(decoding: try JSONEncoder().encode(entry.removed), as: UTF8.self)
    try database.execute(
      sql: """
        INSERT OR REPLACE INTO syncEntry (machine, kind, id, added, value, removed)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        place.machine, place.item.kind, place.item.id, entry.added, entry.value, removed,
      ])
  }
}
