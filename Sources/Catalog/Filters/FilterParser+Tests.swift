import Diagnostics
import Text

/// Comparisons of a field with values.
extension FilterParser {
  /// Words that precede a single name instead of a field.
  static let flagWords = ["has", "is", "no"]

  mutating func parseTest(
    _ word: FilterToken, _ comparison: FilterToken
  ) throws(Diagnostic) -> Condition {
    position += 2
    let key = word.text.lowercased()
    if Self.flagWords.contains(key) { return try parseFlag(key, word, comparison) }
    guard let number = schema.index(of: key) else {
      if isOwnNotes(key) { return try compareNotes(word, comparison) }
      throw unknownField(word, beforeComparison: true)
    }
    note(word, .field)
    let field = schema.fields[number]
    guard let value = token(), value.isValue else {
      if let second = token(), second.kind == .comparison {
        throw twoComparisons(word, comparison, second)
      }
      throw Diagnostic(
        "`\(word.text)\(comparison.text)` needs a value",
        at: word.range.lowerBound..<comparison.range.upperBound,
        hint: "e.g. \(field.name)\(comparison.text)\(example(number))", remedy: .words)
    }
    try refuseRegularExpression(value, of: field)
    position += 1
    let values = [value] + takeAlternatives(after: value)
    let isText = [.text, .keyword, .list, .link].contains(field.kind)
    for value in values { note(value, isText ? .value : .number) }
    let test = Test(
      number: number, field: field, operation: comparison, values: values,
      source: source(value.range.lowerBound..<values[values.count - 1].range.upperBound))
    switch field.kind {
    case .number, .minutes, .date: return try compareQuantity(test)
    case .text, .keyword, .list, .link: return try compareText(test)
    }
  }

  /// The mark of rows with notes of the user.
  private static let notedMark = "noted"

  /// Whether a name means the user's notes, which are not a field of the feed.
  private func isOwnNotes(_ name: String) -> Bool {
    let name = name.lowercased()
    return (name == "notes" || name == "note") && schema.index(of: name) == nil
      && vocabulary.marks.contains(Self.notedMark)
  }

  /// Parses the texts that the user's notes are compared with.
  private mutating func compareNotes(
    _ word: FilterToken, _ comparison: FilterToken
  ) throws(Diagnostic) -> Condition {
    note(word, .field)
    guard let value = token(), value.isValue else {
      throw Diagnostic(
        "`\(word.text)\(comparison.text)` needs a value",
        at: word.range.lowerBound..<comparison.range.upperBound,
        hint: "e.g. notes~sunday", remedy: .words)
    }
    position += 1
    let values = [value] + takeAlternatives(after: value)
    for value in values { note(value, .value) }
    let sign = comparison.text
    if sign.contains("<") || sign.contains(">") {
      throw Diagnostic(
        "notes are text; `\(sign)` compares numbers", at: comparison.range,
        hint: "use notes~\(value.text)")
    }
    let extent: Pattern.Extent =
      !sign.contains("~") ? .whole : sign.hasSuffix("~=") ? .words : .anywhere
    let patterns = values.flatMap { value in
      extent == .words
        ? inflections(of: value.text).map { Pattern($0) }
        : [Pattern(value.text, wildcards: extent == .whole, literal: value.literal)]
    }
    let found = FilterExpression.notes(patterns, extent)
    return (sign.hasPrefix("!") ? .not(found) : found, nil)
  }

  /// Returns the error of two adjacent comparisons, such as a `<` typed after a completed `=`.
  private func twoComparisons(
    _ word: FilterToken, _ first: FilterToken, _ second: FilterToken
  ) -> Diagnostic {
    let next = token(1).flatMap { $0.isValue ? source($0.range) : nil }
    let value = next ?? "…"
    let known =
      first.text == "<" && second.text == ">"
      ? ["!="]
      : ["<", ">"].contains(second.text) ? [second.text, second.text + "="] : [second.text]
    let ways = known.map { "\(word.text)\($0)\(value)" }
    return Diagnostic(
      "`\(first.text)` and `\(second.text)` are two comparisons",
      at: first.range.lowerBound..<second.range.upperBound,
      hint: "write " + ways.joined(separator: " or "))
  }

  /// A field, an operator, and the values.
  struct Test {
    let number: Int
    let field: Field
    let operation: FilterToken
    let values: [FilterToken]
    /// The values as typed.
    let source: String

    /// The canonical form of the operator.
    var sign: String { ["==": "=", ":": "=", "=~": "~"][operation.text] ?? operation.text }

    /// Whether ingredients or steps are compared with a number of them: `ingredients=7`, `steps=3..5`.
    var isOfPartCount: Bool {
      [.ingredients, .instructions].contains(field.role) && field.kind == .list && !isContainment
        && values.allSatisfy { value in
          value.kind == .word && value.text.allSatisfy { $0.isWholeNumber || $0 == "." }
            && value.text.contains(where: \.isWholeNumber)
        }
    }

