import Text

/// The log of a machine in the shared folder: a line of JSON for each entry, with a checksum.
///
/// A line says all that the machine says of an item, so that the last one holds, lines may be lost or repeated, and files of one
/// machine may be joined.
package enum SyncLog {
  /// One line.
  package enum Line: Equatable, Sendable {
    case entry(machine: String, SyncItem, SyncEntry)
    /// The name of a machine that people know, and when it wrote this, in milliseconds since 1970.
    case machine(String, name: String, time: Int64)
  }

  /// Returns a line with a line feed.
  package static func text(of line: Line) -> String {
    var members: [JSONValue.Member]
    switch line {
    case .entry(let machine, let item, let entry):
      members = [
        .init("machine", .string(machine)), .init("kind", .string(item.kind)),
        .init("id", .string(item.id)), .init("added", .number(Double(entry.added))),
        .init("value", .string(entry.value)),
        .init(
          "removed",
          .object(
            entry.removed.sorted { $0.key < $1.key }.map {
              .init($0.key, .number(Double($0.value)))
            })),
      ]
    case .machine(let machine, let name, let time):
      members = [
        .init("machine", .string(machine)), .init("name", .string(name)),
        .init("time", .number(Double(time))),
      ]
    }
    members.append(.init("sum", .string(sum(of: members))))
    return JSONValue.object(members).text() + "\n"
  }

  /// Reads the lines of a file; those that are damaged or not complete yet are left out.
  ///
  /// - Parameter bytes: The file.
  /// - Returns: The lines, and how many are left out.
  package static func lines(of bytes: [UInt8]) -> (lines: [Line], damaged: Int) {
    var (lines, damaged): ([Line], Int) = ([], 0)
    for text in bytes.split(separator: 0x0A) {
      if let line = line(of: Array(text)) { lines.append(line) } else { damaged += 1 }
    }
    return (lines, damaged)
  }

  private static func line(of bytes: [UInt8]) -> Line? {
    guard case .object(let members)? = JSONValue(json: bytes, isStrict: true),
      members.last?.name == "sum",
      members.last?.value == .string(sum(of: Array(members.dropLast())))
    else { return nil }
    let value = JSONValue.object(members)
    guard let machine = value.text("machine"), isMachine(machine) else { return nil }
    if let name = value.text("name"), let time = value.time("time") {
      return .machine(machine, name: name, time: time)
    }
    guard let kind = value.text("kind"), let id = value.text("id"),
      let text = value.text("value"), let added = value.time("added"),
      case .object(let removed)? = value["removed"]
    else { return nil }
    var entry = SyncEntry()
    (entry.added, entry.value) = (added, text)
    for member in removed {
      guard case .number(let number) = member.value, let time = Int64(exactly: number) else {
        return nil
      }
      entry.removed[member.name] = time
    }
    return .entry(machine: machine, SyncItem(kind, id), entry)
  }

  /// Whether a text may name a machine: letters and digits of ASCII.
  package static func isMachine(_ text: String) -> Bool {
    1...64 ~= text.utf8.count && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }

  private static func sum(of members: [JSONValue.Member]) -> String {
    zeroPadded(FNVHash(JSONValue.object(members).bytes()).value, to: 16, radix: 16)
  }
}

extension JSONValue {
  fileprivate func text(_ name: String) -> String? {
    if case .string(let text)? = self[name] { text } else { nil }
  }

  /// A time in milliseconds that is not negative.
  fileprivate func time(_ name: String) -> Int64? {
    guard case .number(let number)? = self[name], let time = Int64(exactly: number), time >= 0
    else { return nil }
    return time
  }
}
