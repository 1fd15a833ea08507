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
    let end = Self.endWithoutBreak(line)
    for place in 0..<end where line[place] == 0 || line[place] == 0x0D {
      throw .dropped(reason: "its head holds a control character")
    }
    if head == nil {
      head = try Self.start(Self.text(line, 0..<end))
    } else if end == 0 {
      return try finish()
    } else {
      add(line, 0..<end)
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
  private mutating func add(_ line: [UInt8], _ range: Range<Int>) {
    if Self.isBlank(line[range.lowerBound]), let last = head?.headers.indices.last {
      head?.headers[last].value += " " + Self.text(line, Self.trimmed(line, range))
      return
    }
    var colon = range.lowerBound
    while colon < range.upperBound, line[colon] != UInt8(ascii: ":") { colon += 1 }
    if colon == range.upperBound { return }
    let name = Self.trimmed(line, range.lowerBound..<colon)
    let value = Self.trimmed(line, colon + 1..<range.upperBound)
    head?.headers.append(HTTPField(Self.text(line, name), Self.text(line, value)))
  }

  /// Makes sure that there is but one opinion on where the body ends: RFC 9112, section 6.3.
  private static func checkLength(_ head: HTTPHead) throws(HTTPFailure) {
    if head.headers.contains(where: { $0.isNamed("Transfer-Encoding") }) { return }
    let fields = head.headers.filter { $0.isNamed("Content-Length") }
    let lengths = fields.flatMap { field in
      let bytes = Array(field.value.utf8)
      return bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map {
        part in
        let digits = trimmed(bytes, part.startIndex..<part.endIndex)
        return bytes[digits].allSatisfy { (0x30...0x39).contains($0) }
          ? Int(text(bytes, digits)) : nil
      }
    }
    guard let first = lengths.first else { return }
    guard let first, lengths.allSatisfy({ $0 == first }) else {
      throw .dropped(reason: "its Content-Length makes no sense")
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// A range without the blanks at its ends.
  private static func trimmed(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, isBlank(bytes[start]) { start += 1 }
    while start < end, isBlank(bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  /// Where a line ends, less its break.
  private static func endWithoutBreak(_ line: [UInt8]) -> Int {
    var end = line.count
    for byte: UInt8 in [0x0A, 0x0D] where end > 0 && line[end - 1] == byte { end -= 1 }
    return end
  }

  /// Bytes as UTF-8 or, where they are none, as Latin-1, which older servers send.
  private static func text(_ bytes: [UInt8], _ range: Range<Int>) -> String {
    let part = bytes[range]
    // To validate what is ASCII would take longer than to make a text of it.
    if part.allSatisfy({ $0 < 0x80 }) { return String(decoding: part, as: UTF8.self) }
    if let text = String(validating: part, as: UTF8.self) { return text }
    return String(String.UnicodeScalarView(part.map { Unicode.Scalar($0) }))
  }
}
