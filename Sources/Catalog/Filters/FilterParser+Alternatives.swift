import Text

/// What looks like a list of values and is none.
extension FilterParser {
  /// In `cuisine=Italian or French` and `cuisine=Italian, French`, says that the bare word, which was read last, is not
  /// compared with the field.
  mutating func noteAlternative() {
    let word = tokens[position - 1]
    guard let start = startOfAlternatives(), tokens[start].kind == .word,
      ["=", ":", "=="].contains(tokens[start + 1].text)
    else { return }
    let values = tokens[(start + 2)..<position].filter { $0.isValue && !isOr($0) }
    guard let list = rewritten(tokens[start], values) else { return }
    notes.append("note: `\(word.text)` is searched as text; for either \(list)")
  }

  /// Where the comparison begins to whose values others are added with `or` or commas up to the last word; nil if
  /// none does.
  private func startOfAlternatives() -> Int? {
    var place = position - 1
    while place > 2 {
      let end = place
      while place > 2, tokens[place - 1].kind == .comma { place -= 1 }
      if place == end, isOr(tokens[place - 1]) { place -= 1 }
      place -= 1
      guard place > 1, place + 1 < end, tokens[place].isValue else { return nil }
      if tokens[place - 1].kind == .comparison { return place - 2 }
    }
    return nil
  }

  private func isOr(_ token: FilterToken) -> Bool {
    token.kind == .or || token.kind == .word && token.text.lowercased() == "or"
  }

  /// How the last value is compared as the others are; nil if there is no such value.
  private func rewritten(_ name: FilterToken, _ values: [FilterToken]) -> String? {
    guard let last = values.last else { return nil }
    let key = name.text.lowercased()
    if Self.flagWords.contains(key) {
      let isKnown =
        key == "is"
        ? vocabulary.marks.contains(last.text.lowercased())
        : schema.index(of: last.text) != nil
      guard isKnown else { return nil }
      return "write " + values.map { "\(key):\($0.text)" }.joined(separator: " or ")
    }
    guard let number = schema.index(of: name.text),
      catalog.hasWord(number, Pattern(folded(last.text)))
    else { return nil }
    let list = values.map { source($0.range) }.joined(separator: ",")
    return "\(schema.fields[number].name) write \(schema.fields[number].name)=\(list)"
  }
}
