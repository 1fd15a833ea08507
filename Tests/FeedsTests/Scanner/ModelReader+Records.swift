import Catalog
import Feeds
import Text

/// The location of records.
extension ModelReader {
  /// Returns the expected description of a scan, as ``outcome(_:as:keys:options:)`` does.
  static func outcome(
    _ bytes: [UInt8], as profile: Profile? = nil, keys: [String] = ["a", "b", "name"]
  ) -> [String] {
    var reader = ModelReader(bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.place = 3 }
    reader.skipSpace()
    let start = reader.place
    do throws(JSONFault) {
      return try reader.document(profile, keys)
    } catch {
      if let lines = lines(bytes, start, profile, keys) { return lines }
      return ["fault \(error.offset): \(error.reason)"]
    }
  }

  private mutating func document(
    _ wanted: Profile?, _ keys: [String]
  ) throws(JSONFault) -> [String] {
    let profile = (wanted ?? .records).name
    var found: [String]?
    var likely: [String]?
    var empty: [String]?
    var whole: Value?
    if next == UInt8(ascii: "[") {
      found = ["\(profile) at $"] + (try list(keys, in: -1))
    } else if next == UInt8(ascii: "{") {
      let start = place
      var (hasLists, hasRecords) = (false, false)
      var members: [(key: Value, value: Value)] = []
      place += 1
      if !takes(UInt8(ascii: "}")) {
        repeat {
          let key = try name()
          let isList = next == UInt8(ascii: "[")
          let container = (wanted.map { [$0] } ?? Profile.builtIn).first {
            $0.container == key.text && $0.signature == Profile.Signature()
          }
          if isList, let container {
            found = ["\(container.name) at $.\(key.text)"] + (try list(keys, in: -1))
            continue
          }
          if let container, found == nil, bytes[place] == UInt8(ascii: "n") {
            found = ["\(container.name) at $.\(key.text)"]
          }
          let valueStart = place
          let value = try value()
          members.append((key, value))
          if !isList { continue }
          if value.elements.prefix(16).contains(where: \.isNamed) { hasRecords = true }
          let title = "\(profile) at $.\(key.text)"
          if value.elements.first?.shape == .object, likely == nil {
            var again = ModelReader(bytes)
            again.place = valueStart
            likely = [title] + (try again.list(keys, in: 0))
          }
          if value.elements.isEmpty, !hasLists { empty = [title] }
          hasLists = true
        } while takes(UInt8(ascii: ","))
        try take(UInt8(ascii: "}"), "`,` or `}`")
      }
      whole = Value(shape: .object, range: start..<place, members: members)
      if hasRecords { whole?.members = [] }
    } else {
      _ = try value()
    }
    skipSpace()
    if next != nil { throw fault("there is more after the end of the document") }
    if let found { return found }
    let isNamed = whole?.members.contains {
      Value.names.contains($0.key.text.lowercased())
        && [.text, .escapedText].contains($0.value.shape)
    }
    guard let whole, isNamed == true else { return likely ?? empty ?? ["no records"] }
    var again = ModelReader(bytes)
    again.place = whole.range.lowerBound
    return ["\(profile) at $", Self.line(try again.value(), keys)]
  }

  private mutating func list(_ keys: [String], in depth: Int) throws(JSONFault) -> [String] {
    place += 1
    if takes(UInt8(ascii: "]")) { return [] }
    var lines: [String] = []
    repeat {
      lines.append(Self.line(try value(in: depth + 1), keys))
    } while takes(
      UInt8(ascii: ","))
    try take(UInt8(ascii: "]"), "`,` or `]`")
    return lines
  }

  private static func line(_ value: Value, _ keys: [String]) -> String {
    if value.shape != .object { return "misfit \(value.line)" }
    var slots = Array(repeating: "-", count: keys.count)
    var others: [String] = []
    var repeats: [String] = []
    for (key, value) in value.members {
      if let slot = keys.firstIndex(of: key.text) {
        if slots[slot] != "-" { repeats.append(key.line) }
        slots[slot] = value.line
      } else {
        others.append(key.line + ":" + value.line)
      }
    }
    return "record \(value.line) \(slots)\(others)\(repeats)"
  }

  /// Returns the records of NDJSON; nil if the document is not NDJSON.
  private static func lines(
    _ bytes: [UInt8], _ start: Int, _ wanted: Profile?, _ keys: [String]
  ) -> [String]? {
    guard let end = bytes[start...].firstIndex(of: 0x0A) else { return nil }
    var (first, following) = (ModelReader(bytes), ModelReader(bytes))
    (first.place, following.place) = (start, end)
    following.skipSpace()
    guard first.next == UInt8(ascii: "{"), following.next == UInt8(ascii: "{") else { return nil }
    first.isLoose = true
    guard (try? first.value()) != nil, first.place <= end else { return nil }
    var lines = ["\((wanted ?? .records).name) at $"]
    var place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while place < bytes.count {
      var line = ModelReader(bytes)
      line.place = place
      line.end = bytes[place...].firstIndex(of: 0x0A) ?? bytes.count
      let range = place..<line.end
      place = line.end + 1
      line.skipSpace()
      if line.next == nil { continue }
      do throws(JSONFault) {
        let value = try line.value()
        line.skipSpace()
        if line.next != nil { throw line.fault("there is more after the record") }
        lines.append(Self.line(value, keys))
      } catch {
        let value = Value(shape: .absent, range: range)
        lines.append("misfit \(value.line) fault \(error.offset): \(error.reason)")
      }
    }
    return lines
  }
}

extension ModelReader.Value {
  fileprivate static let names: Set = ["name", "title", "label", "headline", "term", "subject"]

  /// Whether the value is an object with a key that names it.
  fileprivate var isNamed: Bool {
    shape == .object && members.contains { Self.names.contains($0.key.text.lowercased()) }
  }
}
