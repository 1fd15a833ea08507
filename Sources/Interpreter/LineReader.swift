import Diagnostics
import Text

/// What the reader of lines is told beside the commands.
package struct LineVocabulary {
  /// Words of a person's own and the commands that they stand for.
  package var aliases: [String: String]
  /// What to say about an unknown first word, if there is something better than a near name.
  package var hint: (String) -> String?

  package init(
    aliases: [String: String] = [:], hint: @escaping (String) -> String? = { _ in nil }
  ) {
    self.aliases = aliases
    self.hint = hint
  }
}

/// Reads the commands of a line one after another; after a mistake the next one can still be read.
package struct LineReader<Context> {
  /// How many aliases may stand for one another in one line.
  private static var aliasLimit: Int { 100 }

  private let table: CommandTable<Context>
  private let vocabulary: LineVocabulary
  private let original: String
  /// The line, the aliases that were met written out.
  private(set) var line: String
  private var offset = 0
  private var expansions = 0
  /// Where the text goes on that was typed, rather than stood for by an alias; and how far it was moved.
  private var typed = (start: 0, shift: 0)
  /// The alias that was met last: UTF-8 offsets into the line as it was typed.
  private(set) var alias = 0..<0

  package init(_ line: String, table: CommandTable<Context>, vocabulary: LineVocabulary) {
    self.line = line
    original = line
    self.table = table
    self.vocabulary = vocabulary
  }

  /// A piece of a line.
  enum Part {
    case comment(Range<Int>)
    /// A word for which other words stand from now on.
    case alias
    case invocation(Invocation<Context>, name: Word)
    /// A statement that cannot be run, the form that fits it best, and where it ends.
    case mistake(Misfit, Form<Context>? = nil, name: Word?, end: Int)
  }

  /// The next command, ready to run; nil at the end.
  ///
  /// - Throws: A ``Diagnostic`` that points into the line, aliases written out.
  package mutating func next() throws(Diagnostic) -> Invocation<Context>? {
    while let part = nextPart() {
      switch part {
      case .comment, .alias: continue
      case .invocation(let invocation, _): return invocation
      case .mistake(let misfit, _, _, _): throw misfit.diagnostic.coded("bad-arguments")
      }
    }
    return nil
  }

  /// The next piece, whatever it is; nil at the end.
  mutating func nextPart() -> Part? {
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

  private mutating func statement(_ first: Word) -> Part {
    let command: Command<Context>
    do throws(Diagnostic) {
      command = try table.command(first, in: line, hint: vocabulary.hint)
    } catch {
      let end = StatementEnd(in: line, from: first.range.upperBound).offset
      offset = end + 1
      return .mistake(Misfit(error, fit: 0), name: nil, end: end)
    }
    do throws(Misfit) {
      let invocation = try table.invocation(of: command, first, in: line)
      offset = invocation.range.upperBound + 1
      return .invocation(invocation, name: first)
    } catch {
      let end = StatementEnd(in: line, from: first.range.upperBound).offset
      offset = end + 1
      return .mistake(error, error.form.map { command.forms[$0] }, name: first, end: end)
    }
  }

  private mutating func expand(_ word: Word, to commands: String) -> Part {
    expansions += 1
    if expansions > Self.aliasLimit {
      offset = line.utf8.count
      let fault = Diagnostic(
        "an alias stands for itself, or for more than \(Self.aliasLimit) others",
        at: 0..<original.utf8.count, in: original, hint: "see alias")
      return .mistake(Misfit(fault, fit: 0), name: nil, end: offset)
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

  /// Where a piece of the line was typed; nil if an alias stands for it.
  func typedRange(of range: Range<Int>) -> Range<Int>? {
    guard range.lowerBound >= typed.start else { return nil }
    return range.lowerBound - typed.shift..<range.upperBound - typed.shift
  }
}

/// Where the next statement of a line begins.
struct LineStart {
  /// The offset of its first word, or where the search ended.
  let offset: Int
  /// Its first word; nil if there is none before the next `;` or line feed.
  let word: Word?
  /// Where to go on if there is no word.
  let next: Int
  /// Whether what stands there instead is a comment.
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
      text.append(character)
      scanner.advance()
    }
    word = Word(text: text, range: self.offset..<scanner.offset, isQuoted: false)
    next = scanner.offset
  }
}

/// Where a statement ends, and what is still open there.
struct StatementEnd {
  /// The next `;` or line feed outside quotes, or the end of the line: a UTF-8 offset.
  let offset: Int
  /// Whether a quotation is never closed, or, in an expression, a parenthesis.
  let isOpen: Bool

  /// The end of the statement that goes on at an offset; in an expression parentheses hold lines together.
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

/// The offset of the next line feed, or the end.
func endOfLine(in line: String, from offset: Int) -> Int {
  line.utf8.dropFirst(offset).firstIndex(of: 0x0A).map {
    line.utf8.distance(from: line.startIndex, to: $0)
  } ?? line.utf8.count
}

/// Reading one statement: the form of its command that fits, and what is filled in.
extension CommandTable {
  /// The command with what stands behind its name.
  ///
  /// - Throws: How the form fails that fits best.
  func invocation(
    of command: Command<Context>, _ name: Word, in line: String
  ) throws(Misfit) -> Invocation<Context> {
    let start = name.range.upperBound
    let plainEnd = StatementEnd(in: line, from: start).offset
    var best: Misfit?
    for (place, form) in command.forms.enumerated() {
      let end =
        form.takesLine
        ? endOfLine(in: line, from: start)
        : form.takesExpression
          ? StatementEnd(in: line, from: start, isExpression: true).offset : plainEnd
      do throws(Misfit) {
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
      ?? Misfit(
        Diagnostic("`\(command.name)` cannot be written so", at: name.range, in: line), fit: 0)
  }

  /// What to say about a word that is none of those that have to follow a command's name.
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
  ) throws(Misfit) -> Arguments {
    let usage = "usage: \(form.usage(of: command.name))"
    let (words, isUnclosed) = words(of: line, in: rest)
    let literals = Array(words.prefix(form.literals.count))
    guard words.count >= form.literals.count,
      zip(words, form.literals).allSatisfy({ !$0.isQuoted && $0.text.lowercased() == $1 })
    else {
      throw Misfit(
        Diagnostic(
          "`\(command.name)` needs `\(form.literals.joined(separator: " "))`", at: rest, in: line,
          hint: usage, remedy: .words), fit: 0)
    }
    var left = words.dropFirst(form.literals.count)
    var values: [String: [Word]] = [:]
    func misfit(_ diagnostic: Diagnostic) -> Misfit {
      let known = Arguments(line: line, rest: rest, literals: literals, values: values)
      return Misfit(diagnostic, fit: form.literals.count + 1, known)
    }
    for parameter in form.parameters {
      guard let next = left.first else {
        if parameter.isOptional { continue }
        if isUnclosed, let last = words.last { throw misfit(neverClosed(last, in: line)) }
        let end = min(rest.upperBound + 1, line.utf8.count)
        let name = ([command.name] + form.literals).joined(separator: " ")
        throw misfit(
          Diagnostic(
            "`\(name)` needs \(parameter.name)", at: end..<end, in: line, hint: usage,
            remedy: .words))
      }
      switch parameter.extent {
      case .word:
        values[parameter.name] = [next]
        left = left.dropFirst()
      case .words:
        values[parameter.name] = Array(left)
        left = []
      case .statement, .expression, .line:
        let range = next.range.lowerBound..<rest.upperBound
        var text = slice(line, range)
        if parameter.extent == .expression { text = withoutLineFeeds(text) }
        values[parameter.name] = [Word(text: text, range: range, isQuoted: false)]
        return Arguments(line: line, rest: rest, literals: literals, values: values)
      }
    }
    if let extra = left.first {
      throw misfit(tooMuch(extra, isFirst: values.isEmpty, of: command, in: line, usage))
    }
    if isUnclosed, let last = words.last {
      throw misfit(neverClosed(last, in: line))
    }
    return Arguments(line: line, rest: rest, literals: literals, values: values)
  }

  private func neverClosed(_ word: Word, in line: String) -> Diagnostic {
    Diagnostic(
      "quote is never closed", at: word.range, in: line, hint: "add a quote at the end",
      remedy: .words)
  }

  /// What to say about a word that no form has a place for: it may be meant for a literal one.
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

/// The text with spaces for its line feeds, as long as before.
private func withoutLineFeeds(_ text: String) -> String {
  guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return text }
  return String(
    decoding: text.utf8.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }, as: UTF8.self)
}

/// Why a form does not fit.
///
/// It is not generic: Swift 6.3 cannot optimize functions that throw a generic error.
struct Misfit: Error {
  var diagnostic: Diagnostic
  /// How nearly it does: 0 if its literal words are not there, else one more than there are.
  var fit: Int
  /// The place of the form among those of the command.
  var form: Int?
  /// What could be filled in, if the literal words are there.
  var arguments: Arguments?

  init(_ diagnostic: Diagnostic, fit: Int, _ arguments: Arguments? = nil) {
    self.diagnostic = diagnostic
    self.fit = fit
    self.arguments = arguments
  }
}
