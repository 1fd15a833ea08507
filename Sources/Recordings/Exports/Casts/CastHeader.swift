import Text

/// The first line of a cast.
struct CastHeader {
  private(set) var faults: [String] = []

  /// The names that each version has.
  static let names: [Int: Set<String>] = [
    2: [
      "version", "width", "height", "timestamp", "duration", "idle_time_limit", "command", "title",
      "env", "theme",
    ],
    3: [
      "version", "term", "timestamp", "idle_time_limit", "command", "title", "env", "tags",
    ],
  ]

  init(_ header: JSONValue, version: Int) {
    let terminal = version == 3 ? header["term"] : header
    for name in version == 3 ? ["cols", "rows"] : ["width", "height"]
    where !Self.isLength(terminal?[name]) {
      faults.append("\"\(name)\" is no number of cells")
    }
    check(header, "title", "text") { if case .string = $0 { true } else { false } }
    check(header, "command", "text") { if case .string = $0 { true } else { false } }
    check(header, "timestamp", "whole number of seconds", Self.isWhole)
    check(header, "env", "object of texts", Self.isTable)
  }

  private mutating func check(
    _ header: JSONValue, _ name: String, _ form: String, _ isRight: (JSONValue) -> Bool
  ) {
    if let value = header[name], !isRight(value) { faults.append("\"\(name)\" is no \(form)") }
  }

  private static func isWhole(_ value: JSONValue) -> Bool {
    if case .number(let number) = value { number == number.rounded(.down) } else { false }
  }

  private static func isLength(_ value: JSONValue?) -> Bool {
    guard case .number(let number)? = value else { return false }
    return number >= 1 && number <= 1000 && number == number.rounded(.down)
  }

  private static func isTable(_ value: JSONValue) -> Bool {
    guard case .object(let members) = value else { return false }
    return members.allSatisfy { if case .string = $0.value { true } else { false } }
  }

  /// The size in a text such as `80x24`; nil if it is none.
  static func size(_ text: String) -> ScriptSize? {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }),
      let columns = Int(parts[0]), let rows = Int(parts[1]), columns > 0, rows > 0
    else { return nil }
    return ScriptSize(columns: columns, rows: rows)
  }
}
