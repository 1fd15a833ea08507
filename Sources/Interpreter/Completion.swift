import Text

/// A piece of a line that ends at the cursor and is to be completed.
package struct CompletionRequest: Sendable {
  /// The line up to the cursor.
  package let line: String
  /// The piece: UTF-8 offsets into the line, up to the cursor.
  package let range: Range<Int>

  package init(line: String, range: Range<Int>) {
    self.line = line
    self.range = range
  }

  /// The piece as it was typed.
  package var text: String { slice(line, range) }

  /// The same line, a smaller piece that begins `offset` bytes into this one.
  package func from(_ offset: Int) -> CompletionRequest {
    CompletionRequest(line: line, range: range.lowerBound + offset..<range.upperBound)
  }
}

/// Something that the text at the cursor could become.
package struct Candidate: Equatable, Sendable {
  package var text: String
  package var description: String
  package var count: Int?

  package init(_ text: String, _ description: String = "", count: Int? = nil) {
    self.text = text
    self.description = description
    self.count = count
  }
}

extension CompletionRequest {
  /// The candidates that what was typed begins, or, where there are none, those that contain its letters in order.
  ///
  /// Case and accents do not matter. Texts with spaces are put in quotes.
  ///
  /// - Parameters:
  ///   - candidates: What could be meant.
  ///   - isWhole: Whether a space follows one that is inserted alone.
  /// - Returns: The matching ones, in their order.
  package func suggestions(
    _ candidates: some Sequence<Candidate>, isWhole: Bool = false
  ) -> [Suggestion] {
    let wanted = folded(typed)
    var prefixed: [Candidate] = []
    var scattered: [Candidate] = []
    for candidate in candidates {
      let text = folded(candidate.text)
      if text.utf8.starts(with: wanted.utf8) {
        prefixed.append(candidate)
      } else if prefixed.isEmpty, hasInOrder(text, wanted) {
        scattered.append(candidate)
      }
    }
    return (prefixed.isEmpty ? scattered : prefixed).map { candidate in
      Suggestion(
        text: quoted(candidate.text), description: candidate.description, count: candidate.count,
        range: range, isWhole: isWhole)
    }
  }

  /// What was typed, less a quote at its start.
  package var typed: String { unquoted.text }

  private var unquoted: (text: String, quote: Character?) {
    let text = self.text
    guard let first = text.first, quotes[first] != nil else { return (text, nil) }
    return (String(text.dropFirst()), first)
  }

  private func quoted(_ text: String) -> String {
    let quote = unquoted.quote
    let isPlain =
      !text.contains { $0.isWhitespace || ";()|&,".contains($0) }
      && text.first.map { quotes[$0] == nil && !"-!#".contains($0) } ?? false
    if quote == nil && isPlain { return text }
    let escaped = text.reduce(into: "") {
      if $1 == "\"" || $1 == "\\" { $0.append("\\") }
      $0.append($1)
    }
    return "\"\(escaped)\""
  }
}

/// Whether the letters of `wanted` stand in `text` in their order, other letters between them.
private func hasInOrder(_ text: String, _ wanted: String) -> Bool {
  var letters = wanted.unicodeScalars[...]
  for scalar in text.unicodeScalars where scalar == letters.first { letters.removeFirst() }
  return letters.isEmpty
}

extension CommandTable {
  /// What the text before the cursor could go on with: the parser, stopped at the cursor.
  ///
  /// - Parameters:
  ///   - line: The line up to the cursor.
  ///   - context: What the completions of parameters are asked with.
  ///   - extra: Names that are no commands but can stand in their place.
  /// - Returns: The ways to go on.
  package func suggestions(
    for line: String, in context: Context, extra: [Candidate] = []
  ) -> [Suggestion] {
    let length = line.utf8.count
    var offset = 0
    while true {
      let start = LineStart(line, offset)
      guard let first = start.word else {
        if start.next > length || start.offset >= length {
          let place = CompletionRequest(line: line, range: min(start.offset, length)..<length)
          return place.suggestions(names(matching: "") + extra, isWhole: true)
        }
        offset = start.next
        continue
      }
      if first.range.upperBound == length {
        let place = CompletionRequest(line: line, range: first.range)
        return place.suggestions(names(matching: first.text) + extra, isWhole: true)
      }
      // An unknown command has nothing to complete; it is complained about when it is entered.
      let command = try? command(first.text)
      let end =
        command?.takesLine ?? false
        ? length : endOfStatement(in: line, from: first.range.upperBound)
      if end < length {
        offset = end + 1
        continue
      }
      guard let command else { return [] }
      return suggestions(of: command, after: first, in: line, context: context)
    }
  }

  /// The names of the commands; aliases too where no name begins as typed.
  private func names(matching word: String) -> [Candidate] {
    let key = word.lowercased()
    let names = commands.map { Candidate($0.name, $0.summary) }
    if names.contains(where: { $0.text.hasPrefix(key) }) { return names }
    return names
      + commands.flatMap { command in
        command.aliases.map { Candidate($0, command.summary) }
      }
  }

  private func suggestions(
    of command: Command<Context>, after name: Word, in line: String, context: Context
  ) -> [Suggestion] {
    let length = line.utf8.count
    var words = words(of: line, in: name.range.upperBound..<length).words
    let isNew = words.last.map { $0.range.upperBound < length } ?? true
    if isNew { words.append(Word(text: "", range: length..<length, isQuoted: false)) }
    let earlier = words.dropLast()
    var all: [Suggestion] = []
    let typed = command.forms.filter { form in
      !form.literals.isEmpty && earlier.count >= form.literals.count
        && zip(earlier, form.literals).allSatisfy { $0.text.lowercased() == $1 }
    }
    for form in typed.isEmpty ? command.forms : typed
    where zip(earlier, form.literals).allSatisfy({ $0.text.lowercased() == $1 }) {
      if earlier.count < form.literals.count {
        let literal = form.literals[earlier.count]
        let place = CompletionRequest(line: line, range: words[words.count - 1].range)
        all += place.suggestions(
          [Candidate(literal, form.summary ?? command.summary)], isWhole: true)
      } else if let request = place(form, words, in: line) {
        all += request.parameter.complete(context, request.place)
      }
    }
    return unique(all)
  }

  private func place(
    _ form: Form<Context>, _ words: [Word], in line: String
  ) -> (parameter: Parameter<Context>, place: CompletionRequest)? {
    var number = form.literals.count
    for parameter in form.parameters {
      guard number < words.count else { return nil }
      switch parameter.extent {
      case .word where number < words.count - 1: number += 1
      case .word, .words:
        return (parameter, CompletionRequest(line: line, range: words[words.count - 1].range))
      case .statement, .line:
        let start = words[number].range.lowerBound
        return (parameter, CompletionRequest(line: line, range: start..<line.utf8.count))
      }
    }
    return nil
  }

  private func unique(_ suggestions: [Suggestion]) -> [Suggestion] {
    var seen: Set<String> = []
    return suggestions.filter { seen.insert($0.text).inserted }
  }
}
