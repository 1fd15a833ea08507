import World

/// The header of a response.
struct HTTPHead: Sendable, Equatable {
  var status: Int
  var reason: String
  var headers: [HTTPField] = []
}

/// An incremental parser for response headers (RFC 9112, sections 4 and 5).
///
/// Interim responses and trailers are skipped.
struct HTTPHeadReader {
  /// The usual number of header fields.
  private static let usualCount = 16

  private var head: HTTPHead?
  private(set) var isComplete = false

  /// Parses a line, including its line break.
  ///
  /// - Returns: The header after its last line; nil for other lines.
  /// - Throws: ``HTTPFailure/dropped(reason:)`` if parsers could disagree about the line.
  mutating func read(_ line: Span<UInt8>) throws(HTTPFailure) -> HTTPHead? {
    if isComplete { return nil }
    let end = Self.endWithoutBreak(line)
    for place in 0..<end where line[place] == 0 || line[place] == 0x0D {
      throw .dropped(reason: "its head holds a control character")
    }
    if head == nil {
      head = try Self.start(line.extracting(0..<end))
    } else if end == 0 {
      return try finish()
    } else {
      add(line.extracting(0..<end))
    }
    return nil
  }

  /// Ends a header.
  ///
  /// The header of an interim response is followed by another one.
  private mutating func finish() throws(HTTPFailure) -> HTTPHead? {
    guard let head, head.status >= 200 else {
      self.head = nil
      return nil
    }
    try Self.checkLength(head)
    isComplete = true
    return head
  }

  private static func start(_ line: Span<UInt8>) throws(HTTPFailure) -> HTTPHead {
    let space = UInt8(ascii: " ")
    let version = end(of: 0, before: space, in: line)
    let code = version + 1..<max(version + 1, end(of: version + 1, before: space, in: line))
    guard text(line.extracting(0..<version)).hasPrefix("HTTP/"), code.upperBound <= line.count,
      let status = number(line.extracting(code)), (100...999).contains(status)
    else { throw .dropped(reason: "it does not begin with a status") }
    let reason = min(code.upperBound + 1, line.count)
    var head = HTTPHead(status: status, reason: text(line.extracting(reason...)))
    head.headers.reserveCapacity(usualCount)
    return head
  }

  /// Returns the index of the next separator from a position, or the end of the line.
  private static func end(of place: Int, before separator: UInt8, in line: Span<UInt8>) -> Int {
    var end = place
    while end < line.count, line[end] != separator { end += 1 }
    return end
  }

  /// Parses a decimal number; nil if it is invalid, empty or too large.
  private static func number(_ digits: Span<UInt8>) -> Int? {
    if digits.isEmpty { return nil }
    var number = 0
    for place in digits.indices {
      let (tens, isTooMuch) = number.multipliedReportingOverflow(by: 10)
      guard (0x30...0x39).contains(digits[place]), !isTooMuch, tens <= Int.max - 9 else {
        return nil
      }
      number = tens + Int(digits[place] - 0x30)
    }
    return number
  }

  /// Adds a line in place, which avoids quadratic copying of the header.
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

  /// Throws if the length of the body is ambiguous: RFC 9112, section 6.3.
  private static func checkLength(_ head: HTTPHead) throws(HTTPFailure) {
    var length: Int?
    var isChunked = false
    var isSound = true
    let headers = head.headers.span
    for place in headers.indices {
      if headers[place].isNamed("Transfer-Encoding") { isChunked = true }
      guard headers[place].isNamed("Content-Length") else { continue }
      let value = headers[place].value
      let list = value.utf8.span
      var start = 0
      while start <= list.count {
        let end = end(of: start, before: UInt8(ascii: ","), in: list)
        let part = list.extracting(start..<end)
        let one = number(part.extracting(trimmed(part)))
        isSound = isSound && one != nil && (length == nil || length == one)
        length = one
        start = end + 1
      }
    }
    if !isChunked, !isSound { throw .dropped(reason: "its Content-Length makes no sense") }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Returns the range without leading and trailing blanks.
  private static func trimmed(_ bytes: Span<UInt8>) -> Range<Int> {
    var (start, end) = (0, bytes.count)
    while start < end, isBlank(bytes[start]) { start += 1 }
    while start < end, isBlank(bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  private static func trimmedText(_ bytes: Span<UInt8>) -> String {
    text(bytes.extracting(trimmed(bytes)))
  }

  /// Returns the length of a line without its line break.
  private static func endWithoutBreak(_ line: Span<UInt8>) -> Int {
    var end = line.count
    for byte: UInt8 in [0x0A, 0x0D] where end > 0 && line[end - 1] == byte { end -= 1 }
    return end
  }

  /// Decodes UTF-8, or Latin-1 if the bytes are not UTF-8, as older servers send.
  private static func text(_ bytes: Span<UInt8>) -> String {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      // Decoding ASCII is faster than validating it.
      if unsafe bytes.allSatisfy({ $0 < 0x80 }) {
        return unsafe String(decoding: bytes, as: UTF8.self)
      }
      if let text = unsafe String(validating: bytes, as: UTF8.self) { return text }
      return unsafe String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
  }
}
