import World

/// The head of a response.
struct HTTPHead: Sendable, Equatable {
  var status: Int
  var reason: String
  var headers: [HTTPField] = []
}

/// Reads the head of the final response from the lines that arrive.
///
/// RFC 9112, sections 4 and 5. Interim responses and trailers are left out.
struct HTTPHeadReader {
  private var head: HTTPHead?
  private(set) var isComplete = false

  /// Takes one line with its line break.
  ///
  /// - Returns: The head, once, when its last line has come.
  mutating func read(_ line: [UInt8]) -> HTTPHead? {
    if isComplete { return nil }
    let text = Self.text(line)
    if text.hasPrefix("HTTP/") {
      let parts = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
      let status = parts.count > 1 ? Int(parts[1]) : nil
      head = HTTPHead(status: status ?? 0, reason: parts.count > 2 ? String(parts[2]) : "")
      return nil
    }
    guard text.isEmpty else {
      add(text)
      return nil
    }
    guard let head, head.status >= 200 else { return nil }
    isComplete = true
    return head
  }

  private mutating func add(_ line: String) {
    guard var fields = head?.headers else { return }
    let isContinuation = line.hasPrefix(" ") || line.hasPrefix("\t")
    if isContinuation, let last = fields.popLast() {
      fields.append(HTTPField(last.name, last.value + " " + Self.trimmed(line)))
    } else if let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) {
      let value = Self.trimmed(String(line[line.index(after: colon)...]))
      fields.append(HTTPField(Self.trimmed(String(line[..<colon])), value))
    }
    head?.headers = fields
  }

  private static func trimmed(_ text: String) -> String {
    let bytes = text.utf8.drop { $0 == 0x20 || $0 == 0x09 }
    let end = bytes.lastIndex { $0 != 0x20 && $0 != 0x09 }
    return end.map { String(bytes[...$0]) ?? text } ?? ""
  }

  /// The line as UTF-8 or, where it is not, as Latin-1, which older servers send.
  private static func text(_ line: [UInt8]) -> String {
    let end = line.lastIndex { $0 != 0x0A && $0 != 0x0D }.map { $0 + 1 } ?? 0
    let bytes = line[..<end]
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
