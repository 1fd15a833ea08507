extension CommandTable {
  /// Returns the completions of a line: the parser, stopped at the cursor.
  ///
  /// They are sorted by fit, then by usage.
  ///
  /// - Parameters:
  ///   - line: The line up to the cursor.
  ///   - context: The context for the completions of parameters.
  ///   - extra: Names other than commands that are possible in their place.
  ///   - isHasty: Whether to omit completions that are not immediately available.
  ///   - usage: Returns how often the user has used a text.
  ///   - expressions: Returns expressions for the first word of a statement, if no command begins with it.
  /// - Returns: The completions.
  package func suggestions(
    for line: String, in context: Context, extra: [Candidate] = [], isHasty: Bool = false,
    usage: (String) -> Int = { _ in 0 },
    expressions: (CompletionRequest) -> [Suggestion] = { _ in [] }
  ) -> [Suggestion] {
    let all = found(
      for: line, in: context, extra: extra, isHasty: isHasty, expressions: expressions)
    let best = all.contains { $0.fit <= .start } ? all.filter { $0.fit <= .start } : all
    return best.map { ($0, usage($0.text)) }.enumerated().sorted { one, other in
      (one.element.0.fit, other.element.1, one.offset) < (
        other.element.0.fit, one.element.1, other.offset
      )
    }.map(\.element.0)
  }

  private func found(
    for line: String, in context: Context, extra: [Candidate], isHasty: Bool,
    expressions: (CompletionRequest) -> [Suggestion] = { _ in [] }
  ) -> [Suggestion] {
    let length = line.utf8.count
    var offset = 0
    while true {
      let start = LineStart(line, offset)
      guard let first = start.word else {
        if start.isComment, start.next > length { return [] }
        if start.next > length || start.offset >= length {
          let place = CompletionRequest(line: line, range: min(start.offset, length)..<length)
          return place.suggestions(names(matching: "") + extra, isWhole: true, isWord: true)
        }
        offset = start.next
        continue
      }
      if first.range.upperBound == length {
        let place = CompletionRequest(line: line, range: first.range, isHasty: isHasty)
        let names = place.suggestions(
          names(matching: first.text) + extra, isWhole: true, isWord: true)
        return names.contains { $0.fit <= .start } ? names : names + expressions(place)
      }
      // An unknown command has no completions; the error is reported when the line is entered.
      // An alias comes before a command of its name.
      let isAlias = extra.contains { $0.text == first.text }
      let command = isAlias ? nil : try? command(first.text)
      let end =
        command?.takesLine ?? false
        ? length
        : StatementEnd(
          in: line, from: first.range.upperBound, isExpression: command?.takesExpression ?? false
        ).offset
      if end < length {
        offset = end + 1
        continue
      }
      guard let command else {
        return suggestions(behindAlias: first, in: line, context, extra, isHasty: isHasty)
      }
      return suggestions(of: command, after: first, in: line, context: context, isHasty: isHasty)
    }
  }

  /// Returns the completions after an alias, as if it were expanded.
  private func suggestions(
    behindAlias name: Word, in line: String, _ context: Context, _ extra: [Candidate],
    isHasty: Bool
  ) -> [Suggestion] {
    guard let alias = extra.first(where: { $0.text == name.text }) else { return [] }
    let meaning = alias.description
    let start = name.range.lowerBound
    let head = String(decoding: line.utf8.prefix(start), as: UTF8.self)
    let rest = String(decoding: line.utf8.dropFirst(name.range.upperBound), as: UTF8.self)
    let others = extra.filter { $0.text != alias.text }
    let shift = meaning.utf8.count - name.range.count
    return found(for: head + meaning + rest, in: context, extra: others, isHasty: isHasty)
      .compactMap { suggestion in
        // Completions inside the expansion cannot be inserted.
        guard suggestion.range.lowerBound >= start + meaning.utf8.count else { return nil }
        var moved = suggestion
        moved.range =
          suggestion.range.lowerBound - shift..<suggestion.range.upperBound - shift
        return moved
      }
  }

  /// Returns the names of the commands, and the aliases if no name has the prefix.
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
    of command: Command<Context>, after name: Word, in line: String, context: Context,
    isHasty: Bool
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
        // The first of several words may begin other forms, too.
        let summary = earlier.count + 1 == form.literals.count ? form.summary : nil
        all += place.suggestions(
          [Candidate(literal, summary ?? command.summary)], isWhole: true, isWord: true)
      } else if let (slot, request) = request(form, words, in: line, isHasty: isHasty) {
        all += suggestions(of: form, slot, context, request)
      }
    }
    return unique(all)
  }

  /// Returns the completions of a parameter; those of parameters at its end come first.
  private func suggestions(
    of form: Form<Context>, _ slot: Slot<Context>, _ context: Context, _ request: CompletionRequest
  ) -> [Suggestion] {
    if slot.extent == .statement {
      for end in form.slots where end.ending != nil {
        let suggestions = end.complete(context, request)
        if !suggestions.isEmpty { return suggestions }
      }
    }
    return slot.complete(context, request)
  }

  /// Returns the parameter at the end of a line, and the request for its completions; nil if the form takes no more.
  private func request(
    _ form: Form<Context>, _ words: [Word], in line: String, isHasty: Bool
  ) -> (slot: Slot<Context>, request: CompletionRequest)? {
    var number = form.literals.count
    func request(_ range: Range<Int>, behind count: Int) -> CompletionRequest {
      let earlier = Array(words[form.literals.count..<count])
      return CompletionRequest(line: line, range: range, earlier: earlier, isHasty: isHasty)
    }
    for slot in form.slots {
      guard number < words.count else { return nil }
      switch slot.extent {
      case .nothing: continue
      case .word where number < words.count - 1: number += 1
      case .word, .words:
        return (slot, request(words[words.count - 1].range, behind: words.count - 1))
      case .statement, .expression, .line:
        let start = words[number].range.lowerBound
        return (slot, request(start..<line.utf8.count, behind: number))
      }
    }
    return nil
  }

  private func unique(_ suggestions: [Suggestion]) -> [Suggestion] {
    var seen: Set<String> = []
    return suggestions.filter { seen.insert($0.text).inserted }
  }
}
