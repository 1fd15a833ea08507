import Text
import World

/// Parsers for values.
extension LineCursor {
  /// Reads a whole number in a range; `what` is its name in error messages.
  mutating func integer(_ what: String, in range: ClosedRange<Int>) throws(ScriptProblem) -> Int {
    skipBlanks()
    let start = place
    let digits = prefix { ("0"..."9").contains($0) }
    let hint = "write one from \(range.lowerBound) to \(range.upperBound)"
    guard !digits.isEmpty else { throw problem("\(what) must be a whole number", hint, at: start) }
    guard digits.utf8.count < 18, let number = Int(digits), number <= range.upperBound else {
      throw problem("\(what) is too high: \(digits)", hint, at: start, .limit)
    }
    guard number >= range.lowerBound else {
      throw problem("\(what) is too low: \(digits)", hint, at: start)
    }
    return number
  }

  /// Reads a duration such as `800ms`, `2s`, `5m` or `26h`, in milliseconds.
  mutating func duration(_ what: String, upTo limit: Int) throws(ScriptProblem) -> Int {
    skipBlanks()
    let start = place
    let digits = prefix { ("0"..."9").contains($0) }
    let unit = prefix { ("a"..."z").contains($0) }
    let units = ["ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000]
    guard let factor = units[unit], !digits.isEmpty, isAtWordEnd else {
      throw problem("\(what) must be a duration", "write one such as 800ms, 2s or 5m", at: start)
    }
    guard digits.utf8.count < 12, let number = Int(digits), number * factor <= limit else {
      throw problem(
        "\(what) is too long: \(digits)\(unit)", "at most \(Self.duration(limit))", at: start,
        .limit)
    }
    return number * factor
  }

  private var isAtWordEnd: Bool { next.map { $0 == " " || $0 == "\t" } ?? true }

  /// Formats a duration in the largest unit that is exact.
  static func duration(_ milliseconds: Int) -> String {
    for (unit, factor) in [("h", 3_600_000), ("m", 60_000), ("s", 1000)]
    where milliseconds > 0 && milliseconds.isMultiple(of: factor) {
      return "\(milliseconds / factor)\(unit)"
    }
    return "\(milliseconds)ms"
  }

  /// Reads a terminal size such as `80x24`.
  mutating func size() throws(ScriptProblem) -> ScriptSize {
    let columns = try integer("the number of columns", in: ScriptBounds.columns)
    guard take("x") else { throw problem("a size is missing its rows", "write one such as 80x24") }
    return ScriptSize(
      columns: columns, rows: try integer("the number of rows", in: ScriptBounds.rows))
  }

  /// Reads a typing pace such as `14cps 20%`.
  mutating func pace() throws(ScriptProblem) -> ScriptPace {
    var pace = ScriptPace()
    pace.speed = try integer("a pace", in: 1...1000)
    guard take("cps") else {
      throw problem("a pace is missing its unit", "write one such as 14cps 20%")
    }
    skipBlanks()
    if !isAtEnd {
      pace.jitter = try integer("a variation", in: 0...100)
      guard take("%") else {
        throw problem("a variation is missing its unit", "write one such as 20%")
      }
    }
    return pace
  }

  /// Reads a name of letters, digits, `-` and `_`.
  mutating func name(_ what: String) throws(ScriptProblem) -> String {
    skipBlanks()
    let start = place
    let name = prefix { isNameScalar($0) }
    guard !name.isEmpty, name.utf8.count <= 64 else {
      throw problem(
        "\(what) is missing, or is not a name", "a name has up to 64 letters, digits, - and _",
        at: start)
    }
    return name
  }

  /// Reads an optional digest: `sha256:` and 64 hexadecimal digits.
  mutating func digest() throws(ScriptProblem) -> String? {
    skipBlanks()
    let start = place
    guard take("sha256:") else { return nil }
    let digits = word()
    guard digits.utf8.count == 64, digits.unicodeScalars.allSatisfy(isHexadecimal) else {
      throw problem(
        "a SHA-256 digest has 64 hexadecimal digits", "write the output of sha256sum", at: start)
    }
    return digits.lowercased()
  }

  /// Reads a name and the `=` after it.
  mutating func assignedName() throws(ScriptProblem) -> String {
    let name = try name("the name of a variable")
    skipBlanks()
    guard take("=") else { throw problem("\"=\" is missing here", "write name = text") }
    skipBlanks()
    return name
  }

  /// Reads a version such as `1.2`.
  mutating func version() throws(ScriptProblem) -> [Int] {
    let start = place
    let text = prefix { ("0"..."9").contains($0) || $0 == "." }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.utf8.count <= 6 ? Int($0) : nil }
    guard numbers.count == parts.count, numbers.count <= 3 else {
      throw problem("\"\(text)\" is not a version", "write one such as 1.2", at: start)
    }
    return numbers
  }

