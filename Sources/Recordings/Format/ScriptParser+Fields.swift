import Text
import World

/// The values that fields of the header have.
extension ScriptParser {
  /// Reads `>=0.1 <2`.
  mutating func parseVersions(_ cursor: inout LineCursor) throws(ScriptProblem) {
    while !cursor.isAtEnd {
      if header.leastVersion == nil, cursor.take(">=") {
        header.leastVersion = try cursor.version()
      } else if header.versionLimit == nil, cursor.take("<") {
        header.versionLimit = try cursor.version()
      } else {
        throw cursor.problem(
          "\"\(cursor.rest)\" is no range of versions", "write one such as >=0.1 <2")
      }
      cursor.skipBlanks()
    }
  }

  /// Reads `builtin:NAME`, `attached:NAME`, a path or an address, and a digest behind it.
  mutating func parseFeed(_ cursor: inout LineCursor) throws(ScriptProblem) -> String? {
    let start = cursor.place
    var attached: String?
    if cursor.take("builtin:") {
      header.feed = .builtin(try cursor.name("the name of a feed"))
    } else if cursor.take("attached:") {
      let name = try cursor.relativePath()
      (header.feed, attached) = (.attached(name), name)
    } else if cursor.take("https://") {
      guard let next = cursor.next, next != " ", next != "/" else {
        throw cursor.problem(
          "the address names no host", "write one such as https://example.org/x.json")
      }
      header.feed = .address("https://" + cursor.word())
    } else if let own = cursor.loopbackAddress() {
      header.feed = .address(own)
    } else if let scheme = cursor.scheme() {
      throw cursor.problem(
        "a feed cannot come from \(scheme)",
        "write builtin:NAME, attached:NAME, a path, or an https address", at: start, .refused)
    } else {
      header.feed = .path(try cursor.relativePath())
    }
    header.feedDigest = try cursor.digest()
    return attached
  }

  mutating func parseClock(_ cursor: inout LineCursor) throws(ScriptProblem) {
    header.clock = try cursor.instant()
    cursor.skipBlanks()
    if cursor.isAtEnd { return }
    guard cursor.word() == "tick" else {
      throw cursor.problem("only tick may stand behind the moment", "write one such as tick 1s")
    }
    header.tick = try cursor.duration("a tick", upTo: 30 * 86_400_000)
  }

  /// Reads `UTC` or `UTC±H[H][:MM]`.
  func timeZone(_ cursor: inout LineCursor) throws(ScriptProblem) -> String {
    let start = cursor.place
    let word = cursor.word()
    if word == "UTC" { return word }
    var zone = LineCursor(SourceLine(offset: 0, text: word), path: "")
    if zone.take("UTC"), zone.take("+") || zone.take("-") {
      let parts = zone.rest.split(separator: ":", omittingEmptySubsequences: false)
      let numbers = parts.compactMap { $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int($0) : nil }
      if numbers.count == parts.count, 1...2 ~= parts.count, 1...2 ~= parts[0].utf8.count,
        numbers[0] <= 14, parts.count == 1 || parts[1].utf8.count == 2 && numbers[1] < 60
      {
        return word
      }
    }
    throw cursor.problem(
      "the time zone \"\(word)\" is unknown",
      "known are UTC and differences from it, such as UTC+05:30",
      at: start)
  }

  func seed(_ cursor: inout LineCursor) throws(ScriptProblem) -> UInt64 {
    let start = cursor.place
    let word = cursor.word()
    guard word.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let seed = UInt64(word) else {
      throw cursor.problem(
        "\"\(word)\" is no seed", "write a whole number from 0 to \(UInt64.max)", at: start)
    }
    return seed
  }

  mutating func parseState(_ cursor: inout LineCursor) throws(ScriptProblem) -> String? {
    if cursor.take("attached:") {
      header.state = try cursor.relativePath()
    } else {
      _ = try cursor.choice("a state", of: ["fresh", "attached:NAME"], but: ["attached:NAME"])
    }
    return header.state
  }

  func needs(_ cursor: inout LineCursor) throws(ScriptProblem) -> [String] {
    var needs: [String] = []
    while !cursor.isAtEnd {
      let name = try cursor.name("what it needs")
      if !needs.contains(name) { needs.append(name) }
      _ = cursor.take(",")
      cursor.skipBlanks()
    }
    return needs
  }

  mutating func parseVariable(_ cursor: inout LineCursor) throws(ScriptProblem) {
    let start = cursor.place
    let name = try cursor.assignedName()
    guard variables?.insert(name).inserted == true else {
      throw cursor.problem("the variable \(name) has a value already", "keep one", at: start)
    }
    header.variables.append(ScriptVariable(name: name, value: cursor.trimmedRest()))
    let bytes = header.variables.reduce(0) { $0 + $1.value.utf8.count }
    guard bytes <= ScriptBounds.variables else {
      throw cursor.problem(
        "the variables have too long values", "all may have \(ScriptBounds.variables) bytes",
        at: start, .limit)
    }
  }

  /// Reads `time=20s output=256KiB steps=200`.
  mutating func parseLimits(_ cursor: inout LineCursor) throws(ScriptProblem) {
    let names = ["time", "output", "steps", "step-time", "step-output"]
    var said: Set<String> = []
    while !cursor.isAtEnd {
      let start = cursor.place
      let name = cursor.prefix { isNameScalar($0) }
      guard names.contains(name) else {
        throw cursor.unknown("a limit", name, among: names, at: start)
      }
      guard cursor.take("=") else {
        throw cursor.problem("`=` was expected behind \(name)", "write \(name)=…", at: cursor.place)
      }
      guard said.insert(name).inserted else {
        throw cursor.problem("\(name) is said twice", "keep one", at: start)
      }
      try parseLimit(name, &cursor)
      cursor.skipBlanks()
    }
  }

  private mutating func parseLimit(
    _ name: String, _ cursor: inout LineCursor
  ) throws(ScriptProblem) {
    let most = ScriptLimits()
    switch name {
    case "time": header.limits.time = try cursor.duration("time", upTo: most.time)
    case "step-time": header.limits.stepTime = try cursor.duration("step-time", upTo: most.stepTime)
    case "output": header.limits.output = try cursor.size("output", upTo: most.output)
    case "step-output":
      header.limits.stepOutput = try cursor.size("step-output", upTo: most.stepOutput)
    default: header.limits.steps = try cursor.integer("steps", in: 0...most.steps)
    }
  }
}

extension LineCursor {
  /// A word that is one of those known.
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

  /// An amount such as `256KiB`, in bytes.
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
        "\(what) is too high: \(digits)\(unit)", "it may be \(limit), and a script only lowers it",
        at: start, .limit)
    }
    return number * factor
  }

  /// An address of this machine, which needs no encryption, if it comes next.
  mutating func loopbackAddress() -> String? {
    let start = place
    let word = word()
    // What only looks like it, as with a user before the host, is told apart by who dials it.
    if let address = try? WebAddress(word), address.origin.scheme == "http",
      address.userInfo == nil,
      ["127.0.0.1", "localhost", "[::1]"].contains(address.origin.host)
    {
      return word
    }
    place = start
    return nil
  }

  /// The scheme of the address that comes next, if one does; the cursor stays.
  func scheme() -> String? {
    let letters = scalars[place...].prefix { isNameScalar($0) }
    guard letters.endIndex < scalars.count, scalars[letters.endIndex] == ":" else { return nil }
    return text(letters.startIndex..<letters.endIndex) + ":"
  }
}
