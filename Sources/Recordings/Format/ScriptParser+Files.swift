/// Attached files.
extension ScriptParser {
  /// Parses `@ file NAME [base64] [sha256:HEX]` and the content lines after it.
  mutating func attachment(_ cursor: inout LineCursor) throws(ScriptProblem) -> ScriptAttachment {
    guard nesting == 0 else {
      throw cursor.problem(
        "a file cannot be attached inside @ repeat", "move it after @ end", at: 0)
    }
    cursor.skipBlanks()
    let start = cursor.place
    let name = try cursor.relativePath()
    guard attachments.insert(name).inserted else {
      throw cursor.problem("\(name) is attached already", "give it another name", at: start)
    }
    cursor.skipBlanks()
    let isEncoded = cursor.take("base64")
    let digest = try cursor.digest()
    try cursor.end("write @ file NAME, optionally followed by base64 and sha256:HEX")
    let lines = try body()
    let bytes = isEncoded ? try decoded(lines) : lines.flatMap { Array($0.rest.utf8) + [0x0A] }
    totals.attachments += bytes.count
    guard totals.attachments <= ScriptBounds.attachments else {
      throw cursor.problem(
        "the attached files are too large",
        "at most \(ScriptBounds.attachments) bytes for all of them",
        .limit)
    }
    return ScriptAttachment(name: name, bytes: bytes, digest: digest)
  }

  private mutating func body() throws(ScriptProblem) -> [LineCursor] {
    var body: [LineCursor] = []
    while let line, line.text.hasPrefix(":") {
      var cursor = cursor(line)
      cursor.place = 1
      guard cursor.take(" ") || cursor.isAtEnd else {
        throw cursor.problem("a space is missing here", "write : text")
      }
      body.append(cursor)
      position += 1
    }
    return body
  }

  private func decoded(_ lines: [LineCursor]) throws(ScriptProblem) -> [UInt8] {
    var decoder = Base64Decoder()
    for var cursor in lines {
      while let scalar = cursor.next {
        guard decoder.take(scalar) else {
          throw cursor.problem(
            "\"\(scalar)\" is not a character of base64", "write the output of the command base64")
        }
        cursor.place += 1
      }
    }
    if !decoder.isComplete, let last = lines.last {
      throw last.problem(
        "the base64 text is not complete", "write the output of the command base64")
    }
    return decoder.bytes
  }
}

/// An incremental base64 decoder (RFC 4648, section 4).
struct Base64Decoder {
  private(set) var bytes: [UInt8] = []
  private var bits = 0
  private var count = 0
  private var padding = 0

  /// Whether the input ends at a group of four characters.
  var isComplete: Bool { (count + padding).isMultiple(of: 4) }

  /// Decodes a character.
  ///
  /// - Returns: Whether the character is valid here.
  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == " " || scalar == "\t" { return true }
    if scalar == "=" {
      padding += 1
      return count % 4 >= 2 && count % 4 + padding <= 4
    }
    guard padding == 0, let value = Self.value(of: scalar) else { return false }
    bits = (bits << 6 | value) & 0xFFFF
    count += 1
    // After 12, 18 and 24 bits, the next 8 bits are complete; 4, 2 and 0 bits are left.
    let left = [0, nil, 4, 2][count % 4]
    if let left { bytes.append(UInt8(truncatingIfNeeded: bits >> left)) }
    return true
  }

  private static func value(of scalar: Unicode.Scalar) -> Int? {
    let number = Int(scalar.value)
    switch scalar {
    case "A"..."Z": return number - 65
    case "a"..."z": return number - 71
    case "0"..."9": return number + 4
    case "+": return 62
    case "/": return 63
    default: return nil
    }
  }
}
