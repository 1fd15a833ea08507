import Text

/// A problem in a cast, with its line.
package struct CastProblem: Equatable, Sendable, CustomStringConvertible {
  /// The line number, counted from 1.
  package var line: Int
  package var message: String

  package var description: String { "line \(line): \(message)" }
}

/// Validates a cast, more strictly than players do.
///
/// - Returns: The problems; empty if the cast is valid.
package func castProblems(_ bytes: [UInt8]) -> [CastProblem] { CastReview(bytes).problems }

/// A validator of asciicast files, version 2 or 3.
package struct CastReview: Sendable {
  package private(set) var problems: [CastProblem] = []
  /// The version, 2 or 3; 0 if it is unknown.
  package private(set) var version = 0
  /// The duration, in microseconds.
  package private(set) var duration = 0
  /// The number of events.
  package private(set) var eventCount = 0

  private var line = 0
  private var isOver = false

  package init(_ bytes: [UInt8]) {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    for text in lines {
      line += 1
      review(text)
    }
    line = max(1, line)
    if lines.isEmpty { note("is empty") }
    if !bytes.isEmpty, bytes.last != 0x0A { note("does not end in a line feed") }
  }

  private mutating func note(_ message: String) {
    problems.append(CastProblem(line: line, message: message))
  }

  private mutating func review(_ text: ArraySlice<UInt8>) {
    guard String(validating: text, as: UTF8.self) != nil else { return note("is not UTF-8") }
    if text.contains(where: { $0 < 0x20 || $0 == 0x7F }) { return note("has a control character") }
    if line > 1, version == 3, text.first == UInt8(ascii: "#") { return }
    guard let value = JSONValue(json: Array(text), isStrict: true) else {
      return note("is not JSON")
    }
    if line == 1 { reviewHeader(value) } else { reviewEvent(value) }
  }

  private mutating func reviewHeader(_ value: JSONValue) {
    guard case .object(let members) = value else { return note("the header is not an object") }
    guard case .number(let number)? = value["version"], number == 2 || number == 3 else {
      return note("the version is neither 2 nor 3")
    }
    version = Int(number)
    for fault in CastHeader(value, version: version).faults { note(fault) }
    let known = CastHeader.names[version] ?? []
    for member in members where !known.contains(member.name) {
      note("the header has an unknown member \"\(member.name)\"")
    }
  }

  private mutating func reviewEvent(_ value: JSONValue) {
    guard case .array(let parts) = value, parts.count == 3, case .number(let seconds) = parts[0],
      case .string(let code) = parts[1], case .string(let data) = parts[2]
    else { return note("is not an event: [seconds, \"code\", \"data\"]") }
    eventCount += 1
    if isOver { note("comes after the end") }
    advance(by: seconds)
    switch (code, version) {
    case ("o", _), ("i", _), ("m", _): break
    case ("r", _):
      if CastHeader.size(data) == nil { note("\"\(data)\" is not a size such as 80x24") }
    case ("x", 3):
      if Int(data) == nil { note("\"\(data)\" is not a status") }
      isOver = true
    default: note("there are no events of type \"\(code)\"")
    }
  }

  private mutating func advance(by seconds: Double) {
    guard seconds >= 0, seconds < 1e9 else { return note("the time is not a number") }
    let moment = Int((seconds * 1e6).rounded())
    if version == 2, moment < duration { note("the time goes back") }
    duration = version == 3 ? duration + moment : max(duration, moment)
  }
}

/// The header, the first line of a cast.
struct CastHeader {
  private(set) var faults: [String] = []

  /// The member names of each version.
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
      faults.append("\"\(name)\" is not a number of cells")
    }
    check(header, "title", "a text") { if case .string = $0 { true } else { false } }
    check(header, "command", "a text") { if case .string = $0 { true } else { false } }
    check(header, "timestamp", "a whole number of seconds", Self.isWhole)
    check(header, "env", "an object of texts", Self.isTable)
  }

  private mutating func check(
    _ header: JSONValue, _ name: String, _ form: String, _ isRight: (JSONValue) -> Bool
  ) {
    if let value = header[name], !isRight(value) { faults.append("\"\(name)\" is not \(form)") }
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

  /// Parses a size such as `80x24`; returns nil if the text is not a size.
  static func size(_ text: String) -> ScriptSize? {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }),
      let columns = Int(parts[0]), let rows = Int(parts[1]), columns > 0, rows > 0
    else { return nil }
    return ScriptSize(columns: columns, rows: rows)
  }
}
