import Text

/// The text before the cursor that is completed.
package struct CompletionRequest: Sendable {
  /// The line up to the cursor.
  package let line: String
  /// The range of the text, in UTF-8 offsets, up to the cursor.
  package let range: Range<Int>
  /// The words before it, from the first parameter of the form on.
  package let earlier: [Word]
  /// Whether the request comes after each key, so that only immediately available completions are wanted.
  package let isHasty: Bool
  /// The value of the text; nil for the text as typed, without an opening quote.
  private let meaning: String?

  package init(
    line: String, range: Range<Int>, earlier: [Word] = [], isHasty: Bool = false,
    meaning: String? = nil
  ) {
    self.line = line
    self.range = range
    self.earlier = earlier
    self.isHasty = isHasty
    self.meaning = meaning
  }

  /// The text as typed.
  package var text: String { slice(line, range) }

  /// Returns a request for the part of the text after `offset` bytes, with an optional value of its own.
  package func from(_ offset: Int, meaning: String? = nil) -> CompletionRequest {
    CompletionRequest(
      line: line, range: range.lowerBound + offset..<range.upperBound, earlier: earlier,
      isHasty: isHasty, meaning: meaning)
  }
}

/// A possible completion.
package struct Candidate: Equatable, Sendable {
  package var text: String
  package var description: String
  package var count: Int?
  /// Whether the text has another meaning without quotes.
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
  /// Returns the candidates that start with the typed text, or, if there are none, those that match it
  /// otherwise.
  ///
  /// Case and diacritics are ignored. Texts with spaces are quoted.
  ///
  /// - Parameters:
  ///   - candidates: The possible completions.
  ///   - isWhole: Whether to insert a space after a single completion.
  ///   - endsStatement: Whether nothing can follow, so that quotes are optional.
  ///   - isCompared: Whether the candidates are values in a condition, where signs and wildcards have a
  ///     meaning.
  ///   - isWord: Whether the candidates are keywords, which have another meaning in quotes.
  /// - Returns: The matches, in order.
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

  /// Whether a text has the same meaning without quotes at the end of a statement.
  private func canStandBare(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case ";", "\\", "\"", "'", "\n", "\r", "“", "‘", "«": false
      default: scalar.value < 0x80 || !scalar.properties.isWhitespace
      }
    }
  }

  /// Whether the text has an opening quote.
  package var isQuoted: Bool { unquoted.quote != nil }

  /// The value of the text: the typed text without an opening quote.
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

/// Escapes a text for use in quotes.
package func escapingQuotes(_ text: String) -> String {
  text.reduce(into: "") {
    if $1 == "\"" || $1 == "\\" { $0.append("\\") }
    $0.append($1)
  }
}
