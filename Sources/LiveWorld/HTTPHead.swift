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
  /// As many fields as most responses have at most.
  private static let usualCount = 16

  private var head: HTTPHead?
  private(set) var isComplete = false

  /// Takes one line with its line break.
  ///
  /// - Returns: The head, once, when its last line has come.
  /// - Throws: ``HTTPFailure/dropped(reason:)`` if two readers could take the line for different things.
  mutating func read(_ line: Span<UInt8>) throws(HTTPFailure) -> HTTPHead? {
    if isComplete { return nil }
    let end = Self.endWithoutBreak(line)
    for place in 0..<end where line[place] == 0 || line[place] == 0x0D {
      throw .dropped(reason: "its head holds a control character")
    }
    if head == nil {
      head = try Self.start(Self.text(line.extracting(0..<end)))
    } else if end == 0 {
      return try finish()
    } else {
      add(line.extracting(0..<end))
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
    var head = HTTPHead(status: status, reason: parts.count > 2 ? String(parts[2]) : "")
    head.headers.reserveCapacity(usualCount)
    return head
  }

  /// Adds a line in place: a copy for each would take time by the square of the head.
  private mutating func add(_ line: Span<UInt8>) {
    if Self.isBlank(line[0]), let last = head?.headers.indices.last {
      head?.headers[last].value += " " + Self.trimmedText(line)
      return
    }
    var colon = 0
    while colon < line.count, line[colon] != UInt8(ascii: ":") { colon += 1 }
    if colon == line.count { return }
    let name = Self.trimmedText(line.extracting(0..<colon))
    head?.headers.append(HTTPField(name, Self.trimmedText(line.extracting((colon + 1)...))))
  }

  /// Makes sure that there is but one opinion on where the body ends: RFC 9112, section 6.3.
  private static func checkLength(_ head: HTTPHead) throws(HTTPFailure) {
    var length: Int?
    var isChunked = false
    var isSound = true
    let headers = head.headers.span
    for place in headers.indices {
      if headers[place].isNamed("Transfer-Encoding") { isChunked = true }
      guard headers[place].isNamed("Content-Length") else { continue }
      for part in headers[place].value.utf8.split(
        separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      {
        let digits = trimmed(part)
        let one = digits.allSatisfy { (0x30...0x39).contains($0) } ? Int(Substring(digits)) : nil
        isSound = isSound && one != nil && (length == nil || length == one)
        length = one
      }
    }
    if !isChunked, !isSound { throw .dropped(reason: "its Content-Length makes no sense") }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// A text without the blanks at its ends.
  private static func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
    var text = text
    while let first = text.first, isBlank(first) { text.removeFirst() }
    while let last = text.last, isBlank(last) { text.removeLast() }
    return text
  }

  /// Where bytes stand without the blanks at their ends.
  private static func trimmed(_ bytes: Span<UInt8>) -> Range<Int> {
    var (start, end) = (0, bytes.count)
    while start < end, isBlank(bytes[start]) { start += 1 }
    while start < end, isBlank(bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  private static func trimmedText(_ bytes: Span<UInt8>) -> String {
    text(bytes.extracting(trimmed(bytes)))
  }

  /// Where a line ends, less its break.
  private static func endWithoutBreak(_ line: Span<UInt8>) -> Int {
    var end = line.count
    for byte: UInt8 in [0x0A, 0x0D] where end > 0 && line[end - 1] == byte { end -= 1 }
    return end
  }

  /// Bytes as UTF-8 or, where they are none, as Latin-1, which older servers send.
  private static func text(_ bytes: Span<UInt8>) -> String {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      // To validate what is ASCII would take longer than to make a text of it.
      if unsafe bytes.allSatisfy({ $0 < 0x80 }) {
        return unsafe String(decoding: bytes, as: UTF8.self)
      }
      if let text = unsafe String(validating: bytes, as: UTF8.self) { return text }
      return unsafe String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
  }
}
