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
  private var line: String
  private var offset = 0
  private var expansions = 0

  package init(_ line: String, table: CommandTable<Context>, vocabulary: LineVocabulary) {
    self.line = line
    original = line
    self.table = table
    self.vocabulary = vocabulary
  }

  /// The next command, ready to run; nil at the end.
  ///
  /// - Throws: A ``Diagnostic`` that points into the line, aliases written out.
  package mutating func next() throws(Diagnostic) -> Invocation<Context>? {
    while offset < line.utf8.count {
      let start = LineStart(line, offset)
      offset = start.offset
      guard let first = start.word else {
        offset = start.next
        continue
      }
      if let commands = vocabulary.aliases[first.text.lowercased()] {
        try expand(first, to: commands)
        continue
      }
      do throws(Diagnostic) {
        let command = try table.command(first, in: line, hint: vocabulary.hint)
        let invocation = try table.invocation(of: command, first, in: line)
        offset = invocation.range.upperBound + 1
        return invocation
      } catch {
        offset = endOfStatement(in: line, from: first.range.upperBound) + 1
        throw error
      }
    }
    return nil
  }

  private mutating func expand(_ word: Word, to commands: String) throws(Diagnostic) {
    expansions += 1
    if expansions > Self.aliasLimit {
      offset = line.utf8.count
      throw Diagnostic(
        "an alias stands for itself", at: 0..<original.utf8.count, in: original, hint: "see alias")
    }
    line =
      slice(line, 0..<word.range.lowerBound) + commands
      + slice(line, word.range.upperBound..<line.utf8.count)
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

  init(_ line: String, _ offset: Int) {
    var scanner = LineScanner(line, from: offset)
    scanner.skipSpace()
    self.offset = scanner.offset
    let bytes = line.utf8.dropFirst(offset)
    let isFirst = offset == 0 || line.utf8.dropFirst(offset - 1).first == 0x0A
    if isFirst, bytes.first == 0x23, bytes.count == 1 || bytes.dropFirst().first == 0x20 {
      word = nil
      next = endOfLine(in: line, from: offset) + 1
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