  /// Reads one of a set of known words.
  mutating func choice(
    _ what: String, of known: [String], but unwritable: [String] = []
  ) throws(ScriptProblem) -> String {
    skipBlanks()
    let start = place
    let word = word()
    guard known.contains(word), !unwritable.contains(word) else {
      throw unknown(what, word, among: known, at: start)
    }
    return word
  }

  /// Reads a number of bytes such as `256KiB`.
  mutating func size(_ what: String, upTo limit: Int) throws(ScriptProblem) -> Int {
    let start = place
    let digits = prefix { ("0"..."9").contains($0) }
    let unit = prefix { isNameScalar($0) }
    let units = ["": 1, "B": 1, "KiB": 1 << 10, "MiB": 1 << 20]
    guard let factor = units[unit], !digits.isEmpty else {
      throw problem("\(what) must be a number of bytes", "write one such as 256KiB", at: start)
    }
    guard digits.utf8.count < 12, let number = Int(digits), number * factor <= limit else {
      throw problem(
        "\(what) is too high: \(digits)\(unit)",
        "at most \(limit): a script can lower the limit, not raise it",
        at: start, .limit)
    }
    return number * factor
  }

  /// Reads an optional `http` address of this machine, which is allowed without encryption.
  mutating func loopbackAddress() -> String? {
    let start = place
    let word = word()
    // Lookalikes, such as a user name before another host, are rejected because the host is parsed as the
    // transport parses it.
    if let address = try? WebAddress(word), address.origin.scheme == "http",
      address.userInfo == nil,
      ["127.0.0.1", "localhost", "[::1]"].contains(address.origin.host)
    {
      return word
    }
    place = start
    return nil
  }

  /// Returns the scheme of an address at the cursor, without moving; nil if there is none.
  func scheme() -> String? {
    let letters = scalars[place...].prefix { isNameScalar($0) }
    guard letters.endIndex < scalars.count, scalars[letters.endIndex] == ":" else { return nil }
    return text(letters.startIndex..<letters.endIndex) + ":"
  }

  /// Reads the next word as a path below the script's folder.
  mutating func relativePath() throws(ScriptProblem) -> String {
    skipBlanks()
    let start = place
    let word = word()
    guard !word.isEmpty else {
      throw problem("a path is missing", "name a file below the script's folder")
    }
    do throws(ScriptPath.Refusal) {
      return try ScriptPath(word).text
    } catch {
      throw problem(
        "\"\(word)\" is not allowed: \(error.reason)", "name a file below the script's folder",
        at: start, .refused)
    }
  }

  /// Reads a time such as `2025-10-01T12:00:00Z`, in milliseconds since 1970.
  mutating func instant() throws(ScriptProblem) -> Int {
    skipBlanks()
    let start = place
    let word = word()
    guard let moment = Instant.milliseconds(of: word) else {
      throw problem(
        "\"\(word)\" is not a time", "write a time from 1970 to 2999, such as 2025-10-01T12:00:00Z",
        at: start)
    }
    return moment
  }
}

/// Whether a scalar is allowed in a name.
func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar {
  case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
  default: false
  }
}

func isHexadecimal(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar {
  case "a"..."f", "A"..."F", "0"..."9": true
  default: false
  }
}

/// Conversions between RFC 3339 times in UTC and milliseconds.
enum Instant {
  /// Parses `YYYY-MM-DDTHH:MM:SS[.mmm]Z`, in milliseconds since 1970; nil if it is invalid or outside the
  /// years 1970 to 2999.
  static func milliseconds(of text: String) -> Int? {
    let bytes = Array(text.utf8)
    guard bytes.count == 20 || bytes.count == 24 && bytes[19] == 0x2E, bytes.last == 0x5A else {
      return nil
    }
    for (place, mark) in [(4, 0x2D), (7, 0x2D), (10, 0x54), (13, 0x3A), (16, 0x3A)]
    where bytes[place] != UInt8(mark) {
      return nil
    }
    let places = [0..<4, 5..<7, 8..<10, 11..<13, 14..<16, 17..<19]
    let parts = places.compactMap { number(bytes[$0]) }
    guard parts.count == 6, let rest = bytes.count == 24 ? number(bytes[20..<23]) : 0 else {
      return nil
    }
    guard 1970...2999 ~= parts[0],
      let date = CalendarDate(year: parts[0], month: parts[1], day: parts[2]), parts[3] < 24,
      parts[4] < 60, parts[5] < 60
    else { return nil }
    let seconds = (parts[3] * 60 + parts[4]) * 60 + parts[5]
    return (date.daysSince1970 * 86_400 + seconds) * 1000 + rest
  }

  /// Formats a time, with a fraction only if there is one.
  static func text(_ milliseconds: Int) -> String {
    let date = CalendarDate(daysSince1970: milliseconds / 86_400_000)
    let seconds = milliseconds / 1000 % 86_400
    let time = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { zeroPadded($0, to: 2) }
    let fraction = milliseconds % 1000
    let decimals = fraction == 0 ? "" : ".\(zeroPadded(fraction, to: 3))"
    return "\(date)T\(time.joined(separator: ":"))\(decimals)Z"
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}
