import Text

/// The magic line, and the fields behind it.
extension ScriptParser {
  /// The fields that are known, in the order in which they are written.
  static let fields = [
    "title", "app", "feed", "bundle", "size", "clock", "tz", "locale", "seed", "color", "images",
    "net", "state", "pace", "gap", "needs", "limit", "strict", "var",
  ]

  /// Reads the header.
  ///
  /// - Returns: The names of the files that it takes for attached, and where it names them.
  mutating func parseHeader() throws(ScriptProblem) -> [(String, LineCursor)] {
    if line?.text.hasPrefix("#!") == true, line?.offset == 0 { position += 1 }
    let start = line?.offset ?? 0
    try parseMagic()
    var attached: [(String, LineCursor)] = []
    var bounds = start..<start + 1
    var network: LineCursor?
    while let line, !line.isBlank {
      bounds = start..<line.offset + 1
      position += 1
      if line.text.hasPrefix("#") { continue }
      var cursor = cursor(line)
      let key = try fieldName(&cursor)
      if key == "net" { network = cursor }
      if let name = try parseField(key, &cursor) { attached.append((name, cursor)) }
      try cursor.end("write one value of \(key)")
    }
    header.range = bounds
    if header.replaysNetwork, header.bundle == nil, let network {
      throw network.problem("there are no answers to replay", "add bundle: and a folder", at: 0)
    }
    return attached
  }

  private mutating func parseMagic() throws(ScriptProblem) {
    guard let line else {
      throw ScriptProblem(
        path: path, line: 1, "the script is empty", hint: "its first line is rcp 1")
    }
    var cursor = cursor(line)
    let word = cursor.word()
    guard word == "rcp" else {
      throw cursor.problem("this is no script", "its first line is rcp 1", at: 0)
    }
    cursor.skipBlanks()
    let place = cursor.place
    let version = cursor.word()
    guard version == "1" else {
      let isNewer = !version.isEmpty && version.utf8.allSatisfy { (0x30...0x39).contains($0) }
      throw cursor.problem(
        "the script is of version \"\(version)\", and only 1 is known",
        isNewer ? "play it with a newer larder" : "its first line is rcp 1", at: place,
        isNewer ? .unmet : .invalid)
    }
    try cursor.end("the first line is rcp 1")
    position += 1
  }

  private mutating func fieldName(_ cursor: inout LineCursor) throws(ScriptProblem) -> String {
    let name = cursor.prefix { isNameScalar($0) }
    guard !name.isEmpty, cursor.take(":") else {
      throw cursor.problem(
        "this is no field of the header", "write name: value; a blank line ends the header", at: 0)
    }
    guard Self.fields.contains(name) || name.hasPrefix("x-") && name != "x-" else {
      throw cursor.unknown("a field of the header", name, among: Self.fields, at: 0)
    }
    let mayRepeat = name == "var" || name.hasPrefix("x-")
    guard mayRepeat || !header.names.contains(name) else {
      throw cursor.problem("\(name) is said twice", "keep one", at: 0)
    }
    header.names.append(name)
    cursor.skipBlanks()
    guard !cursor.isAtEnd || name.hasPrefix("x-") else {
      throw cursor.problem("\(name) has no value", "write one, or remove the line")
    }
    return name
  }

  /// Reads the value of a field.
  ///
  /// - Returns: The name of the attached file that it names, if it names one.
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

  /// Reads a field that says how the script looks or how strict it is.
  private mutating func parseLook(
    _ name: String, _ cursor: inout LineCursor
  ) throws(ScriptProblem) {
    switch name {
    case "color":
      let names = ScriptHeader.Color.allCases.map(\.rawValue)
      header.color =
        ScriptHeader.Color(rawValue: try cursor.choice("a number of colors", of: names)) ?? .off
    case "images":
      header.showsImages =
        try cursor.choice("a kind of pictures", of: ["off", "blocks"]) == "blocks"
    case "net":
      header.replaysNetwork = try cursor.choice("a network", of: ["off", "replay"]) == "replay"
    case "strict": header.isStrict = try cursor.choice("a choice", of: ["off", "on"]) == "on"
    case "pace": header.pace = try cursor.pace()
    case "gap": header.gap = try cursor.duration("a gap", upTo: ScriptBounds.pause)
    default: _ = cursor.trimmedRest()
    }
  }
}
