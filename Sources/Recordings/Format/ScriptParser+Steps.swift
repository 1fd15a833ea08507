/// Steps and their expectations.
extension ScriptParser {
  /// Parses `> text` and its continuation lines.
  mutating func command() throws(ScriptProblem) -> ScriptStep {
    var parts: [String] = []
    let first = cursor(lines[position])
    while let line, parts.isEmpty || line.text.hasPrefix("+") {
      var cursor = cursor(line)
      cursor.place = 1
      guard cursor.take(" ") || cursor.isAtEnd else {
        throw cursor.problem("a space is missing here", "write \(line.text.prefix(1)) text")
      }
      if let tab = cursor.scalars.firstIndex(of: "\t") {
        throw cursor.problem(
          "a tab cannot be typed in a command", "write a space, or use @ keys with Tab", at: tab)
      }
      try checkVariables(cursor)
      parts.append(cursor.rest)
      position += 1
    }
    let text = parts.joined(separator: " ")
    guard text.utf8.count <= ScriptBounds.line else {
      throw first.problem(
        "the command has \(text.utf8.count) bytes", "at most \(ScriptBounds.line) are allowed",
        .limit)
    }
    return try step(.command(text), first)
  }

  /// Parses the expectation of an action that was parsed before.
  mutating func step(
    _ action: ScriptStep.Action, _ cursor: LineCursor
  ) throws(ScriptProblem) -> ScriptStep {
    totals.steps += factor
    guard totals.steps <= ScriptBounds.steps else {
      throw cursor.problem(
        "the script has too many steps",
        "at most \(ScriptBounds.steps) are allowed, counting each repetition", at: 0, .limit)
    }
    let start = lines[position - 1].offset + 1
    var step = ScriptStep(action: action, expectation: start..<start)
    while let line, try expect(line, of: &step) {
      position += 1
      step.expectation = start..<line.offset + 1
    }
    return step
  }

  /// Parses an expectation line.
  ///
  /// - Returns: Whether the line belongs to the expectation.
  private func expect(
    _ line: SourceLine, of step: inout ScriptStep
  ) throws(ScriptProblem) -> Bool {
    var cursor = cursor(line)
    let mark = cursor.next
    let isAssertion = mark == "@" && directiveName(line)?.hasPrefix("expect") == true
    guard isAssertion || mark == "|" || mark == "!" || mark == "_" || mark == "?" else {
      return false
    }
    guard step.status == nil else {
      throw cursor.problem(
        "this line is after the outcome", "move the line that begins with ? to the end")
    }
    switch mark {
    case "|", "!": step.expected.append(try expectedLine(&cursor, of: step))
    case "_": step.editLine = try editLine(&cursor, of: step)
    case "?": step.status = try status(&cursor, of: step)
    default: step.assertions.append(try assertion(&cursor))
    }
    return true
  }

  private func expectedLine(
    _ cursor: inout LineCursor, of step: ScriptStep
  ) throws(ScriptProblem) -> ExpectedLine {
    let stream: ScriptStream = cursor.next == "!" ? .diagnostics : .output
    if stream == .diagnostics, step.action == .screen {
      throw cursor.problem("@ screen has no messages", "write its rows after \"| \"")
    }
    cursor.place = 1
    return ExpectedLine(stream, try form(&cursor, stream), line: cursor.line.offset)
  }

  private func form(
    _ cursor: inout LineCursor, _ stream: ScriptStream
  ) throws(ScriptProblem) -> ExpectedLine.Form {
    let mark = stream.rawValue
    if cursor.isAtEnd { return .literal("") }
    if cursor.take(" ") { return .literal(cursor.rest) }
    if cursor.take("...") {
      try cursor.end("write nothing after \(mark)...; a line that begins with dots is \(mark) ...")
      return .elision
    }
    guard let kind = cursor.next, kind == "~" || kind == "\\" else {
      throw cursor.problem(
        "a space is missing here",
        "write \(mark) text, \(mark)~ pattern, \(mark)\\ text or \(mark)...")
    }
    cursor.place += 1
    guard cursor.take(" ") || cursor.isAtEnd else {
      throw cursor.problem("a space is missing here", "write \(mark)\(kind) text")
    }
    if kind == "\\" { return .literal(try cursor.escapedRest()) }
    try checkVariables(cursor)
    let pattern = LinePattern(cursor.rest)
    guard pattern.placeholders <= ScriptBounds.placeholders else {
      throw cursor.problem(
        "the pattern has too many placeholders",
        "at most \(ScriptBounds.placeholders) are allowed besides [..]", .limit)
    }
    return .pattern(pattern)
  }

  private func editLine(
    _ cursor: inout LineCursor, of step: ScriptStep
  ) throws(ScriptProblem) -> ExpectedEdit {
    guard case .keys = step.action else {
      throw cursor.problem(
        "no line is being edited here", "a line that begins with _ must follow @ keys")
    }
    guard step.editLine == nil else {
      throw cursor.problem("the line that is edited is given twice", "remove one of them")
    }
    cursor.place = 1
    guard cursor.take(" ") else {
      throw cursor.problem("a space is missing here", "write _ text{^}")
    }
    let parts = cursor.scalars[2...].split(
      separator: "{^}".unicodeScalars.map { $0 }, omittingEmptySubsequences: false
    )
    .map { cursor.text($0.startIndex..<$0.endIndex) }
    guard parts.count == 2 else {
      throw cursor.problem(
        parts.count < 2 ? "the cursor is missing" : "there is more than one cursor",
        "write {^} once, where the cursor is")
    }
    return ExpectedEdit(
      text: parts[0] + parts[1], cursor: parts[0].unicodeScalars.count,
      line: cursor.line.offset)
  }

  private func status(
    _ cursor: inout LineCursor, of step: ScriptStep
  ) throws(ScriptProblem) -> ExpectedStatus {
    let known = ["ok", "silent", "error", "quit"]
    cursor.place = 1
    cursor.skipBlanks()
    let start = cursor.place
    let word = cursor.word()
    let status: ExpectedStatus
    switch word {
    case "ok": status = .ok
    case "silent": status = .silent
    case "quit": status = .quit
    case "error":
      cursor.skipBlanks()
      status = .error(cursor.isAtEnd ? nil : try cursor.name("the code of an error"))
    default: throw cursor.unknown("an outcome", word, among: known, at: start)
    }
    try cursor.end("remove what follows")
    try check(status, of: step, cursor)
    return status
  }

  private func check(
    _ status: ExpectedStatus, of step: ScriptStep, _ cursor: LineCursor
  ) throws(ScriptProblem) {
    if status == .silent, !step.expected.isEmpty {
      throw cursor.problem(
        "? silent means no output, but output is expected above",
        "write ? ok, or remove the lines above",
        at: 0)
    }
    if step.action == .screen, status != .ok, status != .silent {
      throw cursor.problem("@ screen never fails", "remove the line", at: 0)
    }
  }

  private func assertion(_ cursor: inout LineCursor) throws(ScriptProblem) -> ScriptAssertion {
    cursor.place = 1
    cursor.skipBlanks()
    let start = cursor.place
    let word = cursor.word()
    guard word == "expect" || word == "expect-not" else {
      throw cursor.unknown("a directive", word, among: ["expect", "expect-not"], at: start)
    }
    let place = cursor.place
    let text = try cursor.string()
    try cursor.end("write one text in quotation marks")
    guard !text.isEmpty else {
      throw cursor.problem("the text is empty", "write what to look for", at: place)
    }
    return ScriptAssertion(text: text, isExpected: word == "expect", line: cursor.line.offset)
  }
}
