import Diagnostics
import Text

/// The syntax of a filter, valid or not, for highlighting while the user types.
package struct FilterOutline {
  /// The syntactic kind of a word.
  package enum Kind: Sendable { case keyword, field, value, number, quotation }

  /// A word, and its UTF-8 offsets in the filter.
  package struct Highlight: Equatable, Sendable {
    package var range: Range<Int>
    package var kind: Kind
  }

  /// The words that were recognized, in the order of parsing.
  package let highlights: [Highlight]
  /// The first errors, each with its location.
  package let faults: [Diagnostic]
  /// The filter; nil if there are errors.
  package let filter: Filter?

  /// Parses a filter as ``Filter`` does, but continues after errors.
  package init(_ text: String, for catalog: Catalog, vocabulary: FilterVocabulary) {
    let (tokens, fault) = FilterLexer.scan(text)
    var parser = FilterParser(
      text: text, tokens: tokens, catalog: catalog, vocabulary: vocabulary)
    parser.recovers = true
    var faults = fault.map { [$0] } ?? []
    do throws(Diagnostic) {
      let clauses = try parser.parse()
      faults += parser.faults
      filter =
        faults.isEmpty
        ? Filter(clauses: clauses, notes: parser.notes, containments: parser.containments) : nil
    } catch {
      // After an unclosed quotation, the parser's error is a consequence.
      faults += parser.faults + (fault == nil ? [error] : [])
      filter = nil
    }
    highlights = parser.highlights
    self.faults = faults
  }
}

extension FilterParser {
  /// The maximum number of errors that are reported.
  private static let faultLimit = 8

  /// Records the kind of a word.
  mutating func note(_ token: FilterToken, _ kind: FilterOutline.Kind) {
    highlights.append(.init(range: token.range, kind: token.kind == .string ? .quotation : kind))
  }

  /// Reports an error in the condition that begins at a token, and skips the affected tokens.
  ///
  /// - Throws: The error, if the parser does not continue after errors.
  mutating func recover(from fault: Diagnostic, at start: Int) throws(Diagnostic) {
    guard recovers, faults.count < Self.faultLimit, let end = fault.span?.upperBound else {
      throw fault
    }
    faults.append(fault)
    position = max(position, start + 1)
    while let token = token(), token.range.lowerBound < end { position += 1 }
    if token()?.kind == .comparison { position += 1 }
    guard tokens[position - 1].kind == .comparison, let value = token(), value.isValue
    else { return }
    position += 1
    for value in [value] + takeAlternatives(after: value) where value.range.lowerBound >= end {
      note(value, .value)
    }
  }
}

/// The last word of an incomplete filter: a bare word, or the value of a comparison.
package struct IncompleteCondition {
  /// The field of the comparison; nil for a bare word.
  package let field: String?
  /// The word without quotes and backslashes.
  package let text: String
  /// The UTF-8 offset of the word.
  package let start: Int
  /// The UTF-8 offset of the condition, including its negation.
  package let conditionStart: Int
  private let comparison: String

  /// Whether the comparison is for equality.
  package var isEquality: Bool { ["=", "==", ":"].contains(comparison) }
  /// Whether the comparison is for less or greater, which requires a number.
  package var isOrder: Bool { comparison.contains { "<>".contains($0) } }
  /// Whether the comparison is for containment, which requires a text.
  package var isContainment: Bool { comparison.contains("~") }

  /// Creates the last word of a filter; nil after a parenthesis or a quotation, which must be followed by a space.
  package init?(endOf filter: String) {
    // An appended letter always makes the last word a token.
    let tokens = FilterLexer.scan(filter + "x").tokens
    let last = tokens.count - 1
    let piece = tokens[last]
    start = piece.range.lowerBound
    text = String(String.UnicodeScalarView(piece.text.unicodeScalars.dropLast()))
    if last > 0, start == filter.utf8.count, tokens[last - 1].range.upperBound == start,
      [.close, .string].contains(tokens[last - 1].kind)
    {
      return nil
    }
    var first = last
    while first > 1, tokens[first - 1].joins(tokens[first - 2], tokens[first]) { first -= 2 }
    let sign = first > 0 && tokens[first - 1].kind == .comparison ? tokens[first - 1].text : nil
    let name = first > 1 && tokens[first - 2].kind == .word ? tokens[first - 2].text : ""
    if let sign, first == last || !FilterParser.flagWords.contains(name.lowercased()) {
      (field, comparison) = (name, sign)
      first = max(0, first - 2)
    } else {
      (field, comparison) = (nil, "")
      first = last
    }
    while first > 0, tokens[first - 1].kind == .negation { first -= 1 }
    conditionStart = tokens[first].range.lowerBound
  }
}
