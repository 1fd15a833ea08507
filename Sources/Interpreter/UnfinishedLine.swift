import Text

extension CommandTable {
  /// Whether a line continues on the next one: its last statement has an open quotation, or an open
  /// parenthesis in an expression.
  package func isUnfinished(_ line: String, aliases: [String: String]) -> Bool {
    var reader = LineReader(line, table: self, vocabulary: LineVocabulary(aliases: aliases))
    var isOpen = false
    while let part = reader.nextPart() {
      switch part {
      case .comment, .alias: continue
      case .invocation(let invocation, let name):
        let form = invocation.form
        isOpen =
          !form.takesLine
          && isOpenEnded(name, isExpression: form.takesExpression, in: reader.line)
      case .mistake(_, _, let name?, _):
        // The parser has found the command by this name.
        guard let command = try? command(name.text) else { continue }
        isOpen =
          !command.takesLine
          && isOpenEnded(name, isExpression: command.takesExpression, in: reader.line)
      case .mistake: isOpen = false
      }
    }
    return isOpen
  }

  private func isOpenEnded(_ name: Word, isExpression: Bool, in line: String) -> Bool {
    let end = StatementEnd(in: line, from: name.range.upperBound, isExpression: isExpression)
    return end.isOpen && end.offset == line.utf8.count
  }
}

extension CommandTable {
  /// Splits a text into lines that can be run one after another.
  ///
  /// Quotations and parentheses can span lines.
  package func lines(of text: String, aliases: [String: String]) -> [String] {
    var reader = LineReader(text, table: self, vocabulary: LineVocabulary(aliases: aliases))
    var lines: [String] = []
    var start = 0
    func take(upTo end: Int) {
      if end > start { lines.append(slice(text, start..<end)) }
      start = end + 1
    }
    var feeds = text.utf8.enumerated().lazy.filter { $1 == 0x0A }.map(\.offset).makeIterator()
    var feed = feeds.next()
    while let statement = reader.nextStatement() {
      while let place = feed, place < statement.upperBound {
        if place < statement.lowerBound { take(upTo: place) }
        feed = feeds.next()
      }
    }
    while let place = feed {
      take(upTo: place)
      feed = feeds.next()
    }
    take(upTo: text.utf8.count)
    return lines
  }
}

extension LineReader {
  /// Returns the range of the next statement with a command, as typed; nil at the end.
  fileprivate mutating func nextStatement() -> Range<Int>? {
    while let part = nextPart() {
      switch part {
      case .invocation(let invocation, let name):
        return typedPlace(from: name, to: invocation.range.upperBound)
      case .mistake(_, _, let name?, let end): return typedPlace(from: name, to: end)
      case .comment, .alias, .mistake: continue
      }
    }
    return nil
  }

  private func typedPlace(from name: Word, to end: Int) -> Range<Int> {
    let start = typedRange(of: name.range)?.lowerBound ?? alias.lowerBound
    return start..<max(start, typedRange(of: end..<end)?.lowerBound ?? alias.upperBound)
  }
}
