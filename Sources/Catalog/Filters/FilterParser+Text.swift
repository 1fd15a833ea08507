import Diagnostics
import Text

/// Comparisons of texts.
extension FilterParser {
  /// The maximum number of distinct values of a keyword field for which unknown values are errors.
  static let knownValuesLimit = 1000

  mutating func compareText(_ test: Test) throws(Diagnostic) -> Condition {
    if ["<", "<=", ">", ">="].contains(test.sign) {
      if test.field.kind == .list { return try compareCount(test) }
      throw Diagnostic(
        "\(test.field.name) is text; `\(test.operation.text)` compares numbers",
        at: test.operation.range,
        hint: "use \(test.field.name)=\(test.source) or \(test.field.name)~\(test.source)")
    }
    if test.isOfPartCount { return try compareQuantity(test) }
    if test.field.kind == .keyword { try refuseSplitValue(test) }
    let isNegative = test.sign.hasPrefix("!")
    if test.isContainment {
      let extent: Pattern.Extent = test.sign.hasSuffix("~=") ? .words : .anywhere
      // A whole word stands for its plural, too: a person who avoids eggs means 1 egg and 8 eggs.
      let patterns = test.values.flatMap { value in
        extent == .words ? inflections(of: value.text).map { Pattern($0) } : [Pattern(value.text)]
      }
      let found = FilterExpression.matches(test.number, patterns, extent)
      return (isNegative ? .not(found) : found, nil)
    }
    let patterns = test.values.map { Pattern($0.text, wildcards: true, literal: $0.literal) }
    if test.field.kind == .keyword, !isNegative { try checkValues(test, patterns) }
    if test.field.kind != .keyword, !isNegative {
      let words = test.values.map { value in
        let scalars = value.text.unicodeScalars.enumerated().filter { offset, scalar in
          scalar != "*" || value.literal.contains(offset)
        }
        return String(String.UnicodeScalarView(scalars.map(\.element)))
      }
      containments.append(
        Filter.Containment(
          field: test.number, source: test.source, whole: patterns,
          patterns: words.filter { !$0.isEmpty }.map { Pattern($0) }))
    }
    let found = FilterExpression.matches(test.number, patterns, .whole)
    if isNegative { return (.not(found), nil) }
    return (found, test.field.isSingle && !isNegated ? test.number : nil)
  }

  /// Parses the number of items of a list: `ingredients<6`.
  private func compareCount(_ test: Test) throws(Diagnostic) -> Condition {
    guard test.values.count == 1, let value = test.values.first, let number = Double(value.text)
    else {
      throw Diagnostic(
        "`\(test.source)` is not a number of \(test.field.name)", at: test.values[0].range,
        hint: "e.g. \(test.field.name)\(test.operation.text)6")
    }
    let exactly = FilterExpression.Interval(lower: number, upper: number)
    return (.within(test.number, [compared(exactly, test.sign)]), nil)
  }

  /// Throws if an unquoted space splits a value, as in `cuisine=Middle Eastern`.
  private func refuseSplitValue(_ test: Test) throws(Diagnostic) {
    guard test.values.count == 1, let value = test.values.first, value.kind == .word,
      let next = token(), next.kind == .word, token(1)?.kind != .comparison
    else { return }
    let both = value.text + " " + next.text
    guard catalog.hasWord(test.number, Pattern(folded(both))),
      !catalog.hasWord(test.number, Pattern(folded(value.text)))
    else { return }
    throw Diagnostic(
      "`\(both)` has a space", at: value.range.lowerBound..<next.range.upperBound,
      hint: "put it in quotes: \(test.field.name)=\"\(both)\"", correction: "\"\(both)\"")
  }

  private mutating func checkValues(_ test: Test, _ patterns: [Pattern]) throws(Diagnostic) {
    let count = catalog.distinctCount(test.number)
    guard count > 0, count <= Self.knownValuesLimit, !isNegated else { return }
    for (value, pattern) in zip(test.values, patterns) where !pattern.isWild {
      if catalog.hasWord(test.number, pattern) { continue }
      let known = catalog.words(test.number)
      let message = "no \(test.field.name) is called `\(value.text)`"
      let meant = nearest(to: value.text, among: known)
      let hint =
        meant.map { "did you mean \($0)?" } ?? "\(test.field.name) is one of: " + listed(known)
      switch vocabulary.unknownValues {
      case .reject:
        throw Diagnostic(
          message, at: value.range, hint: hint, correction: meant.map(asWord),
          remedy: catalog.words(test.number, startingWith: value.text).isEmpty
            ? .nothing : .letters)
      case .warn: notes.append("warning: \(message); \(hint)")
      }
    }
  }

  /// Returns a value as typed, in quotes if necessary.
  func asWord(_ value: String) -> String {
    let tokens = FilterLexer.scan(value).tokens
    if tokens.count == 1, tokens[0].kind == .word, tokens[0].text == value { return value }
    let escaped = value.reduce(into: "") { $0 += ["\"", "\\"].contains($1) ? "\\\($1)" : "\($1)" }
    return "\"\(escaped)\""
  }

  private func listed(_ words: [String]) -> String {
    words.prefix(20).joined(separator: ", ") + (words.count > 20 ? ", …" : "")
  }
}
