import Diagnostics
import Text

/// The aliases and hints for parsing lines.
package struct LineVocabulary {
  /// The user's aliases, with the commands that they expand to.
  package var aliases: [String: String]
  /// Whether a statement without a command is an expression, which the command that takes one runs.
  package var isExpression: (String) -> Bool
  /// Returns a hint for an unknown command; nil to suggest a similar name.
  package var hint: (String) -> String?

  package init(
    aliases: [String: String] = [:], isExpression: @escaping (String) -> Bool = { _ in false },
    hint: @escaping (String) -> String? = { _ in nil }
  ) {
    self.aliases = aliases
    self.isExpression = isExpression
    self.hint = hint
  }
}

/// A parser for the statements of a line.
///
/// It can continue after an error.
package struct LineReader<Context> {
  /// The maximum number of alias expansions per line.
  private static var aliasLimit: Int { 100 }

  private let table: CommandTable<Context>
  private let vocabulary: LineVocabulary
  private let original: String
  /// The line with its aliases expanded.
  private(set) var line: String
  private var offset = 0
  private var expansions = 0
  /// The start of the unexpanded rest of the line, and its offset from the typed line.
  private var typed = (start: 0, shift: 0)
  /// The command of the last statement, or the one that its unknown name resembles; nil if there is none.
  package private(set) var command: Command<Context>?
  /// The last alias, in UTF-8 offsets of the typed line.
  private(set) var alias = 0..<0

  package init(_ line: String, table: CommandTable<Context>, vocabulary: LineVocabulary) {
    self.line = line
    original = line
    self.table = table
    self.vocabulary = vocabulary
  }

  /// A parsed part of a line.
  enum ParsedPart {
    case comment(Range<Int>)
    /// An alias, which was expanded in place.
    case alias
    case invocation(Invocation<Context>, name: Word)
    /// An invalid statement, the form that matches it best, and its end.
    case mistake(FormMismatch, Form<Context>? = nil, name: Word?, end: Int)
  }

  /// Parses the next command; nil at the end.
  ///
  /// - Throws: A ``Diagnostic`` with a range in the expanded line.
  package mutating func next() throws(Diagnostic) -> Invocation<Context>? {
    while let part = nextPart() {
      switch part {
      case .comment, .alias: continue
      case .invocation(let invocation, _): return invocation
      case .mistake(let mismatch, _, _, _): throw mismatch.diagnostic.coded("bad-arguments")
      }
    }
    return nil
  }

  /// Parses the next part; nil at the end.
  mutating func nextPart() -> ParsedPart? {
    while offset < line.utf8.count {
      let start = LineStart(line, offset)
      offset = start.offset
      guard let first = start.word else {
        offset = start.next
        if start.isComment { return .comment(start.offset..<min(start.next, line.utf8.count)) }
        continue
      }
      if let commands = vocabulary.aliases[first.text.lowercased()] {
        return expand(first, to: commands)
      }
      return statement(first)
    }
    return nil
  }

  private mutating func statement(_ first: Word) -> ParsedPart {
    let command: Command<Context>
    do throws(Diagnostic) {
      command = try table.command(first, in: line, hint: vocabulary.hint)
    } catch {
      if let name = impliedCommand(before: first) { return statement(name) }
      let end = StatementEnd(in: line, from: first.range.upperBound).offset
      offset = end + 1
      self.command = error.correction.flatMap { name in
        table.commands.first { $0.name == name || $0.aliases.contains(name) }
      }
      return .mistake(FormMismatch(error, fit: 0), name: nil, end: end)
    }
    self.command = command
    do throws(FormMismatch) {
      let invocation = try table.invocation(of: command, first, in: line)
      offset = invocation.range.upperBound + 1
      return .invocation(invocation, name: first)
    } catch {
      let end = StatementEnd(in: line, from: first.range.upperBound).offset
      offset = end + 1
      return .mistake(error, error.form.map { command.forms[$0] }, name: first, end: end)
    }
  }

  /// Inserts the name of the command that takes expressions before an expression without one.
  ///
  /// - Returns: The name; nil if the statement is not an expression.
  private mutating func impliedCommand(before first: Word) -> Word? {
    let start = first.range.lowerBound
    let end = StatementEnd(in: line, from: start, isExpression: true).offset
    guard let command = table.expressionCommand, vocabulary.isExpression(slice(line, start..<end))
    else { return nil }
    let growth = command.name.utf8.count + 1
    if start >= typed.start {
      alias = start - typed.shift..<start - typed.shift
      typed.start = start
    }
    typed = (typed.start + growth, typed.shift + growth)
    line =
      slice(line, 0..<start) + command.name + " " + slice(line, start..<line.utf8.count)
    return Word(text: command.name, range: start..<start + growth - 1, isQuoted: false)
  }

  private mutating func expand(_ word: Word, to commands: String) -> ParsedPart {
    expansions += 1
    if expansions > Self.aliasLimit {
      offset = line.utf8.count
      let fault = Diagnostic(
        "an alias refers to itself, or to more than \(Self.aliasLimit) others",
        at: 0..<original.utf8.count, in: original, hint: "see alias")
      return .mistake(FormMismatch(fault, fit: 0), name: nil, end: offset)
    }
    let growth = commands.utf8.count - word.range.count
    if word.range.lowerBound >= typed.start {
      alias = word.range.lowerBound - typed.shift..<word.range.upperBound - typed.shift
      typed.start = word.range.upperBound
    }
    typed = (typed.start + growth, typed.shift + growth)
    line =
      slice(line, 0..<word.range.lowerBound) + commands
      + slice(line, word.range.upperBound..<line.utf8.count)
    return .alias
  }

  /// Returns a range in the typed line; nil if it is inside an alias.
  func typedRange(of range: Range<Int>) -> Range<Int>? {
    guard range.lowerBound >= typed.start else { return nil }
    return range.lowerBound - typed.shift..<range.upperBound - typed.shift
  }
}

