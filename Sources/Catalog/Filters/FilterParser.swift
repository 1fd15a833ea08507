import Diagnostics
import Text

/// The context that filters are parsed in, in addition to the catalog.
package struct FilterVocabulary: Sendable {
  /// The treatment of values that a keyword field does not have.
  package enum UnknownValues: Sendable { case reject, warn }

  /// The marks that `is:` accepts.
  package var marks: [String]
  /// The names of commands, to detect a command typed into a filter.
  package var commands: Set<String>
  package var unknownValues: UnknownValues

  package init(
    marks: [String] = [], commands: Set<String> = [], unknownValues: UnknownValues = .reject
  ) {
    self.marks = marks
    self.commands = commands
    self.unknownValues = unknownValues
  }
}

extension Filter {
  /// Parses a filter.
  ///
  /// docs/filters.md describes the grammar.
  ///
  /// - Throws: A ``Diagnostic`` whose span is relative to the start of `text`.
  package init(
    _ text: String, for catalog: Catalog, vocabulary: FilterVocabulary
  ) throws(Diagnostic) {
    do throws(Diagnostic) {
      var parser = FilterParser(
        text: text, tokens: try FilterLexer.tokens(of: text), catalog: catalog,
        vocabulary: vocabulary)
      let clauses = try parser.parse()
      self.init(clauses: clauses, notes: parser.notes, containments: parser.containments)
    } catch {
      throw error.coded("bad-filter")
    }
  }
}

/// A recursive descent parser: `not` binds tighter than `and`, and `and` tighter than `or`.
struct FilterParser {
  /// The maximum nesting depth of parentheses and negations.
  static let depthLimit = 200

  let text: String
  let tokens: [FilterToken]
  let catalog: Catalog
  let vocabulary: FilterVocabulary
  var position = 0
  var notes: [String] = []
  var containments: [Filter.Containment] = []
  /// The kinds of the words so far.
  var highlights: [FilterOutline.Highlight] = []
  /// The errors after which parsing continued.
  var faults: [Diagnostic] = []
  /// Whether parsing continues after errors.
  var recovers = false
  /// The number of negations around the current condition.
  private var negations = 0
  private var depth = 0

  init(text: String, tokens: [FilterToken], catalog: Catalog, vocabulary: FilterVocabulary) {
    self.text = text
    self.tokens = tokens
    self.catalog = catalog
    self.vocabulary = vocabulary
  }

  var schema: Schema { catalog.schema }
  var isNegated: Bool { negations > 0 }

  func token(_ ahead: Int = 0) -> FilterToken? {
    position + ahead < tokens.count ? tokens[position + ahead] : nil
  }

  /// Returns the part of the filter in a range.
  func source(_ range: Range<Int>) -> String {
    let utf8 = text.utf8
    let lower = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    let upper = utf8.index(utf8.startIndex, offsetBy: range.upperBound)
    return String(text[lower..<upper])
  }

  mutating func parse() throws(Diagnostic) -> [Clause] {
    guard !tokens.isEmpty else { return [] }
    if let fault = comparisonInWords() { throw fault }
    let alternatives = try parseAlternatives()
    if let extra = token() {
      if extra.kind == .close {
        throw Diagnostic("`)` has no matching `(`", at: extra.range, hint: "remove it")
      }
      throw Diagnostic("unexpected `\(extra.text)`", at: extra.range, hint: "put it in quotes")
    }
    if alternatives.count == 1 { return alternatives[0] }
    let expression = FilterExpression.any(
      alternatives.map { parts in
        parts.count == 1 ? parts[0].expression : .all(parts.map(\.expression))
      })
    let start = tokens[0].range.lowerBound
    let end = tokens[tokens.count - 1].range.upperBound
    return [Clause(text: source(start..<end), expression: expression, equality: nil)]
  }

  private func isKeyword(_ word: String, _ kind: FilterToken.Kind) -> Bool {
    guard let token = token() else { return false }
    return token.kind == kind || token.kind == .word && token.text.lowercased() == word
  }

  private mutating func parseAlternatives() throws(Diagnostic) -> [[Clause]] {
    var alternatives = [try parseConjunction()]
    while isKeyword("or", .or), let or = token() {
      note(or, .keyword)
      position += 1
      guard let next = token(), next.kind != .close else {
        throw Diagnostic("`\(or.text)` needs something after it", at: or.range, remedy: .words)
      }
      alternatives.append(try parseConjunction())
    }
    return alternatives
  }

