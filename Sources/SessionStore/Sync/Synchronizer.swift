import Diagnostics
import Text
import World

/// Shares the library with other machines through a folder that something else carries between them.
///
/// Each machine appends to its own log in the folder, and reads those of the others. Nobody writes another's file, so
/// that no carrier can make a conflict that loses something; copies that carriers make of logs are read, too.
package final class Synchronizer {
  private let library: Library
  private let world: World
  /// The sizes and times of the logs when they were read.
  private var seen: [String: [Double]] = [:]
  /// The edition of the library at the last exchange.
  private var seenEdition: Int?
  /// Whether the last exchange failed, which was reported.
  private var hasFailed = false

  package init(_ library: Library, on world: World) {
    (self.library, self.world) = (library, world)
  }

  /// The folder, by the setting `sync`; nil if nothing is shared.
  package var folder: String? {
    let setting = library.settings["sync"]
    return setting == "off" ? nil : world.expandingHome(setting)
  }

  /// The largest log that is read, in bytes.
  private static let largestLog = 256 << 20

  /// Exchanges changes if there may be any.
  ///
  /// - Returns: A sentence about what arrived, or why nothing could; nil if there is nothing to say.
  package func exchangeIfNeeded() -> String? {
    guard let folder, library.exists else { return nil }
    _ = library.remembered()
    if states(of: logs(in: folder)) == seen, seenEdition == library.edition { return nil }
    do {
      let outcome = try exchange()
      hasFailed = false
      return outcome.arrived.isEmpty && outcome.removed.isEmpty ? nil : Self.news(of: outcome)
    } catch {
      if hasFailed { return nil }
      hasFailed = true
      return "sync: " + Failure(catching: error).diagnostic.message
    }
  }

  /// Writes down what has changed here, and takes over what has changed elsewhere.
  ///
  /// - Throws: ``Failure`` if the folder is not there, or the library cannot be changed.
  package func exchange() throws -> Library.SyncOutcome {
    guard let folder else { throw Failure("nothing is shared", hint: "set sync DIR") }
    let files = world.files
    guard files.kind(of: folder) == .folder else {
      throw Failure(
        "\(harmless(folder)) is not there", hint: "it is read again when it is back", status: .disk)
    }
    let paths = logs(in: folder)
    let states = states(of: paths)
    var lines: [SyncLog.Line] = []
    for path in paths where seen[path] != states[path] {
      // A log that cannot be read now is read the next time.
      guard let bytes = try? files.contents(of: path, limit: Self.largestLog) else { continue }
      lines += SyncLog.lines(of: bytes).lines
    }
    let outcome = try library.exchange(lines, as: machineName) { machine, lines in
      try files.append(
        Array(lines.map(SyncLog.text).joined().utf8), to: Self.log(of: machine, in: folder))
    }
    try tidy(folder)
    seen = self.states(of: logs(in: folder))
    _ = library.remembered()
    seenEdition = library.edition
    return outcome
  }

  /// The name of this machine for people.
  private var machineName: String {
    let file = try? world.files.contents(of: "/etc/hostname", limit: 1024)
    let name = file.map { trimmingSpace(String(decoding: $0, as: UTF8.self)) } ?? ""
    return name.isEmpty ? world.environment["HOSTNAME"] ?? "a machine" : name
  }

  /// Writes the log of this machine anew if it is gone, damaged, or has many lines that later ones replace.
  private func tidy(_ folder: String) throws {
    guard let machine = try library.syncMachines().first(where: \.isThis) else { return }
    let path = Self.log(of: machine.id, in: folder)
    let own = try library.syncLines()
    if own.isEmpty { return }
    let bytes = (try? world.files.contents(of: path, limit: Self.largestLog)) ?? []
    let present = SyncLog.lines(of: bytes)
    let known = Set(present.lines.map(SyncLog.text))
    let isWhole = present.damaged == 0 && own.allSatisfy { known.contains(SyncLog.text(of: $0)) }
    if isWhole, present.lines.count < 2 * own.count + 100 { return }
    let all = own + [.machine(machine.id, name: machine.name, time: machine.time)]
    try world.files.write(
      Array(all.map(SyncLog.text).joined().utf8), to: path, replacing: true)
  }

  private static func log(of machine: String, in folder: String) -> String {
    "\(folder)/larder-\(machine).ndjson"
  }

  /// The logs in the folder, with copies of them under other names, sorted.
  private func logs(in folder: String) -> [String] {
    // What cannot be listed is reported by the exchange.
    let names = (try? world.files.names(in: folder)) ?? []
    return names.filter { $0.hasPrefix("larder-") && $0.contains(".ndjson") }.sorted().map {
      folder + "/" + $0
    }
  }

  private func states(of paths: [String]) -> [String: [Double]] {
    paths.reduce(into: [:]) { states, path in
      // A log that is gone has no state.
      if let status = try? world.files.status(of: path) {
        states[path] = [Double(status.size), status.modified]
      }
    }
  }

  /// A sentence about the changes of other machines, such as `arrived from laptop: 2 notes; removed there: 1 favorite`.
  package static func news(of outcome: Library.SyncOutcome) -> String {
    let machines = outcome.machines.map { harmless($0) }.joined(separator: " and ")
    let from = machines.isEmpty ? "" : " from \(machines)"
    let arrived = outcome.arrived.isEmpty ? [] : ["arrived\(from): " + words(for: outcome.arrived)]
    let removed = outcome.removed.isEmpty ? [] : [words(for: outcome.removed)]
    return
      (arrived + removed.map { arrived.isEmpty ? "removed\(from): \($0)" : "removed there: \($0)" })
      .joined(separator: "; ")
  }

  /// Returns the numbers of items of each kind, such as `2 notes, 1 favorite`.
  private static func words(for counts: [String: Int]) -> String {
    counts.sorted { $0.key < $1.key }.map { kind, count in
      let (one, many) = names[kind] ?? ("change", "changes")
      return counted(count, one, plural: many)
    }.joined(separator: ", ")
  }

  private static let names = [
    "favorite": ("favorite", "favorites"), "note": ("note", "notes"), "tag": ("tag", "tags"),
    "rating": ("rating", "ratings"), "cooked": ("day of cooking", "days of cooking"),
    "feed": ("named feed", "named feeds"),
    "shoppingDish": ("dish to shop for", "dishes to shop for"),
    "shoppingItem": ("item to shop for", "items to shop for"),
    "shoppingTick": ("tick on the shopping list", "ticks on the shopping list"),
    "pantry": ("pantry item", "pantry items"), "plan": ("planned dish", "planned dishes"),
  ]
}
