import Text

/// Directives.
extension ScriptParser {
  /// All directives, in the order of the reference.
  static let directives = [
    "keys", "screen", "expect", "expect-not", "repeat", "end", "file", "pause", "pace", "hide",
    "show", "stop", "set", "include", "when", "clock", "resize", "shot", "xfail", "answer",
  ]

  /// Returns the name of a directive line; nil for other lines.
  func directiveName(_ line: SourceLine) -> String? {
    var cursor = cursor(line)
    guard cursor.take("@ ") else { return nil }
    return cursor.word()
  }

  mutating func directive() throws(ScriptProblem) -> ScriptItem.Kind {
    var cursor = cursor(lines[position])
    guard cursor.take("@ ") else {
      cursor.place = 1
      throw cursor.problem("a space is missing here", "write @ keys, @ pause or another directive")
    }
    cursor.skipBlanks()
    let start = cursor.place
    let name = cursor.word()
    position += 1
    switch name {
    case "keys": return .step(try keys(&cursor))
    case "screen":
      try cursor.end("write nothing after @ screen")
      return .step(try step(.screen, cursor))
    case "repeat": return try repetition(&cursor)
    case "file": return .attachment(try attachment(&cursor))
    case "expect", "expect-not":
      throw cursor.problem(
        "there is no step right before this line", "it must follow a step directly", at: 0)
    default:
      guard let directive = try simple(name, &cursor) else {
        throw cursor.unknown("a directive", name, among: Self.directives, at: start)
      }
      try cursor.end("remove it")
      return .directive(directive)
    }
  }

  /// Parses a directive that is a single line.
  private mutating func simple(
    _ name: String, _ cursor: inout LineCursor
  ) throws(ScriptProblem) -> ScriptDirective? {
    switch name {
    case "hide": return .hide
    case "show": return .show
    case "stop": return .stop
    case "pause": return .pause(try rest(&cursor, "a pause"))
    case "pace": return .pace(try cursor.pace())
    case "resize": return .resize(try cursor.size())
    case "shot": return .shot(try cursor.name("the name of a still"))
    case "xfail": return .xfail(try cursor.string())
    case "clock": return try clock(&cursor)
    case "when": return .when(try condition(&cursor))
    case "set": return try set(&cursor)
    case "answer": return .answer(try answer(&cursor))
    case "include":
      variables = nil
      return .include(try cursor.relativePath())
    default: return nil
    }
  }

  /// Parses a pause and adds it to the total.
  mutating func rest(
    _ cursor: inout LineCursor, _ what: String, count: Int = 1
  ) throws(ScriptProblem) -> Int {
    let start = cursor.place
    let rest = try cursor.duration(what, upTo: ScriptBounds.pause)
    totals.pauses += rest * count * factor
    guard totals.pauses <= ScriptBounds.pauses else {
      throw cursor.problem(
        "the script pauses too long",
        "all pauses together can take at most \(LineCursor.duration(ScriptBounds.pauses))",
        at: start, .limit
      )
    }
    return rest
  }

  private mutating func clock(_ cursor: inout LineCursor) throws(ScriptProblem) -> ScriptDirective {
    cursor.skipBlanks()
    let start = cursor.place
    guard cursor.take("+") else { return .clock(try cursor.instant()) }
    let time = try cursor.duration("a change of the clock", upTo: ScriptBounds.clock)
    totals.clock += time * factor
    guard totals.clock <= ScriptBounds.clock else {
      throw cursor.problem(
        "the clock is advanced too far", "at most a hundred years in all", at: start, .limit)
    }
    return .clockForward(time)
  }

  private mutating func set(_ cursor: inout LineCursor) throws(ScriptProblem) -> ScriptDirective {
    let name = try cursor.assignedName()
    try checkVariables(cursor)
    let value = cursor.trimmedRest()
    variables?.insert(name)
    return .set(name, value)
  }

  private func answer(_ cursor: inout LineCursor) throws(ScriptProblem) -> Bool {
    cursor.skipBlanks()
    let start = cursor.place
    let word = cursor.word()
    guard word == "yes" || word == "no" else {
      throw cursor.unknown("an answer", word, among: ["yes", "no"], at: start)
    }
    return word == "yes"
  }

  private func condition(_ cursor: inout LineCursor) throws(ScriptProblem) -> ScriptCondition {
    cursor.skipBlanks()
    let start = cursor.place
    let isNegated = cursor.take("!")
    if cursor.take("feature:") {
      return ScriptCondition(.feature(try cursor.name("a feature")), isNegated: isNegated)
    }
    if cursor.take("app>=") {
      return ScriptCondition(.atLeast(try cursor.version()), isNegated: isNegated)
    }
    if cursor.take("app<") {
      return ScriptCondition(.below(try cursor.version()), isNegated: isNegated)
    }
    throw cursor.problem(
      "\"\(cursor.rest)\" is not a condition", "write feature:NAME, app>=VERSION or app<VERSION",
      at: start)
  }

  private mutating func repetition(
    _ cursor: inout LineCursor
  ) throws(ScriptProblem) -> ScriptItem.Kind {
    let count = try cursor.integer("the number of repetitions", in: 1...ScriptBounds.repetitions)
    try cursor.end("write @ repeat and a number")
    guard nesting < ScriptBounds.nesting else {
      throw cursor.problem(
        "repetitions are nested too deeply", "two may", at: 0, .limit)
    }
    nesting += 1
    factor *= count
    let items = try parseItems(in: cursor.line)
    position += 1
    factor /= count
    nesting -= 1
    return .repeated(count, items)
  }
}