  private mutating func parseConjunction() throws(Diagnostic) -> [Clause] {
    var parts: [Clause] = []
    let faultCount = faults.count
    var isJoined = true
    while let next = token(), next.kind != .close, !isKeyword("or", .or) {
      if isKeyword("and", .and) || next.kind == .comma {
        if next.kind != .comma {
          if isJoined { throw nothing(before: next) }
          note(next, .keyword)
          isJoined = true
        }
        position += 1
        let isLast = token().map { $0.kind == .close } ?? true
        if isLast, next.kind != .comma || parts.isEmpty {
          throw Diagnostic(
            "`\(next.text)` needs something after it", at: next.range, remedy: .words)
        }
        continue
      }
      isJoined = false
      let start = next.range.lowerBound
      let place = position
      do throws(Diagnostic) {
        let (expression, equality) = try parseUnary()
        let end = tokens[position - 1].range.upperBound
        parts.append(Clause(text: source(start..<end), expression: expression, equality: equality))
      } catch {
        try recover(from: error, at: place)
      }
    }
    if parts.isEmpty, faults.count == faultCount {
      throw nothing(before: token())
    }
    return parts
  }

  private func nothing(before token: FilterToken?) -> Diagnostic {
    Diagnostic(
      token.map { "`\($0.text)` needs something before it" } ?? "nothing to filter on",
      at: token?.range ?? 0..<max(1, text.utf8.count))
  }

  typealias Condition = (FilterExpression, equality: Int?)

  private mutating func parseUnary() throws(Diagnostic) -> Condition {
    guard let next = token() else {
      throw Diagnostic("nothing to filter on", at: 0..<max(1, text.utf8.count))
    }
    depth += 1
    defer { depth -= 1 }
    if depth > Self.depthLimit {
      throw Diagnostic("nested too deeply", at: next.range, hint: "write it more simply")
    }
    let isWord = next.kind == .word && next.text.lowercased() == "not"
    guard next.kind == .negation || isWord && token(1).map({ $0.kind != .comparison }) ?? true
    else { return try parsePrimary(next) }
    if isWord { note(next, .keyword) }
    position += 1
    if token() == nil {
      throw Diagnostic(
        "`\(next.text)` needs something after it", at: next.range, remedy: .words)
    }
    negations += 1
    defer { negations -= 1 }
    return (.not(try parseUnary().0), nil)
  }

  private mutating func parsePrimary(_ next: FilterToken) throws(Diagnostic) -> Condition {
    switch next.kind {
    case .open: return try parseGroup(next)
    case .close:
      throw Diagnostic("`)` has no matching `(`", at: next.range, hint: "remove it")
    case .comparison:
      let isOrder = ["<", ">", "<=", ">="].contains(next.text)
      let example =
        isOrder ? numericField.map { "\($0.name)\(next.text)30" } : comparedExample(next.text)
      throw Diagnostic(
        "`\(next.text)` needs a field before it", at: next.range,
        hint: example.map { "e.g. \($0)" } ?? "")
    default: break
    }
    if next.kind == .word, let comparison = token(1), comparison.kind == .comparison {
      return try parseTest(next, comparison)
    }
    position += 1
    note(next, .value)
    noteAlternative()
    return (.text(Pattern(next.text)), nil)
  }

  private var numericField: Field? {
    schema.fields.first { $0.kind == .minutes } ?? schema.fields.first { $0.kind == .number }
  }

  /// Returns an example of a comparison with a text; nil if the feed has no text field.
  private func comparedExample(_ sign: String) -> String? {
    let kinds: [Field.Kind] = [.keyword, .list, .text]
    let field = kinds.lazy.compactMap { kind in
      schema.fields.firstIndex { $0.kind == kind }
    }.first
    return field.map { "\(schema.fields[$0].name)\(sign)\(example($0))" }
  }

  private mutating func parseGroup(_ open: FilterToken) throws(Diagnostic) -> Condition {
    position += 1
    guard let first = token(), first.kind != .close else {
      if let close = token() {
        throw Diagnostic(
          "empty parentheses", at: open.range.lowerBound..<close.range.upperBound,
          hint: "remove them")
      }
      throw Diagnostic(
        "`(` is never closed", at: open.range, hint: "add ) at the end", remedy: .words)
    }
    let alternatives = try parseAlternatives().map { parts in
      parts.count == 1 ? parts[0].expression : FilterExpression.all(parts.map(\.expression))
    }
    guard let close = token(), close.kind == .close else {
      throw Diagnostic(
        "`(` is never closed", at: open.range, hint: "add ) at the end", remedy: .words)
    }
    position += 1
    return (alternatives.count == 1 ? alternatives[0] : .any(alternatives), nil)
  }
}

/// Alternatives that look like a list of values.
extension FilterParser {
  /// Adds a note if the last word is a bare word after a comparison, as in `cuisine=Italian or French`, where it is not
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

  /// Returns the index of the comparison to which alternatives up to the last word were added; nil if there is none.
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

  /// Returns the filter with the last word as a value of the comparison; nil if the field does not have that value.
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
