import Diagnostics
import Text

/// Comparisons that are written in words, which would be searched as texts.
extension FilterParser {
  /// Words between a field and a value, with the comparison that they mean.
  private static let comparisonWords = [
    "under": "<", "below": "<", "less than": "<", "over": ">", "above": ">", "more than": ">",
    "at most": "<=", "up to": "<=", "max": "<=", "at least": ">=", "from": ">=", "min": ">=",
    "is": "=", "equals": "=",
  ]
  /// Words after a number that are units of time.
  private static let timeUnits = [
    "minutes": "m", "minute": "m", "mins": "m", "min": "m", "hours": "h", "hour": "h", "hrs": "h",
    "hr": "h",
  ]

  /// Returns the error of a filter that consists of a field, optional words such as `under`, and a value of the field's
  /// type; nil for other filters.
  func comparisonInWords() -> Diagnostic? {
    guard tokens.count >= 2, tokens[0].kind == .word, let number = schema.index(of: tokens[0].text),
      tokens.dropFirst().allSatisfy(\.isValue), schema.fields[number].kind != .link
    else { return nil }
    let field = schema.fields[number]
    for count in [2, 1, 0] where tokens.count > 1 + count {
      let words = tokens[1..<1 + count].map { $0.text.lowercased() }.joined(separator: " ")
      let sign = count == 0 ? standardSign(of: field) : Self.comparisonWords[words]
      guard let sign, let meant = comparison(number, sign, Array(tokens[(1 + count)...])) else {
        continue
      }
      return Diagnostic(
        "`\(text)` is not a condition",
        at: tokens[0].range.lowerBound..<tokens[tokens.count - 1].range.upperBound,
        hint: "did you mean \(meant)?", correction: meant, remedy: .words)
    }
    return nil
  }

  /// Returns the comparison that a field without one most likely has.
  private func standardSign(of field: Field) -> String {
    switch field.kind {
    case .minutes: "<="
    case .text: "~"
    case .number, .date, .keyword, .list, .link: "="
    }
  }

  /// Returns a comparison of a field with values as it is typed; nil if the field cannot have that value.
  private func comparison(_ number: Int, _ sign: String, _ values: [FilterToken]) -> String? {
    let field = schema.fields[number]
    let value = values.map(\.text).joined(separator: " ")
    switch field.kind {
    case .number:
      return values.count == 1 && plainNumber(value) != nil ? field.name + sign + value : nil
    case .date: return values.count == 1 && Period(value) != nil ? field.name + sign + value : nil
    case .minutes:
      let words = value.split(separator: " ").map { Self.timeUnits[$0.lowercased()] ?? String($0) }
      let time = words.joined()
      return minutes(time) == nil ? nil : field.name + sign + time
    case .keyword, .list, .text:
      guard ["=", "~"].contains(sign) else { return nil }
      let pattern = Pattern(value)
      // If no row has that value, a comparison would find nothing, so the words stay a search.
      if field.kind != .text, catalog.hasWord(number, pattern) {
        return field.name + "=" + asWord(value)
      }
      return catalog.rows(number, pattern, .anywhere).isEmpty
        ? nil : field.name + "~" + asWord(value)
    case .link: return nil
    }
  }
}

extension Catalog {
  /// Whether a text begins with a comparison of a field, which may be misspelled, or with `has:`, `no:` or `is:`.
  package func beginsCondition(_ text: String) -> Bool {
    let tokens = FilterLexer.scan(text).tokens.drop { [.open, .negation].contains($0.kind) }
    guard let word = tokens.first, word.kind == .word, let sign = tokens.dropFirst().first,
      sign.kind == .comparison
    else { return false }
    let isFlag = FilterParser.flagWords.contains(word.text.lowercased()) && sign.text != "~"
    return isFlag || schema.index(of: word.text) != nil
      || sign.text != ":" && nearest(to: word.text, among: schema.names) != nil
  }
}
