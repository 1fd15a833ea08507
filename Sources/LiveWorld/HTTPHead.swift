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
  /// - Throws: ``HTTPFailure/dropped(reason:)`` if two readers could take the line for different things.
  mutating func read(_ line: [UInt8]) throws(HTTPFailure) -> HTTPHead? {
    if isComplete { return nil }
    let line = Self.withoutBreak(line)
    guard line.allSatisfy({ $0 != 0 && $0 != 0x0D }) else {
      throw .dropped(reason: "its head holds a control character")
    }
    if head == nil {
      head = try Self.start(Self.text(line))
    } else if line.isEmpty {
      return try finish()
    } else {
      add(line)
    }
    return nil
  }

  /// Ends a head: if it is that of an interim response, another one follows.
  private mutating func finish() throws(HTTPFailure) -> HTTPHead? {
    guard let head, head.status >= 200 else {
      self.head = nil
      return nil
    }
    try Self.checkLength(head)
    isComplete = true
    return head
  }

  private static func start(_ line: String) throws(HTTPFailure) -> HTTPHead {
    let parts = line.utf8.split(
      separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false
    ).map { Substring($0) }
    guard line.utf8.starts(with: "HTTP/".utf8), parts.count > 1, let status = Int(parts[1]),
      (100...999).contains(status)
    else { throw .dropped(reason: "it does not begin with a status") }
    return HTTPHead(status: status, reason: parts.count > 2 ? String(parts[2]) : "")
  }

  /// Adds a line in place: a copy for each would take time by the square of the head.
  private mutating func add(_ line: ArraySlice<UInt8>) {
    let isContinuation = line.first.map(Self.isBlank) ?? false
    if isContinuation, let last = head?.headers.indices.last {
      head?.headers[last].value += " " + Self.text(Self.trimmed(line))
    } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
      let value = Self.text(Self.trimmed(line[(colon + 1)...]))
      head?.headers.append(HTTPField(Self.text(Self.trimmed(line[..<colon])), value))
    }
  }

  /// Makes sure that there is but one opinion on where the body ends: RFC 9112, section 6.3.
  private static func checkLength(_ head: HTTPHead) throws(HTTPFailure) {
    if head.headers.contains(where: { $0.isNamed("Transfer-Encoding") }) { return }
    let fields = head.headers.filter { $0.isNamed("Content-Length") }
    let lengths = fields.flatMap { field in
      field.value.split(separator: ",", omittingEmptySubsequences: false).map { text in
        let digits = trimmed(Array(text.utf8)[...])
        return digits.allSatisfy { (0x30...0x39).contains($0) } ? Int(self.text(digits)) : nil
      }
    }
    guard let first = lengths.first else { return }
    guard let first, lengths.allSatisfy({ $0 == first }) else {
      throw .dropped(reason: "its Content-Length makes no sense")
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let start = bytes.drop(while: isBlank)
    let last = start.lastIndex { !isBlank($0) }
    return last.map { start[...$0] } ?? []
  }

  private static func withoutBreak(_ line: [UInt8]) -> ArraySlice<UInt8> {
    let line = line.last == 0x0A ? line.dropLast() : line[...]
    return line.last == 0x0D ? line.dropLast() : line
  }

  /// The line as UTF-8 or, where it is not, as Latin-1, which older servers send.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
