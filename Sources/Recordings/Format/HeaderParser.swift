import Text

/// A parser of the header: the first line of a script and the fields after it.
struct HeaderParser {
  /// The known fields, in the order in which they are printed.
  static let fields = [
    "title", "app", "feed", "bundle", "size", "clock", "tz", "locale", "seed", "color", "images",
    "net", "state", "pace", "gap", "needs", "limit", "strict", "var",
  ]

  let path: String
  let lines: [SourceLine]
  /// The index of the next line.
  private(set) var position = 0
  private(set) var header = ScriptHeader()
  /// The names of the defined variables.
  private(set) var variables: Set<String> = []

  init(_ lines: [SourceLine], path: String) {
    self.path = path
    self.lines = lines
  }

  /// The next line; nil at the end.
  private var line: SourceLine? { position < lines.count ? lines[position] : nil }

  private func cursor(_ line: SourceLine) -> LineCursor { LineCursor(line, path: path) }

  /// Parses the header.
  ///
  /// - Returns: The names of the attached files that the header refers to, with their positions.
  mutating func parse() throws(ScriptProblem) -> [(String, LineCursor)] {
    if line?.text.hasPrefix("#!") == true, line?.offset == 0 { position += 1 }
    let start = line?.offset ?? 0
    try parseMagic()
    var attached: [(String, LineCursor)] = []
    var bounds = start..<start + 1
    var (network, images): (LineCursor?, LineCursor?)
    while let line, !line.isBlank {
      bounds = start..<line.offset + 1
      position += 1
      if line.text.hasPrefix("#") { continue }
      var cursor = cursor(line)
      let key = try fieldName(&cursor)
      if key == "net" { network = cursor }
      if key == "images" { images = cursor }
      if let name = try parseField(key, &cursor) { attached.append((name, cursor)) }
      try cursor.end("write one value of \(key)")
    }
    header.range = bounds
    if header.replaysNetwork, header.bundle == nil, let network {
      throw network.problem(
        "there are no recorded responses to replay", "add a line bundle: FOLDER", at: 0)
    }
    if header.images == .pixels, [.off, .ansi].contains(header.color), let images {
      throw images.problem("pixels need more colors", "write color: 256 or color: true", at: 0)
    }
    return attached
  }

  private mutating func parseMagic() throws(ScriptProblem) {
    guard let line else {
      throw ScriptProblem(
        path: path, line: 1, "the script is empty", hint: "the first line of a script is rcp 1")
    }
    var cursor = cursor(line)
    let word = cursor.word()
    guard word == "rcp" else {
      throw cursor.problem("this is not a script", "the first line of a script is rcp 1", at: 0)
    }
    cursor.skipBlanks()
    let place = cursor.place
    let version = cursor.word()
    guard version == "1" else {
      let isNewer = !version.isEmpty && version.utf8.allSatisfy { (0x30...0x39).contains($0) }
      throw cursor.problem(
        "the script has version \"\(version)\"; this Larder knows version 1",
        isNewer ? "play it with a newer Larder" : "the first line of a script is rcp 1", at: place,
        isNewer ? .unmet : .invalid)
    }
    try cursor.end("the first line of a script is rcp 1")
    position += 1
  }

  private mutating func fieldName(_ cursor: inout LineCursor) throws(ScriptProblem) -> String {
    let name = cursor.prefix { isNameScalar($0) }
    guard !name.isEmpty, cursor.take(":") else {
      throw cursor.problem(
        "this line is not a header field", "write NAME: VALUE; a blank line ends the header",
        at: 0)
    }
    guard Self.fields.contains(name) || name.hasPrefix("x-") && name != "x-" else {
      throw cursor.unknown("a header field", name, among: Self.fields, at: 0)
    }
    let mayRepeat = name == "var" || name.hasPrefix("x-")
    guard mayRepeat || !header.names.contains(name) else {
      throw cursor.problem("\(name) is given twice", "remove one of them", at: 0)
    }
    header.names.append(name)
    cursor.skipBlanks()
    guard !cursor.isAtEnd || name.hasPrefix("x-") else {
      throw cursor.problem("\(name) has no value", "write one, or remove the line")
    }
    return name
  }

  /// Parses the value of a field.
  ///
  /// - Returns: The name of the attached file that the field refers to; nil if there is none.
  private mutating func parseField(
    _ name: String, _ cursor: inout LineCursor
  ) throws(ScriptProblem) -> String? {
    switch name {
    case "title": header.title = cursor.trimmedRest()
    case "app": try parseVersions(&cursor)
    case "feed": return try parseFeed(&cursor)
    case "bundle":
      header.bundle = ScriptHeader.Bundle(
        path: try cursor.relativePath(), digest: try cursor.digest())
    case "size": header.size = try cursor.size()
    case "clock": try parseClock(&cursor)
    case "tz": header.timeZone = try timeZone(&cursor)
    case "locale": header.locale = try cursor.choice("a locale", of: ["en_US"])
    case "seed": header.seed = try seed(&cursor)
    case "state": return try parseState(&cursor)
    case "needs": header.needs = try needs(&cursor)
    case "limit": try parseLimits(&cursor)
    case "var": try parseVariable(&cursor)
    default: try parseLook(name, &cursor)
    }
    return nil
  }