    /// Whether the operator looks for a text inside of values.
    var isContainment: Bool { operation.text.contains("~") }
  }

  mutating func takeAlternatives(after value: FilterToken) -> [FilterToken] {
    var values: [FilterToken] = []
    while let comma = token(), let next = token(1), comma.joins(values.last ?? value, next) {
      values.append(next)
      position += 2
    }
    return values
  }

  private mutating func parseFlag(
    _ key: String, _ word: FilterToken, _ comparison: FilterToken
  ) throws(Diagnostic) -> Condition {
    guard ["=", ":", "=="].contains(comparison.text) else {
      throw Diagnostic(
        "`\(key)` takes `:`", at: comparison.range,
        hint: "write \(key):\(token()?.text ?? "…")", correction: ":")
    }
    note(word, .keyword)
    guard let name = token(), name.kind == .word else {
      throw Diagnostic(
        "`\(word.text)\(comparison.text)` needs a name after it",
        at: word.range.lowerBound..<comparison.range.upperBound,
        hint: flagExample(key).map { "e.g. \(key):\($0)" } ?? "", remedy: .words)
    }
    position += 1
    note(name, key == "is" ? .value : .field)
    if key == "is" { return (try mark(name), nil) }
    if isOwnNotes(name.text) {
      return (key == "has" ? .flag(Self.notedMark) : .not(.flag(Self.notedMark)), nil)
    }
    guard let number = schema.index(of: name.text) else {
      throw unknownField(name, beforeComparison: false)
    }
    return (key == "has" ? .has(number) : .not(.has(number)), nil)
  }

  /// Returns an example of a name after `has`, `no` or `is`; nil if the feed has none.
  private func flagExample(_ key: String) -> String? {
    if key == "is" { return vocabulary.marks.first }
    if schema.index(of: "video") != nil { return "video" }
    return (schema.fields.first { $0.kind == .link } ?? schema.fields.last)?.name
  }

  private func mark(_ name: FilterToken) throws(Diagnostic) -> FilterExpression {
    let wanted = name.text.lowercased() == "favourite" ? "favorite" : name.text.lowercased()
    if vocabulary.marks.contains(wanted) { return .flag(wanted) }
    let meant = nearest(to: wanted, among: vocabulary.marks)
    throw Diagnostic(
      "unknown flag `\(name.text)`", at: name.range,
      hint: meant.map { "did you mean \($0)?" }
        ?? "flags: " + vocabulary.marks.sorted().joined(separator: ", "),
      correction: meant, remedy: addition(to: wanted, among: vocabulary.marks))
  }

  private func unknownField(_ word: FilterToken, beforeComparison: Bool) -> Diagnostic {
    let key = word.text.lowercased()
    if beforeComparison, vocabulary.marks.contains(key) {
      return Diagnostic(
        "`\(word.text)` is not a field", at: word.range, hint: "write is:\(key), or not is:\(key)")
    }
    if beforeComparison, vocabulary.commands.contains(key) {
      let rest = token().map { " " + $0.text } ?? ""
      return Diagnostic(
        "`\(word.text)` is a command, not a field", at: word.range,
        hint: "run it on its own: \(word.text)\(rest)")
    }
    let choices = schema.names + (beforeComparison ? Self.flagWords : [])
    let meant = nearest(to: key, among: choices)
    return Diagnostic(
      "unknown field `\(word.text)`", at: word.range,
      hint: meant.map { "did you mean \($0)?" }
        ?? (schema.fields.isEmpty
          ? "the feed has no rows"
          : "fields: " + schema.fields.map(\.name).sorted().joined(separator: ", ")),
      correction: meant, remedy: addition(to: key, among: choices))
  }

  /// Returns the addition that would make a word one of the choices, if it is a prefix of one.
  func addition(to word: String, among choices: [String]) -> Diagnostic.Addition {
    choices.contains { folded($0).hasPrefix(folded(word)) } ? .letters : .nothing
  }

  private func refuseRegularExpression(
    _ value: FilterToken, of field: Field
  ) throws(Diagnostic) {
    let typed = source(value.range)
    if value.kind == .word, field.kind != .link, typed.utf8.count > 2, typed.hasPrefix("/"),
      typed.hasSuffix("/")
    {
      throw Diagnostic(
        "regular expressions are not supported", at: value.range,
        hint: "`*` stands for anything, e.g. \(field.name)=tom*")
    }
  }

  /// Returns an example of a value of a field.
  func example(_ number: Int) -> String {
    switch schema.fields[number].kind {
    case .minutes: return "30"
    case .number: return "4"
    case .date: return "2024-05"
    case .text, .list, .link: return "tomato"
    case .keyword:
      let words = catalog.words(number)
      if words.contains("Italian") || words.isEmpty { return "Italian" }
      let word = catalog.counts(number, in: catalog.all).first?.value ?? words[0]
      return word.contains(" ") ? "\"\(word)\"" : word
    }
  }
}
