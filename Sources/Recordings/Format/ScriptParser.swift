import Text

extension Script {
  /// Parses a script.
  ///
  /// - Parameters:
  ///   - bytes: The text, in UTF-8, with lines that end in LF or CR LF.
  ///   - path: The path for messages.
  /// - Throws: ``ScriptProblem`` for the first problem.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package init(_ bytes: [UInt8], path: String) throws(ScriptProblem) {
    let source = try SourceText(bytes, path: path)
    let lines = source.lines.enumerated().map { SourceLine(offset: $0.offset, text: $0.element) }
    try self.init(lines, of: source)
  }

  /// Parses the lines of a text that are a script.
  init(_ lines: [SourceLine], of source: SourceText) throws(ScriptProblem) {
    var parser = ScriptParser(lines, path: source.path)
    try parser.parse()
    self.init(
      path: source.path, lines: source.lines, header: parser.header, items: parser.items)
    lineEnd = source.lineEnd
    endsInBreak = source.endsInBreak
  }
}

/// A recursive descent parser for scripts.
struct ScriptParser {
  let path: String
  let lines: [SourceLine]
  /// The index of the next line.
  var position = 0
  var header = ScriptHeader()
  var items: [ScriptItem] = []
  /// The defined variables; nil after an inclusion, which can define any.
  var variables: Set<String>? = []
  var attachments: Set<String> = []
  /// The number of times that the current item is played, because of repetitions.
  var factor = 1
  var nesting = 0
  var totals = ScriptTotals()

  init(_ lines: [SourceLine], path: String) {
    self.path = path
    self.lines = lines
  }

  /// The next line; nil at the end.
  var line: SourceLine? { position < lines.count ? lines[position] : nil }

  func cursor(_ line: SourceLine) -> LineCursor { LineCursor(line, path: path) }

  mutating func parse() throws(ScriptProblem) {
    for line in lines { try line.check(path: path) }
    var parser = HeaderParser(lines, path: path)
    let attached = try parser.parse()
    (header, position, variables) = (parser.header, parser.position, parser.variables)
    items = try parseItems(in: nil)
    for (name, cursor) in attached where !attachments.contains(name) {
      throw cursor.problem(
        "no file \(name) is attached",
        nearest(to: name, among: attachments.sorted()).map { "did you mean \($0)?" }
          ?? "attach it: @ file \(name), and its lines after \": \"")
    }
  }

  /// Parses items to the end of the text, or to the `@ end` of the current repetition.
  mutating func parseItems(in repetition: SourceLine?) throws(ScriptProblem) -> [ScriptItem] {
    var items: [ScriptItem] = []
    while let line {
      if line.isBlank {
        position += 1
      } else if line.text.hasPrefix("@"), directiveName(line) == "end" {
        guard repetition != nil else {
          throw cursor(line).problem(
            "@ end has no @ repeat before it", "remove it, or write @ repeat N above")
        }
        return items
      } else {
        items.append(try parseItem(line))
      }
    }
    if let repetition {
      throw cursor(repetition).problem(
        "@ repeat has no @ end", "write @ end after the repeated steps")
    }
    return items
  }

  private mutating func parseItem(_ line: SourceLine) throws(ScriptProblem) -> ScriptItem {
    let start = position
    let kind = try parseKind(line)
    return ScriptItem(kind, range: line.offset..<lines[max(start, position - 1)].offset + 1)
  }

  private mutating func parseKind(_ line: SourceLine) throws(ScriptProblem) -> ScriptItem.Kind {
    var cursor = cursor(line)
    let mark = cursor.next
    switch mark {
    case "#":
      position += 1
      return .comment(Self.comment(line.text))
    case "%":
      position += 1
      return try narration(&cursor)
    case "=":
      position += 1
      return .chapter(try chapter(&cursor))
    case ">": return .step(try command())
    case "@": return try directive()
    default: throw stray(line)
    }
  }

  static func comment(_ text: String) -> String {
    let scalars = text.unicodeScalars.dropFirst()
    return String(Substring(scalars.first == " " ? scalars.dropFirst() : scalars))
  }

  private func narration(_ cursor: inout LineCursor) throws(ScriptProblem) -> ScriptItem.Kind {
    _ = cursor.take("%")
    let isPrivate = cursor.take("!")
    guard cursor.take(" ") || cursor.isAtEnd else {
      throw cursor.problem("a space is missing here", "write % text, or %! text")
    }
    return .narration(cursor.trimmedRest(), isPrivate: isPrivate)
  }

  private func chapter(_ cursor: inout LineCursor) throws(ScriptProblem) -> String {
    guard cursor.take("== ") else {
      throw cursor.problem("this is not a line of a script", "write == title")
    }
    let title = cursor.trimmedRest()
    guard !title.isEmpty else { throw cursor.problem("a chapter has no title", "write == title") }
    return title
  }
}

/// Variables in texts: `${name}` and `$$`.
extension ScriptParser {
  /// Throws unless all variables in a range of a line are defined.
  ///
  /// The default range is the rest of the line.
  func checkVariables(
    _ cursor: LineCursor, in range: Range<Int>? = nil
  ) throws(ScriptProblem) {
    let range = range ?? cursor.place..<cursor.scalars.count
    var text = VariableText(cursor.scalars[range])
    while let piece = text.next() {
      guard case .variable(let name, let place) = piece else { continue }
      guard let name else {
        throw cursor.problem(
          "the name of a variable is missing or does not end",
          "write ${name}, or $$ for a dollar sign", at: place)
      }
      if let variables, !variables.contains(name) {
        throw cursor.undefined(name, among: variables.sorted(), at: place)
      }
    }
  }
}

extension LineCursor {
  fileprivate func undefined(
    _ name: String, among known: [String], at place: Int
  ) -> ScriptProblem {
    var hint = unknown("", name, among: known, at: place).hint
    if !hint.hasPrefix("did") {
      hint = "write @ set \(name) = text above it, or var: \(name) = text in the header"
    }
    return problem("the variable \(name) has no value here", hint, at: place)
  }
}

/// The resources that a script uses in total.
struct ScriptTotals {
  var (steps, keys, pauses, clock, attachments) = (0, 0, 0, 0, 0)
}

/// Lines that are invalid where they are.
extension ScriptParser {
  /// Returns the problem with a line that does not start an item.
  func stray(_ line: SourceLine) -> ScriptProblem {
    let cursor = cursor(line)
    switch cursor.next {
    case "|", "!", "?", "_":
      return cursor.problem(
        "there is no step right before this line",
        "it must directly follow a command, @ keys or @ screen, without a blank line or comment between"
      )
    case "+":
      return cursor.problem(
        "there is no command before this line",
        "it must directly follow a line that begins with \"> \" or \"+ \""
      )
    case ":":
      return cursor.problem(
        "there is no attached file before this line", "it must directly follow @ file NAME")
    case " ", "\t": return cursor.problem("a line begins with a space", "remove it")
    case "$":
      return cursor.problem(
        "this is not a line of a script", "a command begins with \"> \", as in > list")
    default:
      return cursor.problem(
        "this is not a line of a script",
        "a line begins with > @ % == # or, after a step, with | ! _ ? — a command with \"> \"")
    }
  }
}