  /// Parses a field about presentation, network or strictness.
  private mutating func parseLook(
    _ name: String, _ cursor: inout LineCursor
  ) throws(ScriptProblem) {
    switch name {
    case "color":
      let names = ScriptHeader.Color.allCases.map(\.rawValue)
      header.color =
        ScriptHeader.Color(rawValue: try cursor.choice("a color depth", of: names)) ?? .off
    case "images":
      let names = ScriptHeader.Images.allCases.map(\.rawValue)
      header.images =
        ScriptHeader.Images(rawValue: try cursor.choice("a way to show pictures", of: names))
        ?? .off
    case "net":
      header.replaysNetwork = try cursor.choice("a network", of: ["off", "replay"]) == "replay"
    case "strict": header.isStrict = try cursor.choice("a choice", of: ["off", "on"]) == "on"
    case "pace": header.pace = try cursor.pace()
    case "gap": header.gap = try cursor.duration("a gap", upTo: ScriptBounds.pause)
    default: _ = cursor.trimmedRest()
    }
  }
}

/// The values of header fields.
extension HeaderParser {
  /// Parses a version range such as `>=0.1 <2`.
  private mutating func parseVersions(_ cursor: inout LineCursor) throws(ScriptProblem) {
    while !cursor.isAtEnd {
      if header.leastVersion == nil, cursor.take(">=") {
        header.leastVersion = try cursor.version()
      } else if header.versionLimit == nil, cursor.take("<") {
        header.versionLimit = try cursor.version()
      } else {
        throw cursor.problem(
          "\"\(cursor.rest)\" is not a range of versions", "write one such as >=0.1 <2")
      }
      cursor.skipBlanks()
    }
  }

  /// Parses a feed: `builtin:NAME`, `attached:NAME`, a path or an address, with an optional digest.
  private mutating func parseFeed(_ cursor: inout LineCursor) throws(ScriptProblem) -> String? {
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
          "the address has no host", "write one such as https://example.org/x.json")
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

  private mutating func parseClock(_ cursor: inout LineCursor) throws(ScriptProblem) {
    header.clock = try cursor.instant()
    cursor.skipBlanks()
    if cursor.isAtEnd { return }
    guard cursor.word() == "tick" else {
      throw cursor.problem("only tick can follow the time", "write one such as tick 1s")
    }
    header.tick = try cursor.duration("a tick", upTo: 30 * 86_400_000)
  }

  /// Parses a time zone: `UTC` or `UTC±H[H][:MM]`.
  private func timeZone(_ cursor: inout LineCursor) throws(ScriptProblem) -> String {
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
      "write UTC, or an offset such as UTC+05:30",
      at: start)
  }

  private func seed(_ cursor: inout LineCursor) throws(ScriptProblem) -> UInt64 {
    let start = cursor.place
    let word = cursor.word()
    guard word.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let seed = UInt64(word) else {
      throw cursor.problem(
        "\"\(word)\" is not a seed", "write a whole number from 0 to \(UInt64.max)", at: start)
    }
    return seed
  }

  private mutating func parseState(_ cursor: inout LineCursor) throws(ScriptProblem) -> String? {
    if cursor.take("attached:") {
      header.state = try cursor.relativePath()
    } else {
      _ = try cursor.choice("a state", of: ["fresh", "attached:NAME"], but: ["attached:NAME"])
    }
    return header.state
  }

  private func needs(_ cursor: inout LineCursor) throws(ScriptProblem) -> [String] {
    var needs: [String] = []
    while !cursor.isAtEnd {
      let name = try cursor.name("the name of a feature")
      if !needs.contains(name) { needs.append(name) }
      _ = cursor.take(",")
      cursor.skipBlanks()
    }
    return needs
  }

  private mutating func parseVariable(_ cursor: inout LineCursor) throws(ScriptProblem) {
    let start = cursor.place
    let name = try cursor.assignedName()
    guard variables.insert(name).inserted else {
      throw cursor.problem(
        "the variable \(name) is defined already", "remove one of them", at: start)
    }
    header.variables.append(ScriptVariable(name: name, value: cursor.trimmedRest()))
    let bytes = header.variables.reduce(0) { $0 + $1.value.utf8.count }
    guard bytes <= ScriptBounds.variables else {
      throw cursor.problem(
        "the values of the variables are too long",
        "at most \(ScriptBounds.variables) bytes for all of them",
        at: start, .limit)
    }
  }

  /// Parses limits such as `time=20s output=256KiB steps=200`.
  private mutating func parseLimits(_ cursor: inout LineCursor) throws(ScriptProblem) {
    let names = ["time", "output", "steps", "step-time", "step-output"]
    var said: Set<String> = []
    while !cursor.isAtEnd {
      let start = cursor.place
      let name = cursor.prefix { isNameScalar($0) }
      guard names.contains(name) else {
        throw cursor.unknown("a limit", name, among: names, at: start)
      }
      guard cursor.take("=") else {
        throw cursor.problem("`=` is missing after \(name)", "write \(name)=…", at: cursor.place)
      }
      guard said.insert(name).inserted else {
        throw cursor.problem("\(name) is given twice", "remove one of them", at: start)
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