/// The start of a statement.
struct LineStart {
  /// The offset of the first word, or of the end of the search.
  let offset: Int
  /// The first word; nil if there is none before the next `;` or line feed.
  let word: Word?
  /// The offset to continue from if there is no word.
  let next: Int
  /// Whether there is a comment instead.
  var isComment = false

  init(_ line: String, _ offset: Int) {
    var scanner = LineScanner(line, from: offset)
    scanner.skipSpace()
    self.offset = scanner.offset
    let bytes = line.utf8.dropFirst(offset)
    let isFirst = offset == 0 || line.utf8.dropFirst(offset - 1).first == 0x0A
    if isFirst, bytes.first == 0x23, bytes.count == 1 || bytes.dropFirst().first == 0x20 {
      word = nil
      next = endOfLine(in: line, from: offset) + 1
      isComment = true
      return
    }
    guard let character = scanner.current, character != ";", !character.isNewline else {
      word = nil
      next = scanner.offset + 1
      return
    }
    var text = ""
    while let character = scanner.current, !character.isWhitespace, character != ";" {
      text.append(scanner.takeBare(character))
    }
    word = Word(text: text, range: self.offset..<scanner.offset, isQuoted: false)
    next = scanner.offset
  }
}

/// The end of a statement.
struct StatementEnd {
  /// The UTF-8 offset of the next `;` or line feed outside quotes, or of the end of the line.
  let offset: Int
  /// Whether a quotation, or a parenthesis of an expression, is not closed.
  let isOpen: Bool

  /// Finds the end of a statement from an offset.
  ///
  /// In an expression, parentheses can span lines.
  init(in line: String, from offset: Int, isExpression: Bool = false) {
    var scanner = LineScanner(line, from: offset)
    var depth = 0
    var isUnclosed = false
    while let character = scanner.current, character != ";" {
      if depth <= 0, character.isNewline { break }
      if let close = scanner.closingQuote {
        isUnclosed = !scanner.takeQuotation(closedBy: close).isClosed
        continue
      }
      if isExpression {
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
        if character == "\\" { scanner.advance() }
      }
      scanner.advance()
    }
    self.offset = scanner.offset
    isOpen = isUnclosed || depth > 0
  }
}

/// Returns the offset of the next line feed, or of the end.
func endOfLine(in line: String, from offset: Int) -> Int {
  line.utf8.dropFirst(offset).firstIndex(of: 0x0A).map {
    line.utf8.distance(from: line.startIndex, to: $0)
  } ?? line.utf8.count
}

/// Parsing of a statement: selects the form of the command and assigns the arguments.
extension CommandTable {
  /// Parses a command's arguments.
  ///
  /// - Throws: The mismatch of the form that matches best.
  func invocation(
    of command: Command<Context>, _ name: Word, in line: String
  ) throws(FormMismatch) -> Invocation<Context> {
    let start = name.range.upperBound
    let plainEnd = StatementEnd(in: line, from: start).offset
    var best: FormMismatch?
    for (place, form) in command.forms.enumerated() {
      let end =
        form.takesLine
        ? endOfLine(in: line, from: start)
        : form.takesExpression
          ? StatementEnd(in: line, from: start, isExpression: true).offset : plainEnd
      do throws(FormMismatch) {
        let rest = trimmed(line, start..<end)
        let arguments = try arguments(for: form, of: command, in: line, rest: rest)
        return Invocation(
          command: command, form: form, arguments: arguments,
          range: name.range.lowerBound..<end)
      } catch {
        if error.fit > best?.fit ?? -1 {
          best = error
          best?.form = place
        }
      }
    }
    if best?.fit == 0, let word = words(of: line, in: start..<plainEnd).words.first {
      best?.diagnostic = unknown(word, of: command, in: line)
    }
    throw best
      ?? FormMismatch(
        Diagnostic("invalid arguments for `\(command.name)`", at: name.range, in: line), fit: 0)
  }

