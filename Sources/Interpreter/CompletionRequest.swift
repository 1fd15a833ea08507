import Text

/// A piece of a line that ends at the cursor and is to be completed.
package struct CompletionRequest: Sendable {
  /// The line up to the cursor.
  package let line: String
  /// The piece: UTF-8 offsets into the line, up to the cursor.
  package let range: Range<Int>
  /// Whether it is asked after each key, so that only what is known at once is wanted.
  package let isHasty: Bool
  /// What the piece says; nil if that is what was typed, less a quote at its start.
  private let meaning: String?

  package init(
    line: String, range: Range<Int>, isHasty: Bool = false, meaning: String? = nil
  ) {
    self.line = line
    self.range = range
    self.isHasty = isHasty
    self.meaning = meaning
  }

  /// The piece as it was typed.
  package var text: String { slice(line, range) }

  /// The same line, a smaller piece that begins `offset` bytes into this one and says something of its own.
  package func from(_ offset: Int, meaning: String? = nil) -> CompletionRequest {
    CompletionRequest(
      line: line, range: range.lowerBound + offset..<range.upperBound, isHasty: isHasty,
      meaning: meaning)
  }
}

/// Something that the text at the cursor could become.
package struct Candidate: Equatable, Sendable {
  package var text: String
  package var description: String
  package var count: Int?
  /// Whether it means something else without quotes.
  package var needsQuotes: Bool

  package init(
    _ text: String, _ description: String = "", count: Int? = nil, needsQuotes: Bool = false
  ) {
    self.text = text
    self.description = description
    self.count = count
    self.needsQuotes = needsQuotes
  }
}

extension CompletionRequest {
  /// The candidates that what was typed begins, or, where there are none, those that it fits in another way.
  ///
  /// Case and accents do not matter. Texts with spaces are put in quotes.
  ///
  /// - Parameters:
  ///   - candidates: What could be meant.
  ///   - isWhole: Whether a space follows one that is inserted alone.
  ///   - endsStatement: Whether nothing can follow, so that quotes could be left out.
  ///   - isCompared: Whether they are values in a condition, where signs and wildcards have a meaning.
  ///   - isWord: Whether they are words of the language, which mean something else in quotes.
  /// - Returns: The matching ones, in their order.
  package func suggestions(
    _ candidates: some Sequence<Candidate>, isWhole: Bool = false, endsStatement: Bool = false,
    isCompared: Bool = false, isWord: Bool = false
  ) -> [Suggestion] {
    if isWord, isQuoted { return [] }
    let wanted = folded(typed)
    var fitting: [(candidate: Candidate, fit: Fit)] = []
    var limit = Fit.last
    for candidate in candidates {
      guard let fit = Fit(of: folded(candidate.text), to: wanted), fit <= limit else { continue }
      if fit <= .start { limit = .start }
      fitting.append((candidate, fit))
    }
    return fitting.filter { $0.fit <= limit }.map { candidate, fit in
      let text = isWord ? candidate.text : quoted(candidate, isCompared)
      let isBare =
        endsStatement && text != candidate.text && !candidate.needsQuotes
        && canStandBare(candidate.text)
      return Suggestion(
        text: text, description: candidate.description, count: candidate.count, range: range,
        isWhole: isWhole, fit: fit, plainText: isBare ? candidate.text : nil)
    }
  }

  /// Whether a text means the same without quotes at the end of a statement.
  private func canStandBare(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case ";", "\\", "\"", "'", "\n", "\r", "“", "‘", "«": false
      default: scalar.value < 0x80 || !scalar.properties.isWhitespace
      }
    }
  }

  /// Whether a quotation was begun.
  package var isQuoted: Bool { unquoted.quote != nil }

  /// What the piece says: what was typed, less a quote at its start.
  package var typed: String { meaning ?? unquoted.text }

  private var unquoted: (text: String, quote: Character?) {
    let text = self.text
    guard let first = text.first, quotes[first] != nil else { return (text, nil) }
    return (String(text.dropFirst()), first)
  }

  private func quoted(_ candidate: Candidate, _ isCompared: Bool) -> String {
    let text = candidate.text
    // A value between slashes would be a regular expression.
    let signs = isCompared ? "-!#/" : "-!#"
    let quote = unquoted.quote
    let isPlain =
      text.unicodeScalars.allSatisfy { scalar in
        switch scalar {
        case ";", "(", ")", "|", "&", ",": false
        case "\\", "*", "=", "<", ">", "~", ":": !isCompared
        default: scalar.value < 0x80 ? scalar.value > 0x20 : !scalar.properties.isWhitespace
        }
      }
      && text.first.map { quotes[$0] == nil && !signs.contains($0) } ?? false
    if quote == nil && isPlain && !candidate.needsQuotes { return text }
    return "\"\(escapingQuotes(text))\""
  }
}

/// A text as it stands in quotes.
package func escapingQuotes(_ text: String) -> String {
  text.reduce(into: "") {
    if $1 == "\"" || $1 == "\\" { $0.append("\\") }
    $0.append($1)
  }
}
