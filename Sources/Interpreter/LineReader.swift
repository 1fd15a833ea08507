import Diagnostics

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

/// The offset of the next line feed, or the end.
func endOfLine(in line: String, from offset: Int) -> Int {
  line.utf8.dropFirst(offset).firstIndex(of: 0x0A).map {
    line.utf8.distance(from: line.startIndex, to: $0)
  } ?? line.utf8.count
}