  /// Returns the error for a word that is not one of the command's literals.
  private func unknown(
    _ word: Word, of command: Command<Context>, in line: String
  ) -> Diagnostic {
    let choices = command.forms.compactMap(\.literals.first)
    let typed = word.text.lowercased()
    let meant = nearest(to: typed, among: choices)
    return Diagnostic(
      "`\(command.name)` has no `\(word.text)`", at: word.range, in: line,
      hint: meant.map { "did you mean \($0)?" } ?? "usage: \(command.literalUsage ?? command.name)",
      correction: meant, remedy: choices.contains { $0.hasPrefix(typed) } ? .letters : .nothing)
  }

  private func arguments(
    for form: Form<Context>, of command: Command<Context>, in line: String, rest: Range<Int>
  ) throws(FormMismatch) -> Arguments {
    let usage = "usage: \(form.usage(of: command.name))"
    let (words, isUnclosed) = words(of: line, in: rest)
    let literals = Array(words.prefix(form.literals.count))
    guard words.count >= form.literals.count,
      zip(words, form.literals).allSatisfy({ !$0.isQuoted && $0.text.lowercased() == $1 })
    else {
      throw FormMismatch(
        Diagnostic(
          "`\(command.name)` needs `\(form.literals.joined(separator: " "))`", at: rest, in: line,
          hint: usage, remedy: .words), fit: 0)
    }
    var left = words.dropFirst(form.literals.count)
    var arguments = Arguments(line: line, rest: rest, literals: literals)
    func mismatch(_ diagnostic: Diagnostic) -> FormMismatch {
      FormMismatch(diagnostic, fit: form.literals.count + 1, arguments)
    }
    for slot in form.slots where slot.ending == nil {
      guard slot.extent != .nothing, let next = left.first else {
        if slot.isOptional {
          arguments.append([])
          continue
        }
        if isUnclosed, let last = words.last { throw mismatch(neverClosed(last, in: line)) }
        let end = min(rest.upperBound + 1, line.utf8.count)
        let name = ([command.name] + form.literals).joined(separator: " ")
        throw mismatch(
          Diagnostic(
            "`\(name)` needs \(slot.name)", at: end..<end, in: line, hint: usage,
            remedy: .words))
      }
      switch slot.extent {
      case .nothing: break
      case .word:
        arguments.append([next])
        left = left.dropFirst()
      case .words:
        arguments.append(Array(left))
        left = []
      case .statement, .expression, .line:
        let range = next.range.lowerBound..<rest.upperBound
        var text = slice(line, range)
        if slot.extent == .expression { text = withoutLineFeeds(text) }
        arguments.append([Word(text: text, range: range, isQuoted: false)])
        return arguments
      }
    }
    if let extra = left.first {
      throw mismatch(tooMuch(extra, isFirst: arguments.isEmpty, of: command, in: line, usage))
    }
    if isUnclosed, let last = words.last {
      throw mismatch(neverClosed(last, in: line))
    }
    return arguments
  }

  private func neverClosed(_ word: Word, in line: String) -> Diagnostic {
    Diagnostic(
      "quote is never closed", at: word.range, in: line, hint: "add a quote at the end",
      remedy: .words)
  }

  /// Returns the error for an extra word, which can be a misspelled literal.
  private func tooMuch(
    _ extra: Word, isFirst: Bool, of command: Command<Context>, in line: String, _ usage: String
  ) -> Diagnostic {
    let choices = isFirst ? command.forms.compactMap(\.literals.first) : []
    let typed = extra.text.lowercased()
    let meant = nearest(to: typed, among: choices)
    return Diagnostic(
      "`\(command.name)` takes no more words", at: extra.range, in: line,
      hint: meant.map { "did you mean \($0)?" }
        ?? [usage, isFirst ? command.literalUsage : nil].compactMap(\.self).joined(
          separator: ", or "),
      correction: meant,
      remedy: choices.contains { $0.hasPrefix(typed) } ? .letters : .nothing)
  }
}

/// Returns the text with line feeds replaced by spaces; its length does not change.
private func withoutLineFeeds(_ text: String) -> String {
  guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return text }
  return String(
    decoding: text.utf8.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }, as: UTF8.self)
}

/// The reason why a form does not match.
///
/// The type is not generic, because Swift 6.3 cannot specialize functions that throw a generic error.
struct FormMismatch: Error {
  var diagnostic: Diagnostic
  /// The quality of the match: 0 if the literals are missing, otherwise their number plus one.
  var fit: Int
  /// The index of the form.
  var form: Int?
  /// The assigned arguments, if the literals match.
  var arguments: Arguments?

  init(_ diagnostic: Diagnostic, fit: Int, _ arguments: Arguments? = nil) {
    self.diagnostic = diagnostic
    self.fit = fit
    self.arguments = arguments
  }
}
